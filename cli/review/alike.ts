import { labelOf } from "../../provider/values/kinds.js";
import { firstNames } from "../shared/one-line.js";
import { groupedBy } from "../shared/values.js";
import { nameOf } from "../stack/deployment.js";
import type { Change } from "./changes.js";

/** What is said of an object, and how it reads if it is said of many. */
export interface Statement {
  /** Equal for what is said alike. */
  readonly key: string;
  /** Of the object. */
  readonly name: string;
  /** Absent if it is said of many only. */
  readonly one?: string;
  readonly all: (count: number, names: string) => string;
}

/** So many objects have a line each, although the same is said of them. */
const mostApart = 3;

export const areMany = (objects: readonly unknown[]): boolean => objects.length > mostApart;

/** The lines of statements, in the order of the first of each kind. What is said of many is said once. */
export const alike = (statements: readonly Statement[]): string[] =>
  groupedBy(statements, ({ key }) => key).flatMap((members) =>
    areMany(members)
      ? [members[0].all(members.length, namesText(members.map(({ name }) => name)))]
      : members.flatMap(({ one }) => one ?? []),
  );

/** A line names so many objects at most. */
const mostNames = 5;

/** `a.de, b.de, c.de, d.de, e.de and 95 more, of 20 accounts`: to what they belong is said once. */
export function namesText(names: readonly string[]): string {
  const owners = names.map((name) => / of (\w+) .*$/.exec(name));
  const [first] = owners;
  const isEach = first !== undefined && owners.every((owner) => owner?.[1] === first?.[1]);
  const distinct = new Set(owners.map((owner) => owner?.[0]));
  const owner = !isEach || first == null ? "" : distinct.size === 1 ? first[0] : `, of ${distinct.size} ${first[1]}s`;
  const shown = names.map((name) => (owner === "" ? name : name.replace(/ of \w+ .*$/, "")));
  return firstNames(shown, mostNames) + owner;
}

/** How the objects of changes are called: `domains`, or the class in another package. */
export function pluralOf({ kind, title }: Pick<Change, "kind" | "title">): string {
  if (kind === undefined) return `resources ${title.split(" ")[0]}`;
  const label = labelOf(kind);
  return label.endsWith("s") ? label : `${label}s`;
}

/** A short name of an object: `shop.de of account p100001` of what is registered or billed, and else as the program calls it. */
export const shortName = ({ kind, urn }: Pick<Change, "kind" | "urn">, object: string): string =>
  kind !== undefined && namedByObject.has(kind) ? object.replace(`${labelOf(kind)} `, "") : nameOf(urn);

const namedByObject: ReadonlySet<string> = new Set(["domain", "subdomain", "virtualAccount"]);
