import { deleteEntry, taint, unprotect, untaint } from "./engine/edits.js";
import type { Entry, State } from "./engine/types.js";
import type { Resource, Step } from "./history.js";
import { nameOfUrn } from "./program.js";
import type { Stack } from "./stack.js";

type Program = Map<string, Resource>;

/** Returns whether the program has it. */
export function change({ program }: Pick<Stack, "program">, name: string, to: Partial<Resource>): boolean {
  const resource = program.get(name);
  if (resource !== undefined) program.set(name, { ...resource, ...to });
  return resource !== undefined;
}

/** Removes a resource and its contents. */
export function drop(stack: Pick<Stack, "program">, name: string): boolean {
  for (const { name: inner, inside } of [...stack.program.values()]) if (inside === name) drop(stack, inner);
  return stack.program.delete(name);
}

/** The engine refuses a program in which one resource has the earlier name of another. */
export function declare(program: Program, resource: Resource): void {
  for (const other of [...program.values()])
    if (other.aliases?.includes(resource.name) === true)
      program.set(other.name, { ...other, aliases: other.aliases.filter((alias) => alias !== resource.name) });
  program.set(resource.name, resource);
}

export function rename(program: Program, { name, to, alias }: Extract<Step, { readonly do: "rename" }>): void {
  const resource = program.get(name);
  if (resource === undefined || program.has(to)) return;
  const { aliases = [], ...rest } = resource;
  const others = [...program.values()].filter((each) => each.name !== name);
  program.clear();
  program.set(to, { ...rest, name: to, ...(alias ? { aliases: [...aliases, name] } : {}) });
  // References to it are renamed too.
  for (const other of others)
    program.set(other.name, {
      ...other,
      ...(other.inside === name ? { inside: to } : {}),
      ...(other.parent === name ? { parent: to } : {}),
    });
}

export type StateEdit = "delete" | "taint" | "untaint" | "unprotect";

const edits = { taint, untaint, unprotect } as const;

/**
 * The state after an edit of `pulumi state`; unchanged if the command refuses. A protected entry is deleted by force.
 *
 * @param name URN of the entry, or its name
 * @param id distinguishes entries with one name; default: the one that is not superseded
 */
export function edited(state: State, name: string, edit: StateEdit, id?: string): State {
  const named = state.resources.filter((entry) => entry.custom && (entry.urn === name || nameOfUrn(entry.urn) === name));
  // An entry may have a newer name than its properties say.
  const ofId = id === undefined ? undefined : state.resources.find((each) => each.custom && each.id === id);
  const entry = named.find((each) => each.id === id) ?? named.find((each) => each.delete !== true) ?? ofId;
  if (entry === undefined) return state;
  try {
    if (edit !== "delete") return edits[edit](state, entry.urn);
    const free = state.resources.map((each): Entry => (each === entry ? { ...each, protect: false } : each));
    return deleteEntry({ ...state, resources: free }, entry.urn, entry.id);
  } catch {
    return state;
  }
}
