import { z } from "zod";
import { fieldName } from "../../sdk/models/webhooks.js";
import { schemaProblems } from "../../sdk/http/schema-problems.js";
import { isOperationId, methods, unknownOperation } from "./request-log.js";

/** A longer timer would fire at once. */
const longestTimer = 2 ** 31 - 1;

const status = z.int().min(100).max(599);

const headerName = fieldName.refine(
  (name) => !/^(content-length|transfer-encoding|connection)$/i.test(name),
  "must not have what the sandbox sends itself",
);
const headerValue = z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/, "must not contain control characters");

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
    headers: z.record(headerName, headerValue).optional(),
    when: z.enum(["before", "after"]).optional(),
  }),
  z.strictObject({ kind: z.literal("body"), body: z.unknown() }),
  z.strictObject({ kind: z.literal("redirect"), location: z.string(), status: status.optional() }),
  z.strictObject({ kind: z.literal("hidden"), reads: z.int().positive() }),
  z.strictObject({ kind: z.literal("stale-list") }),
  z.strictObject({ kind: z.literal("hold"), when: z.enum(["before", "after"]).optional() }),
  z.strictObject({ kind: z.literal("delete-all-subdomains") }),
]);

/** A validated fault. */
export const faultSchema = z
  .strictObject({
    operation: z
      .string()
      .refine((id) => id === "*" || isOperationId(id), { error: ({ input }) => unknownOperation(String(input)) })
      .optional(),
    method: z.enum(methods).optional(),
    path: z
      .string()
      .regex(/^\/(?!_sandbox)/, "must begin with /, and not with /_sandbox")
      .optional(),
    body: z.string().min(1).optional(),
    occurrence: z.union([z.int().positive(), z.literal("always")]).optional(),
    times: z.int().positive().optional(),
    effect,
  })
  .refine(({ operation, method }) => method === undefined || operation === undefined || operation === "*", {
    path: ["method"],
    error: "must not be given with an operation, which has one",
  })
  .refine(({ occurrence, times }) => times === undefined || occurrence !== "always", {
    path: ["times"],
    error: 'must not be given with the occurrence "always"',
  });

/**
 * What goes wrong:
 *
 * - `delay`: the request waits `ms` milliseconds of real time before it is handled.
 * - `reset-before`, `reset-after`: the connection is reset without an answer, before or after the effect.
 * - `timeout-before`, `timeout-after`: no answer is ever sent, without or with the effect.
 * - `truncate`: the answer announces its whole length, half of it is sent, and the connection ends.
 * - `stall`: half of the answer is sent, and then nothing more.
 * - `malformed`: the answer is not JSON, although its content type says so.
 * - `wrong-shape`: the answer is JSON of another shape: an object for a list, a list for an object.
 * - `status`: any status, with an optional body (text is sent as it is, everything else as JSON) and headers, `before` the effect
 *   (which then does not happen; the default) or `after` it.
 * - `body`: the effect, and the documented status with another body.
 * - `redirect`: a redirect to `location` (302 unless `status` says otherwise), without the effect.
 * - `hidden`: what the request creates stays invisible for `reads` reads: 403 when read by its identifier, missing in lists.
 * - `stale-list`: the request is answered as before the latest change that its answer shows, whatever the cache is told. If it
 *   would have been refused then, it is answered as of now.
 * - `hold`: the request waits until it is released, `before` the effect (the default) or `after` it. A request that is dropped
 *   then has no answer, and if it was held before its effect, no effect.
 * - `delete-all-subdomains`: the request deletes every subdomain of the domain, whichever it names.
 */
export type FaultEffect = z.input<typeof effect>;

