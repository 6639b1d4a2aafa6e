import { openRunRecords } from "../journal/journal.js";
import { sumsOf, sumText } from "../values/money.js";
import { remarksVariable } from "../values/remarks.js";

/**
 * What a preview orders in all, as its provider processes have published it; undefined if it is nothing, if a command tells it, or if it is not
 * known, as without a journal. Pulumi asks no provider about what lies behind a `Provider` whose login is not known yet.
 */
export function ordersText(): string | undefined {
  const { PULUMI_NODEJS_ENGINE: engine, [remarksVariable]: isTold } = process.env;
  if (engine === undefined || isTold) return undefined;
  const records = openRunRecords(process.env, engine).journal.recordsOfRun().flat();
  const orders = records.flatMap(({ order }) => order ?? []);
  if (orders.length === 0) return undefined;
  const sums = sumsOf(orders.map(({ amount }) => amount));
  const known = sums.sums.length === 0 ? [] : [sumText({ ...sums, unpriced: 0 })];
  const unknown = sums.unpriced === 0 ? [] : [`${sums.unpriced} of unknown price`];
  const period = known.length === 0 ? "" : " The API does not say for which period.";
  return `This preview knows of ${orders.length} ${orders.length === 1 ? "order" : "orders"}: ${[...known, ...unknown].join(", ")}.${period}`;
}
