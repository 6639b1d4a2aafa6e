import { parseArgs } from "node:util";

/** The parts of the benchmark that an option with their name selects, and the options that each uses. */
const selected: Readonly<Record<string, readonly string[]>> = {
  startup: ["fresh", "write", "replace"],
  memory: ["resources", "objects", "write"],
};

/** The options of the commands on stacks, which are measured if no part is selected. */
const ofStacks = ["sizes", "latencies", "runs", "contenders", "mix", "steps", "budget", "fresh", "write", "replace"];

const known: readonly string[] = [...ofStacks, ...Object.values(selected).flat()];

const partsWith = (option: string): string =>
  Object.entries(selected)
    .filter(([, options]) => options.includes(option))
    .map(([part]) => `--${part}`)
    .join(" or ");

/**
 * Checks that the options of the benchmark belong together. Options that it does not have are left to the parser of each part.
 *
 * @throws Error if two parts are selected, or an option has no effect on the part that is measured
 */
export function checkOptions(args: readonly string[]): void {
  const { tokens } = parseArgs({ args: [...args], strict: false, tokens: true });
  const names = new Set(tokens.flatMap((token) => (token.kind === "option" ? [token.name] : [])));
  const parts = Object.keys(selected).filter((part) => names.has(part));
  const [part, other] = parts;
  if (other !== undefined) throw new Error(`--${part} and --${other} exclude each other: each selects what is measured`);
  if (names.has("replace") && !names.has("write")) throw new Error("--replace needs --write");
  const used = part === undefined ? ofStacks : selected[part]!;
  for (const name of names) {
    if (!known.includes(name) || used.includes(name)) continue;
    throw new Error(part === undefined ? `--${name} needs ${partsWith(name)}` : `--${name} has no effect on --${part}`);
  }
}
