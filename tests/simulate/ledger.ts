import type { RequestOutcome } from "../../sandbox/emulator/emulator.js";
import type { Control } from "../../sandbox/index.js";
import type { Entry } from "./engine/types.js";
import type { SimulatedKind } from "./history.js";
import type { VirtualTime } from "./time.js";
import { allObjects, type ObjectKey, stateIdOf } from "./objects.js";

/** A call that the engine makes to a provider process. */
export interface EngineCall {
  /** Number of the stack. */
  readonly place: number;
  /** Number of the command in the history. */
  readonly run: number;
  readonly method: "check" | "diff" | "create" | "read" | "update" | "delete";
  readonly kind: SimulatedKind;
  /** Name of the resource in the program. */
  readonly name: string;
  readonly id: string | undefined;
  readonly adopts: boolean;
  /** The entry that a deletion is about. */
  readonly entry?: Entry;
}

/** An object, and who created it according to the provider. */
export interface Made {
  readonly key: ObjectKey;
  /** Undefined: somebody else. */
  readonly by: EngineCall | undefined;
  readonly run: number;
  /** The network sent one request twice, or delayed it for so long that nobody could know. */
  readonly excused: boolean;
  /** Entries that have been this object in some state, as `URN of stack n`. */
  readonly heldBy: Set<string>;
  /** A state lost it because the program or the user said so, or because nothing can delete it. */
  released: boolean;
}

export interface Effect {
  readonly caller: EngineCall;
  readonly operation: string;
  readonly made: readonly ObjectKey[];
  readonly changed: readonly ObjectKey[];
  readonly deleted: readonly ObjectKey[];
}

interface Deed {
  readonly by: EngineCall | "somebody else";
  readonly at: number;
}

/** Sees the world before a request is performed, and judges its effect. */
export type Judge = (caller: EngineCall) => (effect: Effect) => void;

/** What really happened at the provider, and on whose behalf: the truth that no stack knows. */
export class Ledger {
  readonly made = new Map<ObjectKey, Made>();
  /** Who last changed an object, and when; absent if it was never changed. */
  readonly changes = new Map<ObjectKey, Deed>();
  /** Who last deleted the object that an id in a state refers to, and when. */
  readonly #gone = new Map<string, Deed>();

  constructor(
    private readonly store: Control["store"],
    private readonly time: VirtualTime,
    private readonly judge: Judge,
  ) {
    for (const key of allObjects(store).keys()) this.#note(key, undefined, 0, false);
  }

  /** Who deleted the object with that id; undefined if nobody did. */
  goneBy(kind: SimulatedKind, id: string): Deed | undefined {
    return this.#gone.get(`${kind} ${kind === "subdomain" ? id.slice(id.indexOf("/") + 1) : id}`);
  }

  /** Performs something at the provider. */
  async witness(
    caller: EngineCall,
    operation: string,
    excused: boolean,
    effect: () => Promise<RequestOutcome>,
  ): Promise<RequestOutcome> {
    const before = allObjects(this.store);
    const judge = this.judge(caller);
    const outcome = await effect();
    const { made, changed, deleted } = this.#compare(before, caller, caller.run, excused);
    if (made.length + changed.length + deleted.length > 0) judge({ caller, operation, made, changed, deleted });
    return outcome;
  }

  /** Somebody else changes something. */
  outside(run: number, change: () => void): void {
    const before = allObjects(this.store);
    change();
    this.#compare(before, undefined, run, false);
  }

  #compare(before: ReadonlyMap<ObjectKey, object>, by: EngineCall | undefined, run: number, excused: boolean) {
    const after = allObjects(this.store);
    const made = [...after.keys()].filter((key) => !before.has(key));
    const changed = [...after].filter(([key, record]) => before.has(key) && before.get(key) !== record).map(([key]) => key);
    const deleted = [...before.keys()].filter((key) => !after.has(key));
    const deed: Deed = { by: by ?? "somebody else", at: this.time.now() };
    for (const key of made) this.#note(key, by, run, excused);
    for (const key of changed) this.changes.set(key, deed);
    for (const key of deleted) this.#gone.set(stateIdOf(key, before.get(key)!), deed);
    return { made, changed, deleted };
  }

  #note(key: ObjectKey, by: EngineCall | undefined, run: number, excused: boolean): void {
    this.made.set(key, { key, by, run, excused, heldBy: new Set(), released: false });
  }
}
