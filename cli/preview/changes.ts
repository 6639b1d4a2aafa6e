import type { Definition } from "../../provider/definition/definition.js";
import { amountOf, productOf, sumsOf } from "../../provider/values/money.js";
import type { Properties } from "../../provider/values/properties.js";
import type { Overwritten, Remark } from "../../provider/values/remarks.js";
import { isUnknown } from "../../provider/values/unknown-values.js";
import { type Effect, effectOf, isAdoption, type Result, stays } from "./outcome.js";
import { nameIn, shownInputs, valueAt } from "./properties.js";
import { oneLine } from "../shared/text.js";
import { groupedBy } from "../shared/values.js";
import { definitionOf, kindOf } from "../stack/definitions.js";
import { classIn, type Frozen, isDefaultProvider, maskedSecrets, notedNameOf, titleOf } from "../stack/deployment.js";
import { engineMessage } from "../stack/engine-message.js";
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

/** What a run would do, or has done, in the order of the titles. */
export async function changesOf(events: RunEvents): Promise<readonly Change[]> {
  const { planned } = events;
  const remarks = events.remarks.filter(({ code }) => code === "loss" || code === "existing" || code === "order");
  const groupOf = await groupsOf(events);
  const nameOf = await namesIn(events);
  const steps = stepsByUrn(planned.filter((step) => step.isCustom && isChange(step) && !isDefaultProvider(step.urn)));
  const refused = groupedBy(
    events.failures.filter(({ urn }) => urn !== undefined && classIn(urn) !== undefined),
    ({ urn }) => urn!,
  );
  // Pulumi tells each mistake of a resource in a message of its own.
  const messages = new Map(refused.map((of) => [of[0].urn!, of.map(engineMessage).join("; ")]));
  const changes = await Promise.all(
    Array.from(new Set([...steps.keys(), ...messages.keys()]), (urn) =>
      changeOf(urn, steps.get(urn) ?? [], { group: groupOf(urn), nameOf, remarks, message: messages.get(urn) }),
    ),
  );
  return changes.sort((a, b) => byName.compare(a.title, b.title));
}

export interface Outcome {
  /** Of all packages. */
  readonly changes: readonly Change[];
  /** Of this package, and of which more changes than options. */
  readonly resources: readonly Change[];
  /** Failures that are about no resource of this package. */
  readonly problems: readonly string[];
  readonly result: Result;
}

/** Reads what a run did, or what a preview said before one began. */
export async function outcomeOf(events: RunEvents): Promise<Outcome> {
  const { failures, isWhole } = events;
  const changes = await changesOf(events);
  const general = failures.filter(({ urn }) => urn === undefined || classIn(urn) === undefined);
  return {
    changes,
    resources: changes.filter(({ kind, effect }) => kind !== undefined && effect !== "kept"),
    problems: [...new Set(general.map(engineMessage))],
    result: isWhole && failures.length === 0 ? "succeeds" : "fails",
  };
}

interface Around {
  readonly group: Group;
  readonly nameOf: NameOf;
  readonly remarks: readonly Remark[];
  /** Why the run fails there. */
  readonly message: string | undefined;
}

async function changeOf(urn: string, steps: readonly Step[], { group, nameOf, remarks, message }: Around) {
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
  const about = (code: Remark["code"], isIt: (of: Remark) => boolean) =>
    remarks.find((each) => each.code === code && each.kind === kind && isIt(each));
  const isNamed = ({ resource }: Remark) => resource === notedNameOf(urn);
  const loss = about("loss", ({ id }) => id === before?.id);
  // What is read under the name of a managed object replaces nothing: the object is deleted.
  const acting = steps.some(({ op }) => op === "read-replacement")
    ? steps.flatMap((step) => (/^delete/.test(step.op) ? [{ ...step, op: "delete" }] : []))
    : steps;
  const effect: Effect = message === undefined ? effectOf(acting, definition) : "refused";
  const created = message === undefined && definition !== undefined ? acting.filter(({ op }) => /^create/.test(op)) : [];
  const isAdopted = created.some(isAdoption);
  const isTaken = created.some(({ op }) => op === "create") && (isAdopted || definition?.identity.singleton === true);
  const overwritten = isTaken ? about("existing", isNamed)?.overwritten : undefined;
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
    id: steps.findLast((step) => step.new?.id !== undefined)?.new?.id ?? before?.id,
    effect,
    isOrdered: created.length > 0 && !isAdopted && definition?.costly === true,
    /** What the order costs, if the API shows it. */
    cost: created.length === 0 ? undefined : about("order", isNamed)?.cost,
    /** What the provider sells there, such as `.de` or `article 1101`. */
    product: kind === undefined ? undefined : productOf(kind, (after ?? before)?.inputs ?? {}),
    properties: propertiesOf(steps, shown, overwritten),
    /** Of the properties that the engine has compared, or that are overwritten. */
    paths: [...new Set([...steps.flatMap(({ paths }) => paths), ...(overwritten ?? []).map(({ name }) => name)])].filter(
      (path) => !path.startsWith("__"),
    ),
    /** What a new resource changes in an object that exists; undefined if it takes none, or if that is not known. */
    overwritten,
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
    /** Whether the old object of a replacement stays for whatever reason. */
    leavesOld: effect === "replaced" && steps.some((step) => stays(definition, step)),
    /** What the provider says of the object that a replacement takes away. */
    loss: loss && oneLine(loss.text),
    /** What is billed and goes with the object, although nothing asks for its deletion. */
    inside: loss?.inside ?? [],
    message,
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
function propertiesOf(steps: readonly Step[], shown: Shown, overwritten: readonly Overwritten[] | undefined): PropertyChange[] {
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
