import type { Definition } from "../../provider/definition/definition.js";
import { amountOf, productOf, sumsOf } from "../../provider/values/money.js";
import type { Properties } from "../../provider/values/properties.js";
import type { Overwritten, Remark } from "../../provider/values/remarks.js";
import { isUnknown } from "../../provider/values/unknown-values.js";
import { type Effect, effectOf, type Outcome, type ResourceEffect } from "../preview/outcome.js";
import { nameIn, shownInputs, valueAt } from "../preview/properties.js";
import { oneLine } from "../shared/text.js";
import { definitionOf, kindOf } from "../stack/definitions.js";
import { classIn, type Frozen, isDefaultProvider, maskedSecrets, titleOf } from "../stack/deployment.js";
import type { RunEvents, Step, StepState } from "../stack/events.js";
import { type Group, groupsOf, type NameOf, objectNamesIn as namesIn } from "./groups.js";
import { isChange, providerNameOf, stepsByUrn } from "./plan.js";

/** A property that the run would change. Values are absent if there is none; secrets are masked. */
export interface PropertyChange {
  /** Such as `url` or `headers["X-Key"]`. */
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly replaces: boolean;
}

/** How a count of each effect reads, in the order of their importance. */
export const effectPhrases: Readonly<Record<Effect, string>> = {
  refused: "would fail",
  ordered: "to order",
  deleted: "to delete",
  replaced: "to replace",
  left: "to leave at the provider",
  created: "to create",
  changed: "to change",
  adopted: "to adopt",
  kept: "with other options only",
};

export const effects = Object.keys(effectPhrases) as [Effect, ...Effect[]];

/** Whether an object that exists goes away. */
export const isRemoval = (effect: Effect): boolean => effect === "deleted" || effect === "replaced";

export type Change = Frozen<Awaited<ReturnType<typeof changeOf>>>;

/** `b2` before `b10`. */
const byName = new Intl.Collator("en", { numeric: true });

/** What a run would do, in the order of the titles. The outcome is that of the same events. */
export async function changesOf(events: RunEvents, { resources }: Pick<Outcome, "resources">): Promise<readonly Change[]> {
  const own = new Map(resources.map((each) => [each.urn, each]));
  const groupOf = await groupsOf(events);
  const nameOf = await namesIn(events);
  const steps = stepsByUrn(events.planned.filter((step) => step.isCustom && isChange(step) && !isDefaultProvider(step.urn)));
  const losses = events.remarks.filter(({ code }) => code === "loss");
  const urns = new Set([...steps.keys(), ...own.keys()]);
  const changes = await Promise.all(
    Array.from(urns, (urn) => changeOf(urn, steps.get(urn) ?? [], own.get(urn), { group: groupOf(urn), nameOf, losses })),
  );
  return changes.sort((a, b) => byName.compare(a.title, b.title));
}

async function changeOf(
  urn: string,
  steps: readonly Step[],
  known: ResourceEffect | undefined,
  { group, nameOf, losses }: { readonly group: Group; readonly nameOf: NameOf; readonly losses: readonly Remark[] },
) {
  const className = classIn(urn);
  const definition = className === undefined ? undefined : await definitionOf(className);
  const [before, after] = (["old", "new"] as const).map((side) => steps.find((step) => step[side] !== undefined)?.[side]);
  const title = titleOf(urn);
  const changed = (option: "isProtected" | "isRetained"): "added" | "removed" | undefined => {
    if (before === undefined || after === undefined || before[option] === after[option]) return undefined;
    return after[option] ? "added" : "removed";
  };
  const shown = (inputs: Properties = {}): Properties => {
    const { accountIdentifier } = inputs;
    const isNew = isUnknown(accountIdentifier) && group.container !== undefined;
    return { ...shownBy(definition)(inputs), ...(isNew && { accountIdentifier: `(${group.container})` }) };
  };
  const named = (entry: StepState | undefined): string => {
    if (definition === undefined || entry === undefined) return title;
    const name = nameOf(definition, shownBy(definition)(entry.inputs));
    // A title has only valid arguments.
    return group.container === undefined ? name : name.replace("account (not known yet)", () => `account (${group.container})`);
  };
  const kind = className === undefined ? undefined : kindOf(className);
  const loss = losses.find((each) => each.kind === kind && each.id === before?.id);
  const effect: Effect = known?.effect ?? effectOf(steps);
  return {
    urn,
    /** Undefined for a resource of another package. */
    kind,
    /** As the program names it: `Domain shop`. */
    title,
    /** As people name it: `domain shop.de of account p100001`; the title for a resource of another package. */
    object: named(after ?? before),
    /** As people name the object that a replacement takes away or a deletion is about. */
    former: named(before ?? after),
    id: known?.id ?? before?.id,
    effect,
    isOrdered: known?.isOrdered ?? false,
    /** What the order costs, if the API shows it. */
    cost: known?.cost,
    /** What the provider sells there, such as `.de` or `article 1101`. */
    product: kind === undefined ? undefined : productOf(kind, (after ?? before)?.inputs ?? {}),
    properties: propertiesOf(steps, shown, known?.overwritten),
    /** What a new resource changes in an object that exists; undefined if it takes none, or if that is not known. */
    overwritten: known?.overwritten,
    takesExisting: steps.some(({ op }) => op === "create") && (effect === "changed" || effect === "adopted"),
    protection: changed("isProtected"),
    /** Whether its object is to stay at the provider when the resource leaves the program, if that changes. */
    retention: changed("isRetained"),
    /** Names of the explicit providers, and so the logins; undefined for the default one. */
    providers: { before: providerNameOf(before ?? after), after: providerNameOf(after ?? before) },
    /** The id of the object that the program only reads from now on, in place of the one that it has managed. */
    reads: before?.isExternal === false && after?.isExternal === true ? after.id : undefined,
    /** Whether the old object of a replacement, or the object that leaves the program, stays at the provider. */
    isRetained: before?.isRetained === true && steps.some(({ op }) => op === "delete" || op === "delete-replaced"),
    /** What the provider says of the object that a replacement takes away. */
    loss: loss && oneLine(loss.text),
    /** What is billed and goes with the object, although nothing asks for its deletion. */
    inside: loss?.inside ?? [],
    message: known?.message,
    group,
    /** Whether it is what each customer has: a contact, or how it is billed and pays. */
    isOfCustomer: definition?.identity.singleton === true,
  };
}

