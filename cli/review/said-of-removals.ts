import { failsToDelete, leaves, removalsIntroduction, removedObjectText } from "../../provider/values/removals.js";
import { type Change, isRemoval } from "./changes.js";

/** What providers have said, without what the changes show anyway. */
export interface Said {
  /** With what they have said about deletions. */
  readonly changes: readonly Change[];
  /** Deletions that the run cannot make, each with its reason: a preview asks a provider nothing about a deletion. */
  readonly obstacles: readonly string[];
  readonly remarks: readonly string[];
}

/**
 * Reads the remark about resources that have left the program. It may name more of them than the run removes: only the engine knows the
 * state and the options of the run.
 *
 * @param remarks as they were said, with their line breaks
 */
export function withSaid(changes: readonly Change[], remarks: readonly string[]): Said {
  const lines = remarks.filter(isOfRemovals).flatMap((remark) => remark.split("\n- ").slice(1));
  const about = ({ kind, id, effect }: Change, verb: string): string | undefined =>
    kind === undefined || id === undefined || !isRemoval(effect)
      ? undefined
      : lines.find((line) => line.startsWith(`${verb} ${removedObjectText(kind, id)} (`));
  return {
    changes: changes.map((change): Change => (about(change, leaves) === undefined ? change : { ...change, effect: "left" })),
    obstacles: changes.flatMap((change) => about(change, failsToDelete) ?? []).map((line) => `The run ${inOneLine(line)}`),
    remarks: [
      ...remarks.filter((remark) => !isOfRemovals(remark)).map(inOneLine),
      ...lines.filter((line) => line.startsWith("unless ")).map((line) => `The run, ${inOneLine(line)}`),
    ],
  };
}

const isOfRemovals = (remark: string): boolean => remark.trimStart().startsWith(removalsIntroduction);

const inOneLine = (text: string): string => text.trim().replace(/\s*\n\s*/g, " ");
