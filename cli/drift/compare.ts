import type { Definition } from "../../provider/definition/definition.js";
import type { Remark } from "../../provider/values/remarks.js";
import { definitionOf, kindOf } from "../stack/definitions.js";
import { oneLine } from "../shared/one-line.js";
import { classIn, classOf, nameOf, notedNameOf, type StoredResource } from "../stack/deployment.js";
import { engineMessage } from "../stack/engine-message.js";
import type { Failure, Step, Story } from "../preview/events.js";
import { declaredDrift, type PropertyDrift, recordedDrift } from "../preview/properties.js";

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

/** A resource of the stack. */
export interface Named {
  readonly urn: string;
  readonly className: string;
  readonly name: string;
}

export interface Drift extends Named {
  readonly id: string | undefined;
  readonly difference: Difference;
  /** Whether the next `up` would order it, which is billed. */
  readonly isOrdered: boolean;
  /** Whether the old object of a replacement stays for good. */
  readonly leavesOld: boolean;
  readonly properties: readonly PropertyDrift[];
  readonly message: string | undefined;
}

export interface NotRead extends Named {
  readonly message: string;
  /** The message without the object: several can have the same. */
  readonly reason: string;
}

/** What several previews of a stack found out: a later one leaves out what failed in an earlier one. */
export interface Comparison {
  readonly drift: readonly Drift[];
  readonly notRead: readonly NotRead[];
  /** Resources that were compared with the state only. */
  readonly notCompared: readonly Named[];
  /** What needs attention and is no drift. */
  readonly attention: readonly string[];
  /** Why the comparison could not be completed. */
  readonly problems: readonly string[];
}

/** The order of a report, which is the same in every run. */
const byTitle = (a: Named, b: Named): number => (titleOf(a) < titleOf(b) ? -1 : 1);

/** For people: `Webhook registration`. */
export const titleOf = ({ className, name }: Named): string => `${className} ${name}`;

const named = (urn: string, className: string): Named => ({ urn, className, name: nameOf(urn) });

/** The class of the resource that a failure is about; undefined for others. */
export const classOfFailure = ({ urn }: Failure): string | undefined => (urn === undefined ? undefined : classIn(urn));

/** The engine goes on after this refusal. */
export const isProtected = ({ message }: Failure): boolean => /cannot be deleted\s+because it is protected/.test(message);

/** What the last preview was about. */
export interface Selected {
  /** URNs of what it left out. */
  readonly excluded: ReadonlySet<string>;
  /** URNs of what alone it was about; undefined: everything else. */
  readonly targets: ReadonlySet<string> | undefined;
}

/**
 * Puts together what previews found out.
 *
 * @param stories at least one, in their order
 * @param resources the state before
 */
