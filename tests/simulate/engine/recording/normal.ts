import type { Entry, Program, Properties, State } from "../types.js";
import type { Call } from "./scripted.js";

/** What is recorded of one command. */
export interface Recorded {
  readonly result: "succeeded" | "failed" | "killed";
  /** In their normal order, see {@link normalOrder}. */
  readonly calls: readonly Call[];
  /** What the engine announced, as `<operation> <name>`, in alphabetical order. */
  readonly steps: readonly string[];
  /** What it left in the state: names instead of URNs, without the stack's own entry and the default provider's. */
  readonly resources: readonly Properties[];
  readonly pending: readonly string[];
}

const nameOf = (urn: string): string => urn.split("::")[3] ?? urn;

const references = (value: unknown): Set<string> => {
  if (typeof value !== "object" || value === null) return new Set();
  if ("$of" in value) return new Set([(value.$of as [string, string])[0]]);
  return new Set(Object.values(value).flatMap((member) => [...references(member)]));
};

const labelOf = (name: string, args: Properties = {}): string => (typeof args["label"] === "string" ? args["label"] : name);

/** Labels of which one needs the other, directly or not, in any of the programs. */
export function related(programs: readonly Program[]): (one: string, other: string) => boolean {
  const needs = new Map<string, Set<string>>();
  const link = (one: string, other: string): void => void needs.set(one, (needs.get(one) ?? new Set()).add(other));
  for (const { resources } of programs) {
    const labels = new Map(resources.map(({ name, as = name, args }) => [as, labelOf(name, args)]));
    for (const resource of resources) {
      const label = labels.get(resource.as ?? resource.name) ?? "";
      const options = "provider" in resource ? {} : (resource.options ?? {});
      const { parent = [], dependsOn = [], provider = [], deletedWith = [], replaceWith = [] } = options;
      for (const name of [...references(resource.args), ...[parent, dependsOn, provider, deletedWith, replaceWith].flat()])
        link(label, labels.get(name) ?? name);
    }
  }
  const reaches = (from: string, to: string, seen: Set<string>): boolean => {
    if (from === to) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return [...(needs.get(from) ?? [])].some((next) => reaches(next, to, seen));
  };
  return (one, other) => reaches(one, other, new Set()) || reaches(other, one, new Set());
}

/**
 * Calls for independent resources come in any order, others in one. Of all the orders that differ only by that, this is the
 * alphabetical one; two recordings mean the same exactly if these are equal.
 */
export function normalOrder(calls: readonly Call[], dependent: (one: string, other: string) => boolean): Call[] {
  const rest = [...calls];
  const ordered: Call[] = [];
  while (rest.length > 0) {
    const free = rest.filter((call, index) => !rest.slice(0, index).some(({ label }) => dependent(label, call.label)));
    const first = free.reduce((least, call) => (call.label < least.label ? call : least));
    ordered.push(...rest.splice(rest.indexOf(first), 1));
  }
  return ordered;
}

const withoutText = (properties: Properties | undefined): Properties | undefined => {
  if (properties === undefined) return undefined;
  const entries = Object.entries(properties).filter(([key]) => key !== "__provider");
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
};

export const normalCall = ({ call, label, id, olds, news, provider }: Call): Call => {
  const [before, after] = [withoutText(olds), withoutText(news)];
  return {
    call,
    label,
    ...(provider === undefined ? {} : { provider }),
    ...(id === undefined ? {} : { id }),
    ...(before === undefined ? {} : { olds: before }),
    ...(after === undefined ? {} : { news: after }),
  };
};

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  (typeof value === "object" && Object.values(value).every((member) => member === undefined || isEmptyList(member))) ||
  value === "";
const isEmptyList = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);

const isShown = ({ type, urn }: Entry): boolean => type !== "pulumi:pulumi:Stack" && !nameOf(urn).startsWith("default");

function normalEntry(entry: Entry): Properties {
  const { urn, type, id, inputs, outputs, parent, provider, dependencies, propertyDependencies, deletedWith, replaceWith } =
    entry;
  const { protect, retainOnDelete, ignoreChanges, replaceOnChanges, aliases, taint, initErrors, pendingReplacement } = entry;
  const isProvider = type.startsWith("pulumi:providers:");
  const names = (urns: readonly string[] | undefined): string[] => (urns ?? []).map(nameOf).sort();
  const needed = Object.entries(propertyDependencies ?? {}).map(([key, urns]) => [key, names(urns)] as const);
  const via = nameOf(provider ?? "");
  const members = {
    name: nameOf(urn),
    id: isProvider ? undefined : id,
    inputs: isProvider ? undefined : withoutText(inputs),
    outputs: isProvider ? undefined : withoutText(outputs),
    parent: parent === undefined || parent.includes("pulumi:pulumi:Stack") ? undefined : nameOf(parent),
    provider: via.startsWith("default") ? undefined : via,
    dependencies: names(dependencies),
    propertyDependencies: Object.fromEntries(needed.filter(([, urns]) => urns.length > 0)),
    deletedWith: nameOf(deletedWith ?? ""),
    replaceWith: names(replaceWith),
    protect,
    retainOnDelete,
    ignoreChanges,
    replaceOnChanges,
    aliases: names(aliases),
    delete: entry.delete,
    pendingReplacement,
    taint,
    initErrors,
  };
  return Object.fromEntries(
    Object.entries(members).filter(([key, value]) => (/puts$/.test(key) ? value !== undefined : !isEmpty(value))),
  );
}

/** Independent resources stand in the state in any order, too. */
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
