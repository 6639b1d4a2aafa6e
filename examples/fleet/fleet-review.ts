import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { UsageError } from "./arguments.js";
import type { Outcome } from "./report.js";
import { countsOf, failuresOf, type StackReview } from "./stack-review.js";

const ReviewedStack = z.strictObject({
  /** Of the stack, for `hosting apply`; absent if there is nothing to apply, or if that would fail. */
  digest: z.string().optional(),
  outcome: z.enum(["nothing", "changes", "exceeds", "fails"]),
  /** Number of changes by effect. */
  counts: z.record(z.string(), z.number()),
  /** Why it would fail, or was not reviewed. */
  reasons: z.array(z.string()),
  /** All of the review, in a file beside this one; absent if there is none. */
  file: z
    .string()
    .regex(/^[a-z0-9-]+\/review\.json$/)
    .optional(),
});

export type ReviewedStack = z.output<typeof ReviewedStack>;

const FleetReview = z.strictObject({
  project: z.string(),
  /** Of all stacks to apply, with their digests: what the comment shows, and nothing else, is applied. */
  digest: z.string(),
  stacks: z.record(z.string(), ReviewedStack),
});

/** The review of a fleet, as in its file. */
export type FleetReview = z.output<typeof FleetReview>;

/** Names the way in which the digest is made, which a later version may change. */
const version = "f1";

/** The digest of stacks with their digests. Theirs are made with a key, so that this one needs none. */
export function fleetDigest(project: string, stacks: FleetReview["stacks"]): string {
  const pairs = Object.entries(stacks).flatMap(([name, { digest }]) => (digest === undefined ? [] : [[name, digest]]));
  const sorted = pairs.sort(([one], [other]) => (one! < other! ? -1 : 1));
  return `${version}.${createHash("sha256")
    .update(JSON.stringify([project, sorted]))
    .digest("hex")}`;
}

/**
 * Puts together what the reviews of all stacks say.
 *
 * @param reviews by the name of the stack; a stack that could not be reviewed has none
 */
export function fleetReviewOf(
  project: string,
  outcomes: readonly Outcome[],
  reviews: ReadonlyMap<string, StackReview>,
): FleetReview {
  const stacks = Object.fromEntries(
    outcomes.map((outcome): [string, ReviewedStack] => {
      const review = reviews.get(outcome.name);
      return [outcome.name, review === undefined ? withoutReview(outcome) : reviewed(outcome.name, review)];
    }),
  );
  return { project, digest: fleetDigest(project, stacks), stacks };
}

function reviewed(name: string, review: StackReview): ReviewedStack {
  const reasons = failuresOf(review);
  const outcome = reasons.length > 0 ? "fails" : review.outcome;
  const isToApply = outcome === "changes" || outcome === "exceeds";
  return {
    ...(isToApply ? { digest: review.digest } : {}),
    outcome,
    counts: countsOf(review.changes),
    reasons: [...reasons],
    file: `${name}/review.json`,
  };
}

const withoutReview = ({ result }: Outcome): ReviewedStack => ({
  outcome: "fails",
  counts: {},
  reasons: [...(result?.reasons ?? ["It was not reviewed, because the run ended before."])],
});

/**
 * Reads the file of a review.
 *
 * @param digest that somebody has approved
 * @throws UsageError if it is not the review with that digest
 */
export function readFleetReview(file: string, digest: string): FleetReview {
  const review = existsSync(file) ? parsed(readFileSync(file, "utf8")) : undefined;
  if (review === undefined)
    throw new UsageError(`--review ${file}: this is no file that \`npm run fleet -- review\` has written.`);
  const actual = fleetDigest(review.project, review.stacks);
  if (actual !== digest.trim())
    throw new UsageError(
      `--review ${file}: its stacks and their digests have the digest ${actual}, which is not that of --digest.`,
    );
  return review;
}

function parsed(text: string): FleetReview | undefined {
  try {
    return FleetReview.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
