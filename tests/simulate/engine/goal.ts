import type { Done } from "./step.js";
import type { Properties } from "./types.js";

/** An old name, as the program gives it. */
export interface AliasSpec {
  readonly name?: string;
  /** A URN; `null`: it had none. */
  readonly parent?: string | null;
}

/** What a program registers: all references are URNs. */
export interface Goal {
  readonly type: string;
  readonly name: string;
  readonly custom: boolean;
  readonly inputs: Properties;
  readonly parent: string;
  /** `<urn>::<id>`. */
  readonly provider: string;
  readonly dependencies: readonly string[];
  readonly propertyDependencies: Readonly<Record<string, readonly string[]>>;
  readonly deletedWith: string;
  readonly replaceWith: readonly string[];
  readonly protect: boolean;
  readonly retainOnDelete: boolean;
  readonly deleteBeforeReplace?: boolean;
  readonly ignoreChanges: readonly string[];
  readonly replaceOnChanges: readonly string[];
  readonly aliases: readonly AliasSpec[];
  /** Of a resource that is only read. */
  readonly id?: string;
}

export interface Registration {
  readonly goal: Goal;
  readonly done: Done;
}
