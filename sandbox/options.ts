import { z } from "zod";
import type { Clock } from "../sdk/values/clock.js";
import type { EmulationOptions } from "./emulation.js";
import { optionProblems, settingsShape } from "./state/settings.js";

export interface SandboxOptions extends EmulationOptions {
  /** Port to listen on. Default 0: any free one. */
  readonly port?: number;
  /** Address to listen on. Default `127.0.0.1`. */
  readonly host?: string;
  /** Further names, with a dot, by which control requests and web pages may call it, such as `sandbox.test`. */
  readonly allowHosts?: readonly string[];
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

const isFunction = (value: unknown): boolean => typeof value === "function";

const callback = z.custom(isFunction, "must be a function");

const clock = z.custom(
  (value) => typeof value === "object" && value !== null && "now" in value && isFunction(value.now),
  "must have a function now, which returns milliseconds since the epoch",
);

const schema = z.strictObject({
  // Seed and snapshot are checked when they are loaded.
  seed: z.unknown().optional(),
  snapshot: z.unknown().optional(),
  ...settingsShape,
  onRequest: callback.optional(),
  port: z.int().min(0).max(65_535).optional(),
  host: z.string().min(1).optional(),
  allowHosts: z.array(z.string().regex(/^[a-z0-9._-]+$/i, "must be a host name, without scheme and port")).optional(),
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
  const problems = optionProblems(schema, options, "");
  if (problems.length > 0) throw new SandboxOptionsError(problems);
}
