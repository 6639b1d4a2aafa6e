import { equal } from "../../provider/values/properties.js";
import { mask } from "../../sdk/redaction/mask.js";
import { nameIn } from "../preview/properties.js";
import { anewText } from "../preview/table.js";
import { listPart, type Part, type Redact } from "../shared/document.js";
import { capitalized, counted, oneLine } from "../shared/text.js";
import { valueText } from "../shared/values.js";
import { titleOf } from "../stack/deployment.js";
import { type Change, effectPhrases, effects, isRemoval } from "../preview/changes.js";
import { changesPart, detailParts, sameChanges } from "./details.js";
import { calledText } from "../preview/groups.js";
import { moneyPart, recurringPart } from "./money.js";
import { needsLook, type Review, stackTitle } from "./review.js";
import type { SettingChange } from "./settings.js";
import {
  alike,
  finality,
  hardlyDeletable,
  lockout,
  overwrites,
  remainder,
  removal,
  renamed,
  type Statement,
  unguarded,
} from "./statements.js";

/** What a reviewer may have to know besides the changes of objects. */
const settingsPart = (settings: readonly SettingChange[], redact: Redact): Part => ({
  heading: "Settings, options, outputs and dependencies",
  columns: ["WHAT", "NAME", "BEFORE", "AFTER"],
  units: settings.map(({ what, urn, name, before, after, isRevealed }) => {
    const values: readonly [string, string] =
      isRevealed === true && what !== "option"
        ? [before === undefined ? "" : "secret", "plain text"]
        : [what === "setting" ? "(not known)" : redact(shownText(before)), redact(shownText(after))];
    return { rows: [[what, { value: titleIn({ urn, name }) }, ...values.map((value) => ({ value }))]] };
  }),
});

const titleIn = ({ urn, name }: { readonly urn: string | undefined; readonly name: string }): string =>
  urn === undefined ? name : `${titleOf(urn)}: ${name}`;

/** A URN reads as its resource. */
const shownText = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(shownText).join(", ")
    : typeof value === "string" && value.startsWith("urn:pulumi:")
      ? titleOf(value)
      : valueText(value);

const places: Readonly<Partial<Record<SettingChange["what"], string>>> = {
  output: "an output of the stack, which whoever may read the stack sees",
  option: "an option, so the state and the outputs have it in plain text",
  configuration: "in the configuration file, in plain text",
};

/** What is plain from now on. An output can also show a secret under another name. */
function revealed(settings: readonly SettingChange[], redact: Redact): string[] {
  return settings.flatMap(({ what, urn, name, after, isRevealed }) => {
    const shown = valueText(after);
    const isShown = isRevealed === true || (what === "output" && redact(shown) !== shown);
    const place = places[what];
    return isShown && place !== undefined ? [`${titleIn({ urn, name })} (${place})`] : [];
  });
}

export function verdictOf(review: Review): string {
  const { isWhole, unknown, changes, renames, settings } = review;
  const counts = effects.flatMap((effect) => {
    const count = changes.filter((each) => each.effect === effect).length;
    return count === 0 ? [] : [`${count} ${effectPhrases[effect]}${anewText(changes, effect)}`];
  });
  const taken = new Set(changes.flatMap(({ inside }) => inside.map(({ kind, id }) => `${kind} ${id}`))).size;
  if (taken > 0) counts.push(`${taken} more to go with ${taken === 1 ? "its" : "their"} account`);
  const untouched = renames.filter(({ isUntouched }) => isUntouched).length;
  if (untouched > 0) counts.push(`${untouched} to rename`);
  if (settings.length > 0) counts.push(counted(settings.length, "other change"));
  const doubts = [
    ...(isWhole ? [] : ["the run would fail. "]),
    ...(unknown.length > 0 ? ["a part is not known against the sandbox. "] : []),
    ...(isWhole && needsLook(review) ? ["needs another look. "] : []),
  ];
  const verdict = doubts.map((doubt, index) => (index === 0 ? doubt : capitalized(doubt))).join("");
  return `Stack ${stackTitle(review)}: ${verdict}${capitalized(counts.join(", ") || "nothing changes")}.`;
}

