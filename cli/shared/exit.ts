import type { Effect } from "../../sdk/values/errors.js";

/** How the command ends. If a signal ends a call, the code is 128 plus the signal's number. */
export const exitCodes = {
  done: 0,
  /** The call, or what the command set out to do, failed. */
  failed: 1,
  /** The command line or its input is wrong; nothing was sent. */
  usage: 2,
  /** `--yes` is missing; nothing was sent or written. */
  refused: 3,
  /** A threshold is exceeded, or the run is not what was reviewed; nothing was changed. */
  exceeded: 4,
} as const;

interface Details {
  readonly operation?: string;
  readonly effect?: Effect;
  readonly kept?: string | undefined;
  readonly cause?: unknown;
}

/** A failure with its own exit code. */
export class CommandError extends Error {
  readonly operation: string | undefined;
  readonly effect: Effect | undefined;
  readonly kept: string | undefined;

  constructor(
    message: string,
    readonly exitCode: number = exitCodes.failed,
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

/** The call costs money, deletes what was paid for, or contacts a person, and the user has not agreed. */
export class RefusedError extends CommandError {
  constructor(message: string, operation: string) {
    super(message, exitCodes.refused, { operation, effect: "none" });
  }
}

/** The call succeeded, but its answer could not be written. */
export class UndeliveredError extends CommandError {
  constructor(message: string, details: Details) {
    super(message, exitCodes.failed, details);
  }
}

/** Any failure of a command in which another exit code than {@link exitCodes.failed} has a meaning of its own. */
export class FailedCommand extends Error {
  constructor(override readonly cause: unknown) {
    super("failed", { cause });
  }
}
