import type { Entry } from "../engine/types.js";
import type { Effect, EngineCall } from "../ledger.js";
import { isCostly } from "../kinds.js";
import { kindOf, objectOf, type ObjectKey } from "../objects.js";
import { isRead, kindOfType, nameOfUrn } from "../program.js";
import type { Stack } from "../stack.js";
import type { World } from "../world.js";
import { allHoldings, entryKeyOf, type Holding, isAdopted, isHolder, isUnasked, nameOf } from "./holders.js";

/** Who had what just before an effect. */
export interface Scene {
  /** The object of the engine's call. */
  readonly meant: ObjectKey | undefined;
  readonly holdings: readonly Holding[];
  /** What the caller's program only reads. */
  readonly read: ReadonlySet<ObjectKey | undefined>;
}

export const sceneBefore = (world: World, caller: EngineCall): Scene => ({
  meant: caller.id === undefined ? undefined : objectOf(world.store, caller.kind, caller.id),
  holdings: allHoldings(world),
  read: readBy(world, caller),
});

/** Nothing is deleted or overwritten that no program asked for. Returns what is wrong with an effect, judged by the states then. */
export function misdeed(world: World, { caller, operation, changed, deleted }: Effect, scene: Scene): string | undefined {
  for (const object of deleted) {
    const reason = undeserved(world, caller, object, scene);
    if (reason !== undefined) return `${operation} deleted ${object} during ${callOf(caller)}: ${reason}`;
  }
  for (const object of changed.filter((each) => kindOf(each) === "webhook")) {
    const reason = overwritten(world, caller, object, scene);
    if (reason !== undefined) return `${operation} overwrote ${object} during ${callOf(caller)}: ${reason}`;
  }
  return undefined;
}

const callOf = ({ method, name, place, id }: EngineCall): string =>
  `${method} of ${name}${id === undefined ? "" : ` (${id})`} in stack ${place}`;

function undeserved(world: World, caller: EngineCall, object: ObjectKey, { meant, holdings, read }: Scene): string | undefined {
  const holders = holdings.filter((each) => each.object === object);
  // A request of a run that has ended may have been sent before the program began to read the object.
  if (read.has(object) && !hasEnded(world, caller)) return "the same program reads it";
  if (caller.method === "create") return foreign(world, caller, object, holders);
  if (caller.method !== "delete") return "no deletion was asked for";
  if (cameLate(world, caller, object)) return undefined;
  if (object !== meant && !isBelow(object, caller)) return "the engine asked for the deletion of another object";
  if (object !== meant && (!isCostly(kindOf(object)) || isForced(world, caller))) return undefined;
  if (!world.isAsked(caller.run, object)) return `nobody asked for that by name; held by: ${holders.map(nameOf).join(" and ")}`;
  if (holders.some((each) => each.isStranger && isOnItsWayOut(each, caller))) return undefined;
  const sharesKnowingly = caller.adopts || holders.some((each) => isOnItsWayOut(each, caller) && isAdopted(each));
  const wronged = holders
    .filter((each) => isHolder(each) && !isOnItsWayOut(each, caller) && !isUnwanted(world, each, caller))
    .filter(
      (each) => !isRenamedSince(world, each, caller) && !isUnasked(world, each, caller) && !isTakenUnseen(world, each, caller),
    )
    .find((each) => each.stack.index === caller.place || !(sharesKnowingly || isAdopted(each)));
  return wronged && `${nameOf(wronged)} holds it`;
}

function overwritten(world: World, caller: EngineCall, object: ObjectKey, { meant, holdings }: Scene): string | undefined {
  const holders = holdings.filter((each) => each.object === object && isHolder(each));
  const isCallers = ({ stack, entry }: Holding) => stack.index === caller.place && nameOfUrn(entry.urn) === caller.name;
  if (caller.method === "create") {
    const isOwnAndLate = hasEnded(world, caller) && holders.length > 0 && holders.every(isCallers);
    const isInDoubt = isAdoptedUnseen(world, caller, object, holders) || isTakenInDoubt(world, caller, object, holders);
    return caller.adopts || isOwnAndLate || isInDoubt ? undefined : foreign(world, caller, object, holders);
  }
  if (caller.method !== "update") return "no update was asked for";
  if (object !== meant) return "the engine asked for the update of another object";
  const sharesKnowingly = caller.adopts || holders.some((each) => isCallers(each) && isAdopted(each));
  const other = holders.find((each) => !isCallers(each) && !isAdopted(each) && !sharesKnowingly);
  return other && !isRenamed(other, caller) ? `${nameOf(other)} holds it` : undefined;
}

/** The objects that the caller's program only reads, and keeps reading. */
function readBy(world: World, { place, run, method, name, entry }: EngineCall): ReadonlySet<ObjectKey | undefined> {
  const { state, program } = world.stack(place);
  if (world.destroysAll(run)) return new Set();
  const names = [...program.keys()];
  // What stands later in the program, the engine has not reached when a replacement deletes first (docs/limits.md).
  const isReached = (reader: string) =>
    method !== "delete" || entry?.delete === true || !program.has(name) || names.indexOf(reader) < names.indexOf(name);
  const read = state.resources.filter(
    ({ external, urn }) => external === true && isRead(program.get(nameOfUrn(urn))) && isReached(nameOfUrn(urn)),
  );
  return new Set(read.map(({ type, id = "" }) => objectOf(world.store, kindOfType(type)!, id)));
}