/** All parts of a review, the most important first; parts with nothing in them are left out. */
export function partsOf(review: Review, hide: Redact): readonly Part[] {
  const { changes } = review;
  const redact = withCustomers(changes, hide);
  const list = (heading: string, items: readonly string[]): Part =>
    listPart(
      heading,
      items.map((item) => redact(oneLine(item))),
    );
  const each = (say: (change: Change) => Statement | readonly Statement[] | undefined): readonly string[] =>
    alike(changes.flatMap((change) => say(change) ?? []));
  const exceeded = (wanted: string) => review.exceeded.flatMap(({ level, text }) => (level === wanted ? [text] : []));
  const refused = changes.filter(({ effect }) => effect === "refused");
  const final = [...each(finality), ...hardlyDeletable(changes)];
  const parts: readonly Part[] = [
    list("Above a threshold", exceeded("exceeds")),
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
    list("Rules that warn", exceeded("warn")),
    list("About this review", review.cautions),
    list("No longer secret", revealed(review.settings, redact)),
    list("What the program looks up", review.unknown),
    // Orders may be many, and a shortened review must not leave these out.
    list("What cannot be undone", final),
    moneyPart(changes, redact),
    recurringPart(review.recurring, redact),
    list("Who is locked out", each(lockout)),
    list("What is overwritten", changes.flatMap(overwrites)),
    list("What is deleted or replaced", each(removal)),
    list("What is less protected", each(unguarded)),
    list("What stays at the provider", each(remainder)),
    changesPart(changes, redact, hide),
    list("Renamed", alike(review.renames.map(renamed))),
    driftPart(review, redact),
    list(
      "What was said",
      review.remarks.filter((remark) => !final.includes(remark)),
    ),
    settingsPart(review.settings, redact),
    list("What is the same in many objects", sameChanges(changes, hide)),
    ...detailParts(changes, hide),
  ];
  return parts.filter(({ units }) => units.length > 0);
}

/** Puts the names of customers beside their numbers and their accounts. */
function withCustomers(changes: readonly Change[], redact: Redact): Redact {
  const names = new Map(
    changes.flatMap(({ group: { customer, account, customerName } }) => [
      [`customer ${customer}`, customerName],
      [`account ${account}`, customerName],
    ]),
  );
  return (text) => redact(text).replace(/\b(?:customer|account) \w+\b/g, (of) => calledText(of, names.get(of), redact));
}

function driftPart({ drift, changes, isWhole }: Review, redact: Redact): Part {
  const byUrn = new Map(changes.map((change) => [change.urn, change]));
  return {
    heading: "What was changed outside the program since the last run",
    columns: ["RESOURCE", "PROPERTY", "IN THE STATE", "AT THE PROVIDER", "THIS RUN"],
    units: drift.map(({ urn, title, isGone, properties }) => ({
      rows: isGone
        ? [[{ value: title }, "", "", "does not exist any more", isWhole ? anewBy(byUrn.get(urn)) : ""]]
        : properties.map(({ path, recorded, provider }) => [
            { value: title },
            { value: path },
            { value: redact(valueText(recorded)) },
            { value: redact(valueText(provider)) },
            isWhole ? doneTo(path, recorded, byUrn.get(urn)) : "",
          ]),
    })),
  };
}

const anewBy = (change: Change | undefined): string =>
  change?.isOrdered === true
    ? "orders it again"
    : change?.effect === "created"
      ? "creates it again"
      : change?.effect === "adopted"
        ? "adopts it"
        : "forgets it";

/** What a run does with a property that was changed elsewhere. Of a secret, nobody sees whether it is the earlier one. */
function doneTo(path: string, recorded: unknown, change: Change | undefined): string {
  if (change !== undefined && isRemoval(change.effect)) return `it is ${change.effect}`;
  const own = change?.properties.filter((each) => nameIn(each.path) === nameIn(path)) ?? [];
  const exact = own.find((each) => each.path === path);
  if (own.length === 0) return "leaves it";
  const isShown = !JSON.stringify(recorded ?? "").includes(mask);
  return exact !== undefined && isShown && equal(exact.after, recorded) ? "puts it back" : "changes it";
}
