import type { Definition } from "../../provider/definition/definition.js";
import type { Step } from "../stack/events.js";

/**
 * What a run would do with a resource:
 *
 * - `created`: a new object, which costs nothing as far as is known.
 * - `ordered`: a new object, which is billed.
 * - `adopted`: an object that exists enters the state.
 * - `changed`: an update of the object, or of settings that always exist.
 * - `replaced`: a new object in place of the old one.
 * - `deleted`: the object, at the provider.
 * - `left`: the resource leaves the state, and its object stays.
 * - `refused`: the run fails here; the message says why.
 * - `kept`: only an option of the resource changes, such as its protection.
 */
export type Effect = "created" | "ordered" | "adopted" | "changed" | "replaced" | "deleted" | "left" | "refused" | "kept";

/** Whether a run would succeed; `not rehearsed`: only its preview is known. */
export type Result = "succeeds" | "fails" | "not rehearsed";

/** Whether a program that has managed an object only reads it from now on. */
export const isReleased = ({ op, old, new: after }: Step): boolean =>
  op === "read" && old?.isExternal === false && after?.isExternal === true;

/** Whether the object of an entry that leaves the state stays at the provider. */
export const stays = (definition: Definition | undefined, { old }: Step): boolean =>
  definition?.deletion.undeletable !== undefined || old?.isRetained === true;

/** @param definition undefined for a resource of another package */
export function effectOf(steps: readonly Step[], definition?: Definition): Effect {
  const ops = new Set(steps.map(({ op }) => op));
  if ([...ops].some((op) => op.includes("replace") && !/^(?:read|remove|discard)-/.test(op))) return "replaced";
  if (ops.has("read")) return "left";
  if (ops.has("delete")) return steps.some((step) => stays(definition, step)) ? "left" : "deleted";
  if (!ops.has("create")) return ops.has("update") ? "changed" : ops.has("import") ? "adopted" : "kept";
  if (definition?.identity.singleton === true) return "changed";
  if (definition !== undefined && steps.some(isAdoption)) return "adopted";
  return definition?.costly === true ? "ordered" : "created";
}

export const isAdoption = ({ op, new: after }: Step): boolean => op === "create" && after?.inputs["adopt"] === true;
