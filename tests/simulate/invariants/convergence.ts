import { isDeepStrictEqual } from "node:util";
import { declaredContents, isOnlyListed, isCostly } from "../kinds.js";
import { actualContents, kindOf, type ObjectKey, objectOf } from "../objects.js";
import { isRead, kindOfType, nameOfUrn } from "../program.js";
import type { Command, Resource } from "../history.js";
import type { EngineCall, Made } from "../ledger.js";
import { drop } from "../edits.js";
import { followRemedy } from "../remedies.js";
import type { Ended, Stack } from "../stack.js";
import type { World } from "../world.js";
import { allHoldings, type Holding, holdingsOf, isLive, nameOf } from "./holders.js";
import { isNamed } from "./messages.js";

/** How many times a user follows the messages before giving up. */
const mostRounds = 14;

/** Longer than a rate window, and than any search. */
const aPause = 20 * 60_000;

/**
 * After two runs without faults the account is what the programs declare, and a preview with refresh is empty; if a message names a
 * solution, following it leads there. Then all stacks are destroyed.
 */
export async function stuckStack(world: World, run: (command: Command) => Promise<Ended>): Promise<string | undefined> {
  await world.recover(aPause);
  for (let round = 0; round < mostRounds; round += 1) {
    for (const stack of world.stacks) {
      const problem = await brought(world, stack, run);
      if (problem !== undefined) return problem;
    }
    // The other stack sees in its next run what one stack did to a shared object.
    const isDead = (each: Holding): boolean => isLive(each) && each.object === undefined;
    const isSettled = !settleQuarrels(world) && !allHoldings(world).some(isDead) && !readsOutdated(world);
    // What one stack reads, another one may have created or changed in this round.
    if (isSettled && (round > 0 || !world.stacks.some(reads))) break;
  }
  for (const stack of world.stacks) {
    const ended = await run({ in: stack.index, name: "preview", refresh: true });
    const changes = ended.steps.filter(
      ({ op, urn, found = "same" }) =>
        !(op === "same" || op === "read" || isOfReader(op, urn) || (op === "refresh" && found === "same")),
    );
    if (ended.result !== "succeeded" || changes.length > 0)
      return `a preview of stack ${stack.index} with refresh is not empty: ${[...changes.map(({ op, urn }) => `${op} ${urn}`), ...ended.messages].join("; ")}`;
  }
  return (
    world.stacks.map((stack) => undeclared(world, stack)).find((problem) => problem !== undefined) ??
    duplicates(world) ??
    (await undestroyed(world, run))
  );
}

/** The provider of a `get` whose object another stack has created meanwhile. */
const isOfReader = (op: string, urn: string): boolean => op === "create" && urn.includes("::pulumi:providers:");

const reads = ({ program }: Stack): boolean => [...program.values()].some(isRead);

/** Whether a program reads what has been deleted or changed since; it learns of that in its next run. */
const readsOutdated = (world: World): boolean =>
  world.stacks.some(({ state }) =>
    state.resources.some(({ external, type, id = "", outputs = {} }) => {
      if (external !== true) return false;
      const kind = kindOfType(type)!;
      const object = objectOf(world.store, kind, id);
      if (object === undefined) return true;
      // A domain has nothing that could change.
      const shown = kind === "domain" ? [] : Object.entries(actualContents(world.store, object));
      return shown.some(([name, value]) => !isDeepStrictEqual(outputs[name], value));
    }),
  );

/** In the end every stack can be destroyed, and leaves nothing behind. */
async function undestroyed(world: World, run: (command: Command) => Promise<Ended>): Promise<string | undefined> {
  const remaining = () => world.stacks.filter((stack) => holdingsOf(world, stack).length > 0);
  for (let round = 0; round < mostRounds && remaining().length > 0; round += 1) {
    for (const stack of remaining()) {
      const { result, messages } = await run({ in: stack.index, name: "destroy" });
      const doubt = messages.find(
        (message) =>
          /which forgets (?:it|them)/.test(message) &&
          !isOfDeletedFirst(world, stack, message) &&
          !isAroundProtected(world, stack, message),
      );
      if (doubt !== undefined && !world.stacks.some((each) => each.hasLetGo || each.forgetsUntil > 0 || isToRecover(each)))
        return `stack ${stack.index} was not destroyed at once, although no state has silently dropped an entry: ${doubt}`;
      if (result !== "succeeded" && !followRemedy(world, stack)) await world.recover(aPause);
    }
  }
  const [stack] = remaining();
  if (stack !== undefined) return `stack ${stack.index} cannot be destroyed: ${stack.ended.at(-1)?.messages.join("; ") ?? ""}`;
  return duplicates(world);
}

/** Each command reports its interrupted creations, which `hosting recover` settles. */
const isToRecover = ({ state: { pending_operations: pending = [] } }: Stack): boolean =>
  pending.some(({ type }) => type === "creating");

/** The run that last deleted the object of an entry; undefined if none did. */
function deleterOf(world: World, { kind, entry }: Holding): EngineCall | undefined {
  const by = world.ledger.goneBy(kind, entry.id ?? "")?.by;
  return by === "somebody else" ? undefined : by;
}

/**
 * The entry in doubt is one whose object was deleted first in a replacement that was then killed: what that run created has the same id,
 * and nothing distinguishes the two.
 */
const isOfDeletedFirst = (world: World, stack: Stack, message: string): boolean =>
  stack.ended.some(({ killed }) => killed !== undefined) &&
  holdingsOf(world, stack).some((each) => {
    const by = message.includes(`(${each.entry.id})`) ? deleterOf(world, each) : undefined;
    return by?.place === stack.index && by.method === "delete";
  });

