import type { ObservedObject } from "../definition/definition.js";
import type { Elsewhere } from "../ownership/identity.js";
import { rowsOf } from "./decide.js";

/** Is the object of an entry gone? `read`: a refresh, an import or a `get` asks. `keep`: an earlier run sent its deletion, and it is declared again. */
export type AbsenceQuestion = "read" | "keep";

/** `unknown`: nothing is concluded, and the command fails. `stays`: it is gone, but its entry stays, so that no run creates it again. */
type AbsenceAct = "there" | "unknown" | "gone" | "stays";

/** What is known of the object of an entry. */
export interface AbsenceFacts {
  /** Whether the entry has only an id, as in an import or a `get`. */
  readonly isBare: boolean;
  /** The account with which it was last seen, if that is not the one of this run. */
  readonly elsewhere: Elsewhere | undefined;
  /** As the provider shows it; undefined if two sources lack it, its container is gone, or its lookup failed. */
  readonly found: ObservedObject | undefined;
  /** Why its lookup failed. */
  readonly failure: Error | undefined;
  /** Whether an earlier run deleted it. */
  readonly wasDeleted: boolean;
  /** Whether no listing has shown it since its creation. */
  readonly isUnconfirmed: boolean;
  /** The resource of the program that only reads it. */
  readonly reader: string | undefined;
  /** Whether creating it again costs money, and the settings do not allow that. */
  readonly isKept: boolean;
}

const row = rowsOf<AbsenceFacts, AbsenceQuestion, AbsenceAct>();

/** In order of execution: a row that finds something decides. */
export const absenceRows = [
  row(
    "other address",
    "it was last seen at another address",
    { read: "unknown" },
    (f) => !f.isBare && f.elsewhere?.isOtherAddress === true && f.elsewhere,
  ),
  row("there", "the provider shows it", { read: "there", keep: "there" }, (f) => f.found),
  row("unread", "it could not be looked up", { read: "unknown", keep: "unknown" }, (f) => f.failure),
  row("nothing there", "only its id is known", { read: "unknown" }, (f) => f.isBare),
  row(
    "other login",
    "another login has seen it, and no run has deleted it",
    { read: "unknown", keep: "unknown" },
    (f) => !f.wasDeleted && f.elsewhere,
  ),
  row("never listed", "no listing has shown it since its creation", { read: "unknown" }, (f) => f.isUnconfirmed),
  row("only read", "the program only reads it", { read: "gone" }, (f) => f.reader),
  row("billed", "a new one is billed, and `whenGone` is `error`", { read: "stays" }, (f) => f.isKept),
];
