/** A failure that leaves the state unchanged. The user sees only the message. */
export class ProviderError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "ProviderError";
  }
}

/** A decision of a table. */
export class Refusal extends ProviderError {
  /** @param code the reason code of its row */
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
  }
}

/** An object could not be read or compared, so that nothing is known of it. */
export class UnreadError extends ProviderError {
  /** @param reason what follows the name of the object: several objects can have the same */
  constructor(
    readonly id: string,
    title: string,
    readonly reason: string,
    cause?: unknown,
  ) {
    super(`${title} ${reason}`, cause);
  }
}

/** A request was held back right before it would have been sent. */
export class HeldBack extends ProviderError {}

/** It is not known whether the object was created. */
export class UnclearError extends ProviderError {}

/**
 * The object exists, but a step after its creation or update failed. Pulumi records it, so that the next `up` continues with
 * it and `destroy` deletes it.
 */
export class UnfinishedError extends ProviderError {
  /** Read by Pulumi's dynamic provider process, which shows only these. */
  readonly reasons: readonly string[];

  constructor(
    message: string,
    readonly id: string,
    readonly properties: Readonly<Record<string, unknown>>,
    cause?: unknown,
  ) {
    super(message, cause);
    this.name = "UnfinishedError";
    this.reasons = [message];
  }
}

/** The provider shows other values than were sent, which sending them again need not change. */
export class Deviation extends ProviderError {}

/** The end of the message of an {@link UnfinishedError}. A used-up rate limit says itself when to run again. */
export const recordedText = (cause: unknown): string =>
  cause instanceof Deviation || (cause instanceof Error && cause.name === "RateLimitError")
    ? "Recorded."
    : "Recorded; run again.";

/** What Pulumi's process prints for the text and stack of a {@link printable} error. */
export const printedFailure = "A resource failed: see its error.";

/** An error for Pulumi's process, which prints text and stack in addition to the message: those would only repeat it. */
export function printable(message: string): Error {
  const error = new Error(message);
  const [text, stack] = printedFailure.split(": ");
  error.toString = () => text!;
  error.stack = stack!;
  return error;
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
