import type { Remark } from "../../provider/values/remarks.js";
import { recordedDrift } from "../preview/properties.js";
import { oneLine } from "../shared/text.js";
import { definitionFor } from "../stack/definitions.js";
import { type Frozen, titleOf } from "../stack/deployment.js";
import type { RunEvents, Step } from "../stack/events.js";
import { outcomeOf, withRemovalRemarks } from "../preview/changes.js";
import { recurringOf } from "./money.js";
import { isChange, plannedChanges, renamesOf, unboundIn } from "../preview/plan.js";
import { exceededRules, type Rule } from "./rules.js";
import type { SettingChange } from "./settings.js";

/** Pulumi says this of every program that has failed. */
const hasFailed = /Program exited with non-zero exit code|an unhandled error occurred/;

/**
 * Tells what is wrong from what is not known against the sandbox. A program that needs a value itself fails without it, and the preview ends
 * there: that is no failure of the run.
 */
export function knownOf(events: RunEvents) {
  const unknown = events.remarks.flatMap(({ code, text }) => (code === "missing" ? [text] : []));
  // The program fails with the same error that was handed over.
  const isUnknown = (message: string) => unknown.some((text) => message.includes(text));
  const hasUnknown = events.failures.some(({ message }) => isUnknown(message));
  const failures = events.failures.filter(({ message }) => !hasUnknown || (!isUnknown(message) && !hasFailed.test(message)));
  const isWhole = events.isWhole || (hasUnknown && failures.length === 0);
  return { events: { ...events, failures, isWhole }, /** What a program has looked up in vain in the sandbox. */ unknown };
}

export type Review = Frozen<Awaited<ReturnType<typeof reviewOf>>>;

export interface ReviewInput {
  readonly project: string | undefined;
  readonly stack: string;
  readonly digest: string | undefined;
  /** What the reviewer must know about the way in which the preview was made. */
  readonly cautions: readonly string[];
  /** Of the digests; undefined if there is no digest. */
  readonly key?: string | undefined;
  readonly settings?: readonly SettingChange[];
  /** Calls of an interrupted run. What they did, only `hosting recover` finds out. */
  readonly pending?: readonly string[];
  readonly rules: readonly Rule[];
}

/** Whether it needs another look, rather than only a mention of a rule. */
export const needsLook = ({ exceeded }: Pick<Review, "exceeded">): boolean => exceeded.some(({ level }) => level === "exceeds");

/** A review is read far from its project: a repository can have several, with stacks of the same name. */
export const stackTitle = ({ project, stack }: Pick<ReviewInput, "project" | "stack">): string =>
  project === undefined ? stack : `${project}/${stack}`;

export async function reviewOf(previewed: RunEvents, input: ReviewInput) {
  const { project, stack, digest, key, settings = [], pending = [], rules, cautions } = input;
  const { events, unknown } = knownOf(previewed);
  const outcome = await outcomeOf(events);
  const succeeds = outcome.result === "succeeds";
  const unseen = [...new Set(events.remarks.flatMap(({ code, text }) => (code === "unseen" ? [text] : [])))].sort();
  const { changes, doubts, rest } = withRemovalRemarks(outcome.changes, events.remarks, succeeds);
  const remarks = events.remarks.flatMap(({ code, text }) => (toShow.has(code) ? [text] : []));
  const isRefused = changes.some(({ effect }) => effect === "refused");
  const isWhole = pending.length === 0 && succeeds && !isRefused;
  const messages = [
    ...pending.map((call) => `${call}: an interrupted run may have done it. Settle it first: \`hosting recover\``),
    ...outcome.problems,
    ...doubts,
  ];
  const isExplained = succeeds || isRefused || messages.length > 0 || events.violations.some(({ isMandatory }) => isMandatory);
  const resources = new Set(
    events.planned.filter(({ isCustom, type }) => isCustom && !type.startsWith("pulumi:")).map(({ urn }) => urn),
  ).size;
  return {
    project,
    stack,
    /** Undefined for a run that cannot be applied as reviewed: it would fail, could repeat an interrupted one, or was previewed elsewhere. */
    digest: isWhole ? digest : undefined,
    /** What the changes of the digest are made of, so that `hosting apply` can say what differs. */
    plan: key === undefined ? [] : plannedChanges(events, key),
    /** Whether the preview came to its end, so that the run can begin. */
    isWhole,
    changes,
    settings,
    /** Places of the program that a preview does not run, because they need values that only the run knows. */
    unseen,
    renames: renamesOf(events),
    /** What the stack costs before and after; undefined if the run orders and removes nothing billed, or no price is known. */
    recurring: isWhole ? await recurringOf(events, changes) : undefined,
    /** Number of the resources of the stack after the run, and of those that leave it. */
    resources,
    exceeded: exceededRules(rules, changes, resources),
    violations: events.violations.map((each) => ({ ...each, title: each.urn === undefined ? "" : titleOf(each.urn) })),
    /** Why the preview failed, besides the changes that would fail. */
    problems: isExplained ? messages : [noReason],
    drift: await foundIn(events.refreshed),
    remarks: [...new Set([...[...events.messages, ...remarks].map(oneLine), ...rest])].filter((text) => text !== ""),
    unknown,
    cautions: [
      ...(events.isWhole ? cautions : [stopped, ...cautions]),
      ...(unseen.length > 0 ? [unseenText(unseen)] : []),
      ...(await unboundIn(events)),
    ],
  };
}

/** Remarks with more than the changes show. */
const toShow: ReadonlySet<string> = new Set<Remark["code"]>(["existing", "loss", "concern"]);

const unseenText = (places: readonly string[]): string =>
  `${places.length === 1 ? "A value is" : `${places.length} values are`} not known before the run. A resource that the program declares only with ` +
  `${places.length === 1 ? "it" : "them"} is not shown here, and \`hosting apply\` refuses it (${places.join(", ")})`;

const noReason = "The preview did not end, and says no reason: its events may be incomplete";
const stopped =
  "The preview stopped at what the run would fail at. Deletions, and what follows from what failed, are not shown: review again once that is corrected";

async function foundIn(refreshed: readonly Step[]) {
  const found = refreshed
    .filter((step) => step.isCustom && isChange(step))
    .map(async (step) => {
      const definition = await definitionFor(step);
      const properties = definition === undefined ? [] : recordedDrift(definition, step);
      return { urn: step.urn, title: titleOf(step.urn), isGone: step.new === undefined, properties };
    });
  return (await Promise.all(found)).filter(({ isGone, properties }) => isGone || properties.length > 0);
}
