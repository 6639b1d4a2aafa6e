import { gathered, type FactReaders } from "../../provider/decisions/decide.js";
import type { RecoveryFacts } from "../../provider/decisions/recovery.js";
import type { Definition, ObservedObject } from "../../provider/definition/definition.js";
import { type NotedCreation, isRecent, isUnderWay, type NotedChange } from "../../provider/journal/noted.js";
import { differences } from "../../provider/lifecycle/comparison.js";
import { distinct } from "../../provider/lifecycle/find.js";
import { resultOf, settlingTime } from "../../provider/lifecycle/interrupted-creations.js";
import { deviations, hiddenArguments } from "../../provider/lifecycle/state.js";
import { mayTakeOver } from "../../provider/ownership/results.js";
import { equal, type Properties } from "../../provider/values/properties.js";
import { isUnconfirmed } from "../../provider/values/reserved-properties.js";
import { inWords } from "../../sdk/redaction/text.js";
import { callTimeout } from "../../sdk/values/duration.js";
import { once } from "../../sdk/values/once.js";
import { nameOf, type PendingOperation, plainProperties, type StoredResource } from "../stack/deployment.js";
import { type Change, currentEntry, dependents, providerIn, storedEntry } from "./state.js";

export interface Verdict {
  readonly change: Change;
  /** What exists at the provider, in a few words. */
  readonly found: string;
  /** The reasons, and what the user has to know or do, in sentences. */
  readonly why: string;
  /** Milliseconds until more will be known. */
  readonly waits?: number;
  /** Notes in the journal that the change settles. */
  readonly settles?: readonly (NotedCreation | NotedChange)[];
}

export const isLeft = ({ change }: Pick<Verdict, "change">): boolean => change.action === "leave";

export interface Case {
  readonly operation: PendingOperation;
  readonly definition: Definition;
  readonly inputs: Properties;
  readonly resources: readonly StoredResource[];
  /** The listing that would contain the object; undefined if its container is proven gone. */
  objects(): Promise<readonly ObservedObject[] | undefined>;
  /** The object with an id, `undefined` if it is proven gone. */
  look(id: string): Promise<ObservedObject | undefined>;
  /** The resource in the state that already has the id. */
  holder(id: string): StoredResource | undefined;
  /** Who else, in any stack, has an object as far as runs have shown, in words. @throws if that cannot be read */
  claimant(id: string): string | undefined;
  /** Whether someone else is known to have had an object since a moment, in milliseconds since the epoch. */
  isHeld(id: string, since: number): boolean;
  /** The owner's properties of an entry that gets the object. */
  owner(): Properties;
  /** Updates of the object with an id that were sent, and that no state is known to have. */
  openUpdates(id: string, state: Properties): readonly NotedChange[];
  readonly notes: readonly NotedCreation[];
  /** How much longer the object of a noted creation may take to appear, in milliseconds. */
  timeLeft(note: NotedCreation): number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** When the state was written; the operation began before. Milliseconds since the epoch. */
  readonly writtenAt: number;
}

export const importOne = "Adopt one of them with `hosting adopt --take`.";

export const ago = (now: number, then: number): string => `${inWords(Math.max(now - then, 1000))} ago`;

/** Where the facts about a pending operation come from: the state, the journal of this machine, and the API. */
export function recoveryFacts(each: Case): FactReaders<RecoveryFacts> {
  const { operation, definition, inputs, resources, notes } = each;
  const { resource } = operation;
  const { identity, deletion, revealed } = definition;
  const results = once(() => resultsFor(each));
  const entry = storedEntry(resources, resource);
  const current = currentEntry(resources, resource.urn);
  const found = once(async () => (entry === undefined ? undefined : each.look(entry.id)));
  const changes = once(async () => changesOf(each, entry!, (await found())!));
  return gathered<RecoveryFacts>({
    isEntered: () => (inputs["adopt"] === true && notes.every(({ sends }) => sends.length === 0)) || identity.singleton === true,
    underWay: () => notes.find(isUnderWay),
    isContainerGone: async () => (await results()) === undefined,
    own: async () => (await results())?.own ?? [],
    isProven: async () => (await results())?.isProven === true,
    foreign: async () => (await results())?.foreign ?? [],
    isOfState: async () => {
      const { foreign = [] } = (await results()) ?? {};
      return foreign.length > 0 && foreign.every(({ id }) => each.holder(id) !== undefined);
    },
    waits: () => (definition.costly === true ? orderTimeLeft(each) : 0),
    isUnsent: () => notes.length > 0 && notes.every(({ sends, answered }) => sends.length === 0 && answered === undefined),
    isSecretLost: () => revealed !== undefined,
    isUndeletable: () => deletion.undeletable !== undefined,
    isCreatedAgain: () => current !== undefined && isSameAgain(current, each),
    isToReplace: () => current !== undefined && current.pendingReplacement !== true,
    differing: async () => {
      const { own: [first] = [], isExact } = (await results()) ?? {};
      return first === undefined || isExact === true ? [] : deviations(definition, inputs, first);
    },
    lacksEntry: () => entry === undefined,
    lacksProvider: () => resource.provider !== undefined && providerIn(resources, resource) === undefined,
    isImpossible: () => (operation.type === "updating" ? definition.update : deletion.delete) === undefined,
    isGone: async () => (await found()) === undefined,
    found,
    unchanged: async () => (await changes()).unchanged,
    isAll: async () => (await changes()).unchanged.length === (await changes()).changed.length,
    hidden: async () => (await changes()).hidden,
    isUnconfirmed: () => isUnconfirmed(plainProperties(entry?.outputs)),
    neededBy: () => (entry === undefined ? [] : dependents(resources, entry).map(({ urn }) => nameOf(urn))),
  });
}

