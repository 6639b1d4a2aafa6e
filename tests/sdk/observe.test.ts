import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import {
  ConnectionError,
  createClient,
  NotFoundError,
  type AnswerEvent,
  type Client,
  type ClientOptions,
  type RequestEvent,
} from "../../sdk/index.js";
import { root } from "../support/markdown.js";
import { json, startServer, type Handler, type TestServer } from "../support/server.js";

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
const accessToken = "TOKEN-0123456789====";

describe("observed requests and answers", () => {
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const each of open.splice(0).reverse()) await each.close();
  });

  async function start(handler: Handler, options: Partial<ClientOptions> = {}): Promise<{ server: TestServer; client: Client }> {
    const server = await startServer(handler);
    const client = createClient({ baseUrl: server.url, credentials: { accessToken }, ...options });
    open.push(server, client);
    return { server, client };
  }

  it("identify the package and its version, and the program with userAgent", async () => {
    for (const [userAgent, expected] of [
      [undefined, `pulumi-hosting/${version}`],
      ["fleet/2.1 (nightly)", `pulumi-hosting/${version} fleet/2.1 (nightly)`],
    ] as const) {
      const { client, server } = await start(() => [], { userAgent });
      await client.webhooks.list();
      assert.equal(server.received[0]!.headers["user-agent"], expected);
    }
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
        retry: { budget: 0 },
        onRequest: (event) => events.push(event),
        onAnswer: (event) => {
          events.push(event);
          throw new Error("the observer failed");
        },
      },
    );
    assert.deepEqual(await client.domains.list({ accountIdentifier: "p1", query: { limit: 5 } }), []);
    const [first, refused, second, answered] = events as [RequestEvent, AnswerEvent, RequestEvent, AnswerEvent];
    assert.deepEqual(
      [first, second].map(({ operation, method, path, attempt }) => [operation, method, path, attempt]),
      [
        ["listDomains", "GET", "/v1/accounts/p1/domains?limit=5", 1],
        ["listDomains", "GET", "/v1/accounts/p1/domains?limit=5", 2],
      ],
    );
    assert.deepEqual([first.headers["authorization"], first.headers["cache-control"]], ["[secret]", "no-cache"]);
    assert.deepEqual([refused.status, answered.status, answered.request], [503, 200, second]);
    const { headers } = answered;
    assert.deepEqual([headers["x-cache"], headers["set-cookie"], headers["x-echo"]], ["PASS", "[secret]", "Bearer [secret]"]);
    assert.ok(answered.milliseconds >= 0);
    assert.ok(!JSON.stringify(events).includes(accessToken) && !JSON.stringify(events).includes("of-somebody"));
  });

  it("ignore rejected promises of observers", async () => {
    const told: string[] = [];
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on("unhandledRejection", note);
    open.push({ close: async () => void process.off("unhandledRejection", note) });
    const failing = (name: string) => async () => {
      told.push(name);
      await new Promise(setImmediate);
      throw new Error("the observer failed");
    };
    const failures = [503];
    const { client } = await start((_, response) => json(response, failures.shift() ?? 200, []), {
      retry: { budget: 0 },
      onRequest: failing("request"),
      onAnswer: failing("answer"),
      onNotice: failing("notice"),
    });
    assert.deepEqual(await client.webhooks.list({}, { onAnswer: failing("own answer") }), []);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    assert.deepEqual(unhandled, []);
    assert.deepEqual(told, ["request", "answer", "own answer", "notice", "request", "answer", "own answer"]);
  });

  it("are passed to the onAnswer of a single call, successful or not", async () => {
    const { client } = await start(({ method }, response) =>
      json(response, method === "GET" ? 203 : 404, [], { "x-id": method }),
    );
    const seen: unknown[] = [];
    const onAnswer = ({ status, headers }: AnswerEvent) => seen.push([status, headers["x-id"]]);
    await client.webhooks.list({}, { onAnswer });
    await client.webhooks.list();
    await assert.rejects(client.webhooks.delete({ webhookIdentifier: "w1" }, { onAnswer }), NotFoundError);
    assert.deepEqual(seen, [
      [203, "GET"],
      [404, "DELETE"],
    ]);
  });

  it("are passed on even if there is no answer", async () => {
    const events: AnswerEvent[] = [];
    const { client } = await start((_, _response, socket) => void socket.destroy(), { retry: { attempts: 1 } });
    await assert.rejects(client.webhooks.list({}, { onAnswer: (event) => events.push(event) }), ConnectionError);
    assert.deepEqual(
      events.map(({ status, failure }) => [status, failure]),
      [[undefined, "the connection broke (UND_ERR_SOCKET)"]],
    );
  });

  it("are printed on standard error with HOSTING_DEBUG=1", async () => {
    const { server } = await start((_, response) => json(response, 200, [], { "x-cache": "PASS", "x-ratelimit-remaining": "9" }));
    const program = `
      const { createClient } = require(${JSON.stringify(require.resolve("../../sdk/index.js"))});
      const client = createClient({ baseUrl: ${JSON.stringify(server.url)}, credentials: { accessToken: "${accessToken}" } });
      client.webhooks.list().then(() => client.close());`;
    const run = async (HOSTING_DEBUG: string) => {
      const { stdout, stderr } = await promisify(execFile)(process.execPath, ["-e", program], {
        env: { ...process.env, HOSTING_DEBUG },
      });
      assert.equal(stdout, "");
      return stderr;
    };
    assert.match(
      await run("1"),
      /^hosting: > GET \/v1\/webhooks \(listWebhooks\)\nhosting: < 200 after \d+ ms, GET \/v1\/webhooks; x-cache: PASS; x-ratelimit-remaining: 9\n$/,
    );
    assert.equal(await run(""), "");
  });
});
