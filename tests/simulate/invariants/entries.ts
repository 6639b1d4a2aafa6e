import type { Entry } from "../engine/types.js";
import { unconfirmed, unfinishedKey } from "../../../provider/values/reserved-properties.js";
import type { ObjectKey } from "../objects.js";
import type { Ended } from "../stack.js";
import type { World } from "../world.js";
import { allHoldings, entryKeyOf, holdingsOf, type Holding, isAdopted, isHolder, isLive, isUnasked, nameOf } from "./holders.js";

/** Every entry of every state has an object, unless somebody else removed it; no two have the same one, unless `adopt` said so. */
export function falseEntries(world: World, ended: Ended): string | undefined {
  const stack = world.stack(ended.command.in);
  const dead = holdingsOf(world, stack).find((each) => isLive(each) && each.object === undefined && !isExcused(world, each));
  if (dead !== undefined) return `${nameOf(dead)} is ${dead.kind} ${dead.entry.id ?? ""}, which does not exist`;
  const holders = new Map<ObjectKey, Holding>();
  for (const each of allHoldings(world)) {
    if (each.object === undefined || !isHolder(each)) continue;
    const other = holders.get(each.object);
    if (other !== undefined && !isAdopted(each) && !isAdopted(other) && !isBeyondKnowing(world, each, other))
      return `${nameOf(each)} and ${nameOf(other)} are both ${each.object}`;
    if (other === undefined) holders.set(each.object, each);
  }
  return undefined;
}

/**
 * What a killed run of one stack was about to create, and another stack created on a machine without a common journal: if the
 * object does not show when it was created, nothing shows whose it is (docs/limits.md).
 */
const isBeyondKnowing = (world: World, a: Holding, b: Holding): boolean =>
  a.kind !== "applicationToken" &&
  !world.sharesJournal(a.stack, b.stack) &&
  [a.stack, b.stack].some(({ ended }) => ended.some(({ killed }) => killed !== undefined));

export const meetsStale = ({ command }: Ended): boolean => (command.faults ?? []).some(({ kind }) => kind === "stale-list");

/** How long the journal records that an object is proven gone if the run ended normally, in milliseconds. */
const proofLasts = 24 * 60 * 60_000;

/** Somebody else removed the object, or an unfinished run or a late request did, and nothing has looked since. */
function isExcused(world: World, holding: Holding): boolean {
  const { stack, entry, kind } = holding;
  const { by, at = 0 } = world.ledger.goneBy(kind, entry.id ?? "") ?? {};
  // A domain that somebody else has cancelled is still listed for a while, and subdomains in it go with it.
  if (by === undefined) return kind === "subdomain" && world.ledger.goneBy("domain", domainOf(entry))?.by === "somebody else";
  if (by === "somebody else" || by.place !== stack.index || by.kind !== kind || isUnasked(world, holding, by)) return true;
  // An order had no answer, and a listing still showed a deleted object: the entry says that it could not be confirmed.
  const wasShown = stack.ended.some((each) => each.run > by.run && meetsStale(each));
  if (wasShown && entry.outputs?.[unfinishedKey] === unconfirmed) return true;
  // A listing that was out of date for longer than the wait still showed what an interrupted run had deleted.
  if (wasShown && by.method === "delete") return true;
  if (by.method === "delete" && world.time.now() - at > proofLasts) return true;
  const { importedAfter = 0 } = stack;
  const refreshes = ({ command }: Ended): boolean => (command.name === "refresh" || command.refresh === true) && isWhole(command);
  // An earlier state has what was deleted since.
  if (by.run <= importedAfter)
    return !stack.ended.some((each) => each.result === "succeeded" && each.run > importedAfter && refreshes(each));
  const hasLooked = (ended: Ended): boolean =>
    ended.result === "succeeded" && ((ended.run === by.run && ended.over >= at) || (ended.began > at && refreshes(ended)));
  // A run that compares the declaration reports it, if the journal knows of the deletion.
  const isTold = ({ messages }: Ended): boolean =>
    messages.some((message) => message.includes(`(${entry.id})`) && message.includes("an earlier run deleted it"));
  // It had been proven gone, and a late request deleted what was created since.
  const isNewer = (stack.held.get(entryKeyOf(entry))?.run ?? 0) > by.run;
  const cameLate = isNewer || stack.ended.some(({ run, over, result }) => run >= by.run && over < at && result === "succeeded");
  const isSilent = (ended: Ended): boolean =>
    !cameLate &&
    by.run > stack.forgetsUntil &&
    ended.result === "succeeded" &&
    ended.command.name === "up" &&
    isWhole(ended.command) &&
    ended.began > at &&
    !isTold(ended);
  // An alias has renamed it since.
  const isOfEntry = by.entry !== undefined && (by.entry.urn === entry.urn || entryKeyOf(by.entry) === entryKeyOf(entry));
  return by.method === "delete" && isOfEntry && !stack.ended.some((each) => hasLooked(each) || isSilent(each));
}

const domainOf = ({ id = "" }: Entry): string => id.slice(0, id.lastIndexOf("/"));

const isWhole = ({ name, target, targetReplace, exclude }: Ended["command"]): boolean =>
  name !== "preview" && target === undefined && targetReplace === undefined && exclude === undefined;
