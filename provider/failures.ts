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

/** As Pulumi's dynamic provider process is to print it: it prints the stack as well, which tells a user nothing. */
export function printable(message: string): Error {
  const error = new Error(message);
  error.toString = () => "The provider refused a call";
  error.stack = "the reason stands with the resource.";
  return error;
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
