import type { Remark } from "../../provider/values/remarks.js";
import { outcomeOf } from "../preview/outcome.js";
import { type PropertyDrift, recordedDrift } from "../preview/properties.js";
import { oneLine } from "../shared/text.js";
import { definitionFor } from "../stack/definitions.js";
import { titleOf } from "../stack/deployment.js";
import type { RunEvents, Step, Violation } from "../stack/events.js";
import { type Change, changesOf, withRemovalRemarks } from "./changes.js";
import { type Recurring, recurringOf } from "./money.js";
import { isChange, type PlannedChange, plannedChanges, type Rename, renamesOf, unboundIn } from "./plan.js";
import { type ExceededRule, exceededRules, type Rule } from "./rules.js";
import type { SettingChange } from "./settings.js";

/** A preview, and what the sandbox does not have: whether the provider has it is not known. */
export interface Known {
  readonly events: RunEvents;
  readonly unknown: readonly string[];
}

/** Pulumi says this of every program that has failed. */
const hasFailed = /Program exited with non-zero exit code|an unhandled error occurred/;

/**
 * Tells what is wrong from what is not known against the sandbox. A program that needs a value itself fails without it, and the preview ends
 * there: that is no failure of the run.
 */
export function knownOf(events: RunEvents): Known {
  const unknown = events.remarks.flatMap(({ code, text }) => (code === "missing" ? [text] : []));
  // The program fails with the same error that was handed over.
  const isUnknown = (message: string) => unknown.some((text) => message.includes(text));
  const hasUnknown = events.failures.some(({ message }) => isUnknown(message));
  const failures = events.failures.filter(({ message }) => !hasUnknown || (!isUnknown(message) && !hasFailed.test(message)));
  return {
    events: { ...events, failures, isWhole: events.isWhole || (hasUnknown && failures.length === 0) },
    unknown,
  };
}

export interface Found {
  readonly urn: string;
  readonly title: string;
  readonly isGone: boolean;
  readonly properties: readonly PropertyDrift[];
}

export interface Review {
  readonly project: string | undefined;
  readonly stack: string;
  /** Undefined for a run that cannot be applied as reviewed: it would fail, it could repeat an interrupted one, or its preview was not made here. */
  readonly digest: string | undefined;
  /** What the changes of the digest are made of, so that `hosting apply` can say what differs. */
  readonly plan: readonly PlannedChange[];
  /** Whether the preview came to its end, so that the run can begin. */
  readonly isWhole: boolean;
  readonly changes: readonly Change[];
  readonly settings: readonly SettingChange[];
  /** Places of the program that a preview does not run, because they need values that only the run knows. */
  readonly unseen: readonly string[];
  readonly renames: readonly Rename[];
  /** What the stack costs before and after; undefined if the run orders and removes nothing billed, or no price is known. */
  readonly recurring: Recurring | undefined;
  /** Number of the resources of the stack after the run, and of those that leave it. */
  readonly resources: number;
  readonly exceeded: readonly ExceededRule[];
  readonly violations: readonly (Violation & { readonly title: string })[];
  /** Why the preview failed, besides the changes that would fail. */
  readonly problems: readonly string[];
  readonly drift: readonly Found[];
  readonly remarks: readonly string[];
  /** What a program has looked up in vain in the sandbox. */
  readonly unknown: readonly string[];
  /** What the reviewer must know about the way in which the preview was made. */
  readonly cautions: readonly string[];
}

export interface ReviewInput extends Pick<Review, "project" | "stack" | "digest" | "cautions"> {
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
export const stackTitle = ({ project, stack }: Pick<Review, "project" | "stack">): string =>
  project === undefined ? stack : `${project}/${stack}`;

export async function reviewOf(
  previewed: RunEvents,
  { project, stack, digest, key, settings = [], pending = [], rules, cautions }: ReviewInput,
): Promise<Review> {
  const { events, unknown } = knownOf(previewed);
  const outcome = await outcomeOf(events);
  const { problems, result } = outcome;
  const unseen = [...new Set(events.remarks.flatMap(({ code, text }) => (code === "unseen" ? [text] : [])))].sort();
  const { changes, doubts, rest } = withRemovalRemarks(await changesOf(events, outcome), events.remarks, result === "succeeds");
  const remarks = events.remarks.flatMap(({ code, text }) => (toShow.has(code) ? [text] : []));
  const isWhole = pending.length === 0 && result === "succeeds" && !changes.some(({ effect }) => effect === "refused");
  const said = [
    ...pending.map((call) => `${call}: an interrupted run may have done it. Settle it first: \`hosting recover\``),
    ...problems,
    ...doubts,
  ];
  const isExplained =
    changes.some(({ effect }) => effect === "refused") || events.violations.some(({ isMandatory }) => isMandatory);
  const resources = new Set(
    events.planned.filter(({ isCustom, type }) => isCustom && !type.startsWith("pulumi:")).map(({ urn }) => urn),
  );
  return {
    project,
    stack,
    digest: isWhole ? digest : undefined,
    plan: key === undefined ? [] : plannedChanges(events, key),
    isWhole,
    changes,
    settings,
    unseen,
    renames: renamesOf(events),
    recurring: isWhole ? await recurringOf(events, changes) : undefined,
    resources: resources.size,
    exceeded: exceededRules(rules, changes, resources.size),
    violations: events.violations.map((each) => ({ ...each, title: each.urn === undefined ? "" : titleOf(each.urn) })),
    problems: result === "succeeds" || said.length > 0 || isExplained ? said : [noReason],
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

async function foundIn(refreshed: readonly Step[]): Promise<readonly Found[]> {
  const found = await Promise.all(
    refreshed
      .filter((step) => step.isCustom && isChange(step))
      .map(async (step): Promise<Found> => {
        const definition = await definitionFor(step);
        const properties = definition === undefined ? [] : recordedDrift(definition, step);
        return { urn: step.urn, title: titleOf(step.urn), isGone: step.new === undefined, properties };
      }),
  );
  return found.filter(({ isGone, properties }) => isGone || properties.length > 0);
}
