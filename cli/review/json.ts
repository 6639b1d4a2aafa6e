import { costText, priceText } from "../../provider/values/money.js";
import { redactedValue } from "../shared/values.js";
import { type Change, moneyOf } from "./changes.js";
import { finalityOf } from "./losses.js";
import type { YearSums } from "./recurring.js";
import { needsLook, type Review } from "./review.js";

type Redact = (text: string) => string;

/** For programs. Ids, names and URNs are not redacted: a secret can equal a part of one by chance. */
export function reviewAsJson(review: Review, redact: Redact): object {
  const {
    project,
    stack,
    digest,
    plan,
    isWhole,
    changes,
    settings,
    unseen,
    renames,
    recurring,
    resources,
    exceeded,
    violations,
    problems,
    drift,
    remarks,
    unknown,
    cautions,
  } = review;
  const { sums, isMost, unpriced } = moneyOf(changes);
  return {
    ...(project === undefined ? {} : { project }),
    stack,
    ...(digest === undefined ? {} : { digest, plan }),
    outcome: !isWhole ? "fails" : needsLook(review) ? "exceeds" : changes.length + settings.length > 0 ? "changes" : "nothing",
    resources,
    cost: {
      sums: sums.map(({ currency, net, once }) => ({ currency, net: net / 100, once: once / 100 })),
      ...(isMost ? { most: true } : {}),
      unpriced,
      ...(recurring === undefined ? {} : { year: { before: yearAsJson(recurring.before), after: yearAsJson(recurring.after) } }),
    },
    ...(renames.length === 0
      ? {}
      : { renames: renames.map(({ urn, formerUrn, isUntouched }) => ({ urn, formerUrn, untouched: isUntouched })) }),
    changes: changes.map((change) => ({ ...changeAsJson(change, redact), ...finalityAsJson(change, redact) })),
    settings: settings.map(({ isRevealed, ...setting }) => ({
      ...(redactedValue(setting, redact) as object),
      ...(isRevealed && { revealed: true }),
    })),
    unseen,
    exceeded: exceeded.filter(({ level }) => level === "exceeds").map(({ text }) => redact(text)),
    rules: exceeded.map(({ text, ...rule }) => ({ ...rule, message: redact(text) })),
    violations: violations.map(({ urn, policy, message, isMandatory }) => ({
      ...(urn === undefined ? {} : { urn }),
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

/** Sums of a year, by what the prices are for, which the API does not say. */
const yearAsJson = ({ sums, isMost, unpriced }: YearSums): object => ({
  sums: sums.map(({ currency, ofMonths, ofPeriods }) => ({
    currency,
    ifPricesAreMonthly: Math.round(ofMonths) / 100,
    ifPricesAreForBillingPeriods: Math.round(ofPeriods) / 100,
  })),
  ...(isMost ? { most: true } : {}),
  unpriced,
});

const changeAsJson = (
  {
    urn,
    kind,
    title,
    object,
    id,
    effect,
    isOrdered,
    cost,
    properties,
    protection,
    retention,
    providers,
    isRetained,
    reads,
    inside,
    message,
    group,
  }: Change,
  redact: Redact,
): object => ({
  urn,
  ...(kind === undefined ? {} : { kind }),
  title,
  object,
  ...(id === undefined ? {} : { id }),
  effect,
  ordered: isOrdered,
  ...(inside.length === 0 ? {} : { inside }),
  ...(cost === undefined
    ? {}
    : { cost: redact(costText(cost)), price: redact(priceText(cost)), terms: redactedValue(cost, redact) }),
  properties: redactedValue(properties, redact),
  ...(protection === undefined ? {} : { protection }),
  ...(retention === undefined ? {} : { retention }),
  ...(providers.after === undefined ? {} : { provider: providers.after }),
  retained: isRetained,
  ...(reads === undefined ? {} : { reads }),
  ...(message === undefined ? {} : { message: redact(message) }),
  components: group.components,
  ...(group.customer === undefined ? {} : { customer: group.customer }),
  ...(group.customerName === undefined ? {} : { customerName: redact(group.customerName) }),
});

function finalityAsJson(change: Change, redact: Redact): object {
  const text = finalityOf(change);
  return text === undefined ? {} : { final: redact(text) };
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
