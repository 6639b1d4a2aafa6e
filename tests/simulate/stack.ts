import type { Control } from "../../sandbox/index.js";
import type { State, Step } from "./engine/types.js";
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

/** A stack: its program, its state, and its messages. */
export interface Stack {
  readonly index: number;
  readonly place: Place;
  readonly program: Map<string, Resource>;
  /** Kinds and ids of the objects that its resources have adopted because they were told to. */
  readonly adopted: Set<string>;
  /** What each entry was when it entered the state. */
  readonly held: Map<string, Made>;
  state: State;
  /** The state before its last command. */
  before: State;
  /** The state after each command. */
  readonly exports: State[];
  /** Whether it has silently dropped an entry. */
  hasLetGo: boolean;
  /** Number of the command after which an earlier state was last imported. */
  importedAfter: number | undefined;
  /** The last run that the journal does not know, because it was lost or could not be written. */
  forgetsUntil: number;
  /** Number of the command after which the clock of its machine was last set ahead. */
  setAheadAfter: number | undefined;
  ended: Ended[];
}

/** What can be seen. */
export interface Sight {
  readonly store: Control["store"];
  readonly ledger: Ledger;
  readonly stacks: readonly Stack[];
  /** Whether one stack sees the notes of the other's runs. */
  sharesJournal(a: Stack, b: Stack): boolean;
}
