import { messageOf, ProviderError } from "../values/errors.js";

/** What the note of a billed object's request is for. */
const purposes = {
  creation: "prevents duplicate orders",
  deletion: "shows the next run whether a billed object may already be cancelled",
} as const;

/** Why a request is not sent: it is billed, or cancels what is billed, and the journal cannot note it. */
export const unwritable = (request: keyof typeof purposes, error: unknown): ProviderError =>
  new ProviderError(
    `Could not write the journal, which ${purposes[request]} (${messageOf(error)}). Free some space there or make it writable, or set ` +
      `HOSTING_JOURNAL to a copy of that folder that is writable. Then run again.`,
    error,
  );

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
