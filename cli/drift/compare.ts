import type { Definition } from "../../provider/definition/definition.js";
import type { Remark } from "../../provider/values/remarks.js";
import { declaredDrift, type PropertyDrift, recordedDrift } from "../preview/properties.js";
import { oneLine } from "../shared/text.js";
import { definitionOf } from "../stack/definitions.js";
import { classIn, classOf, type Frozen, notedNameOf, type StoredResource, titleOf } from "../stack/deployment.js";
import { engineMessage } from "../stack/engine-message.js";
import type { Failure, RunEvents, Step } from "../stack/events.js";

/**
 * How a resource differs from the program:
 *
 * - `changed`: an update would make it as declared.
 * - `replaced`: only a new object would be as declared.
 * - `gone`: the state has it, and the provider does not.
 * - `not created`: the program declares it, and no run has created it.
 * - `not declared`: the state has it, and the program does not.
 * - `refused`: it differs, and nothing would make it as declared; its message says why.
 */
export type Difference = "changed" | "replaced" | "gone" | "not created" | "not declared" | "refused";

export interface Named {
  readonly urn: string;
}

export type Drift = Frozen<ReturnType<typeof driftOf>>;

export interface NotRead extends Named {
  /** Several can have the same. */
  readonly reason: string;
}

export type DriftComparison = Frozen<Awaited<ReturnType<typeof compare>>>;

/** The order of a report, which is the same in every run. */
const byTitle = (a: Named, b: Named): number => (titleOf(a.urn) < titleOf(b.urn) ? -1 : 1);

/** The engine goes on after this refusal. */
const isProtected = ({ message }: Failure): boolean => /cannot be deleted\s+because it is protected/.test(message);

/** Reads what a preview after a refresh found out. @param resources the state before */
export async function compare(events: RunEvents, resources: readonly StoredResource[]) {
  const { failures, remarks } = events;
  const failed = new Map(failures.flatMap((failure) => (isProtected(failure) ? [[failure.urn, failure] as const] : [])));
  const refreshed = new Map(events.refreshed.map((step) => [step.urn, step]));
  const planned = new Map<string, Step>();
  for (const step of events.planned) if (rankOf(step) >= rankOf(planned.get(step.urn))) planned.set(step.urn, step);
  const stored = new Map(resources.filter(isManaged).map((resource) => [resource.urn, resource]));
  const idsOf = (urn: string) => resources.filter((each) => each.urn === urn).map(({ id }) => id);

  const drift: Drift[] = [];
  const notRead: NotRead[] = [];
  /** Resources that were compared with the state only. */
  const notCompared: Named[] = [];
  const urns = new Set([...stored.keys(), ...planned.keys()]);
  // An alias gives an entry a new name, under which it was compared.
  for (const { old } of planned.values()) if (old !== undefined && !planned.has(old.urn)) urns.delete(old.urn);
  for (const urn of urns) {
    const definition = await definitionOf(classIn(urn) ?? "");
    if (definition === undefined) continue;
    const step = planned.get(urn);
    const before = step?.old?.urn ?? urn;
    const ids = idsOf(before);
    const remarked = (code: Remark["code"]) =>
      remarks.find(
        (each) =>
          each.code === code &&
          each.kind === definition.kind &&
          (each.resource === undefined ? ids.includes(each.id) : [urn, before].map(notedNameOf).includes(each.resource)),
      );
    const unread = remarked("unread");
    const shown = refreshed.get(before);
    const isGone = shown !== undefined && shown.new === undefined;
    if (unread !== undefined && !isGone) {
      notRead.push({ urn, reason: oneLine(unread.text) });
      continue;
    }
    const since = remarks.find(({ isDrift, kind, id }) => isDrift === true && kind === definition.kind && ids.includes(id));
    const isReached = step !== undefined || isComplete(events);
    if (!isReached) notCompared.push({ urn });
    const found: ResourceFacts = {
      because: remarked("refused")?.text ?? since?.text,
      failure: failed.get(urn),
      step,
      isReached,
      isGone,
      refreshed: shown,
      stored: stored.get(before),
    };
    const difference = differenceOf(found);
    if (difference !== undefined) drift.push(driftOf(urn, definition, difference, found));
  }
  const problems = failures.filter((failure) => !isProtected(failure)).map(engineMessage);
  if (!isComplete(events) && failures.length === 0) problems.push("Pulumi ended before it had compared everything");
  const attention = remarks
    .filter(({ code, isDrift }) => code === "concern" && isDrift !== true)
    .map(({ text }) => oneLine(text));
  const isTold = ({ difference, properties, message }: Drift) =>
    difference !== "changed" || properties.length > 0 || message !== undefined;
  return {
    drift: drift.filter(isTold).sort(byTitle),
    notRead: notRead.sort(byTitle),
    notCompared,
    attention: [...new Set(attention)],
    problems: [...new Set(problems)],
  };
}

