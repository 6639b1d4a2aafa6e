/** A failure that leaves the state as it was. The message is all that the user sees. */
export class ProviderError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "ProviderError";
  }
}

/** A request was held back right before it would have left. */
export class HeldBack extends ProviderError {}

/** Whether the object was made is not known. */
export class UnclearError extends ProviderError {}

/**
 * The object exists, but something after its creation or update failed. Pulumi records it, so that the next `up` goes
 * on with it and `destroy` removes it.
 */
export class UnfinishedError extends ProviderError {
  /** Read by Pulumi's dynamic provider process: only the reasons are shown. */
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

/** What Pulumi's process makes of a failure's text and stack when it prints them. */
export const printedFailure = "A resource failed: see its error.";

/** As Pulumi's process is to print it: it prints text and stack as well, which say nothing new. */
export function printable(message: string): Error {
  const error = new Error(message);
  const [text, stack] = printedFailure.split(": ");
  error.toString = () => text!;
  error.stack = stack!;
  return error;
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
