import type { ObservedObject } from "../definition/definition.js";
import { rowsOf } from "./decide.js";

/**
 * What did the request of a creation do? `waited`: it was held back, and objects were looked up again. `refused`, `failed` and `unanswered`: so
 * it ended, and then objects were looked up.
 */
export type OutcomeQuestion = "waited" | "refused" | "failed" | "unanswered";

/**
 * `created`: this object. `unclear`: nothing is sent again, and the next run looks for it. `look`: whether the resource gets an object that exists
 * is decided again. If no row decides, the request may be sent again, or has failed.
 */
type OutcomeAct = "created" | "unclear" | "look";

/** What is known after a request. */
export interface OutcomeFacts {
  /** Objects that the sends of this creation may have created. */
  readonly results: readonly ObservedObject[];
  /** The only one of them, if the provider shows its identifier. */
  readonly result: ObservedObject | undefined;
  /** Whether objects of the kind are of no use without the answer, which alone shows their secret. */
  readonly isSecretLost: boolean;
  /** Whether it was sent again after a send without an answer, and whether that one may still take effect. */
  readonly isSentTwice: boolean;
  readonly isLost: boolean;
  /** Whether the operation may be sent again without an answer. */
  readonly mayRepeat: boolean;
  /** Whether objects match what is declared, and whether the kind uses one that exists. */
  readonly isThere: boolean;
  readonly usesExisting: boolean;
}

const row = rowsOf<OutcomeFacts, OutcomeQuestion, OutcomeAct>();

/** In order of execution: a row that finds something decides. */
export const outcomeRows = [
  row("result", "one object could be the result", { waited: "created" }, (f) => f.result),
  row(
    "result",
    "one object could be the result of two sends, and needs no secret",
    { refused: "created" },
    (f) => f.isSentTwice && !f.isSecretLost && f.result,
  ),
  row("used", "it exists by now, and its kind uses what exists", { refused: "look" }, (f) => f.isThere && f.usesExisting),
  row(
    "appeared",
    "objects could be the result",
    { waited: "unclear", refused: "unclear" },
    (f) => f.results.length > 0 && f.results,
  ),
  row("exists", "it exists by now", { refused: "look" }, (f) => f.isThere),
  row(
    "result",
    "one object could be the result, and needs no secret",
    { unanswered: "created" },
    (f) => !f.isSecretLost && f.result,
  ),
  row(
    "not identified",
    "several could be the result, or one without an identifier, and need no secret",
    { unanswered: "unclear" },
    (f) => !f.isSecretLost && f.results.length > 0 && f.results,
  ),
  row("sent twice", "it was sent twice", { unanswered: "unclear" }, (f) => f.isSentTwice && f.results),
  row(
    "no answer",
    "nothing has appeared, and its operation must not be repeated",
    { unanswered: "unclear" },
    (f) => !f.mayRepeat && f.results.length === 0 && f.results,
  ),
  row("still open", "an earlier send may still take effect", { refused: "unclear", failed: "unclear" }, (f) => f.isLost),
];
