import type { Remark } from "../../provider/values/remarks.js";
import { oneLine } from "../shared/one-line.js";
import { type Change, isRemoval } from "./changes.js";

/** What was said about deletions: a preview asks a provider nothing about a deletion. */
export interface Said {
  /** With what was said about them. */
  readonly changes: readonly Change[];
  /** Deletions that may fail. */
  readonly doubts: readonly string[];
  /** What the changes do not show. */
  readonly rest: readonly string[];
}

/**
 * Reads the remarks about resources that have left the program. There may be more of them than the run removes: only the engine knows the state
 * and the options of the run.
 *
 * @param isWhole whether the preview came to its end, so that it shows all deletions
 */
export function withSaid(changes: readonly Change[], remarks: readonly Remark[], isWhole: boolean): Said {
  const removals = remarks.filter(({ code }) => code === "removal");
  const about = ({ kind, id, effect }: Change, outcome: Remark["outcome"]): Remark | undefined =>
    !isRemoval(effect)
      ? undefined
      : removals.find((each) => each.kind === kind && each.id === id && each.outcome === outcome && each.mayBeAdopted !== true);
  const obstacleTo = (change: Change): string | undefined => {
    const remark = about(change, "fails");
    return remark === undefined ? undefined : `The run ${oneLine(remark.text)}`;
  };
  // The program's side knows the settings of the default provider only.
  const isCertain = ({ providers }: Change) => providers.before === undefined;
  const adapted = (change: Change): Change => {
    if (about(change, "leaves") !== undefined) return { ...change, effect: "left" };
    const message = obstacleTo(change);
    if (message !== undefined && isCertain(change)) return { ...change, effect: "refused", message };
    const inside = about(change, "removes")?.inside;
    return inside === undefined ? change : { ...change, inside };
  };
  return {
    changes: changes.map(adapted),
    doubts: changes.filter((change) => !isCertain(change)).flatMap((change) => obstacleTo(change) ?? []),
    rest: removals
      .filter(({ mayBeAdopted }) => !isWhole || mayBeAdopted === true)
      .map(({ text }) => `The run, if it goes on, ${oneLine(text)}`),
  };
}
