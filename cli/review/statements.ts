import { labelOf, removalOf } from "../../provider/values/kinds.js";
import { noSubdomainDeletion } from "../../provider/values/removals.js";
import { objectsText } from "../../provider/values/phrases.js";
import { shortened } from "../../sdk/redaction/text.js";
import { firstNames } from "../shared/text.js";
import { groupedBy } from "../shared/values.js";
import { nameOf } from "../stack/deployment.js";
import { type Change, isRemoval, type PropertyChange } from "../preview/changes.js";
import type { Rename } from "../preview/plan.js";

/** A longer value is shown around the place where it differs; `--json` has all of it. */
export const longestValue = 300;

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
const shortName = ({ kind, urn }: Pick<Change, "kind" | "urn">, object: string): string =>
  kind !== undefined && namedByObject.has(kind) ? object.replace(`${labelOf(kind)} `, "") : nameOf(urn);

const namedByObject: ReadonlySet<string> = new Set(["domain", "subdomain", "virtualAccount"]);

const idText = (id: string | undefined): string => (id === undefined ? "" : ` (${id})`);

/** What nobody can take back. */
export function finality(change: Change): Statement | undefined {
  const { urn, kind, title, object, former, effect, isRetained, loss, inside } = change;
  const goesBy = kind === undefined ? undefined : removalOf(kind);
  const goes = isRemoval(effect) && !isRetained;
  if (goes && kind === undefined)
    return {
      key: `removed ${pluralOf(change)}`,
      name: shortName(change, former),
      one: `${title} is of another package: what its removal does is not known here`,
      all: (count, names) =>
        `${count} ${pluralOf(change)} are of other packages: what their removal does is not known here (${names})`,
    };
  if (goes && goesBy?.isFinal === true) {
    const isReplaced = effect === "replaced";
    const runs = isReplaced ? "The replacement" : "The run";
    const also = inside.length === 0 ? "" : `, and with it ${objectsText(inside)}`;
    const text = `${runs} ${goesBy.does} ${former} (${title})${goesBy.effect}${also}`;
    const isAlike = loss === undefined && inside.length === 0;
    return {
      key: isAlike ? `${kind} ${effect}` : urn,
      name: shortName(change, former),
      one: isReplaced && loss !== undefined ? loss : text,
      all: (count, names) => `${runs} ${goesBy.does} each of ${count} ${pluralOf(change)}${goesBy.effect}: ${names}`,
    };
  }
  if (effect !== "created" || goesBy?.outcome !== "leaves") return undefined;
  return {
    key: `${kind} ${effect}`,
    name: shortName(change, object),
    one: `The run creates ${object} (${title}), which the API cannot delete`,
    all: (count, names) => `The run creates ${count} ${pluralOf(change)}, which the API cannot delete: ${names}`,
  };
}

/** What nobody can take back of a change, in a sentence; undefined if all of it can be. */
export const finalityOf = (change: Change): string | undefined => finality(change)?.one ?? hardlyDeletable([change])[0];

/** One line for all subdomains: most programs have many. */
export function hardlyDeletable(changes: readonly Change[]): string[] {
  const names = changes
    .filter(({ kind, effect }) => kind === "subdomain" && effect === "created")
    .map(({ object }) => object.replace(/^subdomain /, ""));
  if (names.length === 0) return [];
  return [
    `The run creates ${names.length === 1 ? "a subdomain" : `${names.length} subdomains`}, and by default a later run fails to delete one whose domain ` +
      `stays: ${noSubdomainDeletion} (${namesText(names)})`,
  ];
}

/** Who can no longer log in. */
export function lockout(change: Change): Statement | undefined {
  const { kind, former, id, effect, isRetained } = change;
  if (kind !== "applicationToken" || !isRemoval(effect) || isRetained) return undefined;
  const undocumented = "Whether sessions that it has opened end is not documented";
  return {
    key: effect,
    name: shortName(change, former),
    one: `Whoever logs in with ${former}${idText(id)} no longer can once the run has deleted it. ${undocumented}`,
    all: (count, names) =>
      `Whoever logs in with one of ${count} ${pluralOf(change)} that are ${effect} no longer can once the run has deleted it: ${names}`,
  };
}

