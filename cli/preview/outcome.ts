import type { Definition } from "../../provider/definition/definition.js";
import type { Cost } from "../../provider/values/money.js";
import type { Overwritten, Remark } from "../../provider/values/remarks.js";
import { definitionFor } from "../stack/definitions.js";
import { classIn, notedNameOf, titleOf } from "../stack/deployment.js";
import { engineMessage } from "../stack/engine-message.js";
import type { Failure, RunEvents, Step } from "../stack/events.js";

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
 */
export type Effect = "created" | "ordered" | "adopted" | "changed" | "replaced" | "deleted" | "left" | "refused";

export interface ResourceEffect {
  readonly urn: string;
  readonly id: string | undefined;
  readonly effect: Effect;
  readonly isOrdered: boolean;
  /** Whether the old object of a replacement stays at the provider. */
  readonly leavesOld: boolean;
  /** What the order costs, if the API shows it. */
  readonly cost: Cost | undefined;
  readonly paths: readonly string[];
  /** What a new resource changes in an object that exists; undefined if it takes none, or if that is not known. */
  readonly overwritten: readonly Overwritten[] | undefined;
  readonly message: string | undefined;
}

/** Whether a run would succeed; `not rehearsed`: only its preview is known. */
export type Result = "succeeds" | "fails" | "not rehearsed";

export interface Outcome {
  readonly resources: readonly ResourceEffect[];
  /** Failures that are about no resource of this package. */
  readonly problems: readonly string[];
  readonly result: Result;
}

const changing = new Set(["create", "update", "delete", "create-replacement", "delete-replaced", "replace", "read"]);

/** Whether a program that has managed an object only reads it from now on. */
export const isReleased = ({ op, old, new: after }: Step): boolean =>
  op === "read" && old?.isExternal === false && after?.isExternal === true;

/** Reads what a run did, or what a preview said before one began. */
export async function outcomeOf({ planned, failures, remarks, isWhole }: RunEvents): Promise<Outcome> {
  const resources = new Map<string, ResourceEffect>();
  const readInstead = new Set(planned.filter(({ op }) => op === "read-replacement").map(({ urn }) => urn));
  for (const each of planned) {
    // What is read under the name of a managed object replaces nothing: the object is deleted.
    const step = readInstead.has(each.urn) && each.op === "delete-replaced" ? { ...each, op: "delete" } : each;
    if (readInstead.has(step.urn) ? step.op !== "delete" : step.op === "read" && !isReleased(step)) continue;
    const definition = await definitionFor(step);
    if (definition === undefined || !changing.has(step.op)) continue;
    resources.set(step.urn, effectOn(step, definition, remarks, resources.get(step.urn)));
  }
  const problems: string[] = [];
  for (const failure of failures) {
    const refused = refusalOf(failure);
    if (refused === undefined) problems.push(engineMessage(failure));
    else resources.set(refused.urn, refused);
  }
  const sorted = [...resources.values()].sort((a, b) => (titleOf(a.urn) < titleOf(b.urn) ? -1 : 1));
  return {
    resources: sorted,
    problems: [...new Set(problems)],
    result: isWhole && failures.length === 0 ? "succeeds" : "fails",
  };
}

function effectOn(
  step: Step,
  definition: Definition,
  remarks: readonly Remark[],
  earlier: ResourceEffect | undefined,
): ResourceEffect {
  const { op, urn } = step;
  const isNew = op === "create" || op === "create-replacement";
  const isReplaced = op.includes("replace") || earlier?.effect === "replaced";
  const isAdopted = op === "create" && step.new?.inputs["adopt"] === true;
  const isOrdered = (isNew && !isAdopted && definition.costly === true) || earlier?.isOrdered === true;
  const { kind } = definition;
  const about = (code: Remark["code"]) =>
    remarks.find((each) => each.code === code && each.kind === kind && each.resource === notedNameOf(urn));
  const isExisting = op === "create" && (isAdopted || definition.identity.singleton === true);
  const taking = isExisting ? about("existing") : undefined;
  const overwritten = taking === undefined ? earlier?.overwritten : taking.overwritten;
  const differing = [...step.paths, ...(overwritten ?? []).map(({ name }) => name)];
  return {
    urn,
    id: step.new?.id ?? earlier?.id ?? step.old?.id,
    effect: isReplaced ? "replaced" : effectOf(definition, step, isAdopted),
    isOrdered,
    leavesOld: (isReplaced && stays(definition, step)) || earlier?.leavesOld === true,
    cost: (isNew ? about("order")?.cost : undefined) ?? earlier?.cost,
    paths: [...new Set([...(earlier?.paths ?? []), ...differing])].filter((path) => !path.startsWith("__")),
    overwritten,
    message: undefined,
  };
}

/** Whether the object of an entry that leaves the state stays at the provider. */
const stays = ({ deletion }: Definition, { old }: Step): boolean =>
  deletion.undeletable !== undefined || old?.isRetained === true;

function effectOf(definition: Definition, step: Step, isAdopted: boolean): Effect {
  const { identity, costly = false } = definition;
  const { op } = step;
  if (op === "read") return "left";
  if (op === "delete") return stays(definition, step) ? "left" : "deleted";
  if (op === "update" || identity.singleton === true) return "changed";
  if (isAdopted) return "adopted";
  return costly ? "ordered" : "created";
}

/** What a run would do with a resource of another package. */
export function effectOfOthers(steps: readonly Step[]): Effect | "kept" {
  const ops = new Set(steps.map(({ op }) => op));
  if (["replace", "create-replacement", "delete-replaced"].some((op) => ops.has(op))) return "replaced";
  if (ops.has("delete")) return steps.some(({ old }) => old?.isRetained === true) ? "left" : "deleted";
  return ops.has("create") ? "created" : ops.has("update") ? "changed" : ops.has("import") ? "adopted" : "kept";
}

function refusalOf(failure: Failure): ResourceEffect | undefined {
  const { urn } = failure;
  if (urn === undefined || classIn(urn) === undefined) return undefined;
  const nothing = { id: undefined, isOrdered: false, leavesOld: false, cost: undefined, paths: [], overwritten: undefined };
  return { urn, effect: "refused", ...nothing, message: engineMessage(failure) };
}
