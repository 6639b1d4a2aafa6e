import type { Context } from "../runtime/context.js";
import type { Settings } from "../runtime/settings.js";
import type { Kind } from "../values/kinds.js";
import type { Properties } from "../values/properties.js";
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
   *
   * @param declared what a new resource declares that would get it
   */
  concern?(found: Found<F, O>, declared?: PartialInputs<F>): string | undefined;
}

/** How to determine the outcome of a creation. */
export interface KindRecovery {
  /**
   * Outputs that only the answer to the creation shows, as its model marks them. Without that answer the object is of no use.
   * Default: none.
   */
  readonly revealed?: readonly string[];
}

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

/** An object within another one. */
export interface Inner {
  readonly kind: Kind;
  readonly id: string;
}

/** Objects within an object, which are deleted with it. */
export interface KindContents {
  /** Prefix of their ids, up to a slash. */
  prefix(id: string): string;
  /** The billed objects in it, whoever has them, as the provider shows them now. Default: none. */
  listCostly?(context: Context, id: string): Promise<readonly Inner[]>;
  /** Kinds that are never deleted with it unless the program declares `deletedWith`. Default: none. */
  readonly costlyKinds?: readonly Kind[];
  /** Kinds whose objects cannot be deleted individually if the holder's settings forbid it. Default: none. */
  readonly boundKinds?: readonly Kind[];
}

/** An object that is to be replaced. */
export interface Replaced {
  readonly id: string;
  readonly state: Properties;
  readonly news: Properties;
}

/** How an object is replaced, or why it cannot be. */
export interface KindReplacement {
  /** `delete-first` if the new object cannot exist at the same time as the old one. */
  readonly order: "create-first" | "delete-first";
  /** Why the object may not be replaced, according to its state. Default: it may. */
  refuses?(replaced: Replaced, context: Context): string | undefined | Promise<string | undefined>;
  /** When the provider refuses to delete the old object: "while …", for a warning. Default: not documented. */
  readonly deletionFails?: string;
  /** What holds if an object of the same name is ordered after the deletion: a sentence, for a warning. Default: nothing. */
  readonly orderedAgain?: string;
}
