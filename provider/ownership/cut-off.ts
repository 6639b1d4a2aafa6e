import type { Creation } from "../journal/journal.js";
import { objectKey } from "../values/object-keys.js";

/**
 * Whether the object was created, but its run was cut off before Pulumi told the program of it. Usually no state has such an
 * object.
 */
export const isCutOff = (creation: Creation): boolean => creation.answered !== undefined && creation.ending === "interrupted";

/** Whether a creation was answered with that object. */
export const isAnsweredWith = ({ kind, answered }: Creation, ofKind: string, id: string): boolean =>
  kind === ofKind && answered !== undefined && objectKey(kind, answered) === objectKey(kind, id);
