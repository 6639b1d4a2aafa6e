import { labelOf } from "../../provider/values/kinds.js";
import { amountText, priceText, sumText, termsText } from "../../provider/values/money.js";
import { shortened } from "../../sdk/redaction/text.js";
import { longestName } from "./groups.js";
import { capitalized, firstNames } from "../shared/one-line.js";
import type { Cell, Redact } from "../shared/document.js";
import { nameOf } from "../stack/deployment.js";
import { groupedBy } from "../shared/values.js";
import { namesText } from "./alike.js";
import { canonicalJson } from "../../provider/values/reviewed.js";
import { type Change, moneyOf } from "./changes.js";
import type { Part } from "./part.js";
import type { Recurring, YearSums } from "./recurring.js";

/** What is ordered: what has the same price and terms in one row. */
export function moneyPart(changes: readonly Change[], redact: Redact): Part {
  const money = moneyOf(changes);
  const { orders } = money;
  const groups = groupedBy(orders, ({ kind, product, cost, providers }) =>
    canonicalJson([kind, product ?? null, cost ?? null, providers.after ?? null]),
  );
  const sum =
    orders.length === 0 ? "" : `: ${sumText(money)}${money.sums.length === 0 ? "" : " (the API does not say for which period)"}`;
  return {
    heading: `What costs money${sum}`,
    columns: ["ORDER", "RESOURCE", "PRICE"],
    units: groups.map((group) => ({ rank: 0, rows: [orderRow(group, redact)] })),
    notes: [...(money.isMost ? ["Of several prices, the API does not say which is billed"] : []), ...termsNotes(orders, redact)],
  };
}

/** Beside the names of what is ordered. */
const fewNames = 2;

function orderRow(orders: readonly [Change, ...Change[]], redact: Redact): Cell[] {
  const [{ kind = "", object, title, product, cost, providers }, ...others] = orders;
  const price = redact(priceText(cost));
  const login = loginText(providers.after);
  if (others.length === 0) return [{ value: redact(object) }, { value: `${title}${login}` }, { value: price }];
  const label = labelOf(kind);
  const names = namesText(orders.map((order) => order.object.replace(`${label} `, "")));
  const customers = groupedBy(orders, ({ group }) => group.customerName ?? "").map(
    (of) => `${shortened(of[0].group.customerName ?? "others", longestName)}: ${of.length}`,
  );
  const called = customers.length < 2 ? "" : ` (${firstNames(customers, fewNames)})`;
  const resources = `${title.split(" ")[0]} ${firstNames(
    orders.map(({ urn }) => nameOf(urn)),
    fewNames,
  )}${login}`;
  const what = product?.startsWith(".") ? product : [label, ...(product === undefined ? [] : [`(${product})`])].join(" ");
  return [
    { value: redact(`${orders.length} × ${what}: ${names}${called}`) },
    { value: resources },
    { value: `${orders.length} × ${price}` },
  ];
}

/** Whose login it is: the same name can be of another account there. */
const loginText = (provider: string | undefined): string => (provider === undefined ? "" : ` (provider ${provider})`);

/** The terms of each kind once; with what is sold under them, if a kind has several. */
const termsNotes = (orders: readonly Change[], redact: Redact): string[] =>
  groupedBy(orders, ({ kind = "" }) => kind).flatMap((ofKind) => {
    const groups = groupedBy(ofKind, ({ cost }) => (cost === undefined ? "" : termsText(cost)));
    return groups.flatMap((group) => {
      const [{ kind = "", cost }] = group;
      const terms = cost === undefined ? "" : termsText(cost);
      if (terms === "") return [];
      const products = groups.length === 1 ? [] : [...new Set(group.flatMap(({ product }) => product ?? []))];
      const of = `${capitalized(labelOf(kind))}${products.length === 0 ? "" : ` (${products.join(", ")})`}`;
      return [redact(`${of}: ${terms}`)];
    });
  });

/** What the stack costs before and after. */
export function recurringPart(recurring: Recurring | undefined, redact: Redact): Part {
  const heading = "What the stack costs, as far as prices are known";
  const columns = ["IF A PRICE IS FOR", "A MONTH BEFORE", "AND AFTER", "A YEAR BEFORE", "AND AFTER"];
  if (recurring === undefined) return { heading, columns, units: [] };
  const { before, after } = recurring;
  const row = (what: string, member: "ofMonths" | "ofPeriods"): Cell[] => [
    what,
    ...[12, 1].flatMap((part) => [before, after].map((sums) => redact(yearText(sums, member, part)))),
  ];
  const rows = [row("a month", "ofMonths"), row("a billing period", "ofPeriods")];
  const isOne = [before, after].every(({ sums }) => sums.every(({ ofMonths, ofPeriods }) => ofMonths === ofPeriods));
  return {
    heading,
    columns,
    units: (isOne ? rows.slice(0, 1) : rows).map((each) => ({ rank: 0, rows: [each] })),
    notes: ["Net, without setup fees. The API does not say for which period a price is"],
  };
}

function yearText({ sums, isMost, unpriced }: YearSums, member: "ofMonths" | "ofPeriods", part: number): string {
  const known = sums.map((sum) => `${amountText(sum[member] / part)} ${sum.currency}`).join(" and ");
  const unknown = unpriced === 0 ? [] : [`${unpriced} without a price`];
  return [...(known === "" ? [] : [`${isMost ? "at most " : ""}${known}`]), ...unknown].join(" + ") || "nothing";
}
