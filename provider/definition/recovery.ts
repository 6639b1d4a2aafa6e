import type { Fields, Outputs } from "./field.js";
import type { Found } from "./found.js";

/** How to determine the outcome of a creation. */
export interface KindRecovery<F extends Fields = Fields, O extends Outputs = Outputs> {
  /**
   * Outputs that only the answer to the creation shows, as its model marks them. Without that answer the object is of no use.
   * Default: none.
   */
  readonly revealed?: readonly string[];
  /** When the object was created, as it shows itself, in milliseconds since the epoch; `undefined` if that cannot be read. */
  createdAt?(found: Found<F, O>): number | undefined;
}
