import { type Command, Option } from "commander";
import { UsageError } from "./exit.js";

export interface CommandContext {
  readonly environment: NodeJS.ProcessEnv;
  readonly print: (text: string) => void;
}

/** For options that may be repeated. */
export const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/** An option as commander and `--help` name it. One that is required or has a default is never absent. */
export type OptionRow = readonly [
  flags: string,
  description: string,
  more?: typeof collect | { readonly default: string } | { readonly required: true },
];

type CamelCase<T extends string> = T extends `${infer A}-${infer B}` ? `${A}${Capitalize<CamelCase<B>>}` : T;
type NameOf<F extends string> = F extends `${string}--${infer L} <${string}`
  ? CamelCase<L>
  : F extends `${string}--${infer L}`
    ? CamelCase<L>
    : never;

/** What commander reads of options. */
export type FlagsOf<O extends readonly OptionRow[]> = {
  readonly [
    R in O[number] as R[2] extends object ? (R[2] extends typeof collect ? NameOf<R[0]> : never) : NameOf<R[0]>
  ]?: R[2] extends typeof collect ? readonly string[] : R[0] extends `${string}<${string}` ? string : true;
} & { readonly [R in O[number] as R[2] extends { default: string } | { required: true } ? NameOf<R[0]> : never]: string };

export const jsonOption = ["--json", "for programs: one line of JSON"] as const;
export const profileOption = ["--profile <name>", "address and login from the file of profiles"] as const;
export const cwdOption = ["-C, --cwd <folder>", "folder of the Pulumi project; default: the current one"] as const;

/** Of a command that is about one stack. */
export const stackOptions = [
  ["-s, --stack <name>", "the stack; default: the selected one"],
  cwdOption,
  profileOption,
] as const satisfies readonly OptionRow[];

export type StackFlags = FlagsOf<readonly [...typeof stackOptions, typeof jsonOption]>;

/** The report in another form. @param reader who reads Markdown */
export const reportOptions = (reader = "a comment or an issue"): readonly (OptionRow | Option)[] => [
  new Option("--markdown", `print Markdown, for ${reader}`).conflicts("json"),
  jsonOption,
];

function optionOf([flags, description, more]: OptionRow): Option {
  const option = new Option(flags, description);
  if (typeof more === "function") return option.argParser(more);
  if (more !== undefined && "default" in more) return option.default(more.default);
  return option.makeOptionMandatory(more !== undefined);
}

export interface CommandRow {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  /** An option of commander's, if it depends on others or has few values. */
  readonly options?: readonly (OptionRow | Option)[];
  readonly argument?: readonly [name: string, description: string];
  readonly action: Parameters<Command["action"]>[0];
  /** Exit codes and examples: what it does is on its page. */
  readonly help: string;
}

export function addCommand(program: Command, row: CommandRow): Command {
  const command = program.command(row.name).summary(row.summary).description(row.description);
  if (row.argument !== undefined) command.argument(...row.argument);
  for (const option of row.options ?? []) command.addOption(option instanceof Option ? option : optionOf(option));
  return command
    .addHelpText("after", `\n${row.help.trim()}\n\ndocs/commands/${row.name}.md, in the package, says more.`)
    .action(row.action);
}

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
