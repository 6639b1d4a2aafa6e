import type { Context } from "../runtime/context.js";
import type { Kind } from "../values/kinds.js";

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
