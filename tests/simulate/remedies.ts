import { isDeepStrictEqual } from "node:util";
import { declaredContents } from "./kinds.js";
import { actualContents, kindOf, namesOf, type ObjectKey } from "./objects.js";
import { nameOfUrn } from "./program.js";
import type { Entry } from "./engine/types.js";
import type { Resource } from "./history.js";
import { allHoldings, type Holding, holdingsOf, isLive } from "./invariants/holders.js";
import type { Failure, Stack } from "./stack.js";
import { change, drop } from "./edits.js";
import type { World } from "./world.js";

/** A solution that a message names. `false`: it does not apply here. */
interface Remedy {
  readonly says: RegExp;
  follow(world: World, stack: Stack, failure: Failure): boolean;
}

/** The objects of the failure's kind that its message names. */
const named = (world: World, { call, message }: Failure): ObjectKey[] =>
  [...world.ledger.made.keys()].filter(
    (key) => kindOf(key) === call.kind && world.exists(key) && namesOf(world.store, key).some((name) => message.includes(name)),
  );

/** The live entries that have those objects. */
function holdersOf(world: World, failure: Failure): Holding[] {
  const objects = named(world, failure);
  return allHoldings(world).filter((each) => isLive(each) && each.object !== undefined && objects.includes(each.object));
}

/** Whether an entry has an earlier name or place of the resource. */
const isFormer = (stack: Stack, name: string, { urn }: Entry): boolean =>
  nameOfUrn(urn) === name || !stack.program.has(nameOfUrn(urn));

/** Tells Pulumi the earlier name of the resource, or that it had no parent; if that is already declared, the object is adopted. */
function renamed(stack: Stack, name: string, before: string): boolean {
  const { aliases = [], wasFree, adopt } = stack.program.get(name) ?? {};
  if (before !== name && !aliases.includes(before)) return change(stack, name, { aliases: [...aliases, before] });
  if (before === name && wasFree !== true) return change(stack, name, { wasFree: true });
  return adopt !== true && change(stack, name, { adopt: true });
}

/** Gives a resource the object that it had under an earlier name, or one that no entry has. */
function renamedOrAdopted(world: World, stack: Stack, failure: Failure): boolean {
  const { name } = failure.call;
  const holders = holdersOf(world, failure);
  const former = holders.filter(({ stack: other, entry }) => other === stack && isFormer(stack, name, entry));
  // The program did not intend to declare another resource's object a second time.
  if (holders.length > former.length) return drop(stack, name);
  const [entry] = former.map((each) => each.entry);
  if (entry === undefined) return stack.program.get(name)?.adopt !== true && change(stack, name, { adopt: true });
  if (entry.taint === true) return world.edit(stack, entry.urn, "untaint");
  return renamed(stack, name, nameOfUrn(entry.urn));
}

type Place = Pick<Resource, "key" | "content" | "inside">;

