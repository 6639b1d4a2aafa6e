import type { Context } from "../runtime/context.js";
import type { Properties } from "../values/properties.js";

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
  /** A warning about a replacement. Default: none. */
  remark?(id: string): string;
}
