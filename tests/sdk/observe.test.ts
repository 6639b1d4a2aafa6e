import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { type AnswerEvent, ConnectionError, NotFoundError, type RequestEvent } from "../../sdk/index.js";
import { systemClock } from "../../sdk/values/clock.js";
import { accessToken, failureOf, useClients, webhook } from "../support/client.js";
import { root } from "../support/markdown.js";
import { json } from "../support/server.js";

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };

describe("observed requests and answers", () => {
  const { keep, start } = useClients();
  const repeated = { retry: { budget: 0 }, clock: systemClock };
  const failing = () => {
    throw new Error("the observer failed");
  };

  for (const userAgent of [undefined, "fleet/2.1 (nightly)"])
    it(`identify the package and its version, and the program with userAgent: ${userAgent}`, async () => {
      const { client, server } = await start(() => [], { userAgent });
      await client.webhooks.list();
      const expected = [`pulumi-hosting/${version}`, userAgent].filter(Boolean).join(" ");
      assert.equal(server.received[0]!.headers["user-agent"], expected);
    });

  it("are passed to onRequest and onAnswer, each attempt, without secrets", async () => {
    const events: (RequestEvent | AnswerEvent)[] = [];
    const failures = [503];
    const { client } = await start(
      (request, response) =>
        json(response, failures.shift() ?? 200, [], {
          "x-cache": "PASS",
          "set-cookie": "session=of-somebody",
          "x-echo": String(request.headers.authorization),
        }),
      {
        ...repeated,
        onRequest: (event) => events.push(event),
        onAnswer: (event) => (events.push(event), failing()),
      },
    );
    assert.deepEqual(await client.domains.list({ accountIdentifier: "p1", query: { limit: 5 } }), []);
    const [first, refused, second, answered] = events as [RequestEvent, AnswerEvent, RequestEvent, AnswerEvent];
    assert.deepEqual(
      [first, second].map(({ operation, method, path, attempt }) => [operation, method, path, attempt]),
      [1, 2].map((attempt) => ["listDomains", "GET", "/v1/accounts/p1/domains?limit=5", attempt]),
    );
    assert.deepEqual([first.headers["authorization"], first.headers["cache-control"]], ["[secret]", "no-cache"]);
    assert.deepEqual([refused.status, answered.status, answered.request], [503, 200, second]);
    const { "x-cache": cache, "set-cookie": cookie, "x-echo": echo } = answered.headers;
    assert.deepEqual([cache, cookie, echo, answered.milliseconds >= 0], ["PASS", "[secret]", "Bearer [secret]", true]);
    assert.doesNotMatch(JSON.stringify(events), /TOKEN-|of-somebody/);
  });

  it("ignore rejected promises of observers", async () => {
    const told: string[] = [];
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on("unhandledRejection", note);
    keep({ close: () => process.off("unhandledRejection", note) });
    const rejecting = (name: string) => async () => {
      told.push(name);
      await new Promise(setImmediate);
      failing();
    };
    const failures = [503];
    const { client } = await start((_, response) => json(response, failures.shift() ?? 200, []), {
      ...repeated,
      onRequest: rejecting("request"),
      onAnswer: rejecting("answer"),
      onNotice: rejecting("notice"),
    });
    assert.deepEqual(await client.webhooks.list({}, { onAnswer: rejecting("own answer") }), []);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    assert.deepEqual(unhandled, []);
    assert.deepEqual(told, ["request", "answer", "own answer", "notice", "request", "answer", "own answer"]);
  });

  it("are passed to the onAnswer of a single call, successful or not, and without an answer", async () => {
    const seen: unknown[] = [];
    const onAnswer = ({ status, failure, headers }: AnswerEvent) => seen.push([status ?? failure, headers["x-id"]]);
    const { client } = await start(
      ({ method }, response, socket) =>
        method === "PUT" ? void socket.destroy() : json(response, method === "GET" ? 203 : 404, [], { "x-id": method }),
      { retry: { attempts: 1 } },
    );
    const { webhooks } = client;
    await webhooks.list({}, { onAnswer });
    await webhooks.list();
    await failureOf(webhooks.delete({ webhookIdentifier: "w1" }, { onAnswer }), NotFoundError);
    await failureOf(webhooks.update({ webhookIdentifier: "w1", body: webhook }, { onAnswer }), ConnectionError);
    assert.deepEqual(seen, [
      [203, "GET"],
      [404, "DELETE"],
      ["the connection broke (UND_ERR_SOCKET)", undefined],
    ]);
  });

  it("are printed on standard error with HOSTING_DEBUG=1", async () => {
    const { server } = await start((_, response) => json(response, 200, [], { "x-cache": "PASS", "x-ratelimit-remaining": "9" }));
    const program = `
      const { createClient } = require(${JSON.stringify(require.resolve("../../sdk/index.js"))});
      const client = createClient({ baseUrl: ${JSON.stringify(server.url)}, credentials: { accessToken: "${accessToken}" } });
      client.webhooks.list().then(() => client.close());`;
    const run = (HOSTING_DEBUG: string) =>
      promisify(execFile)(process.execPath, ["-e", program], { env: { ...process.env, HOSTING_DEBUG } });
    const { stdout, stderr } = await run("1");
    assert.equal(stdout, "");
    assert.match(
      stderr,
      /^hosting: > GET \/v1\/webhooks \(listWebhooks\)\nhosting: < 200 after \d+ ms, GET \/v1\/webhooks; x-cache: PASS; x-ratelimit-remaining: 9\n$/,
    );
    assert.equal((await run("")).stderr, "");
  });
});
