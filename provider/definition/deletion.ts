import type { Context } from "../runtime/context.js";
import type { Settings } from "../runtime/settings.js";
import type { Properties } from "../values/properties.js";
import type { Fields, PartialInputs } from "./field.js";

/** How an object is deleted, or why it is not. */
export interface KindDeletion<F extends Fields = Fields> {
  /** Either this deletes the object … */
  delete?(context: Context, id: string, state: PartialInputs<F>): Promise<void>;
  /** … or this says why nothing can. */
  readonly undeletable?: string;
  /** Why the settings forbid a request that deletes a single object, so that a person has to delete it. Default: they do not. */
  refuses?(settings: Settings): string | undefined;
  /** Whether the run logs in with the object, so that deleting it would stop the run halfway. Default: no. */
  isLogin?(settings: Settings, id: string): boolean;
  /** Whether a deleted object may stay listed, so that nobody waits until it disappears. Default: false. */
  readonly staysListed?: boolean;
  /** The object that this object is deleted with in this run, for messages; no request is sent then. Default: none. */
  deletedWith?(context: Context, id: string, state: Properties): Promise<string | undefined>;
}
