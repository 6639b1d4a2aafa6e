import { z } from "zod";
import { schemaProblems } from "../../sdk/http/schema-problems.js";
import { rows } from "../../sdk/operations/rows.js";

/** A longer one would fire at once. */
const longestTimer = 2 ** 31 - 1;

const status = z.int().min(100).max(599);

const effect = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("delay"), ms: z.int().nonnegative().max(longestTimer) }),
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
  z.strictObject({ kind: z.literal("hold"), when: z.enum(["before", "after"]).optional() }),
  z.strictObject({ kind: z.literal("delete-all-subdomains") }),
]);

/** A fault, checked. */
export const faultSchema = z.strictObject({
  operation: z
    .string()
    .refine((id) => id === "*" || rows.some((row) => row.id === id), "there is no such operation")
    .optional(),
  path: z.string().optional(),
  body: z.string().min(1).optional(),
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
 * - `stale-list`: the request is answered as before the latest change that its answer shows, whatever the cache is told; as it is
 *   now, where it would have been refused then.
 * - `hold`: the request waits until it is released, `before` the effect (the default) or `after` it. A request that is dropped
 *   then has no answer, and none of the effect that it was held before.
 * - `delete-all-subdomains`: the request deletes every subdomain of the domain, whichever it names.
 */
export type FaultEffect = z.input<typeof effect>;

/** When something goes wrong. */
export interface Fault {
  /** Identifier of an operation, such as `createWebhook`; `*` or absent: any. */
  readonly operation?: string | undefined;
  /** Only requests whose path starts like this. */
  readonly path?: string | undefined;
  /** Only requests whose body contains this text. */
  readonly body?: string | undefined;
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

/** A request that waits. */
export interface HeldRequest {
  /** Identifier of the fault that holds it. */
  readonly fault: string;
  /** Whether it waits before its effect or after it. */
  readonly when: "before" | "after";
}

/** What becomes of a request that was held. */
export type Release = "go-on" | "drop";

/** A fault that a request has met. */
export interface MetFault {
  readonly id: string;
  readonly effect: FaultEffect;
}

/** What the faults go by. */
export interface FaultyRequest {
  /** Identifier of the operation; undefined where no route fits. */
  readonly operation: string | undefined;
  readonly path: string;
  readonly body: Buffer;
}

const fits = (fault: Fault, { operation, path, body }: FaultyRequest): boolean =>
  (fault.operation === undefined || fault.operation === "*" || fault.operation === operation) &&
  (fault.path === undefined || path.startsWith(fault.path)) &&
  (fault.body === undefined || body.includes(fault.body));

/**
 * A fault that is one.
 *
 * @throws Error that says what is wrong with it.
 */
export function checkFault(data: unknown): Fault {
  const { error } = faultSchema.safeParse(data);
  if (error !== undefined) throw new Error(`Not a fault: ${schemaProblems(error.issues, "", data).join("; ")}`);
  return data as Fault;
}

/** The faults that are set, how far each has come, and the requests that they hold. */
export class Faults {
  #armed: Armed[] = [];
  #held = new Map<HeldRequest, (release: Release) => void>();
  #count = 0;

  /** Sets a fault. */
  add(fault: Fault): string {
    const checked = structuredClone(checkFault(fault));
    const id = `fault-${++this.#count}`;
    this.#armed.push({ id, fault: checked, seen: 0 });
    return id;
  }

  /** Forgets all faults; what they hold goes on. */
  clear(): void {
    this.#armed = [];
    this.release("go-on");
  }

  list(): ListedFault[] {
    return this.#armed.map(({ id, fault, seen }) => ({ ...structuredClone(fault), id, seen }));
  }

  /** What goes wrong with a request. Each fitting fault counts it. */
  meet(request: FaultyRequest): MetFault[] {
    const met: MetFault[] = [];
    for (const armed of this.#armed) {
      const { id, fault } = armed;
      if (!fits(fault, request)) continue;
      armed.seen += 1;
      const first = fault.occurrence ?? 1;
      if (first === "always" || (armed.seen >= first && armed.seen < first + (fault.times ?? 1)))
        met.push({ id, effect: fault.effect });
    }
    return met;
  }

  /** Holds a request, where it has met a fault that does so at this point, until it is released. */
  async hold(met: readonly MetFault[], when: HeldRequest["when"]): Promise<Release> {
    const holding = met.find(({ effect }) => effect.kind === "hold" && (effect.when ?? "before") === when);
    if (holding === undefined) return "go-on";
    return new Promise((resolve) => this.#held.set({ fault: holding.id, when }, resolve));
  }

  held(): HeldRequest[] {
    return Array.from(this.#held.keys());
  }

  /** Ends the waiting of all requests that are held now, and returns how many there were. */
  release(release: Release): number {
    const waiting = Array.from(this.#held.values());
    this.#held.clear();
    for (const resolve of waiting) resolve(release);
    return waiting.length;
  }
}
