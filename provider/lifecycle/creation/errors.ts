import { messageOf, ProviderError, UnclearError, UnfinishedError } from "../../values/errors.js";
import { unfinishedKey } from "../../values/reserved-properties.js";
import type { Created, Subject } from "./subject.js";

export const failed = ({ name }: Subject, error: unknown): ProviderError =>
  new ProviderError(`${name} was not created. ${messageOf(error)}`, error);

export const unwritable = (error: unknown): ProviderError =>
  new ProviderError(
    `Could not write the journal, which prevents duplicate orders (${messageOf(error)}). Set HOSTING_JOURNAL to a folder that can be ` +
      `written, and run again.`,
    error,
  );

/** Whether the object exists cannot be told. */
export const unclear = ({ name }: Subject, finding: string, error: unknown): UnclearError =>
  new UnclearError(
    `Whether ${name} was created is not known: ${finding}. ${messageOf(error)} Not retried, to avoid creating a duplicate. ` +
      `Run again: it is looked for before anything is sent. If it exists by then, take it over with \`adopt: true\`.`,
    error,
  );

export const lostAgain = ({ name }: Subject, discarded: number, error: unknown): ProviderError =>
  new ProviderError(
    (discarded > 1
      ? `${name} was created twice; each time its secret was lost with the answer, and it was deleted again. `
      : `${name} was sent twice without an answer. One was created: its secret was lost with the answer, and it was deleted again. `) +
      `Run again. The latest answer: ${messageOf(error)}`,
    error,
  );

/** The object exists, and something is left to do. */
export const unfinished = ({ name, inputs }: Subject, { id, state }: Created, what: string, error: unknown): UnfinishedError =>
  new UnfinishedError(
    `${name} (${id}) ${what}: ${messageOf(error)} It is recorded; run again to go on with it.`,
    id,
    { ...inputs, ...state, [unfinishedKey]: what },
    error,
  );
