import { z } from "zod";
import type { Clock } from "../sdk/values/clock.js";
import { locate, schemaProblems } from "../sdk/http/schema-problems.js";
import { unknownName } from "../sdk/values/suggest.js";
import { longestDelay, second } from "./state/clock.js";
import type { EmulationOptions } from "./emulation.js";
import { readingChoices } from "./state/readings.js";

export interface SandboxOptions extends EmulationOptions {
  /** Port to listen on. Default 0: any free one. */
  readonly port?: number;
  /** Address to listen on. Default `127.0.0.1`. */
  readonly host?: string;
  /** Whether the control routes are served below `/_sandbox`, which need no login. Default true. */
  readonly controlRoutes?: boolean;
  /** Source of the time; tests move it through `control.advance`. Default: the system's clock. */
  readonly clock?: Pick<Clock, "now">;
}

/** Options with which a sandbox cannot start. */
export class SandboxOptionsError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(["The sandbox cannot start with these options:", ...problems.map((problem) => `  ${problem}`)].join("\n"));
    this.name = "SandboxOptionsError";
  }
}

const milliseconds = z.number().min(0).max(longestDelay);

const isFunction = (value: unknown): boolean => typeof value === "function";

const callback = z.custom(isFunction, "must be a function");

const clock = z.custom(
  (value) => typeof value === "object" && value !== null && "now" in value && isFunction(value.now),
  "must have a function now, which returns milliseconds since the epoch",
);

/** Options that are objects; each is checked against its own schema. */
const nested: { readonly [Name in keyof SandboxOptions]: z.ZodObject } = {
  readings: z.strictObject(
    Object.fromEntries(Object.entries(readingChoices).map(([name, choices]) => [name, z.literal([...choices]).optional()])),
  ),
  rateLimit: z.strictObject({ limit: z.int().min(1), windowMs: milliseconds.min(1) }),
  visibleAfter: z
    .strictObject({ reads: z.int().min(1).optional(), ms: milliseconds.optional() })
    .refine(({ reads, ms }) => (reads === undefined) !== (ms === undefined), "must have either reads or ms"),
};

const schema = z.strictObject({
  // Seed and snapshot are checked when they are loaded.
  seed: z.unknown().optional(),
  snapshot: z.unknown().optional(),
  readings: z.unknown().optional(),
  tokenLifetime: milliseconds.max(longestDelay / second).optional(),
  rateLimit: z.unknown().optional(),
  cache: z.boolean().optional(),
  registrationDelay: milliseconds.optional(),
  accountDelay: milliseconds.optional(),
  visibleAfter: z.unknown().optional(),
  onRequest: callback.optional(),
  port: z.int().min(0).max(65_535).optional(),
  host: z.string().min(1).optional(),
  controlRoutes: z.boolean().optional(),
  clock: clock.optional(),
} satisfies Readonly<Record<keyof SandboxOptions, z.ZodType>>);

/** Names of all options. */
export const sandboxOptionNames: readonly string[] = Object.keys(schema.shape);

/**
 * Refuses unknown options, which would be ignored, and invalid ones.
 *
 * @throws SandboxOptionsError
 */
export function checkOptions(options: unknown): void {
  const problems = problemsOf(schema, options, "");
  if (problems.length === 0)
    for (const [name, inner] of Object.entries(nested)) {
      const given = (options as Readonly<Record<string, unknown>>)[name];
      if (given === undefined || (name === "rateLimit" && given === false)) continue;
      problems.push(...problemsOf(inner, given, name));
    }
  if (problems.length > 0) throw new SandboxOptionsError(problems);
}

function problemsOf(object: z.ZodObject, given: unknown, place: string): string[] {
  // Does not compare the prototype: a test runner may pass objects of another realm.
  if (Object.prototype.toString.call(given) !== "[object Object]")
    return [`${place === "" ? "options" : place}: must be an object${place === "rateLimit" ? ", or false" : ""}`];
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
