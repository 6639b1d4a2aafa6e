import type { Entry, Step, Story } from "../preview/events.js";
import { isDefaultProvider, nameOf, titleOf } from "../stack/deployment.js";
import { formerOf, isChange } from "./plan.js";

/** A resource that the program calls by another name than the state, with an alias. */
export interface Rename {
  readonly urn: string;
  readonly formerUrn: string;
  readonly className: string;
  /** Its name in the program. */
  readonly name: string;
  /** As the program names it, and as it did before: with the parent, if only that differs. */
  readonly title: string;
  readonly former: string;
  /** Whether the run changes nothing else of it. */
  readonly isUntouched: boolean;
}

/** The resources that a run renames, in the order of their new names. */
export function renamesOf({ planned }: Pick<Story, "planned">): readonly Rename[] {
  const changed = new Set(planned.filter(isChange).map(({ urn }) => urn));
  const renames = planned.flatMap((step) => renameOf(step, !changed.has(step.urn)));
  return [...new Map(renames.map((each) => [each.urn, each])).values()].sort((a, b) => (a.title < b.title ? -1 : 1));
}

function renameOf(step: Step, isUntouched: boolean): Rename[] {
  const { urn, op, old, new: after } = step;
  const formerUrn = formerOf(step);
  if (formerUrn === undefined || op === "read" || isDefaultProvider(urn)) return [];
  const [title, former] = [titleOf(urn), titleOf(formerUrn)];
  const [inside, formerlyInside] = title === former ? [placeOf(after), placeOf(old)] : ["", ""];
  return [
    {
      urn,
      formerUrn,
      className: title.split(" ")[0]!,
      name: nameOf(urn),
      title: `${title}${inside}`,
      former: `${former}${formerlyInside}`,
      isUntouched,
    },
  ];
}

const placeOf = ({ parent }: Partial<Entry> = {}): string =>
  parent === undefined || parent.includes("::pulumi:pulumi:Stack::") ? " of the stack" : ` of ${titleOf(parent)}`;
