import type { StoredResource } from "../../tests/support/engine.js";
import type { Place } from "../../tests/support/place.js";
import { type Action, isShared, type Step } from "./edits.js";
import { parallel } from "./trial.js";

export const quiet = ["--yes", "--skip-preview"];
export const upArgs = ["up", ...quiet, ...parallel, "--continue-on-error"];

/** A cell in a stack with its current step. */
export interface Active<S> {
  readonly subject: S;
  readonly step: Step;
}

/** What the state has of a cell. */
interface Stored {
  readonly place: Place;
  readonly entries: readonly StoredResource[];
}

export const urnsFor = (action: Action, active: readonly Active<Stored>[]): string[] =>
  active.filter(({ step }) => step.action === action).flatMap(({ subject }) => subject.entries.map(({ urn }) => urn));

const flagged = (flag: string, urns: readonly string[]): string[] => urns.flatMap((urn) => [flag, urn]);

/**
 * The command for the steps: one that all can share, or else one for them alone. What an interrupted command has already replaced
 * is not replaced again.
 *
 * @param begun names of the places that earlier attempts began with
 * @returns undefined if it is one of another stack
 */
export function argumentsOf(action: Action, active: readonly Active<Stored>[], begun: ReadonlySet<string>): string[] | undefined {
  const fresh = active.filter(({ subject }) => !begun.has(subject.place.name));
  if (isShared(action)) return [...upArgs, ...flagged("--replace", urnsFor("up --replace", fresh))];
  const [all, untouched] = [urnsFor(action, active), urnsFor(action, fresh)];
  switch (action) {
    case "up --target":
    case "up --exclude":
      return [...upArgs, ...flagged(action.slice("up ".length), all)];
    case "up --target-replace": {
      const rest = all.filter((urn) => !untouched.includes(urn));
      return [...upArgs, ...flagged("--target-replace", untouched), ...flagged("--target", rest)];
    }
    case "up --target another":
      return [...upArgs, "--target", `**${anchorName}`];
    case "up --refresh":
      return [...upArgs, "--refresh"];
    case "refresh":
      return ["refresh", ...quiet, ...parallel];
    case "refresh --run-program":
      return ["refresh", "--run-program", ...quiet, ...parallel];
    case "rename the stack, up":
      return upArgs;
    case "up in another stack":
    case "destroy the other stack":
      return undefined;
  }
}

/** A resource in addition to those of the cells. */
export const anchorName = "anchor";
