import { isDeepStrictEqual } from "node:util";
import { decisiveArguments } from "../../provider/definition/definition.js";
import type { Remark } from "../../provider/values/remarks.js";
import { nameOf as recordedNameOf } from "../../provider/values/reserved-properties.js";
import { type Digests, digestsOf, openArguments, type Reviewed, type ReviewedCall } from "../../provider/values/reviewed.js";
import { isReleased } from "./outcome.js";
import { nameIn } from "./properties.js";
import { declarationsIn, type Declared, loginsIn, optionsIn } from "./remarks.js";
import { groupedBy } from "../shared/values.js";
import { definitionFor, kindFor } from "../stack/definitions.js";
import { type Frozen, isDefaultProvider, maskedSecrets, nameOf, notedNameOf, titleOf } from "../stack/deployment.js";
import type { RunEvents, Step, StepState } from "../stack/events.js";

/** What a run would do with a resource, as data that is the same for each preview of the same change. */
export type PlannedChange = Pick<Planned, "urn" | "operations"> & Partial<Planned>;

type Planned = Frozen<ReturnType<typeof plannedChange>>;

/** The step that says most about what happens to a resource: `replace` if there is one, or else the last. */
export const operationOf = ({ operations }: Pick<PlannedChange, "operations">): string =>
  operations.find((each) => each === "replace") ?? operations.at(-1)!;

/** Codes of what is told of each resource of a stack. */
const perResource: ReadonlySet<string> = new Set<Remark["code"]>(["declares", "login", "options"]);

/**
 * The steps by the resource of the program, whatever the state calls it. A replacement removes the object under its former name.
 */
export function stepsByUrn(steps: readonly Step[]): ReadonlyMap<string, readonly [Step, ...Step[]]> {
  const renamed = new Map(steps.flatMap((step) => (formerOf(step) === undefined ? [] : [[formerOf(step)!, step.urn]])));
  const urnOf = ({ urn }: Step): string => renamed.get(urn) ?? urn;
  return new Map(groupedBy(steps, urnOf).map((group) => [urnOf(group[0]), group] as const));
}

/** The changes of a preview in the order of their URNs. @param key of the digests */
export function plannedChanges({ refreshed, planned, remarks }: RunEvents, key: string): readonly PlannedChange[] {
  const steps = stepsByUrn(
    [...refreshed, ...planned].filter((step) => !isDefaultProvider(step.urn) && (isChange(step) || formerOf(step) !== undefined)),
  );
  const [declared, options] = [declarationsIn(remarks), optionsIn(remarks)];
  // A remark for each resource of the stack would be looked through for each change.
  const general = remarks.filter(({ code }) => !perResource.has(code));
  return Array.from(steps, ([urn, of]) =>
    plannedChange(of, { urn, remarks: general, key, declared: declared(urn), options: options.get(urn) }),
  ).sort((a, b) => (a.urn < b.urn ? -1 : 1));
}

interface Known {
  readonly urn: string;
  readonly remarks: readonly Remark[];
  readonly key: string;
  /** As the provider has told it; undefined for a resource of another package, and for one that leaves the program. */
  readonly declared: Declared;
  readonly options: Readonly<Record<string, unknown>> | undefined;
}

function plannedChange(steps: readonly [Step, ...Step[]], { urn, remarks, key, declared, options }: Known) {
  const run = steps.filter(({ op }) => op !== "refresh");
  const [old, after] = (["old", "new"] as const).map((side) => run.find((step) => step[side] !== undefined)?.[side]);
  const refresh = steps.find(({ op }) => op === "refresh");
  const kind = kindFor(steps[0]);
  const name = notedNameOf(urn);
  const about = (of: Remark): boolean =>
    of.kind === kind && kind !== undefined && (of.resource === name || (of.id !== undefined && of.id === old?.id));
  const own = remarks.filter(about);
  return {
    urn,
    /** The engine's steps, such as `update`, in their order. */
    operations: [...new Set(steps.map(({ op }) => op))] as readonly string[],
    /** What the state calls it, if the program has renamed it. */
    formerUrn: steps.map(formerOf).find((former) => former !== undefined),
    /** Of the object before. */
    id: old?.id,
    before: old && keptOf(old),
    after: after && keptOf(after),
    declares: after && (declared.declares ?? digestsOf(key, maskedSecrets(after.inputs) as StepState["inputs"])),
    /** From which resources identifiers come that are not known before the run. */
    sources: after && declared.sources,
    /** Options that no step shows, such as `ignoreChanges`. */
    options: options && withoutEmpty(options),
    /** What a refresh found to differ from the state; null if the object is gone. */
    found: refresh && foundBy(refresh, key),
    cost: own.find(({ code }) => code === "order")?.cost,
    /** What a new resource changes in an object that exists. */
    overwritten: own.findLast(({ overwritten }) => overwritten !== undefined)?.overwritten,
    inside: sortedOrNone(own.flatMap((each) => (each.inside ?? []).map((inner) => `${inner.kind} ${inner.id}`))),
    /** What is expected of a deletion, such as `leaves`. */
    outcome: sortedOrNone(own.flatMap((each) => each.outcome ?? [])),
  };
}

const sortedOrNone = (texts: readonly string[]): readonly string[] | undefined =>
  texts.length === 0 ? undefined : [...new Set(texts)].sort();