/** The entry in doubt is in this state, but Pulumi has not deleted it, because it is protected. */
const isAroundProtected = (world: World, stack: Stack, message: string): boolean =>
  holdingsOf(world, stack).some(
    (each) =>
      isLive(each) &&
      each.entry.protect === true &&
      message.includes(`${each.entry.id} (resource "${nameOfUrn(each.entry.urn)}" of this stack)`),
  );

/** Runs until two consecutive runs succeed, following the messages in between. */
async function brought(world: World, stack: Stack, run: (command: Command) => Promise<Ended>): Promise<string | undefined> {
  let clean = 0;
  let latest: Ended | undefined;
  for (let round = 0; round < mostRounds && clean < 2; round += 1) {
    latest = await run({ in: stack.index, name: "up", refresh: round % 2 === 1 });
    clean = latest.result === "succeeded" ? clean + 1 : 0;
    if (clean > 0) continue;
    const before = new Map(world.stacks.map((each) => [each, each.program.size]));
    if (!followRemedy(world, stack)) await world.recover(aPause);
    // What has to go there first goes in a run there.
    for (const each of world.stacks)
      if (each !== stack && each.program.size < before.get(each)!) await run({ in: each.index, name: "up" });
  }
  return clean >= 2
    ? undefined
    : `stack ${stack.index} cannot be brought to what its program says: ${latest?.messages.join("; ") ?? ""}`;
}

/** Stacks that declare one object differently would revert each other forever: they agree on one declaration. Returns whether any had to. */
function settleQuarrels(world: World): boolean {
  let settled = false;
  const first = new Map<ObjectKey, Holding>();
  for (const each of allHoldings(world)) {
    if (each.object === undefined || !isLive(each)) continue;
    const other = first.get(each.object);
    if (other === undefined) first.set(each.object, each);
    else if (!agree(declarationOf(each), declarationOf(other))) {
      const name = nameOfUrn(each.entry.urn);
      if (world.edit(each.stack, name, "delete")) drop(each.stack, name);
      else drop(other.stack, nameOfUrn(other.entry.urn));
      settled = true;
    }
  }
  return settled;
}

const declarationOf = ({ stack, entry }: Holding): Resource | undefined => stack.program.get(nameOfUrn(entry.urn));

const agree = (a: Resource | undefined, b: Resource | undefined): boolean =>
  a !== undefined && b !== undefined && isDeepStrictEqual(declaredContents(a), declaredContents(b));

/** A resource of the program that is not as declared. */
function undeclared(world: World, stack: Stack): string | undefined {
  const holdings = holdingsOf(world, stack).filter(isLive);
  for (const resource of stack.program.values()) {
    if (isRead(resource)) continue;
    const holding = holdings.find(({ entry }) => nameOfUrn(entry.urn) === resource.name);
    if (holding === undefined) return `${resource.name} of stack ${stack.index} is not in its state`;
    if (holding.object === undefined) return `${nameOf(holding)} does not exist`;
    const shown = actualContents(world.store, holding.object);
    const wanted = declaredContents(resource);
    if (!isDeepStrictEqual(shown, wanted))
      return `${nameOf(holding)} is ${JSON.stringify(shown)} at the provider, and not ${JSON.stringify(wanted)}`;
  }
  const left = holdings.find(({ entry }) => !stack.program.has(nameOfUrn(entry.urn)));
  return left && `${nameOf(left)} is in no program`;
}

/**
 * It arrived so late that nobody could know, and it costs nothing or no declaration equalled it any more; the journal that knew of it is lost;
 * its stack is empty by now, so no provider is ever called; or a listing lacked it during a refresh.
 */
function isUnknowable(world: World, { key, by, run, excused, heldBy }: Made): boolean {
  if (by === undefined) return false;
  const stack = world.stack(by.place);
  const declared = stack.program.get(by.name);
  const isAlike = declared !== undefined && isDeepStrictEqual(declaredContents(declared), actualContents(world.store, key));
  return (
    (excused && !(isAlike && isCostly(kindOf(key)))) ||
    wasMissed(stack, key) ||
    (run <= stack.forgetsUntil && heldBy.size === 0) ||
    (stack.program.size === 0 && holdingsOf(world, stack).length === 0)
  );
}

const hasNoAnswer = /^(?:timeout|lost)-/;

/**
 * A refresh, the deletion of a subdomain or a deletion without an answer has met a listing that was out of date for longer than the wait, for a
 * kind that only the listing shows (docs/limits.md).
 */
const wasMissed = ({ ended }: Stack, key: ObjectKey): boolean =>
  isOnlyListed(kindOf(key)) &&
  ended.some(
    ({ command: { name, refresh, faults = [] } }) =>
      (name === "refresh" ||
        refresh === true ||
        kindOf(key) === "subdomain" ||
        faults.some(({ kind }) => hasNoAnswer.test(kind))) &&
      faults.some(({ kind }) => kind === "stale-list"),
  );

/** What a stack created, no state has, and no message names. */
function duplicates(world: World): string | undefined {
  const held = new Set(allHoldings(world).map(({ object }) => object));
  const lost = [...world.ledger.made.values()].find(
    (made) =>
      made.by?.kind === kindOf(made.key) &&
      world.exists(made.key) &&
      !held.has(made.key) &&
      !made.released &&
      !isUnknowable(world, made) &&
      !isNamed(world, made),
  );
  if (lost === undefined) return undefined;
  const history = lost.heldBy.size > 0 ? `was ${[...lost.heldBy].join(" and ")}` : "was in no state";
  return `${lost.key} of ${lost.by!.name} of stack ${lost.by!.place} is left at the provider, in no state and in no message; it ${history}`;
}
