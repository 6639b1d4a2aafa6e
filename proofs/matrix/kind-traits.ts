import { isAdoptable } from "../../provider/definition/definition.js";
import type { Kind } from "../../provider/values/kinds.js";
import { definitions } from "../../tests/support/definitions.js";
import { specimens } from "../../tests/support/kinds.js";

/** What determines how an edit of a kind may end. */
export interface KindTraits {
  /** It exists as long as its customer. */
  readonly singleton: boolean;
  /** Its natural key distinguishes it from all others. */
  readonly unique: boolean;
  readonly deletable: boolean;
  /** The API can change it. */
  readonly updatable: boolean;
  /** A new resource may adopt it. */
  readonly adoptable: boolean;
  /** Some change needs a new object. */
  readonly replaceable: boolean;
}

export function traitsOf(kind: Kind): KindTraits {
  const {
    identity: { singleton = false, unique = true },
    deletion: { undeletable },
  } = definitions[kind];
  const { updated, replaced } = specimens[kind];
  return {
    singleton,
    unique,
    deletable: undeletable === undefined,
    updatable: updated !== undefined,
    adoptable: isAdoptable(definitions[kind]),
    replaceable: replaced !== undefined,
  };
}
