import type { StoredResource } from "../../tests/support/engine.js";
import type { Place } from "../../tests/support/place.js";
import { type Action, isShared, type Step } from "./edits.js";
import { parallel } from "./trial.js";

export const quiet = ["--yes", "--skip-preview"];
export const upArgs = ["up", ...quiet, ...parallel, "--continue-on-error"];

/** A resource in addition to those of the cells. */
export const anchorName = "anchor";

/** Whose entries in the state a command concerns. */
interface Concerned {
  readonly place: Place;
  readonly entries: readonly StoredResource[];
}

/** A step that is done now. */
export interface Active<S extends Concerned = Concerned> {
  readonly subject: S;
  readonly step: Step;
}

export const urnsFor = (action: Action, active: readonly Active[]): string[] =>
  active.filter(({ step }) => step.action === action).flatMap(({ subject }) => subject.entries.map(({ urn }) => urn));

const flagged = (flag: string, urns: readonly string[]): string[] => urns.flatMap((urn) => [flag, urn]);

/**
 * The command for the steps in their own stack: one that all can share, or else one for them alone. What an interrupted command has
 * already replaced is not replaced again.
 */
export function commandOf(action: Action, active: readonly Active[], begun: ReadonlySet<string>): readonly string[] {
  const fresh = active.filter(({ subject }) => !begun.has(subject.place.name));
  if (isShared(action)) return [...upArgs, ...flagged("--replace", urnsFor("up --replace", fresh))];
  const [all, untouched] = [urnsFor(action, active), urnsFor(action, fresh)];
  const touched = all.filter((urn) => !untouched.includes(urn));
  switch (action) {
    case "up --target":
    case "up --exclude":
      return [...upArgs, ...flagged(action.slice("up ".length), all)];
    case "up --target-replace":
      return [...upArgs, ...flagged("--target-replace", untouched), ...flagged("--target", touched)];
    case "up --target another":
      return [...upArgs, "--target", `**${anchorName}`];
    case "up --refresh":
      return [...upArgs, "--refresh"];
    case "refresh":
      return ["refresh", ...quiet, ...parallel];
    case "refresh --run-program":
      return ["refresh", "--run-program", ...quiet, ...parallel];
    default:
      return upArgs;
  }
}
