import { type Command, Option } from "commander";
import { UsageError } from "./exit.js";

export interface CommandContext {
  readonly environment: NodeJS.ProcessEnv;
  readonly print: (text: string) => void;
}

/** For options that may be repeated. */
export const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/** An option as commander and `--help` name it. One that is required or has a default is never absent. */
export type OptionRow = readonly [flags: string, description: string, more?: typeof collect | Settings];

interface Settings {
  readonly default?: string;
  readonly required?: true;
  readonly conflicts?: readonly string[];
  readonly choices?: readonly string[];
}

type CamelCase<T extends string> = T extends `${infer A}-${infer B}` ? `${A}${Capitalize<CamelCase<B>>}` : T;
type NameOf<F extends string> = F extends `${string}--no-${infer L}`
  ? CamelCase<L>
  : F extends `${string}--${infer L} <${string}`
    ? CamelCase<L>
    : F extends `${string}--${infer L}`
      ? CamelCase<L>
      : never;

type Certain = { readonly default: string } | { readonly required: true };

/** Of one row or another: `--refresh` and `--no-refresh` are one member. */
type ValueOf<R extends OptionRow> = R extends readonly [string, string, typeof collect]
  ? readonly string[]
  : R[0] extends `${string}<${string}`
    ? string
    : R[0] extends `${string}--no-${string}`
      ? boolean
      : true;

/** What commander reads of options: `--no-cache` as `cache`, which is true by default. */
export type FlagsOf<O extends readonly OptionRow[]> = {
  readonly [R in O[number] as R[2] extends Certain ? never : NameOf<R[0]>]?: ValueOf<R>;
} & { readonly [R in O[number] as R[2] extends Certain ? NameOf<R[0]> : never]: string };

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

/** The report in another form. */
export const reportOptions = [
  ["--markdown", "print Markdown, for a comment or an issue", { conflicts: ["json"] }],
  jsonOption,
] as const satisfies readonly OptionRow[];

export function optionOf([flags, description, more = {}]: OptionRow): Option {
  const option = new Option(flags, description);
  if (typeof more === "function") return option.argParser(more);
  if (more.default !== undefined) option.default(more.default);
  if (more.choices !== undefined) option.choices(more.choices);
  return option.conflicts([...(more.conflicts ?? [])]).makeOptionMandatory(more.required === true);
}

export interface CommandRow {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly options?: readonly OptionRow[];
  readonly argument?: readonly [name: string, description: string];
  readonly action: Parameters<Command["action"]>[0];
  /** Exit codes and examples: what it does is on its page. */
  readonly help: string;
}

export function addCommand(program: Command, row: CommandRow): Command {
  const command = program.command(row.name).summary(row.summary).description(row.description);
  if (row.argument !== undefined) command.argument(...row.argument);
  for (const option of row.options ?? []) command.addOption(optionOf(option));
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
