import type { ObservedObject } from "../definition/definition.js";
import type { NotedCreation } from "../journal/noted.js";
import { rowsOf, some } from "./decide.js";

/** What became of what an interrupted run was doing to a resource, and what becomes of its state? */
export type RecoveryQuestion = "creation" | "update" | "deletion";

/**
 * `take-over`, `update` and `remove`: the state is brought to what is true. `drop`: the state stays, and the operation is cleared. `leave`: the
 * operation stays pending.
 */
type RecoveryAct = "take-over" | "update" | "remove" | "drop" | "leave";

/** What is known of a pending operation. `undefined`, false and empty lists: nothing is known. */
export interface RecoveryFacts {
  /** Whether the resource gets an object that exists: by `adopt: true`, or because it always exists. */
  readonly isEntered: boolean;
  /** A noted creation whose process still runs. */
  readonly underWay: NotedCreation | undefined;
  readonly isContainerGone: boolean;
  /** Objects that could be the result, and whether a note proves it of one. */
  readonly own: readonly ObservedObject[];
  readonly isProven: boolean;
  /** Objects that match what is declared, if none of them could be the result, and whether the state has them all. */
  readonly foreign: readonly ObservedObject[];
  readonly isOfState: boolean;
  /** Milliseconds for which an order may still appear. */
  readonly waits: number;
  readonly isUnsent: boolean;
  /** Whether objects of the kind are of no use without the answer, which alone shows their secret. */
  readonly isSecretLost: boolean;
  readonly isUndeletable: boolean;
  /** Whether a later run created it once more, and whether it was meant to take the place of what the state has. */
  readonly isCreatedAgain: boolean;
  readonly isToReplace: boolean;
  /** Arguments in which the result differs, and that the state would not show. */
  readonly differing: readonly string[];
  /** Whether the state lacks the resource, and whether it lacks the provider of the resource. */
  readonly lacksEntry: boolean;
  readonly lacksProvider: boolean;
  /** Whether the API has no such operation. */
  readonly isImpossible: boolean;
  readonly isGone: boolean;
  readonly found: ObservedObject | undefined;
  /** Arguments that the update did not change, whether those are all, and those of which the API does not show whether it did. */
  readonly unchanged: readonly string[];
  readonly isAll: boolean;
  readonly hidden: readonly string[];
  /** Whether no listing has shown it since its creation. */
  readonly isUnconfirmed: boolean;
  /** Resources of the state that need it. */
  readonly neededBy: readonly string[];
}

const row = rowsOf<RecoveryFacts, RecoveryQuestion, RecoveryAct>();

const drop = { creation: "drop" } as const;

/** In order of execution: a row that finds something decides. If none does, nothing was created. */
export const recoveryRows = [
  row("nothing created", "it adopts, or its object always exists", drop, (f) => f.isEntered),
  row("under way", "the process that began it still runs", { creation: "leave" }, (f) => f.underWay),
  row("container gone", "its container is gone, and all that was in it", drop, (f) => f.isContainerGone),
  row("held here", "all that match are in the state", drop, (f) => f.isOfState && f.foreign),
  row(
    "may appear",
    "nothing could be the result of an order, which may still appear",
    { creation: "leave" },
    (f) => f.own.length === 0 && f.waits > 0 && { waits: f.waits, foreign: f.foreign },
  ),
  row("foreign", "what matches is not the result", drop, (f) => some(f.foreign)),
  row("not sent", "nothing matches, and no request was sent", drop, (f) => f.own.length === 0 && f.isUnsent),
  row("secret lost", "the secret of what could be the result is lost", drop, (f) => f.isSecretLost && some(f.own)),
  row("unproven", "no note proves that what could be the result is it", drop, (f) => !f.isProven && some(f.own)),
  row("several", "several could be the result", { creation: "leave" }, (f) => f.own.length > 1 && f.own),
  row(
    "created again",
    "a later run created it again, and the result can be deleted",
    { creation: "leave" },
    (f) => f.isCreatedAgain && !f.isUndeletable && f.own[0],
  ),
  row("spare", "a later run created it again", drop, (f) => f.isCreatedAgain && f.own[0]),
  row("replaces", "the result was meant to take the place of what the state has", drop, (f) => f.isToReplace && f.own[0]),
  row("provider gone", "the state no longer has the provider of the result", drop, (f) => f.lacksProvider && f.own[0]),
  row("differs", "the result differs from what was declared", drop, (f) => f.differing.length > 0 && f.own[0]),
  row("result", "one object is proven to be the result", { creation: "take-over" }, (f) => f.own[0]),
  row("no entry", "the state no longer has the resource", { update: "drop", deletion: "drop" }, (f) => f.lacksEntry),
  row("impossible", "the API has no such operation", { update: "drop", deletion: "drop" }, (f) => f.isImpossible),
  row("gone", "its object is gone", { update: "drop" }, (f) => f.isGone),
  row(
    "not changed",
    "something was not changed",
    { update: "drop" },
    (f) => f.unchanged.length > 0 && { unchanged: f.unchanged, isAll: f.isAll },
  ),
  row("not visible", "the API does not show whether something was changed", { update: "drop" }, (f) => some(f.hidden)),
  row(
    "changed, provider gone",
    "it succeeded, and the state no longer has its provider",
    { update: "drop" },
    (f) => f.lacksProvider,
  ),
  row("changed", "it succeeded", { update: "update" }, (f) => f.found),
  row("still exists", "its object is still there", { deletion: "drop" }, (f) => f.found),
  row("never listed", "no listing has shown it since its creation", { deletion: "drop" }, (f) => f.isUnconfirmed),
  row("needed", "other resources of the state need it", { deletion: "drop" }, (f) => some(f.neededBy)),
  row("deleted", "its object is gone", { deletion: "remove" }, (f) => f.isGone),
];
