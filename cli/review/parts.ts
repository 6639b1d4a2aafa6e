import { noSubdomainDeletion, removalOf } from "../../provider/values/kinds.js";
import { sumText } from "../../provider/values/money.js";
import { objectsText } from "../../provider/values/phrases.js";
import { anewText } from "../preview/table.js";
import type { Cell } from "../shared/document.js";
import { oneLine } from "../shared/one-line.js";
import { valueText } from "../shared/values.js";
import { shortened } from "../../sdk/redaction/text.js";
import { type Change, type ChangeEffect, isRemoval, moneyOf, type PropertyChange } from "./changes.js";
import type { Group } from "./groups.js";
import { revealed, settingsPart } from "./settings-part.js";
import { type Review, stackTitle } from "./review.js";

/** A change, a finding, or a sentence: shown whole or not at all. */
export interface Unit {
  /** The lower, the more important; what does not fit is left out from the other end. */
  readonly rank: number;
  /** Rows of the table of the part, or … */
  readonly rows?: readonly (readonly Cell[])[];
  /** … an item of its list. */
  readonly item?: string;
}

/** A part of a review. */
export interface Part {
  readonly heading: string;
  /** Names of the columns, if the part is a table. */
  readonly columns?: readonly string[];
  readonly units: readonly Unit[];
  /** Whether a reader opens it only for the details. */
  readonly isFolded?: boolean;
}

type Redact = (text: string) => string;

/** Effects in the order of their importance. */
const effects = [
  "refused",
  "ordered",
  "deleted",
  "replaced",
  "left",
  "created",
  "changed",
  "adopted",
  "kept",
] as const satisfies readonly ChangeEffect[];

/** How a count of an effect reads. */
const counted: Readonly<Record<ChangeEffect, string>> = {
  refused: "would fail",
  ordered: "to order",
  deleted: "to delete",
  replaced: "to replace",
  left: "to leave at the provider",
  created: "to create",
  changed: "to change",
  adopted: "to adopt",
  kept: "with other options only",
};

