import type { Kind } from "../../provider/definition/definition.js";
import { definitions } from "./kinds.js";
import { samples } from "./samples.js";

/** What determines how an edit of a kind may end. */
export interface Nature {
  /** It exists as long as its customer. */
  readonly standing: boolean;
  /** Its natural key distinguishes it from all others. */
  readonly unique: boolean;
  readonly deletable: boolean;
  /** The API can change it. */
  readonly updatable: boolean;
  /** Some change needs a new object. */
  readonly replaceable: boolean;
}

export function natureOf(kind: Kind): Nature {
  const { standing = false, unique = true, undeletable } = definitions[kind]!;
  const { updated, replaced } = samples[kind]!;
  return {
    standing,
    unique,
    deletable: undeletable === undefined,
    updatable: updated !== undefined,
    replaceable: replaced !== undefined,
  };
}
