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

/** A failure that names its own exit code. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly exitCode: number,
  ) {
    super(message);
    this.name = new.target.name;
  }
}

/** The command line or its input is wrong. */
export class UsageError extends CommandError {
  constructor(message: string) {
    super(message, exitCodes.usage);
  }
}

/** The call costs money or reaches a person, and nobody has agreed to it. */
export class RefusedError extends CommandError {
  constructor(message: string) {
    super(message, exitCodes.refused);
  }
}
