import { parseArgs } from "node:util";

/** What an option with its name measures instead of the commands on stacks, and the options that each uses. */
const instead: Readonly<Record<string, readonly string[]>> = {
  startup: ["fresh", "write", "replace"],
  memory: ["resources", "objects", "write"],
  parts: ["resources", "runs", "write"],
  sandbox: ["requests", "runs", "write"],
};

/** The options of the commands on stacks. */
const ofStacks = ["sizes", "latencies", "runs", "contenders", "mix", "steps", "budget", "fresh", "write", "replace"];

const known: readonly string[] = [...ofStacks, ...Object.values(instead).flat()];

const thoseWith = (option: string): string =>
  Object.entries(instead)
    .filter(([, options]) => options.includes(option))
    .map(([name]) => `--${name}`)
    .join(" or ");

/**
 * Checks that the options of the benchmark belong together. Options that it does not have are left to the parsers.
 *
 * @throws Error if two options select what is measured, or an option has no effect on that
 */
export function checkOptions(args: readonly string[]): void {
  const { tokens } = parseArgs({ args: [...args], strict: false, tokens: true });
  const names = new Set(tokens.flatMap((token) => (token.kind === "option" ? [token.name] : [])));
  const [selected, other] = Object.keys(instead).filter((name) => names.has(name));
  if (other !== undefined) throw new Error(`--${selected} and --${other} exclude each other: each selects what is measured`);
  if (names.has("replace") && !names.has("write")) throw new Error("--replace needs --write");
  const used = selected === undefined ? ofStacks : instead[selected]!;
  for (const name of names) {
    if (!known.includes(name) || used.includes(name)) continue;
    throw new Error(selected === undefined ? `--${name} needs ${thoseWith(name)}` : `--${name} has no effect on --${selected}`);
  }
}

/**
 * The names in the text of an option, which commas separate.
 *
 * @throws Error that tells the possible names if one of them is another
 */
export function namesOption<T extends string>(option: string, text: string, possible: readonly T[]): T[] {
  return text.split(",").map((part) => {
    const name = possible.find((each) => each === part);
    if (name === undefined) throw new Error(`--${option} ${part}: there is none of that name; there are ${possible.join(", ")}`);
    return name;
  });
}
