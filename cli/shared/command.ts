import { type Command, Option } from "commander";
import { UsageError } from "./exit.js";

export interface CommandContext {
  readonly environment: NodeJS.ProcessEnv;
  readonly print: (text: string) => void;
}

export interface StackFlags {
  readonly stack?: string;
  readonly cwd?: string;
  readonly profile?: string;
  readonly json?: true;
}

/** Lets a command be about one stack. */
export const addStackOptions = (command: Command): Command =>
  command
    .option("-s, --stack <name>", "the stack; default: the selected one")
    .option("-C, --cwd <folder>", "folder of the Pulumi project; default: the current one")
    .option("--profile <name>", "address and login from the file of profiles");

/** Lets a command print its report in another form. @param reader who reads Markdown */
export const addReportOptions = (command: Command, reader = "a comment or an issue"): Command =>
  command
    .addOption(new Option("--markdown", `print Markdown, for ${reader}`).conflicts("json"))
    .option("--json", "for programs: one line of JSON");

/** For options that may be repeated. */
export const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/** Refuses a repeated option that has one value: the last would win, and the others would be ignored silently. */
export function refuseRepeated(command: Command): void {
  for (const option of command.options.filter(({ required, parseArg }) => required && parseArg === undefined)) {
    let given = false;
    command.on(`option:${option.name()}`, () => {
      if (given) throw new UsageError(`${option.long} is given twice`);
      given = true;
    });
  }
  command.commands.forEach(refuseRepeated);
}

/** The action of a command that is loaded when it runs, and gives its exit code. */
export const action =
  <F>(load: () => Promise<(flags: F, around: CommandContext) => Promise<number>>) =>
  async (flags: F): Promise<void> => {
    const [run, { print }] = await Promise.all([load(), import("./terminal.js")]);
    process.exitCode = await run(flags, { environment: process.env, print });
  };
