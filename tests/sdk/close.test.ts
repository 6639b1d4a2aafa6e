import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import {
  AbortError,
  AnswerError,
  type Client,
  type ClientOptions,
  ConfigurationError,
  createClient,
  HostingError,
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

describe("a closed client", () => {
  it("aborts a call under way with { abort: true }, and says whether it may have taken effect", async () => {
    let arrived: () => void = () => undefined;
    const arrival = new Promise<void>((resolve) => (arrived = resolve));
    const client = await start(() => arrived());
    const call = failureOf(client.webhooks.create({ body: webhook }), AbortError);
    await arrival;
    await client.close({ abort: true });
    const error = await call;
    assert.match(error.message, /^createWebhook \(POST \/v1\/webhooks\) was ended: the client was closed\. .*check before/);
    assert.equal(error.effect, "possible");
    assert.equal((error.reason as Error).message, "the client was closed");
  });

  it("aborts a call that waits for the rate window, even if another close waits for it", async () => {
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

  it("closes at the end of its scope, after the calls under way", async () => {
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

  it("refuses unknown options", async () => {
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

  it("left unread is named by other calls that wait for a connection", async () => {
    const client = await start(files, { maxConnections: 2 });
    await file(client);
    await file(client);
    const waited = await failureOf(client.webhooks.create({ body: webhook }, { timeout: 100 }), TimeoutError);
    assert.deepEqual([waited.phase, waited.effect], ["total", "none"]);
    assert.match(
      waited.message,
      /longer than the allowed 100 milliseconds\. It waited for a connection \(maxConnections: 2\)\. 2 files are neither read nor discarded/,
    );
    const left = await failureOf(client.webhooks.list({}, { signal: AbortSignal.timeout(50) }), AbortError);
    assert.match(left.message, /ended by the caller's signal\. It waited for .* 2 files are neither/);
  });

  it("frees its connection when discarded, and cannot be read afterwards", async () => {
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

  it("is not affected by discard() once it is read", async () => {
    const client = await start(files);
    const { signal } = new AbortController();
    const { content, discard } = await file(client, signal);
    assert.equal((await text(content)).length, size);
    discard();
    assert.deepEqual(getEventListeners(signal, "abort"), []);
    assert.deepEqual(await client.webhooks.list(), []);
  });

  it("frees its connection when the caller's signal aborts before reading", async () => {
    const client = await start(files, { maxConnections: 1 });
    const controller = new AbortController();
    const { content } = await file(client, controller.signal);
    controller.abort("enough");
    assert.deepEqual(await client.webhooks.list(), []);
    assert.equal((await failureOf(text(content), AbortError)).reason, "enough");
  });

  it("can be read only once", async () => {
    const client = await start(files, { maxConnections: 1 });
    const again =
      /^renderGdprContractPdf \(.*\): the file can be read only once and was read before\. Keep the result of the first read, or call again\.$/;
    const { content } = await file(client);
    assert.equal((await text(content)).length, size);
    assert.match((await failureOf(text(content), HostingError)).message, again);
    const { content: left, discard } = await file(client);
    for await (const piece of left) {
      assert.ok(piece.byteLength > 0);
      assert.match((await failureOf(text(left), HostingError)).message, again);
      break;
    }
    assert.match((await failureOf(text(left), HostingError)).message, again);
    discard();
    assert.deepEqual(await client.webhooks.list(), []);
  });

  it("yields nothing after an abort, even if more has arrived", async () => {
    const client = await start((_, response) => void response.end(Buffer.alloc(size, "x")));
    const controller = new AbortController();
    const { content } = await file(client, controller.signal);
    let pieces = 0;
    const read = async () => {
      for await (const piece of content) if (piece.byteLength > 0 && ++pieces === 1) controller.abort();
    };
    await failureOf(read(), AbortError);
    assert.equal(pieces, 1);
  });
});

describe("an answer that should be a document", () => {
  const retry = { attempts: 1 };
  const pdf = "%PDF-1.4 …";

  for (const [name, status, headers, body, reason] of [
    ["a page", 200, { "content-type": "text/html; charset=utf-8" }, "Log in", /JSON or a web page instead of a document/],
    ["a page of XHTML", 200, { "content-type": "application/xhtml+xml" }, "Log in", /a web page/],
    [
      "a message",
      200,
      { "content-type": "application/json;charset=utf8" },
      '{"msg":"internal server error"}',
      /JSON or a web page/,
    ],
    ["a problem", 200, { "content-type": "application/problem+json" }, "{}", /JSON or a web page/],
    ["a page that is called a document", 200, { "content-type": "application/pdf" }, "\ufeff\r\n <!doctype html>", /a web page/],
    ["a message without a type", 200, {}, " [1]", /JSON or a web page/],
    ["nothing", 200, { "content-type": "application/pdf" }, "", /it is empty instead of a document/],
    ["nothing but blanks", 200, { "content-type": "application/pdf" }, " \n", /it is empty/],
    ["no content", 204, {}, "", /it is empty/],
    ["a part", 206, { "content-type": "application/pdf", "content-range": "bytes 0-9/99" }, pdf, /it is only a part/],
    ["a compressed document that is cut off", 200, { "content-encoding": "gzip" }, "\x1f\x8b", /it is compressed and damaged/],
    ["compressed in another way", 200, { "content-encoding": "zstd" }, "\x28\xb5", /it is compressed/],
  ] as const)
    it(`is refused if it is ${name}, and frees its connection`, async () => {
      const client = await start(
        ({ url }, response) => (url.includes("invoices") ? void response.writeHead(status, headers).end(body) : []),
        { retry, maxConnections: 1 },
      );
      const error = await failureOf(client.customers.getInvoice.file({ invoiceNumber: "1" }), AnswerError);
      assert.match(error.message, reason);
      assert.deepEqual(await client.webhooks.list(), []);
    });

  it("is decompressed while it is read", async () => {
    const client = await start(
      (_, response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("PK\x03\x04")),
      { retry },
    );
    assert.equal(await text((await client.customers.getInvoice.file({ invoiceNumber: "1" })).content), "PK\x03\x04");
  });

  for (const [name, headers, body] of [
    ["of an unknown type", {}, "PK\x03\x04"],
    ["of another type", { "content-type": "application/octet-stream" }, "PK\x03\x04"],
    ["that the gateway calls JSON, as all else", { "content-type": "application/json;charset=utf8" }, pdf],
    ["that only says that it is encoded", { "content-encoding": "gzip" }, pdf],
    ["after blanks", { "content-encoding": "identity" }, `\r\n${pdf}`],
  ] as const)
    it(`is accepted if it is a document ${name}`, async () => {
      const client = await start((_, response) => void response.writeHead(200, headers).end(body), { retry });
      const { content } = await client.customers.getInvoice.file({ invoiceNumber: "1" });
      assert.equal(await text(content), body);
    });

  it("is retried if it was damaged in transit", async () => {
    let asked = 0;
    const client = await start(
      (_, response) => void response.writeHead(200, { "content-type": "text/html" }).end(asked++ === 0 ? "Log in" : pdf),
      { retry: { attempts: 2, baseDelay: 1, budget: 1 } },
    );
    assert.equal(await text((await client.customers.getInvoice.file({ invoiceNumber: "1" })).content), pdf);
  });

  it("is recognized by its beginning, in pieces of any size", async () => {
    const client = await start(
      async (_, response) => {
        for (const character of "\n\n<html>") {
          response.write(character);
          await new Promise(setImmediate);
        }
        response.end();
      },
      { retry },
    );
    await failureOf(client.customers.getInvoice.file({ invoiceNumber: "1" }), AnswerError);
  });
});
