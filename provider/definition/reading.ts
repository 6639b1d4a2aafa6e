import type { Context } from "../runtime/context.js";
import type { Fields, Outputs, PartialInputs } from "./field.js";
import type { Found } from "./found.js";

/** How the provider shows objects of a kind, and what can be believed of that. */
export interface KindReading<F extends Fields = Fields, O extends Outputs = Outputs> {
  /** The complete listing that contains the object if it exists. */
  list(context: Context, scope: PartialInputs<F>): Promise<Found<F, O>[]>;
  /** The single object; `undefined` if the answer does not tell whether it exists. Without it, only the listing is read. */
  get?(context: Context, id: string): Promise<Found<F, O> | undefined>;
  /** Fails unless an empty listing can be believed, because what the objects lie in exists. Default: it can be believed. */
  confirmParent?(context: Context, scope: PartialInputs<F>): Promise<void>;
  /** Whether what the object lay in is proven gone, and the object with it. Asked when its listing is refused. Default: not known. */
  parentIsGone?(context: Context, id: string): Promise<boolean>;
  /** What a person should know of the object, although nothing that is declared differs. Default: nothing. */
  concern?(found: Found<F, O>): string | undefined;
}
