import type { Resource } from "./resource.js";
import type { Alias, OperationType, StepKind } from "./types.js";

/** What a program registers; all references are URNs. Its URN follows from its name. */
export interface Goal {
  readonly name: string;
  readonly news: Omit<Resource, "urn">;
  readonly deleteBeforeReplace?: boolean;
  readonly aliases: readonly Alias[];
}

/** How the registration of a resource ended, as reported to its program. */
export interface Registered {
  readonly state: Resource;
  readonly result: "success" | "failed" | "skipped";
}

export type Done = (registered: Registered) => void;

export interface Registration {
  readonly goal: Goal;
  readonly done: Done;
}

/** The state after a run, as a step sees it. */
export interface NewState {
  /** Its resource is part of the new state. */
  add(resource: Resource): void;
  /** It is not part of the new state, even if something else says so. */
  drop(resource: Resource): void;
}

/** A step as the generator plans it and the executor performs it. */
export interface PlannedStep {
  readonly op: StepKind;
  /** The entry that it is about: the new one if there is one. */
  readonly res: Resource;
  readonly old?: Resource;
  /** The pending operation in the state. */
  readonly operation?: OperationType;
  /** Throws if it fails, a {@link PartialFailure} if the object exists nevertheless. */
  apply?(): Promise<void>;
  /** Updates the state after a success; `false`: that requires no write. Without it the step does not affect the state. */
  record?(snapshot: NewState): unknown;
  /** Reports to the program. */
  readonly done?: Done;
  /** A creation that was skipped because it is not targeted. */
  readonly skippedCreate?: boolean;
  /** Only of a refresh: what it found. */
  readonly found?: () => "same" | "update" | "delete";
}

/** The object exists, but not as it should: the step succeeded for the state, and failed for the run. */
export class PartialFailure extends Error {}

/** A protected resource was to be deleted; the run continues in order to name the others. */
export class ProtectedError extends Error {}
