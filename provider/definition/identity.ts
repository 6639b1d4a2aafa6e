import type { Fields, Inputs, Outputs, PartialInputs } from "./field.js";
import type { Found } from "./found.js";

/** How to tell objects of a kind apart, and which objects a resource may have. */
export interface KindIdentity<F extends Fields = Fields, O extends Outputs = Outputs> {
  /** The object's name for people: `shop.example.de of account p123456`. Never holds secrets. */
  title(inputs: PartialInputs<F>): string;
  /** Arguments that the id holds. They are enough to list and to name the object. */
  parse(id: string): PartialInputs<F>;
  /** Arguments that identify a listing among others of the kind. {@link parse} returns all of them. */
  readonly scope: readonly (keyof F & string)[];
  /** Whether an object is what the arguments declare: the natural key. */
  matches(found: Found<F, O>, inputs: Inputs<F>): boolean;
  /** Whether `adopt: true` may adopt it. Default: {@link matches}. */
  adopts?(found: Found<F, O>, inputs: Inputs<F>): boolean;
  /**
   * What an object that is adopted shows against what the arguments say of it, although the provider shows none of these: sentences of which
   * the first begins in lowercase. Default: nothing.
   */
  contradicts?(found: Found<F, O>, inputs: Inputs<F>): string | undefined;
  /** The arguments in one spelling, if several spellings mean the same object. Default: as declared. */
  oneSpelling?(inputs: PartialInputs<F>): PartialInputs<F>;
  /**
   * A text among the arguments that an object has in common, in {@link oneSpelling}, with every declaration that it matches or may be
   * adopted for. By it, an object is found among thousands. Default: each is compared.
   */
  readonly sharedArgument?: keyof F & string;
  /** Whether the object is created with its container. Default: never. */
  comesWithContainer?(inputs: PartialInputs<F>): boolean;
  /** Whether a resource uses the existing object without `adopt: true`. Default: never. */
  usesExisting?(found: Found<F, O>, inputs: Inputs<F>): boolean;
  /** What to do about an existing object that the resource does not use: sentences. Default: what counts for every kind. */
  existing?(found: Found<F, O>, inputs: Inputs<F>): string | undefined;
  /** Whether the id consists of names that the program chose, so that an object created again has the same id. Default: false. */
  readonly hasNaturalId?: boolean;
  /** The id that a new object will have, in some spelling, if the arguments tell. Default: only the provider knows. */
  expectedId?(inputs: PartialInputs<F>): string | undefined;
  /** Whether only one object can have a natural key. Default: true. */
  readonly unique?: boolean;
  /**
   * The name of the declared object, at the end of its id, if it can exist only once, in whatever container, and is known. Default: an
   * object of the same name may exist in each.
   */
  worldwideName?(inputs: PartialInputs<F>): string | undefined;
  /** Whether the object exists as long as its owner does, so that it is never created and the existing one is used. Default: false. */
  readonly singleton?: boolean;
}
