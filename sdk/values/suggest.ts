/** Words of `camelCase`, `dotted.names` and `dashed-ones`, without the plural s. */
const words = (name: string): string[] =>
  name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "")
    .map((word) => word.replace(/s$/, ""));

function sharedWords(a: string, b: string): number {
  const [ofA, ofB] = [new Set(words(a)), new Set(words(b))];
  if (ofA.size === 0 || ofB.size === 0) return 0;
  const shared = [...ofA].filter((word) => ofB.has(word)).length;
  return (2 * shared) / (ofA.size + ofB.size);
}

/** Insertions, deletions, replacements and swaps of neighbours from one text to the other. */
function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? beforeLast[j - 2]! + 1 : Infinity;
      current[j] = Math.min(replaced, swapped, last[j]! + 1, current[j - 1]! + 1);
    }
    [beforeLast, last] = [last, current];
  }
  return last[b.length]!;
}

/** 1 for the same text, 0 for nothing in common. */
const likeness = (a: string, b: string): number =>
  Math.max(1 - distance(a.toLowerCase(), b.toLowerCase()) / Math.max(a.length, b.length, 1), sharedWords(a, b));

const leastLikeness = 0.55;
const mostSuggestions = 5;

/** A longer text is not a typing error. */
const longestMistyped = 100;

/** Candidates that may have been meant, most similar first; each is compared under all of its names. */
export function suggest<T>(mistyped: string, candidates: readonly T[], namesOf: (candidate: T) => readonly string[]): T[] {
  if (mistyped.length > longestMistyped) return [];
  return candidates
    .map((candidate) => ({ candidate, score: Math.max(...namesOf(candidate).map((name) => likeness(mistyped, name))) }))
    .filter(({ score }) => score >= leastLikeness)
    .sort((a, b) => b.score - a.score)
    .slice(0, mostSuggestions)
    .map(({ candidate }) => candidate);
}

/** What to say of an unknown name, such as an argument or an option: what may have been meant, or else all that is known. */
export function unknownName(what: string, name: string, known: readonly string[]): string {
  const near = suggest(name, known, (candidate) => [candidate]);
  if (near.length > 0) return `unknown ${what}${question(near)}`;
  return `unknown ${what}; ${known.length === 0 ? "there are none" : `known are ${known.join(", ")}`}`;
}

/** ` Did you mean …?`, or nothing. */
export const question = (suggestions: readonly string[]): string => {
  if (suggestions.length === 0) return "";
  const last = suggestions.at(-1)!;
  return `. Did you mean ${suggestions.length === 1 ? last : `${suggestions.slice(0, -1).join(", ")} or ${last}`}?`;
};
