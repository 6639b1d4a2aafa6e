import { once } from "../../../sdk/values/once.js";
import type { CreationFacts, Gets } from "../../decisions/creation.js";
import { gathered, type FactReaders } from "../../decisions/decide.js";
import { type ObservedObject, isAdoptable, missingToCreate } from "../../definition/definition.js";
import type { Claimant } from "../../ownership/holders.js";
import { sameId, isWholeId } from "../../values/ids.js";
import { type Properties, isAbsent } from "../../values/properties.js";
import { isUnknown } from "../../values/unknown-values.js";
import { type Leftover, wasCreated, changedSince } from "../interrupted-creations.js";
import { registeredElsewhereProblem } from "../registered-names.js";
import { deviations, hiddenArguments } from "../state.js";
import { journalProblem } from "../noted-request.js";
import type { DeclaredObject } from "./declared-object.js";

/** How to look for objects: a preview waits for nothing, and a run looks right before it acts. Each may be asked several times. */
export interface Looks {
  /** Objects that may be adopted; undefined if that is not known yet. */
  adoptable(): Promise<readonly ObservedObject[] | undefined>;
  /** What interrupted runs left behind; undefined if one of them still goes on. */
  leftover(): Promise<Leftover | undefined>;
  /** Objects that match what is declared; undefined if they are not known. */
  matching(): Promise<readonly ObservedObject[] | undefined>;
  /** Whether this run is to create the container, which has nothing in it then. Default: it is there. */
  isToCome?(): boolean;
}

/** What nobody left behind. */
export const noLeftover: Leftover = { own: [], by: [], named: [], creations: [] };

/** Looks where only the objects that match by now count; undefined: none are asked for. */
export const onlyMatching = (matching?: readonly ObservedObject[]): Looks => ({
  adoptable: () => Promise.resolve(undefined),
  leftover: () => Promise.resolve(noLeftover),
  matching: () => Promise.resolve(matching),
});

/** Why the API may refuse a creation, which a run learns from its answer. */
type Checks = Pick<CreationFacts, "misplaced" | "misnamed" | "missingContainer" | "isNotThereYet" | "problems">;

/**
 * Where a run finds the facts about the creation of a resource.
 *
 * @param replaced the id of the object that the new one replaces
 */
export function creationFacts(
  subject: DeclaredObject,
  looks: Looks,
  checks: FactReaders<Checks> = {},
  replaced?: string,
): FactReaders<CreationFacts> {
  const { definition, context, inputs } = subject;
  const { kind, identity, revealed = [], deletion } = definition;
  const { run, holders, notes } = context.ownership;
  const { resource } = subject;
  const self = resource.name;
  const isReplaced = run.declaration(resource).isReplaced === true;
  const adopts = inputs["adopt"] === true;
  // If objects need not be unique, one that is equal to the declared object usually belongs to somebody else.
  const mayAdopt = adopts && identity.singleton !== true && isAdoptable(definition) && !(isReplaced && identity.unique === false);
  const asked = once(async () => {
    const all = mayAdopt ? await looks.adoptable() : undefined;
    const isMade =
      all?.length === 0 ? run.hasStartedReplacement(resource) : all?.every(({ id }) => run.holderOf(kind, id) !== undefined);
    return { isOpen: mayAdopt && all === undefined, all: isReplaced && isMade === true ? undefined : all };
  });
  /** An object that the resource would get, or that is why it gets none. */
  const inQuestion = async (): Promise<readonly ObservedObject[]> => {
    const adoptable = await facts.adoptable();
    if (adoptable !== undefined) return adoptable.free;
    return (await facts.results()) === undefined ? facts.existing() : [];
  };
  const ids = async () => (await facts.existing()).map(({ id }) => id).filter(isWholeId);
  const claimantOf = async (found: readonly ObservedObject[]): Promise<Claimant | undefined> => {
    const whole = found.map(({ id }) => id).filter(isWholeId);
    const claimants = await Promise.all(whole.map((id) => holders.claimant(kind, id, inputs)));
    return claimants.find((each) => each !== undefined);
  };

  const facts: FactReaders<CreationFacts> = gathered<CreationFacts>({
    ...checks,
    adopts: () => adopts,
    revealed: () => (isReplaced ? [] : revealed),
    isOpen: async () => {
      if (identity.singleton === true) return (await looks.matching()) === undefined;
      return isUnknown(inputs["adopt"]) ? looks.isToCome?.() !== true : (await asked()).isOpen;
    },
    adoptable: async () => {
      const { all } = await asked();
      if (all === undefined) return undefined;
      const [meant, ...others] = adoptableOf(subject, all).free;
      if (meant !== undefined && others.length === 0 && isWholeId(meant.id))
        run.recordDeclaration(resource, { adopts: meant.id });
      // Another process tells what it gives up before it looks for adopters, so one of both sees the other.
      return adoptableOf(subject, all);
    },
    endangers: async () => {
      if (!isReplaced || run.hasStartedReplacement(resource)) return undefined;
      return concernsOf(subject, await inQuestion());
    },
    deletion: async () => {
      const [first] = (await facts.adoptable())?.free ?? [];
      return first && isWholeId(first.id) ? notes.deletionUnderWay(kind, first.id) : undefined;
    },
    exchangedWith: async () => {
      if (!isReplaced) return undefined;
      const claimant = await claimantOf(await inQuestion()).catch(() => undefined);
      // What it holds in this run, no replacement deletes.
      const isHolding = run.heldOf(kind).some(({ name }) => name === claimant?.name);
      return claimant?.isOfThisStack === true && !isHolding ? claimant.name || undefined : undefined;
    },
    isUnderWay: async () => (await facts.adoptable()) === undefined && (await looks.leftover()) === undefined,
    results: async () => {
      if ((await facts.adoptable()) !== undefined) return undefined;
      const left = (await looks.leftover()) ?? noLeftover;
      const { own, by } = left;
      return own.length === 0 ? undefined : { own, isCreated: wasCreated(left), changed: changedSince(definition, inputs, by) };
    },
    isUndeletable: () => deletion.undeletable !== undefined,
    gets: async () => {
      const adoptable = await facts.adoptable();
      const [first] = adoptable?.free ?? (await facts.results())?.own ?? [];
      if (first !== undefined) return gotten(subject, adoptable === undefined ? "take over" : "adopt", first);
      const [used] = await facts.existing();
      const isUsed = used !== undefined && (identity.singleton === true || identity.usesExisting?.(used, inputs) === true);
      return isUsed ? gotten(subject, "use", used) : undefined;
    },
    existing: async () => (identity.unique === false ? [] : ((await looks.matching()) ?? [])),
    holder: async () =>
      (await ids())
        .map((id) => run.holderOf(kind, id) ?? run.deletedFirstFor(kind, id))
        .find((holder) => holder !== undefined && holder !== self),
    // Without readable claims, nobody is known to have it.
    claimant: async () => claimantOf(await facts.existing()).catch(() => undefined),
    wasOwn: async () =>
      ids()
        .then(async (all) => all.flatMap(await holders.claimantsOf(kind, inputs)).some(({ isOwn }) => isOwn && self !== ""))
        .catch(() => false),
    nameElsewhere: async () => {
      const isThere = ((await facts.adoptable())?.all.length ?? 0) > 0;
      return isThere ? undefined : registeredElsewhereProblem(subject, replaced);
    },
    journal: () => journalProblem(definition, context),
    canCreate: () => definition.create !== undefined,
    missing: () => missingToCreate(definition, inputs),
  });
  return facts;
}

