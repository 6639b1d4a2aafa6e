import { lookFirst } from "../../../sdk/http/error-messages.js";
import { messageOf, ProviderError, recordedText, UnclearError, UnfinishedError } from "../../values/errors.js";
import { maybeGone } from "../../values/rejections.js";
import { unfinishedKey } from "../../values/reserved-properties.js";
import { isInNew } from "../find.js";
import type { Created, Subject } from "./subject.js";

export function failed({ definition, context, inputs, name }: Subject, error: unknown): ProviderError {
  const isEarly = maybeGone(error) && isInNew(definition, context, inputs);
  const advice = isEarly ? " This run has only just created what contains it: run again." : "";
  return new ProviderError(`${name} was not created. ${messageOf(error)}${advice}`, error);
}

/** What failed, without the client's advice to look, which the next run follows. */
const failureIn = (error: unknown): string => (error === undefined ? "" : `${messageOf(error).replace(` ${lookFirst}`, "")} `);

/** It is not known whether the object exists. */
export const unclear = ({ name }: Subject, finding: string, error: unknown): UnclearError =>
  new UnclearError(
    `${name} may have been created: ${finding}. ${failureIn(error)}Not sent again, to avoid a duplicate. ` +
      "Run again; the next run looks for it first, and says so if the program has to adopt it.",
    error,
  );

/** The object exists, but a step after its creation failed. */
export const unfinished = ({ name, inputs }: Subject, { id, state }: Created, what: string, error: unknown): UnfinishedError =>
  new UnfinishedError(
    `${name} (${id}) ${what}: ${messageOf(error)} ${recordedText(error)}`,
    id,
    { ...inputs, ...state, [unfinishedKey]: what },
    error,
  );
