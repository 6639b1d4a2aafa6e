import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { commentOf } from "./comment.js";
import { fleetReviewOf } from "./fleet-review.js";
import type { Invocation } from "./invocation.js";
import type { Outcome } from "./report.js";
import type { StackReview } from "./stack-review.js";
import type { StrayStack } from "./stacks.js";

/** What the reviews of all stacks have shown. */
export interface Reviews {
  /** Name of the Pulumi project. */
  readonly project: string;
  readonly outcomes: readonly Outcome[];
  /** By the name of the stack. */
  readonly reviews: ReadonlyMap<string, StackReview>;
  /** Stacks without a customer. */
  readonly stray: readonly StrayStack[];
}

/** Bytes. A comment on GitHub takes 65,536 characters, one on GitLab more. The rest is for what a pipeline adds. */
const limit = 65_000;

/**
 * Writes the review of the fleet: `fleet.json` for `apply`, and `review.md` for a comment.
 *
 * @returns what the user reads about it
 */
export async function writeReview({ out, whole }: Invocation, { project, outcomes, reviews, stray }: Reviews): Promise<string> {
  const review = fleetReviewOf(project, outcomes, reviews);
  await mkdir(out, { recursive: true });
  await writeFile(join(out, "fleet.json"), `${JSON.stringify(review, undefined, 1)}\n`);
  await writeFile(join(out, "review.md"), commentOf(review, reviews, { limit, whole, stray }));
  return `Digest: ${review.digest}`;
}
