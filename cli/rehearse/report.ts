import type { Outcome } from "../preview/changes.js";
import type { Result } from "../preview/outcome.js";
import { reasonsIn, resourceAsJson, summaryOf, tableOf } from "../preview/table.js";
import { listsOf, type Redact, type Section } from "../shared/document.js";
import type { NotListed } from "../stack/collections.js";
import { classOf, nameOf, type StoredResource } from "../stack/deployment.js";
import type { RunEvents } from "../stack/events.js";

/** Whether a resource exists only in the state, as components do: a run changes nothing outside for it. */
const isHarmless = (type: string): boolean => type === "pulumi:pulumi:Stack" || type === "pulumi:providers:pulumi-nodejs";

/** Steps that change nothing outside. */
const idle = new Set(["same", "read", "refresh", "read-replacement", "read-discard", "discard"]);

/**
 * Resources of other packages that the run would change. They live at other providers, of which there is no copy, so a rehearsal would
 * change the real ones.
 */
export function changedElsewhere({ planned }: RunEvents): readonly string[] {
  const changed = planned.filter(
    (step) => !idle.has(step.op) && step.isCustom && classOf(step) === undefined && !step.type.startsWith("pulumi:"),
  );
  return [...new Set(changed.map(({ type, urn }) => `${type} ${nameOf(urn)}`))];
}

/** What a run may change: all that is of this package, and what exists only in the state. Anything else keeps its state. */
export const targetsOf = ({ planned }: RunEvents, resources: readonly StoredResource[]): readonly string[] => [
  "**pulumi-nodejs:dynamic/hosting:**",
  ...new Set([
    ...planned.filter((step) => isHarmless(step.type) || !step.isCustom).map(({ urn }) => urn),
    ...resources.filter((each) => isHarmless(each.type) || each.custom === false).map(({ urn }) => urn),
  ]),
];

export interface Rehearsal extends Outcome {
  readonly stack: string;
  readonly leftOut: readonly NotListed[];
}

const headings: Readonly<Record<Result, string>> = {
  succeeds: "`pulumi up` would succeed",
  fails: "`pulumi up` would fail",
  "not rehearsed": "only the preview could be rehearsed",
};

export const rehearsalSection = ({ stack, resources, problems, result, leftOut }: Rehearsal, redact: Redact): Section => ({
  heading: `Stack ${stack}: ${headings[result]}: ${summaryOf(resources) ?? "nothing would change"}.`,
  table: tableOf(resources, redact),
  lists: listsOf(
    {
      Why: reasonsIn(resources),
      "What stopped the run": problems,
      "Not in the copy, so that it may go differently": leftOut.map(({ what, why }) => `${what}: ${why}`),
    },
    redact,
  ),
});

export const rehearsalAsJson = ({ stack, resources, problems, result, leftOut }: Rehearsal, redact: Redact): object => ({
  stack,
  outcome: result,
  resources: resources.map((each) => resourceAsJson(each, redact)),
  problems: problems.map(redact),
  leftOut: leftOut.map(({ what, why }) => ({ what: redact(what), why: redact(why) })),
});
