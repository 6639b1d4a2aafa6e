import { parseArgs, type ParseArgsConfig } from "node:util";

type OptionsConfig = NonNullable<ParseArgsConfig["options"]>;

type Arguments<Options extends OptionsConfig> = ReturnType<
  typeof parseArgs<{ args: string[]; allowPositionals: true; options: Options; tokens: true }>
>;

/** The run cannot begin. */
export class UsageError extends Error {}

/** Whether the user asks for the usage, whatever else there is. */
export const asksForHelp = (args: readonly string[]): boolean => args.includes("--help") || args.includes("-h");

/**
 * Splits arguments into options and the rest.
 *
 * @throws UsageError for an unknown, repeated or incomplete option
 */
export function readArguments<const Options extends OptionsConfig>(
  args: string[],
  options: Options,
  usage: string,
): Pick<Arguments<Options>, "values" | "positionals"> {
  const { values, positionals, tokens } = parsed(args, options, usage);
  const names = tokens.flatMap((token) => (token.kind === "option" ? [token.name] : []));
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new UsageError(`--${repeated} is given more than once.`);
  return { values, positionals };
}

function parsed<const Options extends OptionsConfig>(args: string[], options: Options, usage: string): Arguments<Options> {
  try {
    return parseArgs({ args, allowPositionals: true, options, tokens: true });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${usage}`);
  }
}

/** @throws UsageError */
export function whole(name: string, text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new UsageError(`--${name} must be a whole number from 1 to 9999.`);
}
