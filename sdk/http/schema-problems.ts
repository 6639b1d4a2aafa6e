import type { z } from "zod";

type Issue = z.core.$ZodIssue;

/**
 * What a schema objects to, located, one line each. The texts come from the schema alone, without the value: a program can
 * replace the library's own messages, which could then repeat the value.
 */
export function schemaProblems(issues: readonly Issue[], place: string, data: unknown): string[] {
  const problems = issues.flatMap((issue) => {
    const at = locate(place, issue.path);
    const value = issue.path.reduce(member, data);
    if (issue.code === "unrecognized_keys") return issue.keys.map((key) => `${locate(at, [key])}: unknown member`);
    if (issue.code === "invalid_element") return schemaProblems(issue.issues, at, value);
    return [`${at}: ${objection(issue, value)}`];
  });
  return [...new Set(problems)];
}

const member = (data: unknown, step: PropertyKey): unknown =>
  typeof data === "object" && data !== null ? (data as Record<PropertyKey, unknown>)[step] : undefined;

/** `body.items[2].name`. */
export function locate(place: string, path: readonly PropertyKey[]): string {
  return path.reduce<string>((located, step) => {
    if (typeof step === "number") return `${located}[${step}]`;
    const name = String(step);
    if (!/^[\w-]+$/.test(name)) return `${located}[${JSON.stringify(name)}]`;
    return located === "" ? name : `${located}.${name}`;
  }, place);
}

const formats: Readonly<Record<string, string>> = {
  url: "must be a URL with its scheme, such as https://example.com/path",
  email: "must be an e-mail address",
  uuid: "must be a UUID",
  datetime: "must be a date and time in ISO 8601",
  date: "must be a date such as 2026-01-31",
  base64: "must be base64",
};

const types: Readonly<Record<string, string>> = {
  string: "text",
  int: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  never: "left out",
};

function objection(issue: Issue, value: unknown): string {
  if (value === undefined && issue.code !== "custom") return "is required";
  switch (issue.code) {
    case "invalid_type":
      return `must be ${types[issue.expected] ?? `of the type ${issue.expected}`}`;
    case "invalid_value":
      return choice(issue.values);
    case "too_small":
      if (issue.minimum === 1 && isCounted(issue.origin)) return "must not be empty";
      return `must ${bound(issue.origin, issue.inclusive === false ? "more than" : "at least", issue.minimum)}`;
    case "too_big":
      return `must ${bound(issue.origin, issue.inclusive === false ? "less than" : "at most", issue.maximum)}`;
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "invalid_format":
      return formats[issue.format] ?? authored(issue) ?? `must be of the format ${issue.format}`;
    case "invalid_key":
      return Array.from(new Set(issue.issues.map((each) => objection(each, "")))).join(", ");
    case "invalid_union":
      if (issue.inclusive !== false && issue.options !== undefined) return choice(issue.options);
      return Array.from(new Set(issue.errors.flat().map((each) => alternative(each, value)))).join(", or ") || "is not valid";
    case "custom":
      return issue.message;
    default:
      return "is not valid";
  }
}

const choice = (values: readonly unknown[]): string =>
  values.length === 1
    ? `must be ${JSON.stringify(values[0])}`
    : `must be one of ${values.map((value) => JSON.stringify(value)).join(", ")}`;

/** The schema author's own message for a pattern; the library's messages begin with "Invalid". */
const authored = (issue: z.core.$ZodIssueInvalidStringFormat): string | undefined => {
  if (!issue.message.startsWith("Invalid")) return issue.message;
  return issue.pattern === undefined ? undefined : `must match ${issue.pattern}`;
};

const alternative = (issue: Issue, value: unknown): string => {
  const said = objection(issue, issue.path.reduce(member, value));
  return issue.path.length === 0 ? said : `${locate("", issue.path)} ${said}`;
};

const counted: Readonly<Record<string, string>> = { string: "characters", array: "elements", set: "elements" };

const isCounted = (origin: string): boolean => origin in counted;

const bound = (origin: string, relation: string, limit: number | bigint): string =>
  isCounted(origin) ? `have ${relation} ${limit} ${counted[origin]}` : `be ${relation} ${limit}`;