interface Results {
  readonly own: readonly ObservedObject[];
  readonly foreign: readonly ObservedObject[];
  readonly isProven: boolean;
  /** Whether the first of its own matches the declaration, so that the state may say that the declared values were sent. */
  readonly isExact: boolean;
}

/** Undefined if the container is proven gone. */
async function resultsFor(each: Case): Promise<Results | undefined> {
  const { definition, inputs, notes } = each;
  const objects = await each.objects();
  if (objects === undefined) return undefined;
  const matching = objects.filter((found) => definition.identity.matches(found, inputs));
  const isOthers = (id: string) => each.holder(id) !== undefined || each.claimant(id) !== undefined;
  const noted = notes.map((note) => {
    const isHeld = (id: string) => each.holder(id) !== undefined || each.isHeld(id, note.notedAt);
    return resultOf(definition, inputs, note, { objects, isHeld, isOthers });
  });
  const exact =
    notes.length === 0
      ? matching.filter((found) => isAsDeclared(each, found))
      : distinct(noted.flatMap((result) => result.exact));
  const proven = distinct(
    noted.filter(({ creation }) => mayTakeOver(creation) && isRecent(creation, each.now)).flatMap((result) => result.own),
  );
  const free = exact.filter(({ id }) => !isOthers(id));
  const own = free.length > 0 ? free : proven;
  return {
    own,
    foreign: own.length > 0 ? [] : distinct([...matching, ...exact]),
    isProven: own.some(({ id }) => proven.some((one) => one.id === id)),
    isExact: free.length > 0,
  };
}

/** What the run created matches the declaration; another object with the same name need not. */
const isAsDeclared = ({ definition, inputs }: Case, found: ObservedObject): boolean =>
  deviations(definition, inputs, found).every((name) => definition.fields[name]!.policy === "update");

/**
 * How much longer an order may take to appear, in milliseconds: as long as a run waits for it. Without a note it is only known that
 * the call began before the state was written, and with its retries it may have sent the order for the last time much later.
 */
const orderTimeLeft = ({ definition, notes, timeLeft, now, writtenAt }: Case): number =>
  notes.length > 0 ? Math.max(...notes.map(timeLeft)) : writtenAt + callTimeout + settlingTime(definition) - now;

/** A later run created the same object again, and kept the note of the interrupted run. */
const isSameAgain = (present: StoredResource, { inputs }: Case): boolean =>
  present.pendingReplacement !== true && equal(plainProperties(present.inputs), inputs);

/** What an update was to change, and did not, as far as the API shows it. */
function changesOf({ definition, inputs }: Case, entry: StoredResource, found: ObservedObject) {
  const differing = differences(definition, plainProperties(entry.outputs), inputs).update;
  // A change that was reverted is sent again completely.
  const changed = differing.length > 0 ? differing : updatable(definition);
  const deviating = deviations(definition, inputs, found);
  const unshown = hiddenArguments(definition, inputs, found);
  return {
    changed,
    unchanged: changed.filter((name) => deviating.includes(name)),
    hidden: changed.filter((name) => unshown.includes(name) && !deviating.includes(name)),
  };
}

const updatable = ({ fields }: Definition): string[] =>
  Object.entries(fields)
    .filter(([, { policy }]) => policy === "update")
    .map(([name]) => name);
