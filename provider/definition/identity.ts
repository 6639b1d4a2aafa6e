import type { Fields, Inputs, Outputs, PartialInputs } from "./field.js";
import type { Found } from "./found.js";

/** What tells one object of a kind from another, and which objects a resource may have. */
export interface KindIdentity<F extends Fields = Fields, O extends Outputs = Outputs> {
  /** How people call the object: `shop.example.de of account p123456`. No secrets. */
  title(inputs: PartialInputs<F>): string;
  /** Arguments that the id holds, enough to list and to name the object. */
  parse(id: string): PartialInputs<F>;
  /** Arguments that tell one listing of the kind from another. {@link parse} finds all of them in the id. */
  readonly scope: readonly (keyof F & string)[];
  /** Whether an object is what the arguments declare: the natural key. */
  matches(found: Found<F, O>, inputs: Inputs<F>): boolean;
  /** Whether `adopt: true` may adopt it. Default: {@link matches}. */
  adopts?(found: Found<F, O>, inputs: Inputs<F>): boolean;
  /** Whether a resource gets the object without `adopt: true`. Default: never. */
  takesOver?(found: Found<F, O>, inputs: Inputs<F>): boolean;
  /** Whether the program chose all names in the id, so that an object created again has the same id. Default: false. */
  readonly hasNaturalId?: boolean;
  /** Whether the natural key tells one object from all others. Default: true. */
  readonly unique?: boolean;
  /** The object exists as long as what it belongs to: it is never created, and always taken over. Default: false. */
  readonly singleton?: boolean;
}
