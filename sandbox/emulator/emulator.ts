import { setMaxListeners } from "node:events";
import type { IncomingHttpHeaders } from "node:http";
import type { Operation } from "../../sdk/operations/operation.js";
import { handlers } from "../areas/index.js";
import { Dispatcher } from "../rules/webhook-dispatcher.js";
import { type FaultEffect, Faults } from "../http/faults.js";
import { Gateway, gatewayJson } from "../http/gateway.js";
import { loginPath } from "../http/gateway-router.js";
import type { Handler } from "../areas/handler.js";
import { RequestLog, type JournalEntry } from "../http/request-log.js";
import type { Login } from "../state/records.js";
import { redact, redactHeaders, redactRequest, redactTarget } from "../http/redaction.js";
import { Refusal, empty, json, text, type Reply } from "../http/reply.js";
import { parseTarget, route, type Match, type Target } from "../http/router.js";
import type { Surroundings } from "../rules/surroundings.js";
import { settle } from "../rules/transitions.js";
import { validate } from "../http/validation.js";
import type { Invisibility } from "../state/snapshot.js";
import { dated, jsonContentType, toWire, type WireReply } from "../http/wire.js";
import type { World } from "../state/world.js";

/** A request as it was received. */
export interface IncomingRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly address: string;
}

/** What happens on the connection. */
export type RequestOutcome =
  | { readonly kind: "answer"; readonly reply: WireReply; readonly extent: "whole" | "truncated" | "stalled" }
  | { readonly kind: "reset" }
  | { readonly kind: "silence" };

/** The longest time that a timer supports. */
const longestWait = 2 ** 31 - 1;

/** The API with its gateway, faults and log, without the HTTP server around it. */
export class Emulator {
  readonly faults = new Faults();
  readonly journal = new RequestLog();
  readonly #gateway: Gateway;
  readonly #dispatcher: Dispatcher;
  readonly #end = new AbortController();
  #cancelTimer: (() => void) | undefined;
  /** Nothing is due before that time in this revision of the store. */
  #settled = { revision: -1, until: 0 };

  constructor(
    readonly world: World,
    private readonly surroundings: Surroundings,
    private readonly onRequest: ((entry: JournalEntry) => void) | undefined,
  ) {
    // Any number of requests may be delayed at the same time.
    setMaxListeners(0, this.#end.signal);
    this.#gateway = new Gateway(world);
    this.#dispatcher = new Dispatcher(world, surroundings, () => this.tick());
  }

  /** Processes everything that is due, and schedules the rest. */
  tick(): void {
    const { store } = this.world;
    const isIdle = store.revision === this.#settled.revision && this.world.now() < this.#settled.until;
    if (isIdle || this.#end.signal.aborted) return;
    const next = settle(this.world);
    this.#dispatcher.dispatch();
    this.#schedule(next);
  }

  /** Resolves when no webhook delivery is under way. */
  idle(): Promise<void> {
    return this.#dispatcher.idle();
  }

  /** Makes the gateway forget windows and cached answers, and heed changed settings. */
  clearGateway(): void {
    this.#gateway.clear();
  }

  async close(): Promise<void> {
    this.#end.abort();
    this.faults.release("drop");
    this.#cancelTimer?.();
    await this.#dispatcher.close();
  }

  async handle(request: IncomingRequest): Promise<RequestOutcome> {
    const target = parseTarget(request.target);
    const match = route(request.method, target);
    const row = match.kind === "row" ? match.row : undefined;
    const met = this.faults.meet({ operation: row?.id, method: request.method, path: target.path, body: request.body });
    const effects = met.map(({ effect }) => effect);
    await this.#delay(effects);
    const dropped = (await this.faults.hold(met, "before")) === "drop";
    this.tick();
    const before = this.world.store.revision;
    const seen: { login?: Login } = {};
    const work = () => {
      if (match.kind === "answered") return toWire(match.reply);
      const query = new URLSearchParams(target.search);
      const { method, headers, address } = request;
      const passedOn = { login: row?.path === loginPath, method, target: request.target, query, headers, address };
      return this.#gateway.answer(passedOn, (login) => {
        if (login !== undefined) seen.login = login;
        if (match.kind !== "row") return beyondBackend(match, method);
        return this.#located(this.#backend(match.row, match.parameters, query, request, login, effects), target, headers);
      });
    };
    const reached: RequestOutcome = dropped ? { kind: "reset" } : meetFaults(effects, work, this.world.now());
    const effect = this.world.store.revision !== before;
    this.tick();
    const outcome: RequestOutcome = (await this.faults.hold(met, "after")) === "drop" ? { kind: "reset" } : reached;
    this.#record(request, row, outcome, effect, effects, seen.login);
    return outcome;
  }