/** Whether the state before the run says that the object may be deleted with billed contents. */
const isForced = (world: World, { place, entry }: EngineCall): boolean =>
  entry !== undefined &&
  world
    .stack(place)
    .before.resources.some(
      (each) => entryKeyOf(each) === entryKeyOf(entry) && { ...each.inputs, ...each.outputs }["forceDestroy"] === true,
    );

/** What an interrupted run of the caller created, and stacks on machines without a common journal have adopted since. */
function isAdoptedUnseen(world: World, caller: EngineCall, object: ObjectKey, holders: readonly Holding[]): boolean {
  const { by } = world.ledger.made.get(object) ?? {};
  const isUnseen = (each: Holding) => isAdopted(each) && !world.sharesJournal(each.stack, world.stack(caller.place));
  return holders.length > 0 && holders.every(isUnseen) && by?.place === caller.place && by.name === caller.name;
}

/**
 * Two stacks on machines without a common journal have one object, because one of them was killed during its creation and took over what the
 * other one created (docs/limits.md).
 */
const isTakenUnseen = (world: World, { stack }: Holding, { place }: EngineCall): boolean =>
  !world.sharesJournal(stack, world.stack(place)) &&
  [stack, world.stack(place)].some(({ ended }) => ended.some(({ killed }) => killed !== undefined));

/**
 * A killed creation takes over an object of its natural key. No record that its machine has can tell that it is another one: a stack without a
 * common journal has it, or the network sent a request of another run twice, and that run could not tell whose the second object is.
 */
function isTakenInDoubt(world: World, caller: EngineCall, object: ObjectKey, holders: readonly Holding[]): boolean {
  const made = world.ledger.made.get(object);
  const isNobodys = holders.length === 0 && made?.excused === true && made.heldBy.size === 0;
  const isUnseen = holders.length > 0 && holders.every(({ stack }) => !world.sharesJournal(stack, world.stack(caller.place)));
  return (isNobodys || isUnseen) && world.stack(caller.place).ended.some(({ killed }) => killed !== undefined);
}

/** An entry whose resource was renamed has the old name in the state until its update is written. */
const isRenamed = ({ stack, entry }: Holding, caller: EngineCall): boolean =>
  stack.index === caller.place && (stack.program.get(caller.name)?.aliases ?? []).includes(nameOfUrn(entry.urn));

/** Why a creation must not dispose of an object: it may do so only with what the same resource left behind, unknown to all others. */
function foreign(world: World, caller: EngineCall, object: ObjectKey, holders: readonly Holding[]): string | undefined {
  const [holder] = holders;
  if (holder !== undefined) return `${nameOf(holder)} holds it`;
  const made = world.ledger.made.get(object);
  if (made?.by === undefined) return "somebody else made it";
  if (made.by.place !== caller.place) return `stack ${made.by.place} made it`;
  if (made.by.name !== caller.name) return `resource ${made.by.name} made it`;
  const [known] = made.heldBy;
  return known === undefined ? undefined : `it was in a state before, as ${known}`;
}

/**
 * A deletion that arrived after its run names by a natural key an object that something else has received since, or deletes what has been created
 * in the object since (docs/limits.md).
 */
const cameLate = (world: World, caller: EngineCall, object: ObjectKey): boolean =>
  hasEnded(world, caller) &&
  (caller.kind === "domain" || caller.kind === "subdomain" || (world.ledger.made.get(object)?.run ?? 0) > caller.run);

/** A deletion that arrived after its run, when the program had declared the same object again under an alias. */
const isRenamedSince = (world: World, { stack, entry }: Holding, caller: EngineCall): boolean =>
  stack.index === caller.place &&
  entry.id === caller.id &&
  hasEnded(world, caller) &&
  (stack.program.get(nameOfUrn(entry.urn))?.aliases ?? []).includes(caller.name);

/** Whether the run of a call was over when its request took effect. */
const hasEnded = (world: World, { place, run }: EngineCall): boolean => world.stack(place).ended.some((each) => each.run === run);

/** The entry that the engine is deleting. */
const isOnItsWayOut = ({ stack, entry }: Holding, { place, entry: deleted }: EngineCall): boolean =>
  stack.index === place &&
  deleted?.urn === entry.urn &&
  deleted.id === entry.id &&
  (deleted.delete ?? false) === (entry.delete ?? false);

/** The run that deletes one entry of the object is about to delete this one, too: its program has neither, or it destroys everything. */
const isUnwanted = (world: World, { stack, entry }: Holding, { place, run }: EngineCall): boolean =>
  stack.index === place &&
  entry.protect !== true &&
  entry.retainOnDelete !== true &&
  (world.destroysAll(run) || !isDeclared(stack, entry));

const isDeclared = (stack: Stack, entry: Entry): boolean =>
  [...stack.program.values()].some(({ name, aliases = [] }) => [name, ...aliases].includes(nameOfUrn(entry.urn)));

/** Domains are deleted with their account, and subdomains with their domain. */
const isBelow = (object: ObjectKey, { kind }: EngineCall): boolean =>
  (kind === "virtualAccount" && ["domain", "subdomain"].includes(kindOf(object))) ||
  (kind === "domain" && kindOf(object) === "subdomain");
