import { isDeepStrictEqual } from "node:util";
import type { Control } from "../../sandbox/index.js";
import type { CommandOptions, Entry, State } from "./engine/types.js";
import type { Command, Resource, SimulatedKind } from "./history.js";
import { entryKeyOf } from "./invariants/holders.js";
import type { EngineCall } from "./ledger.js";
import { declaredContents } from "./kinds.js";
import { actualContents, allObjects, kindOf, stateIdOf } from "./objects.js";
import { kindOfType, nameOfUrn } from "./program.js";
import type { Stack } from "./stack.js";

/** The project of all stacks. */
export const project = "rehearsal";

export const identityOf = ({ place: { stack, backend } }: Stack) => ({ project, stack, backend });

/** The objects that a program receives because they were created or updated, by kind and id; it receives none that failed. */
export function reported({ state }: Stack, before: State, updated: Entry | undefined): [SimulatedKind, string][] {
  const known = new Set(before.resources.filter((entry) => entry.initErrors === undefined).map(entryKeyOf));
  const isNew = (entry: Entry) => !known.has(entryKeyOf(entry));
  return [...state.resources.filter(isNew), ...(updated === undefined ? [] : [updated])].flatMap(
    (entry): [SimulatedKind, string][] => {
      const kind = kindOfType(entry.type);
      const isTold = entry.external !== true && entry.delete !== true && entry.initErrors === undefined;
      return kind !== undefined && entry.id !== undefined && isTold ? [[kind, entry.id]] : [];
    },
  );
}

/** The entry that a stack is deleting: by kind and id of its object, and by its name if several entries have that object. */
export function deleting({ state }: Stack, { kind, id, name }: Pick<EngineCall, "kind" | "id" | "name">): Entry | undefined {
  const candidates = (state.pending_operations ?? [])
    .filter(({ type, resource }) => type === "deleting" && resource.id === id && kindOfType(resource.type) === kind)
    .map(({ resource }) => resource);
  return candidates.find(({ urn }) => nameOfUrn(urn) === name) ?? candidates[0];
}

/** The options of a command, with the URNs of the names; what is in no state yet cannot be named. */
export function optionsOf(command: Command, { state, place }: Stack): CommandOptions {
  const { in: _, name: __, faults: ___, kill: ____, fullDisk: _____, ...options } = command;
  const urnsOf = (names: readonly string[]): string[] =>
    names.flatMap((name) => {
      const known = state.resources.filter(({ urn, custom }) => custom && nameOfUrn(urn) === name).map(({ urn }) => urn);
      return known.length > 0 ? [...new Set(known)] : [`urn:pulumi:${place.stack}::${project}::unknown::${name}`];
    });
  const named = Object.entries(options).map(([key, value]) => [key, Array.isArray(value) ? urnsOf(value as string[]) : value]);
  return Object.fromEntries(named) as CommandOptions;
}

/** The id of what the program of a stack reads, with a resource: what the state has, or what is alike. */
export function readIdOf(store: Control["store"], { state }: Stack, resource: Resource): string | undefined {
  const { kind, name } = resource;
  const entry = state.resources.find(
    ({ urn, type, delete: isReplaced }) => nameOfUrn(urn) === name && kindOfType(type) === kind && isReplaced !== true,
  );
  if (entry?.id !== undefined || kind === "subdomain") return entry?.id;
  const wanted = declaredContents(resource);
  const [alike] = [...allObjects(store)].filter(
    ([key]) => kindOf(key) === kind && isDeepStrictEqual(actualContents(store, key), wanted),
  );
  return alike && stateIdOf(...alike).slice(kind.length + 1);
}
