import { z } from "zod";

const Amount = z.looseObject({ currency: z.string(), net: z.number(), once: z.number() });

const Change = z.looseObject({
  urn: z.string(),
  /** As the program names the resource: `Domain shop`. */
  title: z.string(),
  /** As people name it: `domain shop.de of account p100001`. */
  object: z.string(),
  effect: z.string(),
  ordered: z.boolean(),
  /** Of an order, in words; absent if it is not known. */
  price: z.string().optional(),
  protection: z.string().optional(),
  /** Why it would fail. */
  message: z.string().optional(),
  /** What nobody can take back. */
  final: z.string().optional(),
});

/** What `hosting review --json` prints about a stack, as far as the fleet needs it. */
const StackReview = z.looseObject({
  /** What `hosting apply` takes; undefined for a run that cannot be applied as reviewed. */
  digest: z.string().optional(),
  outcome: z.enum(["nothing", "changes", "exceeds", "fails"]),
  cost: z.looseObject({
    sums: z.array(Amount),
    /** Whether the API shows several prices for an order, and these are the highest. */
    most: z.boolean().default(false),
    /** Number of orders whose price is not known. */
    unpriced: z.number(),
  }),
  plan: z
    .array(
      z.looseObject({
        urn: z.string(),
        overwritten: z.array(z.unknown()).optional(),
      }),
    )
    .default([]),
  changes: z.array(Change),
  settings: z.array(z.looseObject({ revealed: z.boolean().default(false) })).default([]),
  unseen: z.array(z.string()).default([]),
  exceeded: z.array(z.string()),
  violations: z.array(z.looseObject({ policy: z.string(), message: z.string(), mandatory: z.boolean() })),
  problems: z.array(z.string()),
  drift: z.array(z.unknown()),
  cautions: z.array(z.string()).default([]),
});

export type StackReview = z.output<typeof StackReview>;

export type Change = z.output<typeof Change>;

/** Undefined if it is none. */
export const parseStackReview = (answer: unknown): StackReview | undefined => StackReview.safeParse(answer).data;

/** Why the run of a stack cannot begin, in sentences; empty if it can. */
export function failuresOf({ outcome, digest, changes, problems, violations, cautions }: StackReview): readonly string[] {
  // Only a review without a key has none, and its cautions say so.
  if (outcome !== "fails") return outcome === "nothing" || digest !== undefined ? [] : cautions;
  const refused = changes.flatMap(({ effect, title, message = "" }) => (effect === "refused" ? [`${title}: ${message}`] : []));
  const mandatory = violations.flatMap(({ policy, message, mandatory: stops }) => (stops ? [`${policy}: ${message}`] : []));
  const reasons = [...refused, ...problems, ...mandatory];
  return reasons.length > 0 ? reasons : ["The review says no reason."];
}

/** Changes by effect, such as 2 of `ordered`. */
export function countsOf(changes: readonly Change[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { effect } of changes) counts[effect] = (counts[effect] ?? 0) + 1;
  return counts;
}

/** Whether an object that exists goes away. */
export const isRemoval = ({ effect }: Change): boolean => effect === "deleted" || effect === "replaced";
