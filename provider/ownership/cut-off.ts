import type { Creation } from "../journal/journal.js";
import { objectKey } from "../values/object-keys.js";

/** Whether a run got the object and was cut off before the program was told of it: as a rule no state has it. */
export const isCutOff = ({ answered, ending }: Creation): boolean =>
  answered !== undefined && (ending === "interrupted" || ending === "elsewhere");

/** Whether it was answered with that object. */
export const isAnsweredWith = ({ kind, answered }: Creation, ofKind: string, id: string): boolean =>
  kind === ofKind && answered !== undefined && objectKey(kind, answered) === objectKey(kind, id);
