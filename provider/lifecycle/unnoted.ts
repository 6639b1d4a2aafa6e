import type { Context } from "../runtime/context.js";
import type { Definition } from "../definition/definition.js";
import { messageOf, ProviderError } from "../values/errors.js";

/** What the note of a billed object's request is for. */
const purposes = {
  creation: "prevents duplicate orders",
  deletion: "shows the next run whether a billed object may already be cancelled",
} as const;

const unwritableText = (request: keyof typeof purposes, reason: string): string =>
  `Could not write the journal, which ${purposes[request]} (${reason}). Free some space there or make it writable, or set HOSTING_JOURNAL to a ` +
  "copy of that folder that is writable. Then run again.";

/** Why a request is not sent: it is billed, or cancels what is billed, and the journal cannot note it. */
export const unwritable = (request: keyof typeof purposes, error: unknown): ProviderError =>
  new ProviderError(unwritableText(request, messageOf(error)), error);

/** Why nothing is ordered: an earlier run may have noted the same order, and the note cannot be read. */
const unreadableText = (reason: string): string =>
  `Could not read the journal, which prevents duplicate orders (${reason}). Make the file readable, or delete it if you are certain that the run ` +
  "that wrote it was not interrupted during an order. Then run again.";

/** Why an object could not be ordered: the journal, which notes every order, is of no use. */
export function journalProblem({ costly }: Definition, { ownership: { notes } }: Context): string | undefined {
  if (costly !== true) return undefined;
  const [unwritable, unreadable] = [notes.unwritable(), notes.unreadable()];
  if (unwritable !== undefined) return unwritableText("creation", unwritable);
  return unreadable === undefined ? undefined : unreadableText(unreadable);
}

/**
 * Notes in the journal that a request is sent. A failure prevents the request only if the object is costly.
 *
 * @throws if the journal cannot be written and the object is costly
 */
export function noteSend(request: keyof typeof purposes, costly: boolean | undefined, write: () => void): void {
  try {
    write();
  } catch (error) {
    if (costly === true) throw unwritable(request, error);
  }
}
