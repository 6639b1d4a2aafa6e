import { z } from "zod";
import { locate, schemaProblems } from "../../sdk/http/schema-problems.js";
import { overDefaults } from "../../sdk/values/defaults.js";
import { unknownName } from "../../sdk/values/suggest.js";
import { longestDelay, minute, second } from "./clock.js";
import { defaultReadings, readingChoices, type Readings } from "./readings.js";

export interface RateLimit {
  /** Size of a window; one request fewer is answered. */
  readonly limit: number;
  readonly windowMs: number;
}

/** How a sandbox behaves, as options at its start and as changes while it runs. */
export interface Settings {
  /** How to interpret the API where it is ambiguous. */
  readonly readings?: Partial<Readings>;
  /** Lifetime of a session token, in seconds. Default 86,400, a day. */
  readonly tokenLifetime?: number;
  /** Rate limit per caller. Default 1,000 in 15 minutes, as in the published gateway's example. */
  readonly rateLimit?: RateLimit | false;
  /** Whether the gateway caches answers to GET. Default true. */
  readonly cache?: boolean;
  /** Time from the order of a domain to its registration, in milliseconds of the sandbox's time. Default 2,000. */
  readonly registrationDelay?: number;
  /** How long a new account is `creating` and a deleted one `deleting`, in milliseconds. Default 0. */
  readonly accountDelay?: number;
  /** How long every new object stays invisible: for a number of reads, or a time in milliseconds. Default false: not at all. */
  readonly visibleAfter?: { readonly reads: number } | { readonly ms: number } | false;
}

/** Settings of which none is absent. */
export type AllSettings = Required<Settings> & { readonly readings: Readings };

export const defaultSettings: AllSettings = {
  readings: defaultReadings,
  tokenLifetime: 86_400,
  rateLimit: { limit: 1000, windowMs: 15 * minute },
  cache: true,
  registrationDelay: 2 * second,
  accountDelay: 0,
  visibleAfter: false,
};

/** The settings after a change; what it leaves out stays. The change may have other members, which do not count. */
export function changed(settings: AllSettings, change: Settings): AllSettings {
  const given = Object.keys(settings).map((name) => [name, change[name as keyof Settings]] as const);
  return { ...overDefaults(settings, Object.fromEntries(given)), readings: overDefaults(settings.readings, change.readings) };
}

const milliseconds = z.number().min(0).max(longestDelay);

/** The settings that are objects are checked separately, so that each problem is located in them. */
export const settingsShape = {
  readings: z.unknown().optional(),
  tokenLifetime: milliseconds.max(longestDelay / second).optional(),
  rateLimit: z.unknown().optional(),
  cache: z.boolean().optional(),
  registrationDelay: milliseconds.optional(),
  accountDelay: milliseconds.optional(),
  visibleAfter: z.unknown().optional(),
} satisfies Readonly<Record<keyof Settings, z.ZodType>>;

const nested: { readonly [Name in keyof Settings]: z.ZodObject } = {
  readings: z.strictObject(
    Object.fromEntries(Object.entries(readingChoices).map(([name, choices]) => [name, z.literal([...choices]).optional()])),
  ),
  rateLimit: z.strictObject({ limit: z.int().min(1), windowMs: milliseconds.min(1) }),
  visibleAfter: z
    .strictObject({ reads: z.int().min(1).optional(), ms: milliseconds.optional() })
    .refine(({ reads, ms }) => (reads === undefined) !== (ms === undefined), "must have either reads or ms"),
};

/** What is wrong with options that `schema` describes, among them settings. Unknown ones would be ignored, and are refused. */
export function optionProblems(schema: z.ZodObject, options: unknown, place: string): string[] {
  const problems = problemsOf(schema, options, place);
  if (problems.length > 0) return problems;
  return Object.entries(nested).flatMap(([name, inner]) => {
    const given = (options as Readonly<Record<string, unknown>>)[name];
    if (given === undefined || (name !== "readings" && given === false)) return [];
    return problemsOf(inner, given, locate(place, [name]), name === "readings" ? "" : ", or false");
  });
}

function problemsOf(object: z.ZodObject, given: unknown, place: string, alternative = ""): string[] {
  // Does not compare the prototype: a test runner may pass objects of another realm.
  if (Object.prototype.toString.call(given) !== "[object Object]")
    return [`${place === "" ? "options" : place}: must be an object${alternative}`];
  const present = Object.fromEntries(Object.entries(given as object).filter(([, value]) => value !== undefined));
  const issues = object.safeParse(present).error?.issues ?? [];
  return issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((name) => unknown(name, Object.keys(object.shape), place))
      : schemaProblems([issue], place, present),
  );
}

const longestName = 100;

function unknown(name: string, known: readonly string[], place: string): string {
  return `${locate(place, [name.slice(0, longestName)])}: ${unknownName("option", name, known)}`;
}

const schema = z.strictObject(settingsShape);

/** Settings from elsewhere. @throws Error that says what is wrong with them. */
export function checkSettings(data: unknown, place: string): Settings {
  const problems = optionProblems(schema, data, place);
  if (problems.length > 0) throw new Error(problems.join("; "));
  return data as Settings;
}