/** The verdict of a review, in a line. */
export function verdictOf(review: Review): string {
  const { isWhole, exceeded, unknown, changes, settings } = review;
  const counts = effects.flatMap((effect) => {
    const count = changes.filter((each) => each.effect === effect).length;
    return count === 0 ? [] : [`${count} ${counted[effect]}${anewText(changes, effect)}`];
  });
  const others = settings.length === 0 ? [] : [`${settings.length} other change${settings.length === 1 ? "" : "s"}`];
  const summary = [...counts, ...others].join(", ") || "nothing changes";
  const doubts = [
    ...(isWhole ? [] : ["the run would fail. "]),
    ...(unknown.length > 0 ? ["a part is not known against the sandbox. "] : []),
    ...(isWhole && exceeded.length > 0 ? ["needs another look. "] : []),
  ];
  const verdict = doubts
    .map((doubt, index) => (index === 0 ? doubt : `${doubt.charAt(0).toUpperCase()}${doubt.slice(1)}`))
    .join("");
  return `Stack ${stackTitle(review)}: ${verdict}${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
}

/** All parts of a review, the most important first; parts with nothing in them are left out. */
export function partsOf(review: Review, redact: Redact): readonly Part[] {
  const { changes } = review;
  const list = (heading: string, items: readonly string[]): Part => ({
    heading,
    units: items.map((item) => ({ rank: 0, item: redact(oneLine(item)) })),
  });
  const refused = changes.filter(({ effect }) => effect === "refused");
  const final = [...changes.flatMap(finalities), ...hardlyDeletable(changes)];
  const parts: readonly Part[] = [
    list("Above a threshold", review.exceeded),
    list("What the run would fail at", [
      ...refused.map(({ title, message }) => `${title}: ${message ?? ""}`),
      ...review.problems,
    ]),
    list(
      "Policies",
      review.violations.map(
        ({ title, policy, message, isMandatory }) =>
          `${isMandatory ? "Mandatory" : "Advice"}: ${[title, policy].filter(Boolean).join(", ")}: ${message}`,
      ),
    ),
    list("About this review", review.cautions),
    list("No longer secret", revealed(review.settings, redact)),
    moneyPart(changes, redact),
    list("What cannot be undone", final),
    list("What is overwritten", changes.flatMap(overwrites)),
    list("What is deleted or replaced", changes.filter(({ effect }) => isRemoval(effect)).map(removalText)),
    list(
      "Protection removed",
      changes
        .filter(({ protection }) => protection === "removed")
        .map(({ title, id }) => `${title}${idText(id)} can be deleted from the next run on`),
    ),
    list("What stays at the provider", changes.flatMap(remainders)),
    driftPart(review, redact),
    list(
      "What was said",
      review.remarks.filter((remark) => !final.includes(remark)),
    ),
    settingsPart(review.settings, redact),
    ...changeParts(changes, redact),
  ];
  return parts
    .filter(({ units }) => units.length > 0)
    .map((part, index) => ({
      ...part,
      units: part.units.map((unit) => ({ ...unit, rank: unit.rank === 0 ? index : unit.rank })),
    }));
}

const idText = (id: string | undefined): string => (id === undefined ? "" : ` (${id})`);

function moneyPart(changes: readonly Change[], redact: Redact): Part {
  const money = moneyOf(changes);
  const units = money.orders.map(({ object, title, providers, cost }): Unit => ({
    rank: 0,
    rows: [
      [
        { value: object },
        { value: `${title}${loginText(providers.after)}` },
        { value: redact(cost?.terms ?? "price not known") },
      ],
    ],
  }));
  const sum =
    units.length === 0 ? "" : `: ${sumText(money)}${money.sums.length === 0 ? "" : " (the API does not say for which period)"}`;
  return { heading: `What costs money${sum}`, columns: ["ORDER", "RESOURCE", "PRICE AND TERMS"], units };
}

/** What a new resource writes over in an object that exists, such as the address of a customer: only the review has the old values. */
function overwrites({ title, object, properties, overwritten, takesExisting }: Change): string[] {
  if (!takesExisting || overwritten?.length === 0) return [];
  if (overwritten === undefined) return [`${title} takes the existing ${object}: what it overwrites there is not known`];
  return [`${title} takes the existing ${object} and changes ${properties.map(overwriteText).join(", ")}`];
}

const overwriteText = ({ path, before, after }: PropertyChange): string => `${path} from ${quoted(before)} to ${quoted(after)}`;

const quoted = (value: unknown): string => (value === undefined ? "nothing" : shortened(JSON.stringify(value), longestValue));

/** What nobody can take back of a change, in a sentence; undefined if all of it can be. */
export const finalityOf = (change: Change): string | undefined => [...finalities(change), ...hardlyDeletable([change])][0];

function finalities({ kind, title, object, former, effect, isRetained, loss, inside }: Change): string[] {
  const removal = kind === undefined ? undefined : removalOf(kind);
  const goes = isRemoval(effect) && !isRetained;
  if (goes && kind === undefined) return [`${title} is of another package: what its removal does is not known here`];
  if (goes && removal?.isFinal === true) {
    const isReplaced = effect === "replaced";
    const also = inside.length === 0 ? "" : `, and with it ${objectsText(inside)}`;
    const text = `${isReplaced ? "The replacement" : "The run"} ${removal.does} ${former} (${title})${removal.effect}${also}`;
    return [isReplaced && loss !== undefined ? loss : text];
  }
  return effect === "created" && removal?.outcome === "leaves"
    ? [`The run creates ${object} (${title}), which the API cannot delete`]
    : [];
}

/** One line for all subdomains: most programs have many. */
function hardlyDeletable(changes: readonly Change[]): string[] {
  const names = changes
    .filter(({ kind, effect }) => kind === "subdomain" && effect === "created")
    .map(({ object }) => object.replace(/^subdomain /, ""));
  if (names.length === 0) return [];
  const [shown, more] = [names.slice(0, mostNames).join(", "), names.length - mostNames];
  return [
    `The run creates ${names.length === 1 ? "a subdomain" : `${names.length} subdomains`}, and by default a later run fails to delete one whose domain ` +
      `stays: ${noSubdomainDeletion} (${shown}${more > 0 ? ` and ${more} more` : ""})`,
  ];
}

const mostNames = 5;

const removalText = ({ title, former: object, id, effect, properties }: Change): string => {
  const because = properties.filter(({ replaces }) => replaces).map(({ path }) => path);
  const of = object === title ? title : `${title}: ${object}`;
  return effect === "deleted"
    ? `${of}${idText(id)} is deleted`
    : `${of}${idText(id)} is replaced${because.length === 0 ? "" : `, because ${because.join(", ")} ${because.length === 1 ? "changes" : "change"}`}`;
};

const remainders = ({ title, former: object, id, effect, isRetained }: Change): string[] =>
  effect === "left" || isRetained
    ? [`${object === title ? title : `${object}, ${title}`}${idText(id)}: Pulumi manages it no longer`]
    : [];

function driftPart({ drift }: Review, redact: Redact): Part {
  return {
    heading: "What was changed outside the program since the last run",
    columns: ["RESOURCE", "PROPERTY", "IN THE STATE", "AT THE PROVIDER"],
    units: drift.map(({ title, isGone, properties }) => ({
      rank: 0,
      rows: isGone
        ? [[{ value: title }, "", "", "does not exist any more"]]
        : properties.map(({ path, recorded, provider }) => [
            { value: title },
            { value: path },
            { value: redact(valueText(recorded)) },
            { value: redact(valueText(provider)) },
          ]),
    })),
  };
}

/** The changes by property, grouped by component and customer. */
function changeParts(changes: readonly Change[], redact: Redact): Part[] {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const name = groupText(change.group, change.effect === "refused");
    groups.set(name, [...(groups.get(name) ?? []), change]);
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, members]) => ({
      heading: `${name}: ${members.length} change${members.length === 1 ? "" : "s"}`,
      columns: ["RESOURCE", "CHANGE", "PROPERTY", "BEFORE", "AFTER"],
      isFolded: true,
      units: members.map((change) => ({ rank: detailRank + effects.indexOf(change.effect), rows: rowsOf(change, redact) })),
    }));
}

/** Details come after all that a reviewer must see. */
const detailRank = 100;

/** @param isRefused whether Pulumi shows nothing of what is declared */
const groupText = ({ components, customer, account }: Group, isRefused: boolean): string => {
  const owner = customer === undefined ? (account === undefined ? [] : [`account ${account}`]) : [`customer ${customer}`];
  const parts = [...(components.length === 0 ? [] : [`component ${components.join("/")}`]), ...owner];
  const text = parts.length === 0 ? (isRefused ? "customer not known" : "no customer") : parts.join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** Whose login it is: the same name can be of another account there. */
const loginText = (provider: string | undefined): string => (provider === undefined ? "" : ` (provider ${provider})`);

function rowsOf({ title, effect, isOrdered, protection, retention, providers, properties }: Change, redact: Redact): Cell[][] {
  const what = effect === "kept" ? "option" : isOrdered && effect !== "ordered" ? `${effect}; ordered` : effect;
  const first: Cell[] = [{ value: title }, what];
  const rows = properties.map(({ path, before, after, replaces }): Cell[] => {
    const [was, becomes] = shownPair(redact(valueText(before)), redact(valueText(after)));
    return [...first, { value: `${path}${replaces ? " (replaces)" : ""}` }, { value: was }, { value: becomes }];
  });
  const options = { protect: protection, retainOnDelete: retention };
  for (const [name, change] of Object.entries(options))
    if (change !== undefined) rows.push([...first, name, ...(change === "removed" ? ["true", "false"] : ["false", "true"])]);
  if (providers.before !== providers.after)
    rows.push([
      ...first,
      "provider",
      { value: providers.before ?? "the default one" },
      { value: providers.after ?? "the default one" },
    ]);
  return rows.length === 0 ? [[...first, "", "", ""]] : rows;
}

/** A longer value is shown around the place where it differs; `--json` has all of it. */
const longestValue = 300;

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
