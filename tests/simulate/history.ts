import type { Kind } from "../../provider/values/kinds.js";
import type { Readings } from "../../sandbox/state/readings.js";

/** The kinds that take part: every order of replacement, with and without a natural key, costly, undeletable and standing. */
export const simulatedKinds = [
  "webhook",
  "applicationToken",
  "domain",
  "virtualAccount",
  "subdomain",
  "gdprContract",
  "gdprContractPreset",
  "gdprTom",
  "contactPerson",
] as const satisfies readonly Kind[];

export type SimulatedKind = (typeof simulatedKinds)[number];

/** Explicit providers, all of one login. Each is a provider process of its own beside the default one. */
export const explicitProviders = ["north", "south"] as const;

export type ExplicitProvider = (typeof explicitProviders)[number];

/** A resource of a program, in as few words as tell it from others. */
export interface Resource {
  readonly kind: SimulatedKind;
  readonly name: string;
  /** Which natural key it has. Two of one kind and key are duplicates. */
  readonly key: number;
  /** Which contents it has beside its key. */
  readonly content: number;
  /** Name of the resource that it lies in, a domain in an account and a subdomain in a domain, or is made of, a contract of a TOM. */
  readonly inside?: string;
  readonly adopt?: boolean;
  readonly protect?: boolean;
  readonly retain?: boolean;
  readonly deleteFirst?: boolean;
  /** Whether it goes with what it lies in, without a call. */
  readonly goesWith?: boolean;
  readonly parent?: string;
  /** The provider that the program names for it. Default: none, so that it has its parent's or the default one. */
  readonly provider?: ExplicitProvider | "none";
  /** Earlier names. */
  readonly aliases?: readonly string[];
  /** It had no parent before. */
  readonly wasFree?: boolean;
}

/** Where a stack is kept, and the machine that works on it. */
export interface Place {
  readonly backend: string;
  readonly stack: string;
  readonly machine: number;
}

/** One machine with its own clock; machines with the same journal share a volume. */
export interface Machine {
  readonly journal: number;
  readonly host: string;
  /**
   * How its processes get their numbers: anew each time, the same one each time, or the same one in a container of its own; or anew,
   * and ended ones stay as zombies. Default: `plain`.
   */
  readonly sort?: "plain" | "reuses" | "containers" | "zombies";
}

/** What goes wrong with the `nth` request of a sort that a process sends, and with those after it where it says `times`. */
export interface Fault {
  readonly on: "login" | "read" | "write";
  readonly nth: number;
  readonly times?: number;
  readonly kind: (typeof faultKinds)[number];
  readonly status?: number;
  /** Milliseconds. */
  readonly after?: number;
}

export const faultKinds = [
  "refused",
  "lost-request",
  "lost-answer",
  "timeout-before",
  "timeout-after",
  "status-before",
  "status-after",
  "not-json",
  /** A box on the way sends it twice. */
  "twice",
  /** The client gives up, and the effect comes later. */
  "late",
  "slow",
  "rate",
  /** The answer says that the rate window is used up. */
  "window",
  "token-ended",
  "stale-list",
  "hidden",
] as const;

/**
 * Who is killed, and when: at a moment of the run by its number, or the `nth` time that it does something. The latter stays the same
 * moment when what is tried changes. `user`: nobody is killed, the user presses Ctrl-C, and so many moments later, as `again` says, a
 * second time.
 */
export type Kill = { readonly who: "engine" | "provider" | "user"; readonly again?: number } & (
  { readonly at: number } | { readonly when: string; readonly nth: number }
);

/** A command on a stack. Resources are meant by their names. */
export interface Command {
  readonly in: number;
  readonly name: "up" | "preview" | "refresh" | "destroy";
  readonly target?: readonly string[];
  readonly targetDependents?: boolean;
  readonly exclude?: readonly string[];
  readonly replace?: readonly string[];
  readonly targetReplace?: readonly string[];
  readonly refresh?: boolean;
  readonly continueOnError?: boolean;
  readonly parallel?: number;
  readonly faults?: readonly Fault[];
  readonly kill?: Kill;
  /** From this write of the state on the disk is full. */
  readonly fullDisk?: number;
}

export type Step =
  | { readonly do: "declare"; readonly in: number; readonly resource: Resource }
  | { readonly do: "remove"; readonly in: number; readonly name: string }
  | { readonly do: "change"; readonly in: number; readonly name: string; readonly to: Changes }
  | { readonly do: "rename"; readonly in: number; readonly name: string; readonly to: string; readonly alias: boolean }
  | { readonly do: "run"; readonly commands: readonly Command[] }
  | {
      readonly do: "state";
      readonly in: number;
      readonly name: string;
      readonly edit: "delete" | "taint" | "untaint" | "unprotect";
    }
  /** `pulumi stack import` of what was exported so many commands ago. */
  | { readonly do: "import"; readonly in: number; readonly back: number }
  | { readonly do: "outside"; readonly kind: SimulatedKind; readonly key: number; readonly act: "delete" | "change" | "create" }
  | { readonly do: "wait"; readonly milliseconds: number }
  | { readonly do: "clock"; readonly machine: number; readonly offset: number }
  | { readonly do: "boot"; readonly machine: number }
  | { readonly do: "journal"; readonly machine: number; readonly act: "lose" | "spoil" | "mend" }
  | { readonly do: "remedy"; readonly in: number };

/** What an edit of a resource can change. */
export type Changes = Partial<
  Pick<
    Resource,
    "key" | "content" | "inside" | "adopt" | "protect" | "retain" | "deleteFirst" | "goesWith" | "parent" | "provider"
  >
>;

/** A whole history: where, and what happens. Plain JSON, so that it can be made shorter, printed and kept. */
export interface History {
  readonly machines: readonly Machine[];
  readonly places: readonly Place[];
  readonly readings?: Partial<Readings>;
  /** So long a new object is missing from listings, in milliseconds. */
  readonly lag?: number;
  /** The explicit provider `north` logs in by the application token `token` of its stack, where that is declared. */
  readonly fed?: boolean;
  readonly steps: readonly Step[];
}