/** What else is deleted, and what is replaced for which reason. */
export function removal(change: Change): Statement | undefined {
  const { title, former, id, effect, properties } = change;
  // What cannot be undone has been said.
  if (!isRemoval(effect) || (effect === "deleted" && finality(change) !== undefined)) return undefined;
  const causes = properties.filter(({ replaces }) => replaces).map(({ path }) => path);
  const because = causes.length === 0 ? "" : `, because ${causes.join(", ")} ${causes.length === 1 ? "changes" : "change"}`;
  const of = former === title ? title : `${title}: ${former}`;
  return {
    key: `${pluralOf(change)} ${effect}${because}`,
    name: shortName(change, former),
    one: `${of}${idText(id)} is ${effect}${because}`,
    all: (count, names) => `${count} ${pluralOf(change)} are ${effect}${because}: ${names}`,
  };
}

/** What a later run may do that it could not do so far. */
export function unguarded(change: Change): Statement[] {
  const { title, former, id, effect, product, protection, retention, properties } = change;
  const isForced = properties.some(({ path, before, after }) => path === "forceDestroy" && after === true && before !== true);
  const billed = product === undefined ? "" : ", and is billed,";
  const messages = [
    isForced && !isRemoval(effect) && "takes with it whatever is in it, as soon as it is deleted",
    retention === "added" && `stays at the provider${billed} as soon as it leaves the program`,
    protection === "removed" && retention !== "added" && !isRemoval(effect) && "can be deleted from the next run on",
  ].filter((what) => what !== false);
  return messages.map((what) => ({
    key: `${pluralOf(change)} ${what}`,
    name: shortName(change, former),
    one: `${title}${idText(id)} ${what}`,
    all: (count, names) => `${count} ${pluralOf(change)}, each of which ${what}: ${names}`,
  }));
}

/** What stays at the provider, and leaves the state. */
export function remainder(change: Change): Statement | undefined {
  const { title, former, id, effect, product, isRetained, reads } = change;
  if (reads !== undefined) {
    const text = `${title}: the program only reads ${effect === "deleted" ? "another object" : "its object"} from now on (${reads}): Pulumi manages it no longer`;
    return { key: text, name: title, one: text, all: () => text };
  }
  if (effect !== "left" && !isRetained) return undefined;
  const billedOn = product === undefined ? "" : ", and no review shows what it goes on costing";
  return {
    key: pluralOf(change),
    name: shortName(change, former),
    one: `${former === title ? title : `${former}, ${title}`}${idText(id)}: Pulumi manages it no longer${billedOn}`,
    all: (count, names) => `${count} ${pluralOf(change)}: Pulumi manages them no longer${billedOn} (${names})`,
  };
}

export function renamed({ urn, title, former, isUntouched }: Rename): Statement {
  const [className] = title.split(" ");
  const nothing = (objects: string) => (isUntouched ? `, nothing happens to the ${objects}` : "");
  return {
    key: `${className} ${isUntouched}`,
    name: nameOf(urn),
    one: `${former} is now ${title}${nothing("object")}`,
    all: (count, names) => `${count} resources ${className} have another name${nothing("objects")} (now ${names})`,
  };
}

/** What a new resource writes over in an object that exists, such as the address of a customer: only the review has the old values. */
export function overwrites({ title, object, properties, overwritten, takesExisting }: Change): string[] {
  if (!takesExisting || overwritten?.length === 0) return [];
  if (overwritten === undefined) return [`${title} takes the existing ${object}: what it overwrites there is not known`];
  return [`${title} takes the existing ${object} and changes ${properties.map(overwriteText).join(", ")}`];
}

const overwriteText = ({ path, before, after }: PropertyChange): string => `${path} from ${quoted(before)} to ${quoted(after)}`;

const quoted = (value: unknown): string => (value === undefined ? "nothing" : shortened(JSON.stringify(value), longestValue));
