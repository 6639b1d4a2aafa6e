import type { Definition } from "../../provider/definition/definition.js";
import type { Remark } from "../../provider/values/remarks.js";
import { groupedBy } from "../shared/values.js";
import { definitionFor } from "../stack/definitions.js";
import { classIn, type Frozen, notedNameOf, titleOf } from "../stack/deployment.js";
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
 * - `kept`: only an option of the resource changes, such as its protection.
 */
export type Effect = "created" | "ordered" | "adopted" | "changed" | "replaced" | "deleted" | "left" | "refused" | "kept";

export type ResourceEffect = Frozen<ReturnType<typeof effectOn>>;

/** Whether a run would succeed; `not rehearsed`: only its preview is known. */
export type Result = "succeeds" | "fails" | "not rehearsed";

export interface Outcome {
  readonly resources: readonly ResourceEffect[];
  /** Failures that are about no resource of this package. */
  readonly problems: readonly string[];
  readonly result: Result;
}

const changing = new Set(["create", "update", "delete", "create-replacement", "delete-replaced", "replace"]);

/** Whether a program that has managed an object only reads it from now on. */
export const isReleased = ({ op, old, new: after }: Step): boolean =>
  op === "read" && old?.isExternal === false && after?.isExternal === true;

/** Reads what a run did, or what a preview said before one began. */
export async function outcomeOf({ planned, failures, remarks, isWhole }: RunEvents): Promise<Outcome> {
  const resources = new Map<string, ResourceEffect>();
  const readInstead = new Set(planned.filter(({ op }) => op === "read-replacement").map(({ urn }) => urn));
  const effective = planned.flatMap((step): Step[] => {
    const { op, urn } = step;
    // What is read under the name of a managed object replaces nothing: the object is deleted.
    if (readInstead.has(urn)) return op === "delete" || op === "delete-replaced" ? [{ ...step, op: "delete" }] : [];
    return changing.has(op) || isReleased(step) ? [step] : [];
  });
  for (const steps of groupedBy(effective, ({ urn }) => urn)) {
    const definition = await definitionFor(steps[0]);
    if (definition !== undefined) resources.set(steps[0].urn, effectOn(steps, definition, remarks));
  }
  const problems: string[] = [];
  for (const failure of failures) {
    const refused = refusalOf(failure);
    if (refused === undefined) problems.push(engineMessage(failure));
    else {
      // Pulumi tells each mistake of a resource in a message of its own.
      const earlier = resources.get(refused.urn)?.message;
      const messages = [...(earlier === undefined ? [] : [earlier]), refused.message];
      resources.set(refused.urn, { ...refused, message: messages.join("; ") });
    }
  }
  const sorted = [...resources.values()].sort((a, b) => (titleOf(a.urn) < titleOf(b.urn) ? -1 : 1));
  return {
    resources: sorted,
    problems: [...new Set(problems)],
    result: isWhole && failures.length === 0 ? "succeeds" : "fails",
  };
}

function effectOn(steps: readonly Step[], definition: Definition, remarks: readonly Remark[]) {
  const { kind, identity, costly } = definition;
  const last = steps.at(-1)!;
  const { urn } = last;
  const created = steps.filter(({ op }) => op === "create" || op === "create-replacement");
  const isAdopted = created.some(isAdoption);
  const effect = effectOf(steps, definition);
  const about = (code: Remark["code"]) =>
    remarks.find((each) => each.code === code && each.kind === kind && each.resource === notedNameOf(urn));
  const takesExisting = created.some(({ op }) => op === "create") && (isAdopted || identity.singleton === true);
  const overwritten = takesExisting ? about("existing")?.overwritten : undefined;
  const paths = [...steps.flatMap((step) => step.paths), ...(overwritten ?? []).map(({ name }) => name)];
  return {
    urn,
    id: steps.findLast((step) => step.new?.id !== undefined)?.new?.id ?? last.old?.id,
    effect,
    isOrdered: created.length > 0 && !isAdopted && costly === true,
    /** Whether the old object of a replacement stays at the provider. */
    leavesOld: effect === "replaced" && steps.some((step) => stays(definition, step)),
    /** What the order costs, if the API shows it. */
    cost: created.length === 0 ? undefined : about("order")?.cost,
    paths: [...new Set(paths)].filter((path) => !path.startsWith("__")),
    /** What a new resource changes in an object that exists; undefined if it takes none, or if that is not known. */
    overwritten,
    message: undefined as string | undefined,
  };
}

/** Whether the object of an entry that leaves the state stays at the provider. */
const stays = (definition: Definition | undefined, { old }: Step): boolean =>
  definition?.deletion.undeletable !== undefined || old?.isRetained === true;

/** @param definition undefined for a resource of another package */
export function effectOf(steps: readonly Step[], definition?: Definition): Effect {
  const ops = new Set(steps.map(({ op }) => op));
  if ([...ops].some((op) => op !== "read-replacement" && op.includes("replace"))) return "replaced";
  if (ops.has("read")) return "left";
  if (ops.has("delete")) return steps.some((step) => stays(definition, step)) ? "left" : "deleted";
  if (!ops.has("create")) return ops.has("update") ? "changed" : ops.has("import") ? "adopted" : "kept";
  if (definition?.identity.singleton === true) return "changed";
  if (definition !== undefined && steps.some(isAdoption)) return "adopted";
  return definition?.costly === true ? "ordered" : "created";
}

const isAdoption = ({ op, new: after }: Step): boolean => op === "create" && after?.inputs["adopt"] === true;

function refusalOf(failure: Failure): ResourceEffect | undefined {
  const { urn } = failure;
  if (urn === undefined || classIn(urn) === undefined) return undefined;
  const nothing = { id: undefined, isOrdered: false, leavesOld: false, cost: undefined, paths: [], overwritten: undefined };
  return { urn, effect: "refused", ...nothing, message: engineMessage(failure) };
}
