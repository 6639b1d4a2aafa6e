import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { AbortError, RateLimitError, TimeoutError } from "../../sdk/index.js";
import { systemClock } from "../../sdk/values/clock.js";
import { failureOf, useClients, webhook } from "../support/client.js";
import { type Handler, json } from "../support/server.js";

const window = 900_000;
const refuse: Handler = (_, response) => json(response, 429, { msg: "rate limit exceeded" });

/** A handler that never answers, and the arrival of the next request at it. */
function silence() {
  let arrive: () => void = () => undefined;
  return { handler: () => arrive(), arrival: () => new Promise<void>((resolve) => (arrive = resolve)) };
}

describe("the time of a call", () => {
  const { connect, raw, start } = useClients();

  for (const [method, effect] of [
    ["list", "none"],
    ["create", "possible"],
  ] as const)
    it(`ends as a whole, with effect ${effect}: ${method}`, async () => {
      const { handler, arrival } = silence();
      const { client, clock } = await start(handler, { timeouts: { request: 600_000 } });
      const arrived = arrival();
      const call = method === "list" ? client.webhooks.list() : client.webhooks.create({ body: webhook }, { timeout: 300_000 });
      const failure = failureOf(call, TimeoutError);
      await arrived;
      await clock.advance(299_999);
      await clock.advance(1);
      const error = await failure;
      assert.deepEqual([error.phase, error.effect], ["total", effect]);
      assert.match(error.message, /longer than the allowed 5 minutes/);
    });

  for (const [phase, options, head, message] of [
    ["request", { timeouts: { request: 40 } }, "", /no complete answer within 40 milliseconds from/],
    [
      "body",
      { timeouts: { body: 40 } },
      "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n[",
      /no more .* for 40 milliseconds from/,
    ],
    ["total", {}, "", /longer than the allowed 1 millisecond/],
  ] as const)
    it(`ends if an answer does not begin, or stops: ${phase}`, async () => {
      const silent = await raw((socket) => void socket.write(head));
      const { client } = connect(silent.url, { clock: systemClock, retry: { attempts: 1 }, ...options });
      const call = client.webhooks.list({}, phase === "total" ? { timeout: 1 } : {});
      const error = await failureOf(call, TimeoutError);
      assert.equal(error.phase, phase);
      assert.match(error.message, message);
    });

  it("ends with the caller's signal, at any moment, and leaves no listener on it", async () => {
    const { handler, arrival } = silence();
    const { client, clock, calls } = await start((request, response) =>
      request.method === "PUT" ? void response.writeHead(500).end() : request.method === "GET" ? [] : handler(),
    );
    const update = (signal: AbortSignal) => client.webhooks.update({ webhookIdentifier: "w1", body: webhook }, { signal });
    const reason = new Error("the user went away");
    const ended = await failureOf(client.webhooks.list({}, { signal: AbortSignal.abort(reason) }), AbortError);
    assert.deepEqual([ended.reason, ended.cause, calls().length], [reason, reason, 0]);

    const [whileSent, whilePausing, never] = [new AbortController(), new AbortController(), new AbortController()];
    const arrived = arrival();
    const sent = failureOf(client.webhooks.create({ body: webhook }, { signal: whileSent.signal }), AbortError);
    await arrived;
    whileSent.abort();
    assert.equal((await sent).effect, "possible");

    const paused = failureOf(update(whilePausing.signal), AbortError);
    await clock.sleeper((milliseconds) => milliseconds <= 20_000);
    whilePausing.abort();
    assert.equal((await paused).effect, "possible");
    assert.deepEqual(clock.sleeping, []);

    await client.webhooks.list({}, { signal: never.signal });
    for (const { signal } of [whileSent, whilePausing, never]) assert.deepEqual(getEventListeners(signal, "abort"), []);
  });

  for (const [allowed, options, timeout] of [
    ["maxRateLimitWait", { maxRateLimitWait: 60_000 }, undefined],
    ["maxRateLimitWait, whatever the call's timeout", { maxRateLimitWait: 1_000 }, 60_000],
    ["the call's timeout", {}, 60_000],
  ] as const)
    it(`never includes a wait for the rate limit longer than ${allowed}`, async () => {
      const { client, clock } = await start(refuse, options);
      const error = await failureOf(client.webhooks.create({ body: webhook }, { timeout }), RateLimitError);
      assert.deepEqual([error.status, error.said, error.effect], [429, "rate limit exceeded", "none"]);
      assert.equal(error.retryIn, window);
      assert.deepEqual(clock.sleeping, []);
    });

  it("leaves none for a retry if waiting for the rate limit took all of it", async () => {
    const { client, clock, calls } = await start(async (_, response) => {
      await clock.advance(1_000);
      json(response, 429, {}, { "retry-after": "59" });
    });
    const call = clock.drive(client.webhooks.create({ body: webhook }, { timeout: 60_000 }), (pause) => pause === 59_000);
    const error = await failureOf(call, TimeoutError);
    assert.deepEqual([error.phase, error.effect, calls().length], ["total", "none", 1]);
  });

  it("is not spent on ever more 429 answers", async () => {
    const { client, calls, driven } = await start((_, response) => json(response, 429, {}, { "retry-after": "1" }));
    const error = await failureOf(driven(client.webhooks.list()), RateLimitError);
    assert.equal(error.retryIn, 1_000);
    assert.ok(calls().length > 1 && calls().length <= 5);
  });
});