export async function compare(
  stories: readonly Story[],
  resources: readonly StoredResource[],
  { excluded, targets }: Selected,
): Promise<Comparison> {
  const recorded = new Set(resources.map((resource) => resource.urn));
  /** What the state lacks and a preview with targets calls unchanged: Pulumi would create it without them. */
  const isSkippedNew = (step: Step | undefined) =>
    step?.op === "same" && targets?.has(step.urn) === false && !recorded.has(step.old?.urn ?? step.urn);
  /** What the program calls by another name than the state is no target either. */
  const isLeftOut = (urn: string, step: Step | undefined) =>
    excluded.has(urn) || (targets?.has(urn) === false && !isSkippedNew(step));
  const last = stories.at(-1)!;
  const failures = stories.flatMap((story) => story.failures);
  const failed = new Map(failures.flatMap((failure) => (failure.urn === undefined ? [] : [[failure.urn, failure] as const])));
  const refreshed = firstByUrn(stories.flatMap((story) => story.refreshed));
  const planned = new Map<string, Step>();
  for (const step of last.planned) if (rankOf(step) >= rankOf(planned.get(step.urn))) planned.set(step.urn, step);

  const remarks = stories.flatMap((story) => story.remarks);
  const readFailures = remarks.filter(({ code }) => code === "unread");
  const concerns = remarks.filter(({ code }) => code === "concern");
  const idsOf = (urn: string) => resources.filter((each) => each.urn === urn).map(({ id }) => id);
  /** Only an import has no name, and is in no state. */
  const unreadOf = ({ urn, className }: Named): Remark | undefined => {
    const ids = idsOf(urn);
    const isAbout = ({ id, resource }: Remark) =>
      ids.includes(id) || (resource === undefined ? !recorded.has(urn) : resource === notedNameOf(urn));
    return readFailures.find((each) => each.kind === kindOf(className) && isAbout(each));
  };

  const drift: Drift[] = [];
  const notRead: NotRead[] = [];
  const notCompared: Named[] = [];
  const stored = new Map(resources.filter(isManaged).map((resource) => [resource.urn, resource]));
  const urns = new Set([...stored.keys(), ...planned.keys(), ...failed.keys()]);
  // An alias gives an entry a new name, under which it was compared.
  for (const { old } of planned.values()) if (old !== undefined && !planned.has(old.urn)) urns.delete(old.urn);
  for (const urn of urns) {
    const className = classIn(urn);
    const definition = className === undefined ? undefined : await definitionOf(className);
    if (className === undefined || definition === undefined) continue;
    const resource = named(urn, className);
    const seen = planned.get(urn);
    const before = seen?.old?.urn ?? urn;
    const shown = refreshed.get(before);
    const isGone = shown !== undefined && shown.new === undefined;
    const failure = failed.get(urn);
    const unread = failure === undefined ? undefined : unreadOf(resource);
    if (failure !== undefined && unread !== undefined && !isGone) {
      notRead.push({ ...resource, message: engineMessage(failure), reason: oneLine(unread.text) });
      continue;
    }
    const isOut = isLeftOut(urn, seen);
    const step = isOut ? undefined : seen;
    const isReached = step !== undefined || (isComplete(last) && !isOut);
    if (failure === undefined && !isReached) notCompared.push(resource);
    const ids = idsOf(before);
    const since = concerns.find(({ isDrift, kind, id }) => isDrift === true && kind === definition.kind && ids.includes(id));
    const found = {
      since,
      failure: unread === undefined ? failure : undefined,
      step,
      isReached,
      isGone,
      isSkippedNew: isSkippedNew(step),
      refreshed: shown,
      stored: stored.get(before),
    };
    const difference = differenceOf(found);
    if (difference !== undefined) drift.push(driftOf(resource, definition, difference, found));
  }
  const problems = failures.filter((failure) => classOfFailure(failure) === undefined).map(engineMessage);
  if (!isComplete(last) && last.failures.length === 0) problems.push("Pulumi ended before it had compared everything");
  const attention = concerns.filter(({ isDrift }) => isDrift !== true).map(({ text }) => oneLine(text));
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
export const isComplete = ({ isWhole, failures }: Story): boolean =>
  isWhole || (failures.length > 0 && failures.every(isProtected));

/** Whether the stack manages an object: not one that it only reads, nor one that waits to be deleted. */
export const isManaged = (resource: StoredResource): boolean =>
  classOf(resource) !== undefined &&
  resource.external !== true &&
  resource.delete !== true &&
  resource.pendingReplacement !== true;

/** What is known about one resource. */
interface Found {
  /** What has happened to its object, and nothing undoes. */
  readonly since: Remark | undefined;
  readonly failure: Failure | undefined;
  readonly step: Step | undefined;
  /** Whether Pulumi compared it with the program. */
  readonly isReached: boolean;
  readonly isGone: boolean;
  readonly isSkippedNew: boolean;
  readonly refreshed: Step | undefined;
  readonly stored: StoredResource | undefined;
}

function differenceOf({
  since,
  failure,
  step,
  isReached,
  isGone,
  isSkippedNew,
  refreshed,
  stored,
}: Found): Difference | undefined {
  // Why a new one cannot be created does not change that the object is gone.
  if (isGone && (failure !== undefined || !isReached)) return "gone";
  if (failure !== undefined) return isProtected(failure) ? "not declared" : "refused";
  if (since !== undefined) return "refused";
  if (isSkippedNew) return "not created";
  if (step === undefined) return isReached || refreshed === undefined ? undefined : "changed";
  switch (step.op) {
    case "update":
      return "changed";
    case "replace":
    case "create-replacement":
    case "delete-replaced":
      return "replaced";
    case "create":
      return stored === undefined ? "not created" : "gone";
    case "delete":
      return "not declared";
    default:
      return undefined;
  }
}

function driftOf(resource: Named, definition: Definition, difference: Difference, found: Found): Drift {
  const { since, failure, step, stored } = found;
  const isOrdered = definition.costly === true && ["replaced", "gone", "not created"].includes(difference);
  const properties = propertiesOf(definition, difference, found);
  const message = failure === undefined ? since && oneLine(since.text) : engineMessage(failure);
  const isUnfinished = step?.op === "update" && step.paths.length === 0 && properties.length === 0;
  return {
    ...resource,
    id: stored?.id ?? step?.old?.id,
    difference,
    isOrdered,
    leavesOld: difference === "replaced" && definition.deletion.undeletable !== undefined,
    properties,
    message: isUnfinished ? "an earlier run did not finish it, and the next `up` continues" : message,
  };
}

function propertiesOf(definition: Definition, difference: Difference, { step, refreshed, stored }: Found): PropertyDrift[] {
  if (difference === "changed" || difference === "replaced")
    return step === undefined
      ? recordedDrift(definition, refreshed!)
      : declaredDrift(definition, step, { recorded: stored?.inputs, refreshed: refreshed?.paths ?? [] });
  return difference === "refused" && refreshed !== undefined ? recordedDrift(definition, refreshed) : [];
}

/** The step of a replacement that compares: its other steps create and delete. */
const rankOf = (step: Step | undefined): number =>
  step === undefined ? -1 : step.op === "replace" ? 2 : step.op === "create-replacement" ? 1 : 0;

function firstByUrn(steps: readonly Step[]): ReadonlyMap<string, Step> {
  const first = new Map<string, Step>();
  for (const step of steps) if (!first.has(step.urn)) first.set(step.urn, step);
  return first;
}
