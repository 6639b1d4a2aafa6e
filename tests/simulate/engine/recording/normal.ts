import type { Command, Entry, Program, Properties, State } from "../types.js";
import type { Recorded } from "./recordings.js";
import type { Call } from "./scripted.js";

const nameOf = (urn: string): string => urn.split("::")[3] ?? urn;

const references = (value: unknown): Set<string> => {
  if (typeof value !== "object" || value === null) return new Set();
  if ("$of" in value) return new Set([(value.$of as [string, string])[0]]);
  return new Set(Object.values(value).flatMap((member) => [...references(member)]));
};

const labelOf = (name: string, args: Properties = {}): string => (typeof args["label"] === "string" ? args["label"] : name);

type Dependent = (one: Call, other: Call) => boolean;

/** Dependencies between labels, in the program and in the state before it. */
function needs({ resources: declared }: Program, { resources: stored }: State): Map<string, Set<string>> {
  const needed = new Map<string, Set<string>>();
  const link = (one: string, other: string): void => void needed.set(one, (needed.get(one) ?? new Set()).add(other));
  const labels = new Map(declared.map(({ name, as = name, args }) => [as, labelOf(name, args)]));
  for (const resource of declared) {
    const options = "provider" in resource ? {} : (resource.options ?? {});
    const { parent = [], dependsOn = [], provider = [], deletedWith = [] } = options;
    const names = [...references(resource.args), ...[parent, dependsOn, provider, deletedWith].flat()];
    for (const name of names) link(labelOf(resource.name, resource.args), labels.get(name) ?? name);
  }
  const storedLabels = new Map(stored.map(({ urn, inputs }) => [urn, labelOf(nameOf(urn), inputs)]));
  for (const { urn, parent = [], dependencies = [], deletedWith = [] } of stored)
    for (const other of [parent, dependencies, deletedWith].flat())
      link(storedLabels.get(urn) ?? "", storedLabels.get(other) ?? "");
  return needed;
}

/** Two remains of a resource are deleted concurrently. */
const areLeftOvers: Dependent = (one, other) =>
  one.call === "delete" && other.call === "delete" && one.label === other.label && one.id !== other.id;

/** Whether one of two calls must wait for the other: they are for the same resource, or one depends on the other. */
function related(program: Program, state: State): Dependent {
  const needed = needs(program, state);
  const reaches = (from: string, to: string, seen: Set<string>): boolean => {
    if (from === to) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return [...(needed.get(from) ?? [])].some((next) => reaches(next, to, seen));
  };
  const isNeeded = (one: string, other: string): boolean => reaches(one, other, new Set());
  return (one, other) => !areLeftOvers(one, other) && (isNeeded(one.label, other.label) || isNeeded(other.label, one.label));
}

/**
 * Calls for independent resources come in any order, others in a fixed one. Of all orders that differ only in that, this is the
 * alphabetical one; two recordings are equivalent exactly if these are equal. A refresh comes first, and reads everything
 * concurrently.
 */
function normalOrder(calls: readonly Call[], refreshes: boolean, dependent: Dependent): Call[] {
  const end = calls.findIndex(({ call }) => call !== "read" && call !== "diff");
  const rest = refreshes ? (end === -1 ? calls.length : end) : 0;
  const isSame: Dependent = (one, other) => one.id === other.id;
  return [...ordered(calls.slice(0, rest), isSame), ...ordered(calls.slice(rest), dependent)];
}

function ordered(calls: readonly Call[], dependent: Dependent): Call[] {
  const left = [...calls];
  const done: Call[] = [];
  while (left.length > 0) {
    const free = left.filter((call, index) => !left.slice(0, index).some((other) => dependent(other, call)));
    const keyOf = ({ label, id = "" }: Call): string => `${label} ${id}`;
    const first = free.reduce((least, call) => (keyOf(call) < keyOf(least) ? call : least));
    done.push(...left.splice(left.indexOf(first), 1));
  }
  return done;
}

const withoutText = (properties: Properties): Properties => {
  const entries = Object.entries(properties).filter(([key]) => key !== "__provider");
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
};

const normalCall = ({ call, label, id, olds, news, provider }: Call): Call => ({
  call,
  label,
  ...(provider !== undefined && { provider }),
  ...(id !== undefined && { id }),
  ...(olds && { olds: withoutText(olds) }),
  ...(news && { news: withoutText(news) }),
});

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  (typeof value === "object" && Object.values(value).every((member) => member === undefined || isEmptyList(member))) ||
  value === "";
const isEmptyList = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);

const isShown = ({ type, urn }: Entry): boolean => type !== "pulumi:pulumi:Stack" && !nameOf(urn).startsWith("default");

function normalEntry({ urn, type, parent = "", provider = "", ...entry }: Entry): Properties {
  const isProvider = type.startsWith("pulumi:providers:");
  const names = (urns: readonly string[] = []): string[] => urns.map(nameOf).sort();
  const needed = Object.entries(entry.propertyDependencies ?? {}).map(([key, urns]) => [key, names(urns)] as const);
  const via = nameOf(provider);
  const members = {
    name: nameOf(urn),
    ...(!isProvider && {
      id: entry.id,
      inputs: entry.inputs && withoutText(entry.inputs),
      outputs: entry.outputs && withoutText(entry.outputs),
    }),
    parent: parent.includes("pulumi:pulumi:Stack") ? undefined : nameOf(parent),
    provider: via.startsWith("default") ? undefined : via,
    dependencies: names(entry.dependencies),
    propertyDependencies: Object.fromEntries(needed.filter(([, urns]) => urns.length > 0)),
    deletedWith: nameOf(entry.deletedWith ?? ""),
    aliases: names(entry.aliases),
    ...pick(entry, "protect", "retainOnDelete", "delete", "pendingReplacement", "taint", "external", "initErrors"),
  };
  return Object.fromEntries(
    Object.entries(members).filter(([key, value]) => (/puts$/.test(key) ? value !== undefined : !isEmpty(value))),
  );
}

const pick = (entry: Partial<Entry>, ...keys: (keyof Entry)[]): Properties =>
  Object.fromEntries(keys.map((key) => [key, entry[key]]));

/** Independent resources are in the state in any order, too. */
const byName = (one: Properties, other: Properties): number => {
  const [left, right] = [`${String(one["name"])} ${String(one["id"])}`, `${String(other["name"])} ${String(other["id"])}`];
  return left < right ? -1 : Number(left > right);
};

export const normalState = ({ resources, pending_operations: pending = [] }: State): Pick<Recorded, "resources" | "pending"> => ({
  resources: resources.filter(isShown).map(normalEntry).sort(byName),
  pending: pending.map(({ resource, type }) => `${type} ${nameOf(resource.urn)}`).sort(),
});

export const normalStep = (op: string, urn: string): string[] =>
  nameOf(urn).startsWith("default") || urn.includes("pulumi:pulumi:Stack::") ? [] : [`${op} ${nameOf(urn)}`];

/** The calls of a command in their normal order. */
export function normalCalls(calls: readonly Call[], { name, refresh }: Command, program: Program, before: State): Call[] {
  const runs = name === "up" || name === "preview";
  const dependent = related(runs ? program : { resources: [] }, before);
  return normalOrder(calls.map(normalCall), refresh === true || name === "refresh", dependent);
}
