import { costText, priceText } from "../../provider/values/money.js";
import type { Redact } from "../shared/document.js";
import { redactedValue } from "../shared/values.js";
import { type Change, moneyOf } from "../preview/changes.js";
import type { YearSums } from "./money.js";
import { needsLook, type Review } from "./review.js";
import { finalityOf } from "./statements.js";

/**
 * For programs: JSON has no member for what is undefined here. Ids, names and URNs are not redacted: a secret can equal a part of one by chance.
 */
export function reviewAsJson(review: Review, redact: Redact): object {
  const { project, stack, digest, plan, isWhole, changes, settings, unseen, resources, exceeded } = review;
  const { renames, recurring, violations, problems, drift, remarks, unknown, cautions } = review;
  const { sums, isMost, unpriced } = moneyOf(changes);
  return {
    project,
    stack,
    digest,
    plan: digest && plan,
    outcome: !isWhole ? "fails" : needsLook(review) ? "exceeds" : changes.length + settings.length > 0 ? "changes" : "nothing",
    resources,
    cost: {
      sums: sums.map(({ currency, net, once }) => ({ currency, net: net / 100, once: once / 100 })),
      ...(isMost && { most: true }),
      unpriced,
      year: recurring && { before: yearAsJson(recurring.before), after: yearAsJson(recurring.after) },
    },
    renames: filled(renames.map(({ urn, formerUrn, isUntouched }) => ({ urn, formerUrn, untouched: isUntouched }))),
    changes: changes.map((change) => changeAsJson(change, redact)),
    settings: settings.map(({ isRevealed, ...setting }) => ({
      ...(redactedValue(setting, redact) as object),
      revealed: isRevealed,
    })),
    unseen,
    exceeded: exceeded.filter(({ level }) => level === "exceeds").map(({ text }) => redact(text)),
    rules: exceeded.map(({ text, ...rule }) => ({ ...rule, message: redact(text) })),
    violations: violations.map(({ urn, policy, message, isMandatory }) => ({
      urn,
      policy,
      message: redact(message),
      mandatory: isMandatory,
    })),
    problems: problems.map(redact),
    drift: drift.map(({ urn, isGone, properties }) => ({ urn, gone: isGone, properties: redactedValue(properties, redact) })),
    remarks: remarks.map(redact),
    unknown: unknown.map(redact),
    cautions: cautions.map(redact),
  };
}

const filled = <T>(list: readonly T[]): readonly T[] | undefined => (list.length === 0 ? undefined : list);

/** Sums of a year, by what the prices are for, which the API does not say. */
const yearAsJson = ({ sums, isMost, unpriced }: YearSums): object => ({
  sums: sums.map(({ currency, ofMonths, ofPeriods }) => ({
    currency,
    ifPricesAreMonthly: Math.round(ofMonths) / 100,
    ifPricesAreForBillingPeriods: Math.round(ofPeriods) / 100,
  })),
  ...(isMost && { most: true }),
  unpriced,
});

function changeAsJson(change: Change, redact: Redact): object {
  const { urn, kind, title, object, id, effect, inside, cost, protection, retention, reads, message, group } = change;
  const redacted = (text: string | undefined) => text && redact(text);
  return {
    urn,
    kind,
    title,
    object: redact(object),
    id,
    effect,
    ordered: change.isOrdered,
    inside: filled(inside),
    cost: redacted(cost && costText(cost)),
    price: redacted(cost && priceText(cost)),
    terms: cost && redactedValue(cost, redact),
    properties: redactedValue(change.properties, redact),
    protection,
    retention,
    provider: change.providers.after,
    retained: change.isRetained,
    reads,
    message: redacted(message),
    components: group.components,
    customer: group.customer,
    customerName: redacted(group.customerName),
    final: redacted(finalityOf(change)),
  };
}

/** The counts that GitLab shows in a merge request, in the format of its Terraform report. */
export const gitlabReport = ({ changes }: Review): object => {
  const count = (...effects: readonly string[]) => changes.filter(({ effect }) => effects.includes(effect)).length;
  const kept = changes.filter(({ effect, isRetained }) => effect === "replaced" && isRetained).length;
  return {
    create: count("created", "ordered", "replaced"),
    update: count("changed", "adopted", "kept"),
    // What stays at the provider is deleted nowhere.
    delete: count("deleted", "replaced") - kept,
  };
};
