import type { Context } from "../runtime/context.js";
import type { Fields, Outputs, PartialInputs } from "./field.js";
import type { Found } from "./found.js";

/** What a listing needs of a context: no run, no journal. */
export type Reader = Pick<Context, "client">;

/** How the provider shows objects of a kind, and how far that is proof. */
export interface KindReading<F extends Fields = Fields, O extends Outputs = Outputs> {
  /** The complete listing that contains the object if it exists. */
  list(context: Reader, scope: PartialInputs<F>): Promise<Found<F, O>[]>;
  /** The single object; `undefined` if the answer leaves open whether it exists. Absent if only the listing can be read. */
  get?(context: Reader, id: string): Promise<Found<F, O> | undefined>;
  /** Fails unless an empty listing is credible, because the objects' container exists. Default: it is credible. */
  confirmContainer?(context: Context, scope: PartialInputs<F>): Promise<void>;
  /**
   * Whether the object's container is proven gone, and the object with it. Called if its listing is refused. Default: not known.
   */
  containerIsGone?(context: Context, id: string): Promise<boolean>;
  /**
   * What needs attention about an object, although no declared value differs and the API cannot change it: sentences of which the first
   * begins in lowercase. Default: nothing.
   */
  concern?(found: Found<F, O>): string | undefined;
}
