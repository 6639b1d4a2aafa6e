import type { Cell, Part, Redact, Unit } from "../shared/document.js";
import { capitalized, counted } from "../shared/text.js";
import { groupedBy, valueText } from "../shared/values.js";
import { nameOf } from "../stack/deployment.js";
import { type Change, effects, isRemoval } from "../preview/changes.js";
import { calledText } from "../preview/groups.js";
import { alike, areMany, longestValue, pluralOf, type Statement } from "./statements.js";

/** Details come after all that a reviewer must see. */
const detailRank = 100;

interface Difference {
  readonly what: string;
  readonly before: string;
  readonly after: string;
}

const columns = ["RESOURCE", "CHANGE", "PROPERTY", "BEFORE", "AFTER"];

/** The changes by property, grouped by component and customer. What stays at the provider does not change. */
export function detailParts(changes: readonly Change[], redact: Redact): Part[] {
  const single = new Set(singleChanges(changes));
  return groupedBy(
    changes.filter((change) => change.effect !== "left" && !single.has(change)),
    (change) => groupText(change, redact),
  )
    .map((members): Part => {
      const name = capitalized(groupText(members[0], redact));
      return {
        heading: `${name}: ${counted(members.length, "change")}`,
        columns,
        isFolded: true,
        units: unitsOf(members, redact),
      };
    })
    .sort((a, b) => (a.heading < b.heading ? -1 : 1));
}

/** What changes in the same way as in many others has its line, and the rest its table. */
function singleChanges(changes: readonly Change[]): readonly Change[] {
  const changed = changes.filter(({ effect }) => effect === "changed" || effect === "adopted");
  return groupedBy(changed, (change) => alikeKey(change) ?? change.urn)
    .flatMap((same) => (areMany(same) ? [] : same))
    .sort((a, b) => Number(b.isOfCustomer) - Number(a.isOfCustomer));
}

/**
 * What changes in single objects, which nobody is to miss among many: first contacts, and how customers are billed.
 * @param redact also puts names of customers beside their numbers
 */
export const changesPart = (changes: readonly Change[], redact: Redact, hide: Redact): Part => ({
  heading: "What changes",
  columns,
  units: singleChanges(changes).map((change) => ({
    rows: rowsOf(change, change.isOfCustomer ? redact(change.object) : change.title, hide),
  })),
});

/** Of a resource that fails, Pulumi shows nothing of what is declared. */
function groupText({ group, effect }: Change, redact: Redact): string {
  const { components, customer, customerName, account, isOpen } = group;
  const parts = [
    ...(components.length === 0 ? [] : [`component ${components.join("/")}`]),
    ...(customer === undefined ? [] : [calledText(`customer ${customer}`, customerName, redact)]),
    ...(account === undefined || customer !== undefined ? [] : [`account ${account}`]),
  ];
  if (isOpen) parts.push("account not known yet");
  return parts.length === 0 ? (effect === "refused" ? "customer not known" : "no customer") : parts.join(", ");
}

/** What changes alike in many objects has its rows once, with all their names. */
function unitsOf(members: readonly Change[], redact: Redact): Unit[] {
  return groupedBy(members, (change) => alikeKey(change) ?? change.urn).flatMap((same) => {
    const [first] = same;
    const rank = detailRank + effects.indexOf(first.effect);
    if (!areMany(same)) return same.map((change) => ({ rank, rows: rowsOf(change, change.title, redact) }));
    const names: Cell[] = ["", "", "which", "", { value: same.map(({ urn }) => nameOf(urn)).join(", ") }];
    return [{ rank, rows: [...rowsOf(first, `${same.length} ${pluralOf(first)}`, redact), names] }];
  });
}

