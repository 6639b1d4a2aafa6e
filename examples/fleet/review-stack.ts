import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { failureOf } from "./end.js";
import { failureIn, hosting, type HostingOptions } from "./hosting.js";
import type { Counts, StackResult } from "./stack.js";
import { failuresOf, parseStackReview, type StackReview } from "./stack-review.js";

export interface ReviewStackOptions extends HostingOptions {
  /** Where the folder with the review of each stack is. */
  readonly out: string;
  /** Creates the stack, empty, if there is none. */
  readonly select: (name: string) => Promise<unknown>;
  /** Receives the review. */
  readonly keep: (name: string, review: StackReview) => void;
}

/** Reviews a stack. A review that says that the run would fail is a failure. */
export async function reviewStack(name: string, { out, select, keep, ...options }: ReviewStackOptions): Promise<StackResult> {
  try {
    await select(name);
    const folder = join(out, name);
    await mkdir(folder, { recursive: true });
    const result = await hosting(["review", "--stack", name, "--out", folder], options);
    const review = parseStackReview(result.answer);
    if (review === undefined) return { ...nothing, ...failureIn("review", name, result, []), counts: none };
    keep(name, review);
    const reasons = failuresOf(review);
    const end = reasons.length > 0 ? "FAILED" : review.outcome === "exceeds" ? "EXCEEDS" : "done";
    return { ...nothing, end, counts: countsIn(review), reasons: end === "EXCEEDS" ? review.exceeded : reasons };
  } catch (error) {
    return { ...nothing, ...failureOf("review", name, error, []), counts: none };
  }
}

export const none: Counts = { created: 0, updated: 0, deleted: 0, unchanged: 0, failed: 0 };

/** How many requests it sent is not known: the room asks the API, or counts what was promised. */
const nothing = { untouched: true, drift: [], requests: undefined } as const;

const columnsOf: Readonly<Record<string, readonly (keyof Counts)[]>> = {
  ordered: ["created"],
  created: ["created"],
  adopted: ["created"],
  replaced: ["created", "deleted"],
  deleted: ["deleted"],
  left: ["deleted"],
  refused: ["failed"],
  failed: ["failed"],
};

/** Changes by the columns of the report; an effect that is not listed is an update. */
export function countsIn({ changes }: { readonly changes: readonly { readonly effect: string }[] }): Counts {
  const counts = { ...none };
  for (const { effect } of changes) for (const column of columnsOf[effect] ?? ["updated"]) counts[column] += 1;
  return counts;
}
