import type { History } from "./history.js";

/** A shorter and simpler history that still shows the finding. */
export async function shrink(history: History, shows: (history: History) => Promise<boolean>): Promise<History> {
  for (const candidate of simpler(history) as Iterable<History>) if (await shows(candidate)) return shrink(candidate, shows);
  return history;
}

/** What a step, a command, a resource, a fault or a kill cannot lack. */
const needed: ReadonlySet<string> = new Set(
  `machines places steps journal host backend stack machine do in name resource kind key content to alias commands edit back act
  milliseconds offset on nth who at when status`.split(/\s+/),
);

const reducible: ReadonlySet<string> = new Set(["key", "content", "nth", "at"]);

/** Slightly simpler values: shorter lists, fewer members, smaller numbers; the greatest reduction first. */
function* simpler(value: unknown, name = ""): Generator<unknown> {
  if (typeof value === "number" && value > 0 && reducible.has(name)) yield* new Set([value >> 1, value - 1]);
  if (Array.isArray(value)) {
    for (let size = (value.length + 1) >> 1; size >= 1; size >>= 1)
      for (let start = value.length - size; start >= 0; start -= size) yield value.toSpliced(start, size);
    for (const [index, each] of value.entries()) for (const less of simpler(each)) yield value.with(index, less);
  } else if (typeof value === "object" && value !== null) {
    for (const member of Object.keys(value).filter((each) => !needed.has(each))) {
      const { [member]: _, ...rest } = value as Readonly<Record<string, unknown>>;
      yield rest;
    }
    for (const [member, each] of Object.entries(value).reverse())
      for (const less of simpler(each, member)) yield { ...value, [member]: less };
  }
}