/** Equal for changes of several objects that are the same; undefined for what is never said of several at once. */
function alikeKey(change: Change): string | undefined {
  const { kind, title, effect, isOrdered, properties, protection, retention, providers } = change;
  if (isNew(change) || differencesOf(change, String).length === 0) return undefined;
  const of = kind ?? title.split(" ")[0];
  return JSON.stringify([of, effect, isOrdered, properties, protection, retention, providers.before, providers.after]);
}

/** What is created or changed in the same way in many objects: all else is in the details. */
export const sameChanges = (changes: readonly Change[], redact: Redact): string[] =>
  alike(changes.flatMap((change) => statementOf(change, redact) ?? []));

function statementOf(change: Change, redact: Redact): Statement | undefined {
  const { kind, urn, title, effect } = change;
  const name = nameOf(urn);
  if (effect === "created" || effect === "adopted") {
    const all = (count: number, names: string) => `${count} ${pluralOf(change)} are ${effect}: ${names}`;
    return { key: `${kind ?? title.split(" ")[0]} ${effect}`, name, all };
  }
  const key = effect === "changed" || effect === "kept" ? alikeKey(change) : undefined;
  if (key === undefined) return undefined;
  const differing = differencesOf(change, redact).map(differenceText).join(", ");
  return { key, name, all: (count, names) => `${count} ${pluralOf(change)}: ${differing} (${names})` };
}

const differenceText = ({ what, before, after }: Difference): string =>
  before === after
    ? `${what} changes`
    : `${what} from ${before === "" ? "nothing" : before} to ${after === "" ? "nothing" : after}`;

const isNew = ({ effect, properties }: Change): boolean =>
  (effect === "created" || effect === "ordered" || effect === "adopted") &&
  properties.every(({ before }) => before === undefined);

function rowsOf(change: Change, resource: string, redact: Redact): Cell[][] {
  const { effect, isOrdered, properties, former, id } = change;
  const what = effect === "kept" ? "option" : isOrdered && effect !== "ordered" ? `${effect}; ordered` : effect;
  const first: Cell[] = [{ value: resource }, what];
  if (isNew(change)) {
    const all = properties.map(({ path, after }) => `${path}: ${shownPair("", redact(valueText(after)))[1]}`).join(", ");
    return [[...first, "", "", { value: all }]];
  }
  const differences = differencesOf(change, redact);
  if (differences.length === 0) {
    const gone = isRemoval(effect) ? `${former}${id === undefined ? "" : ` (${id})`}` : "";
    return [[...first, "", { value: gone }, ""]];
  }
  return differences.map(({ what: property, before, after }, at): Cell[] => [
    ...(at === 0 ? first : ["", ""]),
    { value: property },
    { value: before },
    { value: after },
  ]);
}

function differencesOf({ protection, retention, providers, properties }: Change, redact: Redact): Difference[] {
  const options = { protect: protection, retainOnDelete: retention };
  return [
    ...properties.map(({ path, before: earlier, after: later, replaces }) => {
      const [before, after] = shownPair(redact(valueText(earlier)), redact(valueText(later)));
      return { what: `${path}${replaces ? " (replaces)" : ""}`, before, after };
    }),
    ...Object.entries(options).flatMap(([what, change]) =>
      change === undefined ? [] : [{ what, before: String(change === "removed"), after: String(change === "added") }],
    ),
    ...(providers.before === providers.after
      ? []
      : [{ what: "provider", before: providers.before ?? "the default one", after: providers.after ?? "the default one" }]),
  ];
}

/** Two values, so that what differs is always seen. */
function shownPair(before: string, after: string): readonly [string, string] {
  if (before.length <= longestValue && after.length <= longestValue) return [before, after];
  let same = 0;
  while (same < Math.min(before.length, after.length) && before[same] === after[same]) same += 1;
  const start = Math.max(0, same - 40);
  const cut = (text: string): string => {
    const end = start + longestValue;
    return `${start > 0 && text !== "" ? "… " : ""}${text.slice(start, end)}${text.length > end ? ` … (${text.length} characters)` : ""}`;
  };
  return [cut(before), cut(after)];
}
