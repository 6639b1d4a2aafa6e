import type { Story } from "../preview/events.js";
import { classOf, nameOf, type StoredResource } from "../stack/deployment.js";

/** Whether a resource exists only in the state, as components do: a run changes nothing outside for it. */
const isHarmless = (type: string): boolean => type === "pulumi:pulumi:Stack" || type === "pulumi:providers:pulumi-nodejs";

/** Steps that change nothing outside. */
const idle = new Set(["same", "read", "refresh", "read-replacement", "read-discard", "discard"]);

/**
 * Resources of other packages that the run would change. They live at other providers, of which there is no copy, so a rehearsal would
 * change the real ones.
 */
export function changedElsewhere({ planned }: Story): readonly string[] {
  const changed = planned.filter(
    (step) => !idle.has(step.op) && step.isCustom && classOf(step) === undefined && !step.type.startsWith("pulumi:"),
  );
  return [...new Set(changed.map(({ type, urn }) => `${type} ${nameOf(urn)}`))];
}

/** What a run may change: all that is of this package, and what exists only in the state. Anything else keeps its state. */
export const targetsOf = ({ planned }: Story, resources: readonly StoredResource[]): readonly string[] => [
  "**pulumi-nodejs:dynamic/hosting:**",
  ...new Set([
    ...planned.filter((step) => isHarmless(step.type) || !step.isCustom).map(({ urn }) => urn),
    ...resources.filter((each) => isHarmless(each.type) || each.custom === false).map(({ urn }) => urn),
  ]),
];
