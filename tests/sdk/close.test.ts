import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { text } from "node:stream/consumers";
import {
  AbortError,
  type Client,
  type ClientOptions,
  ConfigurationError,
  createClient,
  type HostingError,
  TimeoutError,
} from "../../sdk/index.js";
import { FakeClock } from "../support/clock.js";
import { json, startServer, type Handler } from "../support/server.js";

const webhook = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://hook.example/x" } as const;

const open: { close(options?: { abort: boolean }): Promise<void> }[] = [];

async function start(handler: Handler, options: Partial<ClientOptions> = {}): Promise<Client> {
  const server = await startServer(handler);
  const client = createClient({ baseUrl: server.url, credentials: { accessToken: "TOKEN-0====" }, ...options });
  open.push(server, client);
  return client;
}

async function failureOf<E extends HostingError>(call: Promise<unknown>, kind: abstract new (...args: never[]) => E): Promise<E> {
  const error: unknown = await call.then(
    () => assert.fail("the call succeeded"),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof kind, String(error));
  return error;
}

afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close({ abort: true });
});

describe("a client that is closed", () => {
  it("ends a call under way where it is told to, and says whether the call may have had its effect", async () => {
    let arrived: () => void = () => undefined;
    const arrival = new Promise<void>((resolve) => (arrived = resolve));
    const client = await start(() => arrived());
    const call = failureOf(client.webhooks.create({ body: webhook }), AbortError);
    await arrival;
    await client.close({ abort: true });
    const error = await call;
    assert.match(error.message, /^createWebhook \(POST \/v1\/webhooks\) was ended: the client was closed\. .*look before/);
    assert.equal(error.effect, "possible");
    assert.equal((error.reason as Error).message, "the client was closed");
  });

  it("ends a call that waits for the rate window, also where another close waits for it", async () => {
    const clock = new FakeClock();
    const client = await start((_, response) => json(response, 429, { msg: "rate limit exceeded" }), { clock });
    const call = failureOf(client.webhooks.list(), AbortError);
    await clock.sleeper((milliseconds) => milliseconds === 900_000);
    const patient = client.close();
    await client.close({ abort: true });
    await patient;
    assert.equal((await call).effect, "none");
    assert.deepEqual(clock.sleeping, []);
  });

  it("is closed at the end of its scope, after the calls under way", async () => {
    let answer: Promise<unknown>;
    let client: Client;
    {
      await using scoped = await start(() => []);
      client = scoped.with({});
      answer = client.webhooks.list();
    }
    assert.deepEqual(await answer, []);
    await failureOf(client.webhooks.list(), ConfigurationError);
  });

  it("refuses options that it would not heed", async () => {
    const client = await start(() => []);
    await failureOf(client.close({ force: true } as object), ConfigurationError);
    assert.deepEqual(await client.webhooks.list(), []);
  });
});

describe("a file in an answer", () => {
  /** Too large to arrive before it is read. */
  const size = 8 * 2 ** 20;
  const files: Handler = (request, response) => (request.url.includes("gdpr") ? void response.end(Buffer.alloc(size, "x")) : []);
  const file = (client: Client, signal?: AbortSignal) =>
    client.gdpr.renderContractPdf({ contractIdentifier: "c1" }, signal === undefined ? {} : { signal });

  it("that nobody reads is the reason that other calls name for waiting", async () => {
    const client = await start(files, { maxConnections: 2 });
    await file(client);
    await file(client);
    const waited = await failureOf(client.webhooks.create({ body: webhook }, { timeout: 100 }), TimeoutError);
    assert.deepEqual([waited.phase, waited.effect], ["total", "none"]);
    assert.match(
      waited.message,
      /longer than the 100 milliseconds allowed for the whole call\. Until then it waited for one of the client's connections \(maxConnections: 2\)\. 2 files are neither read to the end nor discarded/,
    );
    const left = await failureOf(client.webhooks.list({}, { signal: AbortSignal.timeout(50) }), AbortError);
    assert.match(left.message, /ended by the caller's signal\. Until then it waited for .* 2 files are neither/);
  });

  it("frees its connection when it is discarded, and cannot be read any more", async () => {
    const client = await start(files, { maxConnections: 1 });
    const { content, discard } = await file(client);
    discard();
    discard();
    assert.deepEqual(await client.webhooks.list(), []);
    assert.match((await failureOf(text(content), AbortError)).message, /a file that has been discarded\.$/);
    {
      await using scoped = await file(client);
      assert.equal(scoped.contentType, "application/pdf");
    }
    assert.deepEqual(await client.webhooks.list(), []);
  });

  it("that was read is not affected by discarding it", async () => {
    const client = await start(files);
    const { signal } = new AbortController();
    const { content, discard } = await file(client, signal);
    assert.equal((await text(content)).length, size);
    discard();
    assert.deepEqual(getEventListeners(signal, "abort"), []);
    assert.deepEqual(await client.webhooks.list(), []);
  });

  it("frees its connection when the caller's signal ends it unread", async () => {
    const client = await start(files, { maxConnections: 1 });
    const controller = new AbortController();
    const { content } = await file(client, controller.signal);
    controller.abort("enough");
    assert.deepEqual(await client.webhooks.list(), []);
    assert.equal((await failureOf(text(content), AbortError)).reason, "enough");
  });
});
