import { failsToDelete, leaves, removalsIntroduction, removedObjectText } from "../../provider/values/removals.js";
import { oneLine } from "../shared/one-line.js";
import { type Change, isRemoval } from "./changes.js";

/** What providers have said, without what the changes show anyway. */
export interface Said {
  /** With what they have said about deletions: a preview asks a provider nothing about a deletion. */
  readonly changes: readonly Change[];
  /** Deletions that may fail. */
  readonly doubts: readonly string[];
  readonly remarks: readonly string[];
}

/**
 * Reads the remark about resources that have left the program. It may name more of them than the run removes: only the engine knows the
 * state and the options of the run.
 *
 * @param remarks as they were said, with their line breaks
 * @param isWhole whether the preview came to its end, so that it shows all deletions
 */
export function withSaid(changes: readonly Change[], remarks: readonly string[], isWhole: boolean): Said {
  const lines = remarks.filter(isOfRemovals).flatMap((remark) => remark.split("\n- ").slice(1));
  const about = ({ kind, id, effect }: Change, verb: string): string | undefined =>
    kind === undefined || id === undefined || !isRemoval(effect)
      ? undefined
      : lines.find((line) => line.startsWith(`${verb} ${removedObjectText(kind, id)} (`));
  const obstacleTo = (change: Change): string | undefined => {
    const line = about(change, failsToDelete);
    return line === undefined ? undefined : `The run ${oneLine(line)}`;
  };
  // The remark knows the settings of the default provider only.
  const isCertain = ({ providers }: Change) => providers.before === undefined;
  const adapted = (change: Change): Change => {
    if (about(change, leaves) !== undefined) return { ...change, effect: "left" };
    const message = obstacleTo(change);
    return message === undefined || !isCertain(change) ? change : { ...change, effect: "refused", message };
  };
  return {
    changes: changes.map(adapted),
    doubts: changes.filter((change) => !isCertain(change)).flatMap((change) => obstacleTo(change) ?? []),
    remarks: [
      ...remarks.filter((remark) => !isOfRemovals(remark)).map(oneLine),
      ...lines.filter((line) => !isWhole || line.startsWith("unless ")).map((line) => `The run, if it goes on, ${oneLine(line)}`),
    ],
  };
}

const isOfRemovals = (remark: string): boolean => remark.trimStart().startsWith(removalsIntroduction);