/** Whether every resource of the program was compared, and every other one of the state. */
export const isComplete = ({ isWhole, failures }: RunEvents): boolean =>
  isWhole || (failures.length > 0 && failures.every(isProtected));

/** Whether the stack manages an object: not one that it only reads, nor one that waits to be deleted. */
const isManaged = (resource: StoredResource): boolean =>
  classOf(resource) !== undefined &&
  resource.external !== true &&
  resource.delete !== true &&
  resource.pendingReplacement !== true;

interface ResourceFacts {
  /** Why a run would be refused for it, or what has happened to its object and nothing undoes. */
  readonly because: string | undefined;
  /** That Pulumi refuses to delete it. */
  readonly failure: Failure | undefined;
  readonly step: Step | undefined;
  readonly isReached: boolean;
  readonly isGone: boolean;
  readonly refreshed: Step | undefined;
  readonly stored: StoredResource | undefined;
}

function differenceOf({ because, failure, step, isReached, isGone, refreshed, stored }: ResourceFacts): Difference | undefined {
  // Why a new one cannot be created does not change that the object is gone.
  if (isGone) return step === undefined && isReached ? undefined : "gone";
  if (failure !== undefined) return "not declared";
  if (because !== undefined) return "refused";
  if (step === undefined) return isReached || refreshed === undefined ? undefined : "changed";
  return step.op === "create" && stored !== undefined ? "gone" : byOperation[step.op];
}

const byOperation: Readonly<Record<string, Difference>> = {
  update: "changed",
  replace: "replaced",
  "create-replacement": "replaced",
  "delete-replaced": "replaced",
  create: "not created",
  delete: "not declared",
};

function driftOf(urn: string, definition: Definition, difference: Difference, found: ResourceFacts) {
  const { because, failure, step, stored } = found;
  const properties = propertiesOf(definition, difference, found);
  const said = failure === undefined ? because && oneLine(because) : engineMessage(failure);
  const isUnfinished = difference === "changed" && step?.op === "update" && step.paths.length === 0 && properties.length === 0;
  return {
    urn,
    id: stored?.id ?? step?.old?.id,
    difference,
    /** Whether the next `up` would order it, which is billed. */
    isOrdered: definition.costly === true && ["replaced", "gone", "not created"].includes(difference),
    /** Whether the old object of a replacement stays for good. */
    leavesOld: difference === "replaced" && definition.deletion.undeletable !== undefined,
    properties,
    message: isUnfinished ? "an earlier run did not finish it, and the next `up` continues" : said,
  };
}

function propertiesOf(
  definition: Definition,
  difference: Difference,
  { step, refreshed, stored }: ResourceFacts,
): PropertyDrift[] {
  if (!["changed", "replaced", "refused"].includes(difference)) return [];
  if (step !== undefined && (difference !== "refused" || step.paths.length > 0))
    return declaredDrift(definition, step, { recorded: stored?.inputs, refreshed: refreshed?.paths ?? [] });
  return refreshed === undefined ? [] : recordedDrift(definition, refreshed);
}

/** The step of a replacement that compares: its other steps create and delete. */
const rankOf = (step: Step | undefined): number =>
  step === undefined ? -1 : step.op === "replace" ? 2 : step.op === "create-replacement" ? 1 : 0;