/** What the state calls a resource that the program has renamed. */
const formerOf = ({ urn, isCustom, old, new: after }: Step): string | undefined =>
  isCustom && old !== undefined && after !== undefined && old.urn !== urn ? old.urn : undefined;

const keptOf = ({ isProtected, isRetained, provider }: StepState) => ({ isProtected, isRetained, provider });

function foundBy({ new: after, paths }: Step, key: string): Digests | null {
  if (after === undefined) return null;
  const names = new Set(paths.map(nameIn));
  return Object.fromEntries(
    Object.entries(digestsOf(key, maskedSecrets(after.inputs) as StepState["inputs"])).filter(([path]) =>
      names.has(nameIn(path)),
    ),
  );
}

/** Options that are not empty. The order of their members means nothing. */
export const withoutEmpty = (options: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(options)
      .map(([name, value]) => [name, Array.isArray(value) ? [...new Set(value as string[])].sort() : value] as const)
      .filter(([, value]) => (Array.isArray(value) ? value.length > 0 : Boolean(value))),
  );

export function reviewedRun({ planned, remarks }: RunEvents): Reviewed {
  const declared = declarationsIn(remarks);
  const calls = planned.flatMap((step): ReviewedCall[] => {
    const { op, urn, old } = step;
    const [kind, call] = [kindFor(step), callOf[op]];
    if (kind === undefined || call === undefined) return [];
    // A deletion is made with the outputs in the state, where a renamed resource still has its former name.
    if (call === "delete")
      return old?.isRetained === true ? [] : [{ call, kind, name: recordedNameOf(old?.outputs ?? {}), id: old?.id }];
    const id = call === "update" ? old?.id : undefined;
    return [{ call, kind, name: notedNameOf(urn), id, ...declared(urn) }];
  });
  return { calls, logins: loginsIn(remarks) };
}

const callOf: Readonly<Record<string, ReviewedCall["call"]>> = {
  create: "create",
  "create-replacement": "create",
  update: "update",
  delete: "delete",
  "delete-replaced": "delete",
};

/** Whether a step does something, or removes what stands in the way of a deletion. */
export const isChange = (step: Step): boolean => {
  const { op, old, new: after, paths } = step;
  if (op === "read") return isReleased(step);
  return op === "refresh" || op === "same"
    ? paths.length > 0 || (op === "refresh" && after === undefined) || isOtherwiseKept(old, after)
    : true;
};

const isOtherwiseKept = (old: StepState | undefined, after: StepState | undefined): boolean =>
  old !== undefined && after !== undefined && !isDeepStrictEqual(keptOf(old), keptOf(after));

/** Name of the explicit provider, and so of the login; undefined for the default one. */
export const providerNameOf = (entry: StepState | undefined): string | undefined =>
  entry?.provider === undefined ? undefined : nameOf(entry.provider);

export type Rename = Readonly<ReturnType<typeof renameOf>[number]>;

export function renamesOf({ planned }: Pick<RunEvents, "planned">): readonly Rename[] {
  const changed = new Set(planned.filter(isChange).map(({ urn }) => urn));
  const renames = planned.flatMap((step) => renameOf(step, !changed.has(step.urn)));
  return [...new Map(renames.map((each) => [each.urn, each])).values()].sort((a, b) => (a.title < b.title ? -1 : 1));
}

function renameOf(step: Step, isUntouched: boolean) {
  const { urn, op, old, new: after } = step;
  const formerUrn = formerOf(step);
  if (formerUrn === undefined || op === "read" || isDefaultProvider(urn)) return [];
  const [title, former] = [titleOf(urn), titleOf(formerUrn)];
  const [inside, formerlyInside] = title === former ? [placeOf(after), placeOf(old)] : ["", ""];
  // As the program names it, and as it did before: with the parent, if only that differs.
  return [{ urn, formerUrn, title: `${title}${inside}`, former: `${former}${formerlyInside}`, isUntouched }];
}

const placeOf = ({ parent }: Partial<StepState> = {}): string =>
  parent === undefined || parent.includes("::pulumi:pulumi:Stack::") ? " of the stack" : ` of ${titleOf(parent)}`;

/** What `hosting apply` will refuse in the run, because a review cannot see it: a sentence each. */
export async function unboundIn({ planned, remarks }: RunEvents): Promise<readonly string[]> {
  const declared = declarationsIn(remarks);
  const logins = loginsIn(remarks).map(({ provider }) => provider);
  const shown = new Set<string>();
  for (const step of planned) {
    const { op, urn, new: after } = step;
    const call = callOf[op];
    const definition = await definitionFor(step);
    if (definition === undefined || after === undefined || call === undefined || call === "delete") continue;
    const provider = providerNameOf(after);
    if (logins.length > 0 && !logins.includes(provider))
      shown.add(
        `${provider === undefined ? "The default provider" : `Provider ${provider}`}: whose login it uses is not known before the run, so ` +
          "`hosting apply` refuses what it manages",
      );
    const { declares = {}, sources = {} } = declared(urn);
    const open = openArguments(declares, decisiveArguments(definition, call, after.inputs)).filter(
      (argument) => sources[argument] === undefined,
    );
    if (open.length > 0)
      shown.add(
        `${titleOf(urn)}: its ${open.join(", ")} ${open.length === 1 ? "is" : "are"} not known before the run, so \`hosting apply\` refuses it. ` +
          "Pass on an output of one resource as it is, or a value that is known",
      );
  }
  return [...shown];
}
