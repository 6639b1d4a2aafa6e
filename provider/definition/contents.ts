import type { Context } from "../runtime/context.js";
import type { Kind } from "../values/kinds.js";

/** An object that lies in another one. */
export interface Inner {
  readonly kind: Kind;
  readonly id: string;
}

/** What lies in an object and is deleted along with it. */
export interface KindContents {
  /** How the ids of these objects begin, up to a slash. */
  prefix(id: string): string;
  /** What people pay for that lies in it, as the provider shows it now, whoever has it. Default: nothing. */
  listCostly?(context: Context, id: string): Promise<readonly Inner[]>;
  /** Kinds that are never deleted along with it, unless the program says so by `deletedWith`. Default: none. */
  readonly costlyKinds?: readonly Kind[];
  /** Kinds of which a single object may not be deleted, by the settings of whoever has it. Default: none. */
  readonly boundKinds?: readonly Kind[];
}
