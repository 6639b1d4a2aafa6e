import type { Control } from "../../sandbox/index.js";
import type { State, Step } from "./engine/index.js";
import type { Command, Place, Resource } from "./history.js";
import type { EngineCall, Ledger, Made } from "./ledger.js";
import type { Moment } from "./points.js";

/** A call that failed, with what the user read. */
export interface Failure {
  readonly call: EngineCall;
  readonly message: string;
}

/** How a command ended. */
export interface Ended {
  readonly command: Command;
  readonly run: number;
  /** In milliseconds since the epoch. */
  readonly began: number;
  /** In milliseconds since the epoch. */
  readonly over: number;
  readonly result: "succeeded" | "failed" | "interrupted" | "killed";
  readonly messages: readonly string[];
  readonly failures: readonly Failure[];
  readonly steps: readonly Step[];
  /** When somebody was killed, or pressed Ctrl-C. */
  readonly killed: Moment | undefined;
}

/** A stack: its program, its state, and what was said of it. */
export interface Stack {
  readonly index: number;
  readonly place: Place;
  readonly program: Map<string, Resource>;
  /** Kinds and ids of what its resources have taken over because they were told to. */
  readonly adopted: Set<string>;
  /** What each entry was when it came into the state. */
  readonly held: Map<string, Made>;
  state: State;
  /** The state after each command. */
  readonly exports: State[];
  /** Whether it has let go of an entry without a word to the provider. */
  hasLetGo: boolean;
  /** Number of the command after which an earlier state was imported last. */
  importedAfter: number | undefined;
  /** The last run that the journal knows nothing of, because it was lost or could not be written. */
  forgetsUntil: number;
  ended: Ended[];
}

/** What there is to look at. */
export interface Sight {
  readonly store: Control["store"];
  readonly ledger: Ledger;
  readonly stacks: readonly Stack[];
  /** Whether what a run of one stack notes is seen by runs of the other. */
  sharesJournal(a: Stack, b: Stack): boolean;
}