  #backend(
    row: Operation,
    parameters: Readonly<Record<string, string | number>>,
    query: URLSearchParams,
    { headers, body }: IncomingRequest,
    login: Login | undefined,
    effects: readonly FaultEffect[],
  ): Reply {
    const checked = validate(row, query, body, this.world.readings);
    if (checked.kind === "invalid") return checked.reply;
    const handler = handlers[row.id as keyof typeof handlers] as unknown as Handler<Operation>;
    const work = (): Reply =>
      answerOf(() =>
        handler(
          {
            parameters,
            query: checked.query as never,
            body: checked.body as never,
            sent: checked.sent,
            accept: headers.accept ?? "*/*",
            login: login as Login,
            deletesAllSubdomains: has(effects, "delete-all-subdomains"),
          },
          this.world,
        ),
      );
    if (row.method === "GET") {
      const { store } = this.world;
      const stale = has(effects, "stale-list") ? store.read(() => store.readPrevious(work)) : undefined;
      // The gateway does not cache answers with 400 or more.
      return this.#listForm(row, stale !== undefined && stale.status < 400 ? stale : store.read(work));
    }
    const { result, fresh } = this.world.store.write(work);
    const invisibility = this.#invisibility(effects);
    if (invisibility !== undefined) this.world.store.hide(fresh, invisibility);
    return result;
  }

  #invisibility(effects: readonly FaultEffect[]): Invisibility | undefined {
    const hidden = find(effects, "hidden");
    if (hidden !== undefined) return { reads: hidden.reads };
    const { visibleAfter } = this.world.settings;
    if (visibleAfter === false) return undefined;
    return "ms" in visibleAfter ? { until: this.world.now() + visibleAfter.ms } : visibleAfter;
  }

  /** A redirect as the gateway rewrites it, to the address that was called. */
  #located(reply: Reply, { origin }: Target, { host, "x-forwarded-proto": proxied }: IncomingHttpHeaders): Reply {
    const location = reply.headers?.["Location"];
    const [scheme, name] = origin?.split("://") ?? [this.world.readings.redirectScheme, host];
    if (location === undefined || name === undefined) return reply;
    const publicScheme = proxied === "https" || proxied === "http" ? proxied : scheme;
    return { ...reply, headers: { ...reply.headers, Location: `${publicScheme}://${name}${location}` } };
  }

  /** Writes an empty list in the area's form. */
  #listForm(row: Operation, reply: Reply): Reply {
    if (reply.body.kind !== "json" || !Array.isArray(reply.body.value) || reply.body.value.length > 0) return reply;
    const { emptyLists } = this.world.readings;
    const asNull = emptyLists === "null" || (emptyLists === "mixed" && /\/(gdpr|virtualaccounts|tickets)\b/.test(row.path));
    return asNull ? json(reply.status, null) : reply;
  }

  async #delay(effects: readonly FaultEffect[]): Promise<void> {
    const milliseconds = effects.reduce((sum, effect) => (effect.kind === "delay" ? sum + effect.ms : sum), 0);
    if (milliseconds > 0) await this.surroundings.sleep(milliseconds, this.#end.signal);
  }

  #schedule(next: number): void {
    this.#cancelTimer?.();
    const due = Math.min(next, this.#dispatcher.nextDue());
    this.#settled = { revision: this.world.store.revision, until: due };
    if (due === Infinity) return;
    const wait = Math.min(Math.max(due - this.world.now(), 1), longestWait);
    this.#cancelTimer = this.surroundings.later?.(() => {
      // A timer may fire slightly early, and must then be set again.
      this.#settled.revision = -1;
      this.tick();
    }, wait);
  }

  #record(
    { method, target, headers, body }: IncomingRequest,
    row: Operation | undefined,
    outcome: RequestOutcome,
    effect: boolean,
    effects: readonly FaultEffect[],
    login: Login | undefined,
  ): void {
    const reply = outcome.kind === "answer" ? outcome.reply : undefined;
    const answered = reply === undefined ? undefined : row?.answers[reply.status];
    const entry = this.journal.add({
      at: this.world.now(),
      operation: row?.id,
      method,
      path: redactTarget(target),
      status: reply?.status,
      effect,
      faults: effects.map(({ kind }) => kind),
      login: login?.id,
      request: { headers: redactHeaders(headers), body: shown(body, (value) => redactRequest(value, row?.body)) },
      answer:
        reply === undefined
          ? undefined
          : {
              headers: redactHeaders(reply.headers),
              body: shown(reply.body, (value) => {
                const schema = answered !== undefined && "schema" in answered ? answered.schema : undefined;
                // In another shape, nothing shows what is secret.
                return has(effects, "wrong-shape") ? redactRequest(value, undefined) : redact(value, schema);
              }),
            },
    });
    this.onRequest?.(entry);
  }
}

