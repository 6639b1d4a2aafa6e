import type { Kind } from "../../provider/values/kinds.js";
import { definitions } from "./definitions.js";
import { samples } from "./samples.js";

/** What determines how an edit of a kind may end. */
export interface Nature {
  /** It exists as long as its customer. */
  readonly singleton: boolean;
  /** Its natural key distinguishes it from all others. */
  readonly unique: boolean;
  readonly deletable: boolean;
  /** The API can change it. */
  readonly updatable: boolean;
  /** Only the creation shows some of its outputs. */
  readonly revealing: boolean;
  /** Some change needs a new object. */
  readonly replaceable: boolean;
}

export function natureOf(kind: Kind): Nature {
  const {
    identity: { singleton = false, unique = true },
    deletion: { undeletable },
    recovery: { revealed = [] } = {},
  } = definitions[kind];
  const { updated, replaced } = samples[kind];
  return {
    singleton,
    unique,
    deletable: undeletable === undefined,
    updatable: updated !== undefined,
    revealing: revealed.length > 0,
    replaceable: replaced !== undefined,
  };
}
