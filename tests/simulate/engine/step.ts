import type { Resource } from "./resource.js";
import type { OperationType, StepKind } from "./types.js";

/** How the registration of a resource ended, as its program is told. */
export interface Registered {
  readonly state: Resource;
  readonly result: "success" | "failed" | "skipped";
}

/** The state that a run leaves, as a step sees it. */
export interface NewState {
  /** Its resource is part of the new state. */
  add(resource: Resource): void;
  /** It is not part of the new state, whatever else says so. */
  drop(resource: Resource): void;
}

export type Done = (registered: Registered) => void;

/** A step as the generator plans it and the executor carries it out. */
export interface PlannedStep {
  readonly op: StepKind;
  readonly urn: string;
  /** The entry that it is about: the new one where there is one. */
  readonly res: Resource;
  readonly old?: Resource;
  readonly new?: Resource;
  /** What the state says is going on meanwhile. */
  readonly operation?: OperationType;
  /** Throws where it fails, a {@link PartialFailure} where the object is there all the same. */
  apply(): Promise<void>;
  /** Brings the state up to date, and says whether that is worth a write. Without it the state has no part in the step. */
  record?(successful: boolean, snapshot: NewState): boolean;
  /** Tells the program. */
  complete?(result: Registered["result"]): void;
  /** A creation that was left out because it is not targeted. */
  readonly skippedCreate?: boolean;
  /** Only of a refresh: what it found. */
  readonly found?: () => "same" | "update" | "delete";
}

/** The object exists, but not as it should: the step counts as done for the state, and as failed for the run. */
export class PartialFailure extends Error {}

/** A protected resource was to be deleted; the run goes on to name the others. */
export class ProtectedError extends Error {}
