import { emulate, type Emulation, type EmulationOptions } from "../../sandbox/emulation.js";
import type { RequestOutcome } from "../../sandbox/emulator/emulator.js";
import type { Clock } from "../../sdk/values/clock.js";
import { unlessAborted } from "../../sdk/http/deadline.js";
import type { Transport, TransportAnswer } from "../../sdk/http/transport.js";
import { Interrupted, TransportError } from "../../sdk/http/transport-error.js";

/** A sandbox within this process. The caller controls its time, including delays; no webhook is called. */
export const emulation = (clock: Clock, options: EmulationOptions = {}): Emulation =>
  emulate(options, clock, { sleep: (milliseconds, signal) => clock.sleep(milliseconds, signal) });

const broken = (): TransportError => new TransportError("broken", true, "the connection broke (ECONNRESET)");

/** Hands a client's requests to a sandbox within this process. */
export const transportTo = ({ handle }: Pick<Emulation, "handle">): Transport => ({
  async send({ method, path, headers, body, signal, onStart }) {
    if (signal.aborted) throw new Interrupted(signal.reason, false);
    onStart?.();
    const request = { method, target: path, headers, body: Buffer.from(body ?? ""), address: "127.0.0.1" };
    const outcome = await interruptible(handle(request), signal);
    switch (outcome.kind) {
      case "reset":
        throw broken();
      case "silence":
        return interruptible(endless(), signal);
      case "answer":
        return answerOf(outcome, signal);
    }
  },
  async close() {},
});

const endless = (): Promise<never> => new Promise(() => undefined);

async function interruptible<T>(step: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await unlessAborted(step, signal);
  } catch {
    throw signal.aborted ? new Interrupted(signal.reason, true) : broken();
  }
}

function answerOf({ reply, extent }: Extract<RequestOutcome, { readonly kind: "answer" }>, signal: AbortSignal): TransportAnswer {
  const headers = new Map(Object.entries(reply.headers).map(([name, value]) => [name.toLowerCase(), value]));
  const given = new AbortController();
  async function* stream(): AsyncGenerator<Uint8Array> {
    const came = extent === "whole" ? reply.body : reply.body.subarray(0, Math.floor(reply.body.length / 2));
    if (came.length > 0) yield came;
    if (extent === "truncated") throw broken();
    if (extent === "stalled") await interruptible(endless(), AbortSignal.any([signal, given.signal]));
  }
  return {
    status: reply.status,
    header: (name) => headers.get(name),
    headers: Object.fromEntries(headers),
    async bytes() {
      const pieces: Uint8Array[] = [];
      for await (const piece of stream()) pieces.push(piece);
      return Buffer.concat(pieces);
    },
    stream,
    abandon: () => given.abort(),
  };
}
