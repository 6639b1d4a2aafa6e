import type { Emulation } from "../../sandbox/emulation.js";
import type { RequestOutcome } from "../../sandbox/emulator/emulator.js";
import { parseTarget, route } from "../../sandbox/http/router.js";
import { unlessAborted } from "../../sdk/http/deadline.js";
import { isCostly } from "./kinds.js";
import type { Transport, TransportAnswer, TransportRequest } from "../../sdk/http/transport.js";
import { Interrupted, TransportError } from "../../sdk/http/transport-error.js";
import type { Fault } from "./history.js";
import type { EngineCall } from "./ledger.js";
import type { Life } from "./points.js";
import type { VirtualTime } from "./time.js";

/** One way, in milliseconds. */
const latency = 20;
/** How long the provider looks for a billed object; for a free one hardly at all. */
const longestLook = 55_000;
/** The client's timeout for an answer. */
const patience = 60_000;

export interface Traffic {
  readonly time: VirtualTime;
  readonly sandbox: Emulation;
  readonly life: Life;
  readonly faults: readonly Fault[];
  /** The call of the engine on whose behalf a request is sent. */
  readonly caller: () => EngineCall | undefined;
  /** Performs a request at the provider, with its effect attributed to the caller. */
  readonly witness: (
    caller: EngineCall,
    operation: string,
    excused: boolean,
    effect: () => Promise<RequestOutcome>,
  ) => Promise<RequestOutcome>;
}

type Class = "login" | "read" | "write";

/** The connection of one process to the provider. What has left a process arrives, whatever happens to the process. */
export function networkOf({ time, sandbox, life, faults, caller, witness }: Traffic): Transport {
  const seen = { login: 0, read: 0, write: 0 };

  const arrive = (request: TransportRequest, operation: string, from: EngineCall | undefined, excused: boolean) => {
    const handled = () =>
      sandbox.handle({
        method: request.method,
        target: request.path,
        headers: request.headers,
        body: Buffer.from(request.body ?? ""),
        address: "127.0.0.1",
      });
    return request.method === "GET" || from === undefined ? handled() : witness(from, operation, excused, handled);
  };

  const exchange = async (request: TransportRequest, operation: string, fault: Fault | undefined): Promise<TransportAnswer> => {
    const from = caller();
    const isLooked = from !== undefined && isCostly(from.kind) && (fault?.after ?? 0) < longestLook;
    const isHidden = fault?.kind === "hidden" && !(from !== undefined && isCostly(from.kind));
    // Slow requests arrive late for the run after a killed one, and what is hidden for longer than anyone looks is not seen.
    const excused = fault?.kind === "twice" || isHidden || ((fault?.kind === "late" || fault?.kind === "slow") && !isLooked);
    const effect = () => arrive(request, operation, from, excused);
    if (fault?.kind === "refused") throw new TransportError("unreachable", false, "the connection was refused (ECONNREFUSED)");
    await time.sleep(latency);
    switch (fault?.kind) {
      case "lost-request":
        throw broken();
      case "timeout-before":
        return late(time);
      case "status-before":
        return given(fault.status ?? 503, {}, `{"msg":"no"}`);
      case "late":
        void time.sleep(fault.after ?? 16_000).then(effect);
        throw broken();
      case "slow":
        await time.sleep(fault.after ?? 16_000);
        break;
      case "rate":
        return given(429, { "retry-after": String((fault.after ?? 600_000) / 1000) }, `{"msg":"rate limit exceeded"}`);
      case "token-ended":
        for (const { id } of sandbox.control.store.sessions.all()) sandbox.control.store.sessions.delete(id);
        break;
      case "stale-list":
        sandbox.control.faults.add({ operation, effect: { kind: "stale-list" } });
        break;
      case "hidden":
        sandbox.control.faults.add({ operation, effect: { kind: "hidden", reads: 2 } });
        break;
      default:
    }
    const first = await effect();
    const outcome = fault?.kind === "twice" ? await effect() : first;
    sandbox.control.faults.clear();
    await time.sleep(latency);
    switch (fault?.kind) {
      case "lost-answer":
        throw broken();
      case "timeout-after":
        return late(time);
      case "status-after":
        return given(fault.status ?? 500, {}, "");
      case "not-json":
        return given(outcome.kind === "answer" ? outcome.reply.status : 200, {}, "<html>");
      default:
        return answerOf(outcome, fault?.kind === "window" ? { "x-ratelimit": "1000", "x-ratelimit-remaining": "1" } : {});
    }
  };

  return {
    async send(request) {
      const match = route(request.method, parseTarget(request.path));
      const operation = match.kind === "row" ? match.row.id : "unknown";
      const kind: Class = operation === "authenticate" ? "login" : request.method === "GET" ? "read" : "write";
      await life.pass(`before ${operation} is sent`);
      if (request.signal.aborted) throw new Interrupted(request.signal.reason, false);
      seen[kind] += 1;
      const fault = faults.find(({ on, nth, times = 1 }) => on === kind && seen[kind] >= nth && seen[kind] < nth + times);
      const answer = exchange(request, operation, fault);
      // Nobody may be left to see it fail.
      answer.catch(() => undefined);
      await life.pass(`while ${operation} is on its way`);
      const result = await life.outlive(interruptible(answer, request.signal));
      await life.pass(`after ${operation} was answered`);
      return result;
    },
    async close() {},
  };
}

const broken = (): TransportError => new TransportError("broken", true, "the connection broke (ECONNRESET)");

async function late(time: VirtualTime): Promise<never> {
  await time.sleep(patience);
  throw new TransportError("request-timeout", true, "no answer in time");
}

async function interruptible<T>(step: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await unlessAborted(step, signal);
  } catch (error) {
    throw signal.aborted ? new Interrupted(signal.reason, true) : error;
  }
}

function answerOf(outcome: RequestOutcome, headers: Readonly<Record<string, string>>): TransportAnswer {
  if (outcome.kind !== "answer") throw broken();
  const { reply } = outcome;
  return given(reply.status, { ...reply.headers, ...headers }, reply.body);
}

function given(status: number, headers: Readonly<Record<string, string>>, content: string | Uint8Array): TransportAnswer {
  const fields = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const body = typeof content === "string" ? Buffer.from(content) : content;
  return {
    status,
    header: (name) => fields.get(name),
    headers: Object.fromEntries(fields),
    bytes: () => Promise.resolve(body),
    async *stream() {
      yield body;
    },
    abandon: () => undefined,
  };
}
