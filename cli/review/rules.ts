import { amountText, cents, amountOf } from "../../provider/values/money.js";
import { firstNames } from "../shared/one-line.js";
import type { Rule } from "./rules-file.js";
import { type Change, type ChangeEffect, isRemoval, moneyOf } from "./changes.js";

/** Which changes a rule counts for an effect, if not only those that have it as theirs. */
const countedAs: Readonly<Partial<Record<ChangeEffect, (change: Change) => boolean>>> = {
  /** Also what a replacement orders anew. */
  ordered: ({ isOrdered }) => isOrdered,
  /** Also what a replacement takes away. What stays at the provider is not deleted. */
  deleted: ({ effect, isRetained }) => isRemoval(effect) && !isRetained,
};

/** A rule that a run does not keep. */
export interface ExceededRule {
  readonly name: string;
  readonly level: Rule["level"];
  /** Of a rule about a number or a share. */
  readonly count?: number;
  /** Of a rule about money: the known prices in its currency. */
  readonly amount?: number;
  readonly urns: readonly string[];
  /** For people. */
  readonly text: string;
}

/** The rules that a run does not keep. @param resources number of the resources of the stack */
export const exceededRules = (rules: readonly Rule[], changes: readonly Change[], resources: number): readonly ExceededRule[] =>
  rules.flatMap((rule) => {
    const counted = changes.flatMap((change) => {
      const count = objectsIn(change, rule.where ?? {});
      return count === 0 ? [] : [{ change, count }];
    });
    const exceeded = [countOf(rule, counted), shareOf(rule, counted, resources), costOf(rule, counted)].find(
      (each) => each !== undefined,
    );
    if (exceeded === undefined) return [];
    const { said, of, ...data } = exceeded;
    const reason = rule.reason === undefined ? "" : `. ${rule.reason}`;
    const text = `${rule.name}: ${said}: ${namesOf(of, rule.where?.customers !== undefined)}${reason}`;
    return [{ name: rule.name, level: rule.level, ...data, urns: of.map(({ urn }) => urn), text }];
  });

/** How many objects of a change are selected: its own, and those that go with it. */
function objectsIn(
  change: Change,
  { kinds, effects: wanted, customers, components, providers }: NonNullable<Rule["where"]>,
): number {
  const { group, effect, inside } = change;
  const isSelected =
    (customers === undefined || isOfOne(change, customers)) &&
    (components === undefined || components.some((name) => group.components.includes(name))) &&
    (providers === undefined ||
      [change.providers.before, change.providers.after].some((name) => providers.includes(name ?? "default")));
  if (!isSelected) return 0;
  const objects = [
    ...(wanted === undefined || wanted.some((name) => countedAs[name]?.(change) ?? change.effect === name) ? [change.kind] : []),
    ...(wanted?.includes("deleted") && isRemoval(effect) ? inside.map(({ kind }) => kind) : []),
  ];
  return objects.filter((kind) => kinds === undefined || kinds.some((each) => each === kind)).length;
}

const isOfOne = ({ group: { customer, formerCustomer, account, isOpen } }: Change, customers: readonly number[]): boolean =>
  customers.some((each) => each === customer || each === formerCustomer) ||
  (customer === undefined && (isOpen || account !== undefined));

interface Counted {
  readonly change: Change;
  readonly count: number;
}

/** Why a rule is exceeded, and by what. */
interface Excess extends Pick<ExceededRule, "count" | "amount"> {
  readonly said: string;
  readonly of: readonly Change[];
}

const changesIn = (counted: readonly Counted[]): readonly Change[] => counted.map(({ change }) => change);

function countOf({ most, where }: Rule, counted: readonly Counted[]): Excess | undefined {
  const count = counted.reduce((sum, each) => sum + each.count, 0);
  if (most === undefined || count <= most) return undefined;
  const what = where?.effects?.join(" or ") ?? (count === 1 ? "change" : "changes");
  return { count, said: `${count} ${what}, more than ${most}`, of: changesIn(counted) };
}

function shareOf({ share }: Rule, counted: readonly Counted[], resources: number): Excess | undefined {
  const count = counted.length;
  if (share === undefined || count < share.from || count === 0 || count * 100 <= share.percent * resources) return undefined;
  return { count, said: `${count} of ${resources} resources, more than ${share.percent} %`, of: changesIn(counted) };
}

function costOf({ cost }: Rule, counted: readonly Counted[]): Excess | undefined {
  if (cost === undefined) return undefined;
  const { orders, sums, isMost, unpriced } = moneyOf(changesIn(counted));
  const sum = sums.filter(({ currency }) => currency === cost.currency).reduce((all, { net, once }) => all + net + once, 0);
  const foreign = sums.map(({ currency }) => currency).filter((currency) => currency !== cost.currency);
  const amount = sum / 100;
  if (sum > cents(cost.most))
    return {
      amount,
      said: `orders for ${isMost ? "at most " : ""}${amountText(sum)} ${cost.currency}, more than ${amountText(cents(cost.most))}`,
      of: orders,
    };
  const ofNoPrice = orders.filter((order) => currencyOf(order) === undefined);
  if (unpriced > 0 && cost.unpriced === "exceed")
    return { amount, said: `${unpriced} order${unpriced === 1 ? "" : "s"} whose price is not known`, of: ofNoPrice };
  if (foreign.length === 0) return undefined;
  const inForeign = orders.filter((order) => foreign.includes(currencyOf(order) ?? ""));
  return { amount, said: `orders in ${foreign.join(", ")}, which this rule does not limit`, of: inForeign };
}

const currencyOf = ({ cost }: Change): string | undefined => cost && amountOf(cost)?.currency;

const mostNames = 3;

function namesOf(changes: readonly Change[], isOfCustomers: boolean): string {
  const names = changes.map(
    ({ title, group }) => `${title}${isOfCustomers && group.customer === undefined ? " (customer not known)" : ""}`,
  );
  return firstNames(names, mostNames);
}
