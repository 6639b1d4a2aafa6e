import type { Properties } from "../values/properties.js";
import type { Cost } from "../values/remarks.js";
import type { Context } from "../runtime/context.js";
import type { NewSource } from "../ownership/expected-objects.js";
import type { Fields, PartialInputs } from "./field.js";

/** The arguments of a new object, as far as they are known. */
export interface KnownInputs<F extends Fields = Fields> {
  /** Without arguments that are not known yet. */
  readonly inputs: PartialInputs<F>;
  /** Whether nothing of an argument is unknown. */
  isKnown(name: keyof F & string): boolean;
  /** Whether an argument is certainly declared, even if something in it is unknown. */
  isDeclared(name: keyof F & string): boolean;
  /** The object that this run creates and an unknown argument takes its value from; undefined if there is none. */
  newSource(name: keyof F & string): NewSource | undefined;
  /** Id of the resource's earlier object, which this run deletes first because it replaces what contains it; undefined if there is none. */
  readonly deletedFirst: string | undefined;
  /** Whether a listing of the container lacks the object; otherwise it is not known whether the object exists. */
  readonly isUnlisted: boolean;
}

/**
 * What the API can tell about the creation of an object before it is requested, with the context's `lookups`. Problems are sentences
 * that begin with the path of a property. A check throws `NotLookedUp` or an API error if a lookup gives no answer.
 */
export interface KindPreviewChecks<F extends Fields = Fields> {
  /** Why the objects of the container cannot be listed: it does not exist. Called if the listing fails. Default: not known. */
  container?(context: Context, known: KnownInputs<F>): Promise<string | undefined>;
  /** Why the container must be named otherwise, whether the object exists or not. Default: not known. */
  misnamed?(context: Context, known: KnownInputs<F>): Promise<string | undefined>;
  /** Whether this run is to create the container, so that nothing can be listed in it yet. Default: not known. */
  isContainerToCome?(context: Context, known: KnownInputs<F>): boolean;
  /** What would prevent the creation in a container that exists. Default: not known. */
  problems?(context: Context, known: KnownInputs<F>): Promise<readonly string[]>;
  /**
   * Why an object that its container does not have cannot be ordered, because its name, which exists only once, is in use. Default: not known.
   *
   * @param ids of objects with this name in other containers
   */
  nameInUse?(context: Pick<Context, "lookups">, inputs: Properties, ids: readonly string[]): Promise<string | undefined>;
  /** What the creation costs; undefined if it orders nothing. Default: it orders nothing. */
  cost?(context: Context, known: KnownInputs<F>): Promise<Cost | undefined>;
  /** What may prevent the creation although no lookup tells: a sentence. Default: nothing. */
  remark?(context: Context, known: KnownInputs<F>): string | undefined;
}
