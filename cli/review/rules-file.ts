import { z } from "zod";
import { locate, schemaProblems } from "../../sdk/http/schema-problems.js";
import { unknownName } from "../../sdk/values/suggest.js";
import { kinds } from "../../provider/values/kinds.js";
import { UsageError } from "../shared/exit.js";
import { parseJson, readText } from "../shared/input.js";
import { effects } from "./changes.js";

/** Whether a review asks for another look because of a rule, or only mentions it. */
const levels = ["exceeds", "warn"] as const;

/** From how many changes on a share counts, if nothing else is said. */
export const usualShareFrom = 10;

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
  from: z.int().min(0).default(usualShareFrom).describe("only from so many changes on"),
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

/** The JSON Schema of a file of rules. */
export const rulesSchema = (): object => z.toJSONSchema(file, { io: "input" });

/**
 * Reads a file of rules.
 *
 * @throws UsageError
 */
export async function rulesInFile(path: string): Promise<readonly Rule[]> {
  const what = `--rules ${path}`;
  return rulesIn(what, parseJson(what, await readText("--rules", path)));
}

/** @param what names the data in messages @throws UsageError */
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
