/** The environment of a command. */
export interface Around {
  readonly environment: NodeJS.ProcessEnv;
  /** Prints for the user or the program. */
  readonly print: (text: string) => void;
}
