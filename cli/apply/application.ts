import { inLine } from "../../sdk/redaction/text.js";
import { type Step, type Story, storyOf } from "../preview/events.js";
import { outcomeOf } from "../preview/outcome.js";
import { changedElsewhere } from "../rehearse/others.js";
import { isChange } from "../review/plan.js";
import { isDefaultProvider, titleOf } from "../stack/deployment.js";
import type { HeldRun } from "./held-run.js";
import type { ApplyResult } from "./record.js";

/** What an application of a review has done. */
export interface Application extends Omit<Awaited<ReturnType<typeof outcomeOf>>, "result"> {
  readonly result: ApplyResult;
  /** Resources of other packages that it changed. */
  readonly elsewhere: readonly string[];
  /** What it did besides its preview. */
  readonly unforeseen: readonly string[];
}

/** Reads what a run has done. */
export async function applicationOf({ preview: previewLog, run: runLog, failure }: HeldRun): Promise<Application> {
  const preview = storyOf(previewLog);
  if (runLog === undefined) {
    const { happenings, problems } = await withPolicies(preview);
    const refused = happenings.filter(({ effect }) => effect === "refused");
    return {
      happenings: refused,
      problems: withFailure(refused.length, problems, failure),
      result: "refused",
      elsewhere: [],
      unforeseen: [],
    };
  }
  const run = storyOf(runLog);
  const { happenings, problems, result } = await withPolicies(run);
  const isFailed = result !== "succeeds" || failure !== undefined;
  const unforeseen = unforeseenIn(preview, run);
  const refused = happenings.filter(({ effect }) => effect === "refused").length;
  return {
    happenings,
    problems: isFailed ? withFailure(refused, problems, failure) : problems,
    result: isFailed ? "failed" : unforeseen.length > 0 ? "other" : "applied",
    elsewhere: changedElsewhere(run),
    unforeseen,
  };
}

/** A policy that stops a run is no failure of a resource. */
async function withPolicies(story: Story): ReturnType<typeof outcomeOf> {
  const outcome = await outcomeOf(story);
  return { ...outcome, problems: [...outcome.problems, ...mandatoryIn(story)] };
}

/** The message of the command says little, so it is only shown if there is no other. */
const withFailure = (refused: number, problems: readonly string[], failure: HeldRun["failure"]): readonly string[] =>
  refused > 0 || problems.length > 0 || failure === undefined ? problems : [failure.message];

/** Policies that stop a run, each with its resource and its reason. */
const mandatoryIn = ({ violations }: Story): readonly string[] =>
  violations
    .filter(({ isMandatory }) => isMandatory)
    .map(({ urn, policy, message }) =>
      inLine(`${[...(urn === undefined ? [] : [titleOf(urn)]), `policy ${policy}`].join(", ")}: ${message}`),
    );

/**
 * What a run did besides its preview. The engine decides again in a run, where it knows more values, so an update can turn out to be a
 * replacement.
 */
export function unforeseenIn(preview: Story, run: Story): readonly string[] {
  const foreseen = new Set(changesIn(preview).map(keyOf));
  const strange = changesIn(run).filter((step) => !foreseen.has(keyOf(step)));
  return [...new Set(strange.map(({ op, urn }) => `${titleOf(urn)}: ${op}`))];
}

const keyOf = ({ op, urn }: Step): string => `${op} ${urn}`;

const changesIn = ({ planned }: Story): readonly Step[] =>
  planned.filter((step) => step.isCustom && !isDefaultProvider(step.urn) && isChange(step));
