import { readingChoices, type Readings } from "../../sandbox/state/readings.js";
import { UsageError } from "../shared/exit.js";
import { namedValues } from "../shared/input.js";
import { question, suggest } from "../../sdk/values/suggest.js";

const choices: Readonly<Record<string, readonly (string | number | boolean)[]>> = readingChoices;

/** Readings as `name=value`. @throws UsageError */
export function readReadings(entries: readonly string[]): Partial<Readings> {
  return Object.fromEntries(Array.from(namedValues("--reading", entries), ([name, value]) => [name, choose(name, value)]));
}

function choose(name: string, value: string): string | number | boolean {
  const known = Object.hasOwn(choices, name) ? choices[name] : undefined;
  if (known === undefined) {
    const names = Object.keys(choices);
    const near = suggest(name, names, (candidate) => [candidate]);
    throw new UsageError(`there is no --reading ${name}${question(near)}\nThe readings are ${names.join(", ")}.`);
  }
  const chosen = known.find((choice) => String(choice) === value);
  if (chosen === undefined) throw new UsageError(`--reading ${name} must be one of ${known.join(", ")}, not ${value}`);
  return chosen;
}
