import { Option } from "commander";
import { collect } from "../shared/command.js";

/** Those that a command looks at itself. */
export interface RunOptions {
  /** Default: true. */
  readonly refresh?: boolean;
  readonly target?: readonly string[];
  readonly exclude?: readonly string[];
  readonly ignoreProtect?: true;
}

/** The options of a run. Those of a review and of what is applied must be the same. */
export const runOptions = [
  new Option("--refresh", "read what exists first, and compare with that instead of the state (default)").default(true),
  new Option("--no-refresh", "compare with the state: what was changed outside the program is overwritten unseen"),
  new Option("--target <urn>", "change only this resource; may be repeated").argParser(collect),
  new Option("--target-dependents", "with --target: also its dependents"),
  new Option("--exclude <urn>", "do not change this resource; may be repeated").argParser(collect),
  new Option("--exclude-dependents", "with --exclude: nor its dependents"),
  new Option("--replace <urn>", "replace this resource; may be repeated").argParser(collect),
  new Option("--ignore-protect", "delete and replace protected resources as well"),
  new Option("--policy-pack <path>", "a policy pack to run; may be repeated").argParser(collect),
  new Option(
    "--policy-pack-config <file>",
    "the configuration of the policy pack at the same position; may be repeated",
  ).argParser(collect),
];

export const runFlags = (given: RunOptions): string[] =>
  runOptions.flatMap((option) => {
    const value = (given as Readonly<Record<string, boolean | readonly string[] | undefined>>)[option.attributeName()];
    if (value === undefined || value === false || option.negate) return [];
    return value === true ? [option.long!] : [...new Set(value)].flatMap((each) => [option.long!, each]);
  });
