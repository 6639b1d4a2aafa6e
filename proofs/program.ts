export const print = (line: string): void => void process.stdout.write(`${line}\n`);
const warn = (line: string): void => void process.stderr.write(`${line}\n`);

/** Runs a command to its end. A number is its status; an error, which is shown without its stack, means 1. */
export function runProgram(main: () => Promise<unknown>): void {
  main().then(
    (status) => {
      if (typeof status === "number") process.exitCode = status;
    },
    (error: unknown) => {
      warn(error instanceof Error ? error.message : String(error));
      process.exitCode = 1;
    },
  );
}