type Shown = (inputs: Properties | undefined) => Properties;

/** The engine masks what the state marks; the definition knows what is secret as well. */
const shownBy =
  (definition: Definition | undefined): Shown =>
  (inputs = {}) =>
    definition === undefined ? (maskedSecrets(inputs) as Properties) : shownInputs(definition, inputs);

/** @param overwritten what a new resource changes in an object that exists, of which the state knows nothing */
function propertiesOf(steps: readonly Step[], shown: Shown, overwritten: ResourceEffect["overwritten"]): PropertyChange[] {
  // The step that compares; the others of a replacement create and delete.
  const step = ["replace", "create-replacement", "update", "create"].flatMap((op) => steps.filter((each) => each.op === op))[0];
  if (step === undefined) return [];
  const before = step.op === "create" ? valuesBefore(overwritten, shown) : shown(step.old?.inputs);
  const after = shown(step.new?.inputs);
  const causes = new Set(steps.flatMap((each) => each.causes));
  const created = overwritten?.map(({ name }) => name) ?? Object.keys(after);
  const paths = step.paths.length > 0 ? step.paths : step.op === "create" ? created : [...causes];
  return paths
    .filter((path) => !path.startsWith("__"))
    .map((path) => {
      const [earlier, becomes] = [valueAt(before, path), valueAt(after, path)];
      return {
        path,
        ...(earlier === undefined ? {} : { before: earlier }),
        ...(becomes === undefined ? {} : { after: becomes }),
        replaces: step.op !== "create" && (causes.has(nameIn(path)) || /replace/.test(step.differences[path] ?? "")),
      };
    });
}

const valuesBefore = (overwritten: readonly Overwritten[] = [], shown: Shown): Properties => ({
  ...shown(Object.fromEntries(overwritten.map(({ name, before }) => [name, before]))),
  ...Object.fromEntries(overwritten.filter(({ isShown }) => !isShown).map(({ name }) => [name, "(not shown)"])),
});

/** What the orders of a run cost, as far as the API tells. */
export function moneyOf(changes: readonly Change[]) {
  const orders = changes.filter(({ isOrdered }) => isOrdered);
  return { orders, ...sumsOf(orders.map(({ cost }) => cost && amountOf(cost))) };
}

/**
 * Reads the remarks about resources that have left the program: a preview asks a provider nothing about a deletion. There may be more of them
 * than the run removes: only the engine knows the state and the options of the run.
 * @param isWhole whether the preview came to its end, so that it shows all deletions
 */
export function withRemovalRemarks(changes: readonly Change[], remarks: readonly Remark[], isWhole: boolean) {
  const removals = remarks.filter(({ code }) => code === "removal");
  const about = ({ kind, id, effect }: Change, outcome: Remark["outcome"]): Remark | undefined =>
    !isRemoval(effect)
      ? undefined
      : removals.find((each) => each.kind === kind && each.id === id && each.outcome === outcome && each.mayBeAdopted !== true);
  const obstacleTo = (change: Change): string | undefined => {
    const remark = about(change, "fails");
    return remark === undefined ? undefined : `The run ${oneLine(remark.text)}`;
  };
  // The program's side knows the settings of the default provider only.
  const isCertain = ({ providers }: Change) => providers.before === undefined;
  const adapted = (change: Change): Change => {
    if (about(change, "leaves") !== undefined) return { ...change, effect: "left" };
    const message = obstacleTo(change);
    if (message !== undefined && isCertain(change)) return { ...change, effect: "refused", message };
    const inside = about(change, "removes")?.inside;
    return inside === undefined ? change : { ...change, inside };
  };
  return {
    changes: changes.map(adapted),
    doubts: changes.filter((change) => !isCertain(change)).flatMap((change) => obstacleTo(change) ?? []),
    rest: removals
      .filter(({ mayBeAdopted }) => !isWhole || mayBeAdopted === true)
      .map(({ text }) => `The run, if it goes on, ${oneLine(text)}`),
  };
}
