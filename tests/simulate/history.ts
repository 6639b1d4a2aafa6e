import type { Kind } from "../../provider/values/kinds.js";
import type { Readings } from "../../sandbox/state/readings.js";
import type { Command as EngineCommand } from "./engine/types.js";

/** The kinds that take part: every order of replacement, with and without a natural key, billed, undeletable and permanent ones. */
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

/** Explicit providers, all with one login. Each is a separate provider process in addition to the default one. */
export const explicitProviders = ["north", "south"] as const;

export type ExplicitProvider = (typeof explicitProviders)[number];

/** A resource of a program, with the little that distinguishes it from others. */
export interface Resource {
  readonly kind: SimulatedKind;
  readonly name: string;
  /** Its natural key. Two of one kind with the same key are duplicates. */
  readonly key: number;
  /** Its contents apart from its key. */
  readonly content: number;
  /** Name of the resource that contains it, for a domain in an account and a subdomain in a domain, or that a contract uses, a TOM. */
  readonly inside?: string;
  readonly adopt?: boolean;
  readonly protect?: boolean;
  readonly retain?: boolean;
  readonly deleteFirst?: boolean;
  /** Whether it is deleted with its container, without a call. */
  readonly goesWith?: boolean;
  /** The program only reads it (`get`), by its id in that spelling. */
  readonly reads?: Spelling | false;
  /** Whether an account may be deleted with billed contents that nobody asks to delete. */
  readonly forceDestroy?: boolean;
  readonly parent?: string;
  /** The provider that the program names for it. Default: none, so it has its parent's or the default one. */
  readonly provider?: ExplicitProvider | "none";
  /** Earlier names. */
  readonly aliases?: readonly string[];
  /** It had no parent before. */
  readonly wasFree?: boolean;
}

export const spellings = ["as it is", "upper case", "readable", "trailing dot"] as const;

/** How a program writes an id that it reads. All spellings mean the same object; only domains and subdomains have several. */
export type Spelling = (typeof spellings)[number];

/** Where a stack is kept, and the machine that works on it. */
export interface Place {
  readonly backend: string;
  readonly stack: string;
  readonly machine: number;
}

/** One machine with its own clock; machines with the same journal share a volume. */
export interface Machine {
  readonly journal: number;
  /** Each command runs on a new one, without a journal. */
  readonly fresh?: boolean;
  readonly host: string;
  /**
   * How its processes get their ids: always new ones, always the same one, or the same one in separate containers; or new ones while
   * ended processes stay as zombies. Default: `plain`.
   */
  readonly sort?: "plain" | "reuses" | "containers" | "zombies";
}

/** A fault of the `nth` request of a type that a process sends, and of the following ones according to `times`. */
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
  /** A proxy sends it twice. */
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
 * Who is killed, and when: at a numbered moment of the run, or the `nth` time that it does something. The latter stays the same
 * moment if the attempts change. `user`: nobody is killed, the user presses Ctrl-C, and after as many moments as `again` says, a
 * second time.
 */
export type Kill = { readonly who: "engine" | "provider" | "user"; readonly again?: number } & (
  { readonly at: number } | { readonly when: string; readonly nth: number }
);

/** A command on a stack. Resources are referred to by name. */
export interface Command extends EngineCommand {
  readonly in: number;
  readonly faults?: readonly Fault[];
  readonly kill?: Kill;
  /** The disk is full from this write of the state on. */
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
  /** `pulumi stack import` of the export made that many commands ago. */
  | { readonly do: "import"; readonly in: number; readonly back: number }
  /** `cancel`: a domain stays listed for some days. `account`: key of the virtual account that a domain is ordered in. */
  | {
      readonly do: "outside";
      readonly kind: SimulatedKind;
      readonly key: number;
      readonly act: "delete" | "change" | "create" | "cancel";
      readonly account?: number;
    }
  | { readonly do: "wait"; readonly milliseconds: number }
  | { readonly do: "clock"; readonly machine: number; readonly offset: number }
  | { readonly do: "boot"; readonly machine: number }
  | { readonly do: "journal"; readonly machine: number; readonly act: "lose" | "spoil" | "mend" }
  | { readonly do: "remedy"; readonly in: number };

/** What an edit of a resource can change. */
export type Changes = Partial<Omit<Resource, "kind" | "name" | "aliases" | "wasFree">>;

/** A whole history: places and events. Plain JSON, so that it can be shortened, printed and kept. */
export interface History {
  readonly machines: readonly Machine[];
  readonly places: readonly Place[];
  readonly readings?: Partial<Readings>;
  /** How long listings lack a new object, in milliseconds. */
  readonly lag?: number;
  /** The explicit provider `north` logs in with the application token `token` of its stack, if that is declared. */
  readonly fed?: boolean;
  readonly steps: readonly Step[];
}
