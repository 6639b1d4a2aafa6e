import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Stack } from "@pulumi/pulumi/automation";
import { z } from "zod";
import { type End, failureOf } from "./end.js";
import type { ReviewedStack } from "./fleet-review.js";
import { failureIn, hosting, type HostingOptions, type CommandResult } from "./hosting.js";
import { countsIn, none } from "./review-stack.js";
import type { StackResult } from "./stack.js";
import { contentsOf } from "./stacks.js";

export interface ApplyStackOptions extends HostingOptions {
  /** The folder with the file of the review. */
  readonly folder: string;
  readonly stacks: Readonly<Record<string, ReviewedStack>>;
  readonly select: (name: string) => Promise<Stack>;
}

/** What `hosting apply --json` prints, as far as the fleet needs it. */
const Applied = z.looseObject({
  outcome: z.string(),
  resources: z.array(z.looseObject({ name: z.string(), effect: z.string(), message: z.string().optional() })),
  problems: z.array(z.string()),
  unforeseen: z.array(z.string()).default([]),
});

/** Exit code of `hosting apply` if the run is not what was reviewed. */
const notReviewed = 4;

/** Applies the review of a stack, unless that was done before: then there is nothing to do. */
export async function applyStack(name: string, { folder, stacks, select, ...options }: ApplyStackOptions): Promise<StackResult> {
  const { digest = "", file } = stacks[name]!;
  const nothing = { untouched: true, counts: none, drift: [], reasons: [], requests: undefined } as const;
  try {
    const stack = await select(name);
    if (await isApplied(stack, digest)) return { ...nothing, end: "done" };
    const review = file === undefined ? undefined : join(folder, file);
    const commandResult = await hosting(
      [
        ...["apply", "--stack", name, "--digest", digest, "--record", join(folder, "applied.jsonl")],
        ...(review !== undefined && existsSync(review) ? ["--review", review] : []),
      ],
      options,
    );
    if (commandResult.status === 0) return { ...nothing, ...resultOf(commandResult), end: "done" };
    return { ...nothing, ...(await failure(stack, commandResult)) };
  } catch (error) {
    return { ...nothing, ...failureOf("apply", name, error, []) };
  }
}

/** Number of runs of a stack in which that of a review is looked for. */
const mostRuns = 50;

/** Whether a run has applied that digest, as the history of the stack says, which all machines share. A digest is never that of another run. */
async function isApplied(stack: Stack, digest: string): Promise<boolean> {
  const runs = await stack.history(mostRuns, 1, false);
  return runs.some(({ message, result }) => message === `hosting apply ${digest}` && result === "succeeded");
}

function resultOf({
  answer,
}: CommandResult): Pick<StackResult, "counts" | "untouched"> & { readonly reasons: readonly string[] } {
  const applied = Applied.safeParse(answer).data;
  if (applied === undefined) return { counts: none, untouched: false, reasons: [] };
  const { outcome, resources, problems, unforeseen } = applied;
  return {
    counts: countsIn({ changes: resources }),
    untouched: outcome === "refused",
    reasons: [
      ...resources.flatMap(({ name, message }) => (message === undefined ? [] : [`${name}: ${message}`])),
      ...problems,
      ...unforeseen.map((each) => `${each}, which its preview did not show`),
    ],
  };
}

async function failure(stack: Stack, commandResult: CommandResult): Promise<Partial<StackResult> & { readonly end: End }> {
  const result = resultOf(commandResult);
  const failed = failureIn("apply", stack.name, commandResult, result.reasons);
  // Another run's operations are pending as long as it holds the lock.
  const pending = failed.end === "LOCKED" ? [] : await pendingIn(stack);
  if (commandResult.status === notReviewed) return { end: "REFUSED", reasons: [...failed.reasons, ...pending] };
  return { ...result, ...failed, reasons: [...failed.reasons, ...pending] };
}

/** What to do about operations of a killed run whose result is not known. */
async function pendingIn(stack: Stack): Promise<readonly string[]> {
  const { isPending } = await contentsOf(stack.workspace, stack.name);
  return isPending
    ? [
        `Operations are pending, whose result is not known. Settle them: \`npx hosting recover --stack ${stack.name}\`, then review again.`,
      ]
    : [];
}
