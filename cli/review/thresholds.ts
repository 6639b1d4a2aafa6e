import { kinds } from "../../provider/values/kinds.js";
import { amountText, cents } from "../../provider/values/money.js";
import { suggest, question } from "../../sdk/values/suggest.js";
import { UsageError } from "../shared/exit.js";
import { type Change, isRemoval, moneyOf } from "./changes.js";

/** Above which a run needs another look. */
export interface ThresholdFlags {
  readonly maxChanges?: readonly string[];
  readonly maxShare?: string;
  readonly shareFrom?: string;
  readonly maxDeletions?: readonly string[];
  readonly maxOrders?: readonly string[];
  readonly maxCost?: readonly string[];
}

/** Says in a sentence what exceeds a threshold, if anything does. */
export type Threshold = (changes: readonly Change[], resources: number) => string | undefined;

/** How many changes a share needs at least: of three resources, one is a third. */
const usualShareFrom = 10;

/**
 * Reads the thresholds.
 *
 * @throws UsageError
 */
export function thresholdsOf({ maxChanges, maxShare, shareFrom, maxDeletions, maxOrders, maxCost }: ThresholdFlags): Threshold[] {
  if (shareFrom !== undefined && maxShare === undefined) throw new UsageError("--share-from requires --max-share");
  return [
    ...(maxChanges ?? []).map((given) => counting("--max-changes", given, ["change", "changes"], ({ kind }) => [kind])),
    ...(maxDeletions ?? []).map((given) =>
      counting("--max-deletions", given, ["deletion or replacement", "deletions and replacements"], ({ kind, effect, inside }) =>
        isRemoval(effect) ? [kind, ...inside.map((each) => each.kind)] : [],
      ),
    ),
    ...(maxOrders ?? []).map((given) =>
      counting("--max-orders", given, ["order", "orders"], ({ kind, isOrdered }) => (isOrdered ? [kind] : [])),
    ),
    ...(maxShare === undefined ? [] : [shareOf(maxShare, shareFrom)]),
    ...(maxCost ?? []).map(costing),
  ];
}

/** @param counted the kinds of what counts of a change */
function counting(
  option: string,
  given: string,
  [one, several]: readonly [string, string],
  counted: (change: Change) => readonly Change["kind"][],
): Threshold {
  const [, kind, text] = /^(?:(\w+)=)?(\d+)$/.exec(given) ?? [];
  if (text === undefined) throw new UsageError(`${option} ${given}: expected a number, or one of a kind such as domain=0`);
  if (kind !== undefined && !(kinds as readonly string[]).includes(kind))
    throw new UsageError(`${option} ${given}: there is no kind ${kind}${question(suggest(kind, kinds, (each) => [each]))}`);
  const most = Number(text);
  return (changes) => {
    const count = changes.flatMap(counted).filter((each) => kind === undefined || each === kind).length;
    const of = kind === undefined ? "" : ` of ${kind}`;
    return count > most ? `${count} ${count === 1 ? one : several}${of}, more than ${most} (${option})` : undefined;
  };
}

function shareOf(given: string, from: string | undefined): Threshold {
  const percent = /^(\d+(?:\.\d+)?)%?$/.exec(given)?.[1];
  if (percent === undefined || Number(percent) > 100)
    throw new UsageError(`--max-share ${given}: expected a percentage, such as 25%`);
  if (from !== undefined && !/^\d+$/.test(from)) throw new UsageError(`--share-from ${from}: expected a number of changes`);
  const least = from === undefined ? usualShareFrom : Number(from);
  return (changes, resources) => {
    const share = resources === 0 ? 0 : (changes.length / resources) * 100;
    return changes.length >= least && share > Number(percent)
      ? `${changes.length} of ${resources} resources change, more than ${percent} % (--max-share)`
      : undefined;
  };
}

function costing(given: string): Threshold {
  const [, text, currency] = /^(\d+(?:\.\d{1,2})?) ?([A-Z]{3})$/.exec(given) ?? [];
  if (text === undefined || currency === undefined)
    throw new UsageError(`--max-cost ${given}: expected an amount with its currency, such as 50EUR`);
  const most = cents(Number(text));
  return (changes) => {
    const { sums, unpriced } = moneyOf(changes);
    const sum = sums.filter((each) => each.currency === currency).reduce((all, { net, once }) => all + net + once, 0);
    const foreign = sums.filter((each) => each.currency !== currency).map((each) => each.currency);
    if (sum > most) return `orders for ${amountText(sum)} ${currency}, more than ${amountText(most)} (--max-cost)`;
    if (unpriced > 0) return `${unpriced} order${unpriced === 1 ? "" : "s"} whose price is not known (--max-cost)`;
    return foreign.length > 0 ? `orders in ${foreign.join(", ")}, which --max-cost does not limit` : undefined;
  };
}
