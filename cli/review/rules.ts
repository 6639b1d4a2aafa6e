import { z } from "zod";
import { kinds } from "../../provider/values/kinds.js";
import { amountOf, amountText, cents } from "../../provider/values/money.js";
import { locate, schemaProblems } from "../../sdk/http/schema-problems.js";
import { unknownName } from "../../sdk/values/suggest.js";
import type { Effect } from "../preview/outcome.js";
import type { ReviewFlags } from "../options.js";
import { UsageError } from "../shared/exit.js";
import { parseJson, readText } from "../shared/input.js";
import { counted, firstNames } from "../shared/text.js";
import { noSuchKind } from "../stack/definitions.js";
import { type Change, effects, isRemoval, moneyOf } from "../preview/changes.js";

/** Whether a review asks for another look because of a rule, or only mentions it. */
const levels = ["exceeds", "warn"] as const;

const text = z.string().min(1);
const someOf = <T extends z.ZodType>(each: T) => z.array(each).min(1).optional();

/** A list must not be empty: it would select nothing, and the rule would never be exceeded. */
const selection = z.strictObject({
  kinds: someOf(z.enum(kinds)).describe("kinds of the objects"),
  effects: someOf(z.enum(effects)).describe(
    "what the run does with them; `ordered` and `deleted` also count what a replacement orders and takes away, `deleted` what is billed and goes with a container",
  ),
  customers: someOf(z.int().positive()).describe(
    "numbers of customers; what lies in an account whose customer is not known counts",
  ),
  components: someOf(text).describe("names of components that contain the resource, at any depth"),
  providers: someOf(text).describe(
    "names of providers, before or after the run; `default` for resources without an explicit one",
  ),
});
const share = z.strictObject({
  /** Of three resources, one is a third, so a share counts from a number of changes on. */
  percent: z.number().min(0).max(100),
  from: z.int().min(0).default(10).describe("only from so many changes on"),
});
const cost = z.strictObject({
  most: z.number().min(0).describe("sum of the known prices of the orders"),
  /** Orders in another currency exceed the rule. */
  currency: z.string().regex(/^[A-Z]{3}$/, "must be a currency such as EUR"),
  unpriced: z.enum(["exceed", "ignored"]).default("exceed").describe("what an order without a known price does"),
});
const limits = ["most", "share", "cost"] as const;
const rule = z
  .strictObject({
    name: text.max(100),
    reason: text.optional().describe("why there is this rule, or what to do"),
    level: z.enum(levels).default("exceeds").describe("`exceeds`: exit code 4; `warn`: only mentioned"),
    where: selection.optional().describe("what counts: what agrees with all members; default: all changes"),
    most: z.int().min(0).optional().describe("number of objects"),
    share: share.optional().describe("share of the stack's resources"),
    cost: cost.optional().describe("money"),
  })
  .refine((given) => limits.filter((name) => given[name] !== undefined).length === 1, {
    error: `must have exactly one of ${limits.join(", ")}`,
  })
  .meta({ oneOf: limits.map((name) => ({ required: [name] })) });
/** A limit of what a run may do without another look. */
export type Rule = z.output<typeof rule>;

const file = z.strictObject({
  $schema: z.string().optional().describe("for editors"),
  rules: z
    .array(rule)
    .min(1)
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, { error: "two rules have the same name" }),
});

export const rulesSchema = (): object => z.toJSONSchema(file, { io: "input" });

/** Reads a file of rules. @throws UsageError */
export async function rulesInFile(path: string): Promise<readonly Rule[]> {
  const what = `--rules ${path}`;
  return rulesIn(what, parseJson(what, await readText("--rules", path)));
}

export function rulesIn(what: string, data: unknown): readonly Rule[] {
  const { data: read, error } = file.safeParse(data);
  if (error === undefined) return read.rules;
  const problems = error.issues.flatMap((issue) => problemsOf(issue, data));
  throw new UsageError([`${what}: these are no rules:`, ...problems.map((problem) => `  ${problem}`)].join("\n"));
}

