import type { Effect } from "../../sdk/values/errors.js";

/** How the command ends. Ended by a signal during a call, it ends with 128 and the signal's number. */
export const exitCodes = {
  done: 0,
  /** The call, or what the command set out to do, failed. */
  failed: 1,
  /** The command line or its input is wrong; nothing was sent. */
  usage: 2,
  /** It needs `--yes`; nothing was sent or written. */
  refused: 3,
} as const;

/** What a program wants to know of a failure besides its message. */
interface Details {
  /** Identifier of the operation it is about. */
  readonly operation?: string;
  readonly effect?: Effect;
  /** The file that holds the answer. */
  readonly kept?: string | undefined;
  readonly cause?: unknown;
}

/** A failure that names its own exit code. */
export class CommandError extends Error {
  readonly operation: string | undefined;
  readonly effect: Effect | undefined;
  readonly kept: string | undefined;

  constructor(
    message: string,
    readonly exitCode: number,
    { operation, effect, kept, cause }: Details = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.operation = operation;
    this.effect = effect;
    this.kept = kept;
  }
}

/** The command line or its input is wrong. */
export class UsageError extends CommandError {
  constructor(message: string) {
    super(message, exitCodes.usage);
  }
}

/** The call costs money, destroys what was paid for, or reaches a person, and nobody has agreed to it. */
export class RefusedError extends CommandError {
  constructor(message: string, operation: string) {
    super(message, exitCodes.refused, { operation, effect: "none" });
  }
}

/** The call succeeded, and its answer could not be written. */
export class UndeliveredError extends CommandError {
  constructor(message: string, details: Details) {
    super(message, exitCodes.failed, details);
  }
}
