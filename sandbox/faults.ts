import { z } from "zod";
import { rows } from "./router.js";

const status = z.int().min(100).max(599);

const effect = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("delay"), ms: z.int().nonnegative() }),
  z.strictObject({ kind: z.literal("reset-before") }),
  z.strictObject({ kind: z.literal("reset-after") }),
  z.strictObject({ kind: z.literal("timeout-before") }),
  z.strictObject({ kind: z.literal("timeout-after") }),
  z.strictObject({ kind: z.literal("truncate") }),
  z.strictObject({ kind: z.literal("stall") }),
  z.strictObject({ kind: z.literal("malformed") }),
  z.strictObject({ kind: z.literal("wrong-shape") }),
  z.strictObject({
    kind: z.literal("status"),
    status: status.min(200),
    body: z.unknown().optional(),
    headers: z.record(z.string(), z.string()).optional(),
    when: z.enum(["before", "after"]).optional(),
  }),
  z.strictObject({ kind: z.literal("body"), body: z.unknown() }),
  z.strictObject({ kind: z.literal("redirect"), location: z.string(), status: status.optional() }),
  z.strictObject({ kind: z.literal("hidden"), reads: z.int().positive() }),
  z.strictObject({ kind: z.literal("stale-list") }),
  z.strictObject({ kind: z.literal("delete-all-subdomains") }),
]);

/** A fault, checked. */
export const faultSchema = z.strictObject({
  operation: z
    .string()
    .refine((id) => id === "*" || rows.some((row) => row.id === id), "There is no such operation")
    .optional(),
  path: z.string().optional(),
  occurrence: z.union([z.int().positive(), z.literal("always")]).optional(),
  times: z.int().positive().optional(),
  effect,
});

/**
 * What goes wrong:
 *
 * - `delay`: the request waits `ms` milliseconds of real time before it is handled.
 * - `reset-before`, `reset-after`: the connection is reset without an answer, before or after the operation had its effect.
 * - `timeout-before`, `timeout-after`: no answer ever comes, without or with the effect.
 * - `truncate`: the answer announces its whole length, half of it comes, and the connection ends.
 * - `stall`: half of the answer comes, and then nothing more.
 * - `malformed`: the answer is not JSON, though its content type says so.
 * - `wrong-shape`: the answer is JSON of another shape: an object for a list, a list for an object.
 * - `status`: any status, with an optional body (text is sent as it is, all else as JSON) and headers, `before` the effect
 *   (so that there is none; the default) or `after` it.
 * - `body`: the effect, and the documented status with another body.
 * - `redirect`: a redirection to `location` (302 unless `status` says otherwise), without effect.
 * - `hidden`: what the request creates stays invisible for `reads` reads: 403 when read by its identifier, missing in lists.
 * - `stale-list`: the request is answered from the contents from before the latest change, whatever the cache is told.
 * - `delete-all-subdomains`: the request deletes every sub-domain of the domain, whichever it names.
 */
export type FaultEffect = z.input<typeof effect>;

/** When something goes wrong. */
export interface Fault {
  /** Identifier of an operation, such as `createWebhook`; `*` or absent: any. */
  readonly operation?: string | undefined;
  /** Only requests whose path starts like this. */
  readonly path?: string | undefined;
  /** Which of the fitting requests from now on, 1 being the next, or all of them. Default 1. */
  readonly occurrence?: number | "always" | undefined;
  /** How many fitting requests in a row, from `occurrence` on. Default 1. */
  readonly times?: number | undefined;
  readonly effect: FaultEffect;
}

interface Armed {
  readonly id: string;
  readonly fault: Fault;
  seen: number;
}

export interface ListedFault extends Fault {
  readonly id: string;
  /** Fitting requests so far. */
  readonly seen: number;
}

/** The faults that are set, and how far each has come. */
export class Faults {
  #armed: Armed[] = [];
  #count = 0;

  /** Sets a fault. */
  add(fault: Fault): string {
    const checked = faultSchema.safeParse(fault);
    if (!checked.success) throw new Error(`Not a fault: ${z.prettifyError(checked.error)}`);
    const id = `fault-${++this.#count}`;
    this.#armed.push({ id, fault: structuredClone(fault), seen: 0 });
    return id;
  }

  clear(): void {
    this.#armed = [];
  }

  list(): ListedFault[] {
    return this.#armed.map(({ id, fault, seen }) => ({ ...structuredClone(fault), id, seen }));
  }

  /** What goes wrong with a request. Each fitting fault counts it. */
  meet(operation: string | undefined, path: string): FaultEffect[] {
    const effects: FaultEffect[] = [];
    for (const armed of this.#armed) {
      const { fault } = armed;
      if (fault.operation !== undefined && fault.operation !== "*" && fault.operation !== operation) continue;
      if (fault.path !== undefined && !path.startsWith(fault.path)) continue;
      armed.seen += 1;
      const first = fault.occurrence ?? 1;
      if (first === "always" || (armed.seen >= first && armed.seen < first + (fault.times ?? 1))) effects.push(fault.effect);
    }
    return effects;
  }
}