type Issue = z.core.$ZodIssue;

/** Members and values that are chosen from a list are usually mistyped, so the messages say what was probably meant. */
function problemsOf(issue: Issue, data: unknown): readonly string[] {
  if (issue.code === "unrecognized_keys") {
    const known = Object.keys(objectAt(issue.path).shape);
    return issue.keys.map((key) => `${locate("", [...issue.path, key])}: ${unknownName("member", key, known)}`);
  }
  const value = issue.path.reduce<unknown>((at, step) => (at as Readonly<Record<PropertyKey, unknown>>)[step], data);
  if (issue.code === "invalid_value" && typeof value === "string")
    return [`${locate("", issue.path)}: ${unknownName(nameOf(issue.path), value, issue.values.map(String))}`];
  return schemaProblems([issue], issue.path.length === 0 ? "the file" : "", data);
}

/** `kind` for an element of `kinds`. */
const nameOf = (path: Issue["path"]): string => (path.findLast((step) => typeof step === "string") ?? "value").replace(/s$/, "");

const objects: Readonly<Record<string, z.ZodObject>> = { where: selection, share, cost };

const objectAt = (path: Issue["path"]): z.ZodObject => (path.length === 0 ? file : (objects[String(path.at(-1))] ?? rule));

/** Which changes a rule counts for an effect, if not only those that have it as theirs. */
const countedAs: Readonly<Partial<Record<Effect, (change: Change) => boolean>>> = {
  /** Also what a replacement orders anew. */
  ordered: ({ isOrdered }) => isOrdered,
  /** Also what a replacement takes away. What stays at the provider is not deleted. */
  deleted: ({ effect, isRetained }) => isRemoval(effect) && !isRetained,
};

/** The rules that a run does not keep. @param resources number of the resources of the stack */
export const exceededRules = (rules: readonly Rule[], changes: readonly Change[], resources: number) =>
  rules.flatMap((rule) => {
    const selected = changes.filter((change) => objectsIn(change, rule) > 0);
    const exceeded = countOf(rule, selected) ?? shareOf(rule, selected, resources) ?? costOf(rule, selected);
    if (exceeded === undefined) return [];
    const { statement, of, ...data } = exceeded;
    const reason = rule.reason === undefined ? "" : `. ${rule.reason}`;
    const text = `${rule.name}: ${statement}: ${namesOf(of, rule.where?.customers !== undefined)}${reason}`;
    return [{ name: rule.name, level: rule.level, ...data, urns: of.map(({ urn }) => urn), text }];
  });