/** When something goes wrong. */
export interface Fault {
  /** Identifier of an operation, such as `createWebhook`; `*` or undefined: any. */
  readonly operation?: string | undefined;
  readonly method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS" | undefined;
  /** Only requests whose path starts like this. */
  readonly path?: string | undefined;
  /** Only requests whose body contains this text. */
  readonly body?: string | undefined;
  /** Which of the matching requests from now on (1 is the next), or all of them. Default 1. */
  readonly occurrence?: number | "always" | undefined;
  /** How many matching requests in a row, starting with `occurrence`. Default 1. */
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
  /** Matching requests so far. */
  readonly seen: number;
}

/** A held request. */
export interface HeldRequest {
  /** Identifier of the fault that holds it. */
  readonly fault: string;
  /** Whether it waits before its effect or after it. */
  readonly when: "before" | "after";
}

/** What happens to a held request. */
export type Release = "go-on" | "drop";

/** A fault that applies to a request. */
export interface MetFault {
  readonly id: string;
  readonly effect: FaultEffect;
}

/** What faults match on. */
export interface FaultyRequest {
  /** Identifier of the operation; undefined if no route matches. */
  readonly operation: string | undefined;
  readonly method: string;
  readonly path: string;
  readonly body: Buffer;
}

const fits = (fault: Fault, { operation, method, path, body }: FaultyRequest): boolean =>
  (fault.method === undefined || fault.method === method) &&
  (fault.operation === undefined || fault.operation === "*" || fault.operation === operation) &&
  (fault.path === undefined || path.startsWith(fault.path)) &&
  (fault.body === undefined || body.includes(fault.body) || asJson(body).includes(fault.body));

/** A body as filters of the journal see it. */
function asJson(body: Buffer): string {
  try {
    return JSON.stringify(JSON.parse(body.toString()));
  } catch {
    return "";
  }
}

/**
 * Validates a fault.
 *
 * @throws Error that says what is wrong with it.
 */
export function checkFault(data: unknown): Fault {
  const { error } = faultSchema.safeParse(data);
  if (error !== undefined) throw new Error(`Not a fault: ${schemaProblems(error.issues, "", data).join("; ")}`);
  return data as Fault;
}

/** The active faults, how far each has counted, and the requests that they hold. */
export class Faults {
  #armed: Armed[] = [];
  #held = new Map<HeldRequest, (release: Release) => void>();
  #count = 0;

  /** Adds a fault. */
  add(fault: Fault): string {
    const checked = structuredClone(checkFault(fault));
    const id = `fault-${++this.#count}`;
    this.#armed.push({ id, fault: checked, seen: 0 });
    return id;
  }

  /** Removes all faults; requests that they hold continue. */
  clear(): void {
    this.#armed = [];
    this.release("go-on");
  }

  /** Removes a fault; requests that it holds continue. False if there is none. */
  remove(id: string): boolean {
    if (!this.#armed.some((armed) => armed.id === id)) return false;
    this.#armed = this.#armed.filter((armed) => armed.id !== id);
    this.release("go-on", id);
    return true;
  }

  list(): ListedFault[] {
    return this.#armed.map(({ id, fault, seen }) => ({ ...structuredClone(fault), id, seen }));
  }

  /** The faults that apply to a request. Each matching fault counts it. */
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

  /** Holds a request until it is released, if one of its faults holds it at this point. */
  async hold(met: readonly MetFault[], when: HeldRequest["when"]): Promise<Release> {
    const holding = met.find(({ effect }) => effect.kind === "hold" && (effect.when ?? "before") === when);
    if (holding === undefined) return "go-on";
    return new Promise((resolve) => this.#held.set({ fault: holding.id, when }, resolve));
  }

  held(): HeldRequest[] {
    return Array.from(this.#held.keys());
  }

  /** Ends the waiting of the requests that a fault holds, or all do, and returns their number. */
  release(release: Release, id?: string): number {
    const waiting = Array.from(this.#held).filter(([{ fault }]) => id === undefined || fault === id);
    for (const [held, resolve] of waiting) {
      this.#held.delete(held);
      resolve(release);
    }
    return waiting.length;
  }
}
