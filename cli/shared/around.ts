/** The environment of a command. */
export interface Around {
  readonly environment: NodeJS.ProcessEnv;
  /** Prints for the user or the program. */
  readonly print: (text: string) => void;
}

/** The stack, its folder and the login of a command that is about one stack. */
export interface StackFlags {
  readonly stack?: string;
  readonly cwd?: string;
  readonly profile?: string;
  readonly json?: true;
}