/** How many objects of a change are selected: its own, and those that go with it. */
function objectsIn(change: Change, { where = {} }: Rule): number {
  const { kinds, effects: wanted, customers, components, providers } = where;
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

interface Excess {
  /** Of a rule about a number or a share. */
  readonly count?: number;
  /** Of a rule about money: the known prices in its currency. */
  readonly amount?: number;
  readonly statement: string;
  readonly of: readonly Change[];
}

function countOf(rule: Rule, of: readonly Change[]): Excess | undefined {
  const { most, where } = rule;
  const count = of.reduce((sum, change) => sum + objectsIn(change, rule), 0);
  if (most === undefined || count <= most) return undefined;
  const what = where?.effects?.join(" or ") ?? (count === 1 ? "change" : "changes");
  return { count, statement: `${count} ${what}, more than ${most}`, of };
}

function shareOf({ share }: Rule, of: readonly Change[], resources: number): Excess | undefined {
  const count = of.length;
  if (share === undefined || count < share.from || count === 0 || count * 100 <= share.percent * resources) return undefined;
  return { count, statement: `${count} of ${resources} resources, more than ${share.percent} %`, of };
}

function costOf({ cost }: Rule, selected: readonly Change[]): Excess | undefined {
  if (cost === undefined) return undefined;
  const { orders, sums, isMost, unpriced } = moneyOf(selected);
  const sum = sums.filter(({ currency }) => currency === cost.currency).reduce((all, { net, once }) => all + net + once, 0);
  const foreign = sums.map(({ currency }) => currency).filter((currency) => currency !== cost.currency);
  const amount = sum / 100;
  if (sum > cents(cost.most))
    return {
      amount,
      statement: `orders for ${isMost ? "at most " : ""}${amountText(sum)} ${cost.currency}, more than ${amountText(cents(cost.most))}`,
      of: orders,
    };
  const ofNoPrice = orders.filter((order) => currencyOf(order) === undefined);
  if (unpriced > 0 && cost.unpriced === "exceed")
    return { amount, statement: `${counted(unpriced, "order")} whose price is not known`, of: ofNoPrice };
  if (foreign.length === 0) return undefined;
  const inForeign = orders.filter((order) => foreign.includes(currencyOf(order) ?? ""));
  return { amount, statement: `orders in ${foreign.join(", ")}, which this rule does not limit`, of: inForeign };
}

const currencyOf = ({ cost }: Change): string | undefined => cost && amountOf(cost)?.currency;

const mostNames = 3;

function namesOf(changes: readonly Change[], isOfCustomers: boolean): string {
  const names = changes.map(
    ({ title, group }) => `${title}${isOfCustomers && group.customer === undefined ? " (customer not known)" : ""}`,
  );
  return firstNames(names, mostNames);
}

interface ShortForm {
  readonly form: RegExp;
  readonly expected: string;
  /** Members of the rule by what the form has captured. */
  readonly members: (first: string | undefined, second: string | undefined) => object;
}

const counting = (effects?: readonly Effect[]): ShortForm => ({
  form: /^(?:(\w+)=)?(\d+)$/,
  expected: "a number, or one of a kind such as domain=0",
  members: (kind, most) => ({ where: { ...(effects && { effects }), ...(kind && { kinds: [kind] }) }, most: Number(most) }),
});

const sharing = (from: string | undefined): ShortForm => ({
  form: /^(100|\d{1,2}(?:\.\d+)?)%?$/,
  expected: "a percentage from 0 to 100, such as 25%",
  members: (percent) => ({ share: { percent: Number(percent), ...(from !== undefined && { from: Number(from) }) } }),
});

const costing: ShortForm = {
  form: /^(\d+(?:\.\d{1,2})?) ?([A-Z]{3})$/,
  expected: "an amount with its currency, such as 50EUR",
  members: (most, currency) => ({ cost: { most: Number(most), currency } }),
};

/** The rules of which the options are short forms. @throws UsageError */
export function rulesOfFlags({ maxChanges, maxShare, shareFrom, maxDeletions, maxOrders, maxCost }: ReviewFlags): Rule[] {
  if (shareFrom !== undefined && maxShare === undefined) throw new UsageError("--share-from requires --max-share");
  if (shareFrom !== undefined && !/^\d+$/.test(shareFrom))
    throw new UsageError(`--share-from ${shareFrom}: expected a number of changes`);
  const of = (option: string, form: ShortForm, all: readonly string[] = []) => all.map((given) => shortRule(option, form, given));
  return [
    ...of("--max-changes", counting(), maxChanges),
    ...of("--max-deletions", counting(["deleted"]), maxDeletions),
    ...of("--max-orders", counting(["ordered"]), maxOrders),
    ...of("--max-share", sharing(shareFrom), maxShare === undefined ? [] : [maxShare]),
    ...of("--max-cost", costing, maxCost),
  ];
}

function shortRule(option: string, { form, expected, members }: ShortForm, given: string): Rule {
  const [whole, first, second] = form.exec(given) ?? [];
  if (whole === undefined) throw new UsageError(`${option} ${given}: expected ${expected}`);
  const { data, error } = rule.safeParse({ name: `${option} ${given}`, ...members(first, second) });
  if (error === undefined) return data;
  const isOfKind = error.issues.some(({ path }) => path.includes("kinds"));
  throw isOfKind ? noSuchKind(option, first!) : new UsageError(`${option} ${given}: expected ${expected}`);
}