/** Which of the objects that could be updated to match the declaration a resource may adopt. */
function adoptableOf(
  { definition, context, inputs, resource }: DeclaredObject,
  all: readonly ObservedObject[],
): NonNullable<CreationFacts["adoptable"]> {
  const { identity } = definition;
  const { run } = context.ownership;
  const { kind, name: self } = resource;
  const { adopts = "" } = run.declaration(resource);
  /** Another resource of the program that has the object, adopts it in this run, or has it deleted in this run. */
  const otherHolder = ({ id }: ObservedObject): string | undefined =>
    [
      isWholeId(id) ? run.holderOf(kind, id) : undefined,
      run.otherAdopter(kind, id, self),
      sameId(adopts, id) ? undefined : run.deletedFirstFor(kind, id),
      run.movingOn(kind, id)?.name,
    ].find((holder) => holder !== undefined && holder !== self);
  const free = all.filter((found) => otherHolder(found) === undefined);
  // Of several that could be brought to what is declared, one that needs no change is meant.
  const equal = free.filter((found) => identity.matches(found, inputs));
  const [taken] = all.flatMap((found) => otherHolder(found) ?? []);
  return { all, free: equal.length === 1 ? equal : free, holder: taken };
}

/** What needs attention about objects: a clause without an end. */
export const concernsOf = (
  { definition: { reading }, inputs }: DeclaredObject,
  objects: readonly ObservedObject[],
): string | undefined => objects.flatMap((found) => reading.concern?.(found, inputs) ?? []).join(", and ") || undefined;

function gotten({ definition, inputs }: DeclaredObject, as: Gets["as"], object: ObservedObject): Gets {
  const differing = deviations(definition, inputs, object);
  const stuck = differing.filter((field) => definition.fields[field]!.policy !== "update");
  const needsUpdate = differing.length > 0 || hiddenArguments(definition, inputs, object).length > 0;
  const canUpdate = definition.update !== undefined || !needsUpdate;
  const unshown = Object.entries(definition.fields)
    .filter(([, { readable, policy, required, absent }]) => readable && policy !== "update" && !required && absent === "anything")
    .map(([name]) => name)
    .filter((name) => inputs[name] !== undefined && isAbsent((object.inputs as Properties)[name]));
  return { as, object, stuck, fits: isWholeId(object.id) && stuck.length === 0 && canUpdate, unshown };
}