/** The answer to a request that no operation of the backend is for. What the backend answers to OPTIONS is not known. */
function beyondBackend(match: Exclude<Match, { readonly kind: "row" | "answered" }>, method: string): Reply {
  switch (match.kind) {
    case "unsendable":
      return gatewayJson(503, '{"msg":"service unavailable","reason":"no can do; sorry."}');
    case "unknown":
      return text(404, "404 page not found\n");
    case "wrong-method": {
      const reply = method === "OPTIONS" ? empty(200) : text(405, "Method Not Allowed\n");
      return { ...reply, headers: { Allow: match.allowed.join(", ") } };
    }
  }
}

/** A body for the log: JSON without secrets, anything else only by its size. */
function shown(body: Buffer, redaction: (value: unknown) => unknown): unknown {
  if (body.length === 0) return undefined;
  try {
    return redaction(JSON.parse(body.toString("utf8")));
  } catch {
    return `[${body.length} bytes that are not JSON]`;
  }
}

function answerOf(work: () => Reply): Reply {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal) return error.reply;
    const reason = error instanceof Error ? error.message : String(error);
    return json(500, { msg: "internal server error", reason: `defect of the sandbox: ${reason}` });
  }
}

type EffectOf<K extends FaultEffect["kind"]> = Extract<FaultEffect, { readonly kind: K }>;

const find = <K extends FaultEffect["kind"]>(effects: readonly FaultEffect[], kind: K): EffectOf<K> | undefined =>
  effects.find((effect): effect is EffectOf<K> => effect.kind === kind);

const has = (effects: readonly FaultEffect[], kind: FaultEffect["kind"]): boolean => find(effects, kind) !== undefined;

/** Applies faults to a request: some prevent it, others damage the answer. */
function meetFaults(effects: readonly FaultEffect[], work: () => WireReply, time: number): RequestOutcome {
  const whole = (reply: WireReply) => ({ kind: "answer", reply: dated(reply, time), extent: "whole" }) as const;
  const status = find(effects, "status");
  const redirect = find(effects, "redirect");
  if (has(effects, "reset-before")) return { kind: "reset" };
  if (has(effects, "timeout-before")) return { kind: "silence" };
  if (redirect !== undefined)
    return whole(toWire({ ...empty(redirect.status ?? 302), headers: { Location: redirect.location } }));
  if (status !== undefined && status.when !== "after") return whole(statusReply(status));
  const reply = work();
  if (has(effects, "reset-after")) return { kind: "reset" };
  if (has(effects, "timeout-after")) return { kind: "silence" };
  const spoilt = spoil(effects, status === undefined ? reply : statusReply(status));
  const extent = has(effects, "truncate") ? "truncated" : has(effects, "stall") ? "stalled" : "whole";
  return { ...whole(spoilt), extent };
}

function statusReply({ status, body, headers }: EffectOf<"status">): WireReply {
  const reply = body === undefined ? empty(status) : typeof body === "string" ? text(status, body) : json(status, body);
  return toWire(headers === undefined ? reply : { ...reply, headers });
}

function spoil(effects: readonly FaultEffect[], reply: WireReply): WireReply {
  const replacement = find(effects, "body");
  if (replacement !== undefined) return withBody(reply, JSON.stringify(replacement.body));
  if (has(effects, "malformed")) return withBody(reply, '<html><body>Bad gateway</body></html>{"');
  if (has(effects, "wrong-shape")) return withBody(reply, JSON.stringify(reshaped(reply.body)));
  return reply;
}

const withBody = (reply: WireReply, body: string): WireReply => {
  const content = Buffer.from(body);
  const headers = { ...reply.headers, "Content-Type": jsonContentType, "Content-Length": String(content.length) };
  return { status: reply.status === 204 ? 200 : reply.status, headers, body: content };
};

function reshaped(body: Buffer): unknown {
  try {
    const value = JSON.parse(body.toString("utf8")) as unknown;
    return Array.isArray(value) ? { items: value } : [value];
  } catch {
    return [];
  }
}