const otherName = /It belongs to resource "(?:[^"]*\/)?([^"]*)"(?: \([^)]*\))? of this stack\. If /;

/** Declares under the old name what the state has there, and under the new name what the old one should have had. */
function exchanged(world: World, stack: Stack, failure: Failure): boolean {
  const [, old = ""] = otherName.exec(failure.message) ?? [];
  const [mine, others] = [failure.call.name, old].map((name) => stack.program.get(name));
  const holding = holdersOf(world, failure).find(({ stack: other, entry }) => other === stack && nameOfUrn(entry.urn) === old);
  // A replaced object is available to the next run. If that is refused before Pulumi comes to the deletion, it is declared once.
  if (mine === undefined || others === undefined || holding?.object === undefined)
    return mine?.adopt === true ? drop(stack, mine.name) : change(stack, failure.call.name, { adopt: true });
  // What the run has changed meanwhile no longer blocks anything.
  if (isDeepStrictEqual(declaredContents(others), actualContents(world.store, holding.object))) return true;
  const inPlaceOf = ({ inside: _, ...resource }: Resource, { key, content, inside }: Place): Resource => ({
    ...resource,
    key,
    content,
    ...(inside === undefined ? {} : { inside }),
  });
  stack.program.set(old, inPlaceOf(others, mine));
  stack.program.set(mine.name, { ...inPlaceOf(mine, others), adopt: false });
  return true;
}

/** The resource of a title that a message names at the end: the failed one or another one whose entry has the id in it. */
function entryNamed(world: World, stack: Stack, { name, text }: { name: string; text: string }): Entry | undefined {
  const entries = holdingsOf(world, stack).flatMap(({ entry }) => (text.includes(`(${entry.id})`) ? [entry] : []));
  return entries.find(({ urn }) => nameOfUrn(urn) === name) ?? entries[0];
}

/** The name that the program has for an entry now: its alias, if the resource was renamed. */
function declaredName({ program }: Stack, { urn }: Pick<Entry, "urn">): string {
  const before = nameOfUrn(urn);
  const renamedTo = [...program.values()].find(({ aliases = [] }) => aliases.includes(before));
  return program.has(before) ? before : (renamedTo?.name ?? before);
}

/** Declares an account or a domain again as the state has it. */
function undone(world: World, stack: Stack, { urn, inputs = {} }: Entry): boolean {
  const key = Number(/\d+$/.exec(String(inputs["virtualName"] ?? inputs["sld"]))?.[0]);
  const around = holdingsOf(world, stack).find(
    ({ kind, entry }) => kind === "virtualAccount" && entry.id?.split("/")[1] === inputs["accountIdentifier"],
  );
  const inside = around === undefined ? {} : { inside: declaredName(stack, around.entry) };
  return change(stack, declaredName(stack, { urn }), { key, ...inside });
}

/** In the order in which they are tried. */
const remedies: readonly Remedy[] = [
  {
    says: /The replacement would delete the present domain\. Undo the change/,
    follow(world, stack, { call }) {
      const present = holdingsOf(world, stack).find((each) => isLive(each) && nameOfUrn(each.entry.urn) === call.name);
      return present !== undefined && undone(world, stack, present.entry);
    },
  },
  {
    says: /Provider "(?:north|south)": set HOSTING_/,
    follow: (world, _, { message }) => world.setLogin(/Provider "(\w+)": set/.exec(message)![1]!),
  },
  {
    // The user looks at the provider first.
    says: /It has never been listed since it was created/,
    follow: (world, stack, { call }) =>
      !allHoldings(world).some(({ entry, object }) => entry.id === call.id && object !== undefined) &&
      world.edit(stack, call.name, "delete", call.id),
  },
  {
    says: /of this run declares the same name in /,
    follow: (_, stack, { message }) =>
      drop(stack, /resource "(?:[^"]*\/)?([^"]*)" of this run declares/.exec(message)?.[1] ?? ""),
  },
  {
    // Another resource, or another account, has the name; a second declaration cannot change that.
    says: /of this program declare the same |is already registered|a name cannot be ordered again|It can be ordered once the cancellation|A domain cannot move: declare it there|of this stack has it as well\. Remove "/,
    follow: (_, stack, { call }) => drop(stack, call.name),
  },
  {
    says: otherName,
    follow(world, stack, failure) {
      const [, old = ""] = otherName.exec(failure.message) ?? [];
      const mine = stack.program.get(failure.call.name);
      const isReplaced = failure.message.includes("`hosting recover --yes` first");
      if (mine === undefined || (isReplaced && world.forget(stack))) return true;
      const other = stack.program.get(old);
      if (other?.kind === mine.kind && other.key === mine.key) return drop(stack, mine.name);
      if (other !== undefined) return exchanged(world, stack, failure);
      if (!isReplaced) return renamedOrAdopted(world, stack, failure);
      drop(stack, mine.name);
      stack.program.set(old, { ...mine, name: old, adopt: false });
      return true;
    },
  },
  {
    says: /^(?!.*that would also delete).*(?:declare it once|[Gg]ive (?:it|that) an alias|`adopt: true`)/i,
    follow: (world, stack, failure) =>
      /Remov(?:e|ing) `adopt: true`/.test(failure.message)
        ? change(stack, failure.call.name, { adopt: false })
        : renamedOrAdopted(world, stack, failure),
  },
  {
    says: /(?:[Rr]emove|[Dd]elete) (?:the object (?:there|at the provider)|the others at the provider|one of them|it at the provider|the unwanted ones at the provider)/,
    follow(world, stack, failure) {
      const [free] = named(world, failure);
      // One of them belongs to another resource, and this one would take it over.
      if (free === undefined || holdersOf(world, failure).length > 0) return drop(stack, failure.call.name);
      world.removeByHand(free);
      return true;
    },
  },
  {
    // Somebody else has registered the name; a second declaration cannot change that. `hosting adopt --take` is a command of its own.
    says: /Correct the input|Declare what the|Name the right one|left it: undo the change/,
    follow: (_, stack, { call }) => drop(stack, call.name),
  },
  {
    // A destroy tells the provider nothing about a retained entry.
    says: /run `pulumi destroy --target` for that first/,
    follow: (world, stack, { message }) =>
      holdingsOf(world, stack)
        .filter(
          ({ entry }) => entry.retainOnDelete === true && message.includes(`(resource "${nameOfUrn(entry.urn)}" of this stack)`),
        )
        .map(({ entry }) => {
          // Pulumi drops no entry on which others depend.
          for (const { name, inside } of stack.program.values())
            if (inside === nameOfUrn(entry.urn)) world.edit(stack, name, "delete");
          return world.edit(stack, entry.urn, "delete");
        })
        .includes(true),
  },
  {
    says: /Undo the change, or remove `retainOnDelete` first/,
    follow(world, stack, { call: { name }, message }) {
      const [, around = message] = /but would be deleted with (.*)/.exec(message) ?? [];
      const entry = entryNamed(world, stack, { name, text: around });
      return (entry !== undefined && undone(world, stack, entry)) || world.forget(stack);
    },
  },
  {
    says: /that would also delete .*, which is billed\. .*`forceDestroy: true`/,
    follow(world, stack, { call, message }) {
      const holdings = allHoldings(world).filter(isLive);
      const isHad = (key: ObjectKey): boolean => holdings.some(({ object }) => object === key);
      const inside = [...world.ledger.made.keys()].filter(
        (key) =>
          kindOf(key) === "domain" && world.isListed(key) && namesOf(world.store, key).some((name) => message.includes(name)),
      );
      const entry = call.method === "delete" ? undefined : entryNamed(world, stack, { name: call.name, text: message });
      if (entry !== undefined) return undone(world, stack, entry);
      // Whoever has one of them needs the account as well.
      if (inside.some(isHad)) return world.edit(stack, call.name, "delete", call.id);
      for (const key of inside) world.removeByHand(key);
      return inside.length > 0;
    },
  },
  {
    // Its entry may have `pendingReplacement`, as the page about messages says.
    says: /The state may have it: run without `--replace`/,
    follow(world, stack, { call }) {
      const all = [...stack.program.values()]
        .filter(({ name, inside }) => name === call.name || inside === call.name)
        .toReversed();
      for (const { name } of all) {
        world.edit(stack, name, "delete");
        change(stack, name, { adopt: true });
      }
      return all.length > 0;
    },
  },
  {
    says: /new stack, or `hosting recover --yes` there|explain (?:own|retained|others)-inside`/,
    follow: (world) => world.stacks.filter((stack) => world.forget(stack)).length > 0,
  },
  {
    says: /it may hold .*, which .* requested on /,
    follow(world, _, { message }) {
      const settled = world.settleUnseen(({ title }) => message.includes(title));
      // The same command forgets what no entry of the state has.
      return world.stacks.filter((stack) => world.forget(stack)).length > 0 || settled;
    },
  },
  {
    says: /[Rr]emove the `get`/,
    follow(_, stack, { message }) {
      const [, read, reads] =
        /(?:read by|`get` of) resource "(?:[^"]*\/)?([^"]*)"|resource "(?:[^"]*\/)?([^"]*)" reads it/.exec(message) ?? [];
      return drop(stack, read ?? reads ?? "");
    },
  },
  {
    // No option of a program keeps a replaced object: only the owner of its contents can make room.
    says: /that would also delete .*Remove it there first/,
    follow(world, stack, { call, message }) {
      if (call.entry?.delete !== true && !message.includes("cannot be replaced because of")) return false;
      const inside = allHoldings(world).filter(
        (each) =>
          each.stack !== stack &&
          isLive(each) &&
          each.object !== undefined &&
          namesOf(world.store, each.object).some((name) => message.includes(name)),
      );
      const entry = entryNamed(world, stack, { name: call.name, text: message });
      // The owner may be a stack that is not run meanwhile.
      if (entry !== undefined && undone(world, stack, entry)) return true;
      return inside.map(({ stack: other, entry: each }) => drop(other, nameOfUrn(each.urn))).includes(true);
    },
  },
  {
    // Its contents belong to somebody who keeps them. The change that is to be undone may be a taint.
    says: /that would also delete/,
    follow: (world, stack, { call }) =>
      (call.entry?.taint === true && world.edit(stack, call.name, "untaint")) ||
      change(stack, call.name, { retain: true }) ||
      world.edit(stack, call.name, "delete", call.id),
  },
  {
    says: /pulumi state untaint/,
    follow: (world, stack, { call }) => world.edit(stack, call.name, "untaint"),
  },
  {
    says: /pulumi state delete|explain (?:gone|elsewhere)`/,
    follow: (world, stack, { call }) => world.edit(stack, call.name, "delete", call.id),
  },
];

/** Follows the messages of the stack's last command. Returns whether there was anything to do. */
export function followRemedy(world: World, stack: Stack): boolean {
  const ended = stack.ended.at(-1);
  if (ended === undefined || ended.result === "succeeded") return false;
  const followed = ended.failures.map((failure) =>
    remedies.some(({ says, follow }) => says.test(failure.message) && follow(world, stack, failure)),
  );
  const unprotected = holdingsOf(world, stack).filter(
    ({ entry }) =>
      entry.protect === true && ended.messages.some((message) => message.includes(entry.urn) && /protect/.test(message)),
  );
  for (const { entry } of unprotected) world.edit(stack, entry.urn, "unprotect");
  for (const { entry } of unprotected) change(stack, nameOfUrn(entry.urn), { protect: false });
  return followed.includes(true) || unprotected.length > 0;
}
