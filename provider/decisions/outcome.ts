import type { Found } from "../definition/found.js";
import type { Row, Verdict } from "./decide.js";

/**
 * What did the request of a creation do? `waited`: it was held back, and objects were looked up again. `refused`, `failed` and `unanswered`: so
 * it ended, and then objects were looked up.
 */
export type OutcomeQuestion = "waited" | "refused" | "failed" | "unanswered";

/**
 * `created`: this object. `unclear`: nothing is sent again, and the next run looks for it. `look`: whether the resource gets an object that exists
 * is decided again. If no row decides, the request may be sent again, or has failed.
 */
export type OutcomeAct = "created" | "unclear" | "look";

/** What is known after a request. */
export interface OutcomeFacts {
  /** Objects that the sends of this creation may have created. */
  readonly results: readonly Found[];
  /** The only one of them, if the provider shows its identifier. */
  readonly result: Found | undefined;
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

/** The objects concerned, by reason code. */
export interface OutcomeReasons {
  readonly result: Found;
  readonly used: true;
  readonly appeared: readonly Found[];
  readonly exists: true;
  readonly "not identified": readonly Found[];
  readonly "sent twice": readonly Found[];
  readonly "no answer": readonly Found[];
  readonly "still open": true;
}

export type OutcomeVerdict = Verdict<OutcomeReasons, OutcomeAct>;

const row = <C extends keyof OutcomeReasons, K extends keyof OutcomeFacts>(
  code: C,
  acts: Readonly<Partial<Record<OutcomeQuestion, OutcomeAct>>>,
  asks: readonly K[],
  find: (facts: Pick<OutcomeFacts, K>) => OutcomeReasons[C] | undefined | false,
): Row<OutcomeFacts, OutcomeReasons, OutcomeQuestion, OutcomeAct> => ({ code, acts, asks, find });

/** In order of execution: a row that finds something decides. */
export const outcomeRows = [
  row("result", { waited: "created" }, ["result"], ({ result }) => result),
  row(
    "result",
    { refused: "created" },
    ["isSentTwice", "isSecretLost", "result"],
    ({ isSentTwice, isSecretLost, result }) => isSentTwice && !isSecretLost && result,
  ),
  row("used", { refused: "look" }, ["isThere", "usesExisting"], ({ isThere, usesExisting }) => isThere && usesExisting),
  row("appeared", { waited: "unclear", refused: "unclear" }, ["results"], ({ results }) => results.length > 0 && results),
  row("exists", { refused: "look" }, ["isThere"], ({ isThere }) => isThere),
  row("result", { unanswered: "created" }, ["isSecretLost", "result"], ({ isSecretLost, result }) => !isSecretLost && result),
  row(
    "not identified",
    { unanswered: "unclear" },
    ["isSecretLost", "results"],
    ({ isSecretLost, results }) => !isSecretLost && results.length > 0 && results,
  ),
  row("sent twice", { unanswered: "unclear" }, ["isSentTwice", "results"], ({ isSentTwice, results }) => isSentTwice && results),
  row(
    "no answer",
    { unanswered: "unclear" },
    ["mayRepeat", "results"],
    ({ mayRepeat, results }) => !mayRepeat && results.length === 0 && results,
  ),
  row("still open", { refused: "unclear", failed: "unclear" }, ["isLost"], ({ isLost }) => isLost),
];
