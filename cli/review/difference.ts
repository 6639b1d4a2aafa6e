import type { Definition } from "../../provider/definition/definition.js";
import { fixedChanges } from "../../provider/lifecycle/check.js";
import { differences } from "../../provider/lifecycle/comparison.js";
import { equal, type Properties } from "../../provider/values/properties.js";
import { unknownKey } from "../../provider/values/reserved-properties.js";
import { containsUnknown } from "../../provider/values/unknown-values.js";
import { unequal } from "../preview/properties.js";
import { isObject } from "../shared/values.js";
import { definitionFor } from "../stack/definitions.js";
import { titleOf } from "../stack/deployment.js";
import type { Failure, RunEvents, Step } from "../stack/events.js";

/**
 * Compares two previews. The state of a stack of the base is what it declares: nothing else is known of it.
 * @param isCertain whether both programs came to their ends; if not, what only the base has may follow in the head
 */
export async function differenceOf(base: RunEvents, head: RunEvents, isCertain: boolean) {
  const [before, after] = [stepsOf(base), stepsOf(head)];
  const found = await Promise.all(
    [...new Set([...after.keys(), ...before.keys()])].map((urn) => stepsBetween(before.get(urn), after.get(urn), isCertain)),
  );
  return {
    /** As of a preview of the head on a stack that has what the base declares. */
    events: {
      ...head,
      refreshed: [],
      planned: found.flatMap(({ steps }) => steps),
      failures: [...head.failures, ...found.flatMap(({ failure }) => failure ?? [])],
      messages: without(head.messages, base.messages),
      remarks: [
        ...without(
          head.remarks.filter(({ code }) => code !== "missing"),
          base.remarks,
        ),
        ...missingIn(head),
        ...without(missingIn(base), missingIn(head)),
      ],
    },
    /** What could not be compared: `Webhook hook (url)`. */
    uncompared: found.flatMap(({ uncompared }) => uncompared ?? []).sort(),
  };
}

/** A new stack has one step for each resource. */
const stepsOf = ({ planned }: RunEvents): ReadonlyMap<string, Step> => new Map(planned.map((step) => [step.urn, step]));

const missingIn = ({ remarks }: RunEvents) => remarks.filter(({ code }) => code === "missing");

/** Elements that only the first list has. */
function without<T>(all: readonly T[], others: readonly T[]): readonly T[] {
  const known = new Set(others.map((each) => JSON.stringify(each)));
  return all.filter((each) => !known.has(JSON.stringify(each)));
}

interface Comparison {
  readonly steps: readonly Step[];
  readonly failure?: Failure | undefined;
  readonly uncompared?: string | undefined;
}

/** Whether a preview shows that a run would manage an object, rather than read it. */
const isManaged = (step: Step | undefined): step is Step => step?.new !== undefined && step.op !== "read";

async function stepsBetween(before: Step | undefined, after: Step | undefined, isCertain: boolean): Promise<Comparison> {
  if (!isManaged(before)) return { steps: after === undefined ? [] : [after] };
  if (isManaged(after)) return compared(before, after);
  if (!isCertain && after === undefined) return { steps: [] };
  const steps: readonly Step[] = [{ ...before, op: "delete", old: before.new, new: undefined }];
  return { steps, failure: refusalOf(before, (urn) => `resource "${urn}" cannot be deleted because it is protected`) };
}

/** What the engine says of a protected resource. */
const refusalOf = ({ urn, new: entry }: Step, message: (urn: string) => string): Failure | undefined =>
  entry?.isProtected === true ? { urn, message: message(urn) } : undefined;

async function compared(before: Step, after: Step): Promise<Comparison> {
  const { urn } = after;
  const definition = await definitionFor(after);
  const [olds, news] = [before.new!.inputs, after.new!.inputs];
  const { update, replace, fixed, refusals } = definition === undefined ? ofOthers(olds, news) : ofKind(definition, olds, news);
  const step: Step = {
    ...after,
    old: before.new,
    causes: [...replace],
    differences: Object.fromEntries(
      [...update, ...replace, ...fixed].flatMap((name) =>
        pathsBetween(olds[name], news[name], name).map((path) => [path, replace.includes(name) ? "update-replace" : "update"]),
      ),
    ),
  };
  const as = (op: string): Step => ({ ...step, op, paths: Object.keys(step.differences) });
  const unknown = Object.keys(news).filter((name) => !name.startsWith("__") && isUncomparable(name, olds, news));
  const uncompared = unknown.length === 0 ? undefined : `${titleOf(urn)} (${unknown.join(", ")})`;
  if (replace.length > 0)
    return {
      steps: ["create-replacement", "replace", "delete-replaced"].map(as),
      failure: refusalOf(before, (of) => `unable to replace resource "${of}" as it is currently marked for protection`),
      uncompared,
    };
  const isChanged = update.length + fixed.length > 0;
  const failure = fixed.length === 0 ? undefined : { urn, message: refusals.join(" ") };
  return { steps: [as(isChanged ? "update" : "same")], failure, uncompared };
}

/** Names of the arguments that differ, by what a change of them does. */
function ofKind(definition: Definition, olds: Properties, news: Properties) {
  const found = differences(definition, olds, news);
  // An identifier that is not known yet in both can be that of another resource.
  const moved = Object.keys(news).filter(
    (name) => bothUnknown(name, olds, news) && !equal(sourceOf(olds, name), sourceOf(news, name)),
  );
  const of = (policy: string) => moved.filter((name) => definition.fields[name]?.policy === policy);
  return {
    update: [...found.update, ...of("update")],
    replace: [...found.replace, ...of("replace")],
    fixed: [...found.fixed, ...of("fixed")],
    refusals: [...fixedChanges(definition, olds, news), ...of("fixed").map((name) => `${name}: the API cannot change it.`)],
  };
}

/** Only their providers know what a change of resources of other packages does. */
const ofOthers = (olds: Properties, news: Properties): ReturnType<typeof ofKind> => ({
  update: unequal(olds, news).filter((name) => !name.startsWith("__")),
  replace: [],
  fixed: [],
  refusals: [],
});

const bothUnknown = (name: string, olds: Properties, news: Properties): boolean =>
  containsUnknown(olds[name]) && equal(olds[name], news[name]);

const isUncomparable = (name: string, olds: Properties, news: Properties): boolean =>
  bothUnknown(name, olds, news) && sourceOf(olds, name) === undefined && sourceOf(news, name) === undefined;

/** The resource whose identifier an argument will be. */
function sourceOf(inputs: Properties, name: string): unknown {
  const sources = inputs[unknownKey];
  return isObject(sources) ? sources[name] : undefined;
}

/** Paths, as Pulumi writes them, in which two values differ. */
function pathsBetween(one: unknown, other: unknown, path: string): readonly string[] {
  if (!isObject(one) || !isObject(other)) return [path];
  const names = unequal(one, other);
  return names.length === 0
    ? [path]
    : names.flatMap((name) =>
        pathsBetween(one[name], other[name], /^\w+$/.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`),
      );
}
