import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { AbortError, AnswerError, type Client, ConfigurationError, HostingError, TimeoutError } from "../../sdk/index.js";
import { systemClock } from "../../sdk/values/clock.js";
import { failureOf, useClients, webhook } from "../support/client.js";
import { type Handler, json } from "../support/server.js";

describe("a closed client", () => {
  const { start } = useClients();

  it("aborts a call under way with { abort: true }, and says whether it may have taken effect", async () => {
    let arrived: () => void = () => undefined;
    const arrival = new Promise<void>((resolve) => (arrived = resolve));
    const { client } = await start(() => arrived());
    const call = failureOf(client.webhooks.create({ body: webhook }), AbortError);
    await arrival;
    await client.close({ abort: true });
    const error = await call;
    assert.match(error.message, /was ended: the client was closed\. .*check before/);
    assert.deepEqual([error.effect, (error.reason as Error).message], ["possible", "the client was closed"]);
  });

  it("aborts a call that waits for the rate window, even if another close waits for it", async () => {
    const { client, clock } = await start((_, response) => json(response, 429, {}));
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
      await using scoped = (await start(() => [])).client;
      client = scoped.with({});
      answer = client.webhooks.list();
    }
    assert.deepEqual(await answer, []);
    await failureOf(client.webhooks.list(), ConfigurationError);
  });

  it("refuses unknown options", async () => {
    const { client } = await start(() => []);
    await failureOf(client.close({ force: true } as object), ConfigurationError);
    assert.deepEqual(await client.webhooks.list(), []);
  });
});

describe("a file in an answer", () => {
  const { start } = useClients();
  /** Too large to arrive before it is read. */
  const size = 8 * 2 ** 20;
  const files: Handler = (request, response) => (request.url.includes("gdpr") ? void response.end(Buffer.alloc(size, "x")) : []);
  const open = async (maxConnections: number) => (await start(files, { maxConnections, clock: systemClock })).client;
  const file = (client: Client, signal?: AbortSignal) =>
    client.gdpr.renderContractPdf({ contractIdentifier: "c1" }, signal === undefined ? {} : { signal });

  it("left unread is named by other calls that wait for a connection", async () => {
    const client = await open(2);
    await file(client);
    await file(client);
    const waited = await failureOf(client.webhooks.create({ body: webhook }, { timeout: 100 }), TimeoutError);
    assert.deepEqual([waited.phase, waited.effect], ["total", "none"]);
    const left = await failureOf(client.webhooks.list({}, { signal: AbortSignal.timeout(50) }), AbortError);
    for (const { message } of [waited, left])
      assert.match(message, /waited for a connection \(maxConnections: 2\)\. 2 files are neither read nor discarded/);
  });

  it("frees its connection when discarded, and cannot be read afterwards", async () => {
    const client = await open(1);
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
    const client = await open(1);
    const { signal } = new AbortController();
    const { content, discard } = await file(client, signal);
    assert.equal((await text(content)).length, size);
    discard();
    assert.deepEqual(getEventListeners(signal, "abort"), []);
    assert.deepEqual(await client.webhooks.list(), []);
  });

  it("frees its connection when the caller's signal aborts before reading", async () => {
    const client = await open(1);
    const controller = new AbortController();
    const { content } = await file(client, controller.signal);
    controller.abort("enough");
    assert.deepEqual(await client.webhooks.list(), []);
    assert.equal((await failureOf(text(content), AbortError)).reason, "enough");
  });

  it("can be read only once", async () => {
    const client = await open(1);
    const again = async (content: AsyncIterable<Uint8Array>) =>
      assert.match((await failureOf(text(content), HostingError)).message, /can be read only once/);
    const { content } = await file(client);
    assert.equal((await text(content)).length, size);
    await again(content);
    const { content: left, discard } = await file(client);
    for await (const piece of left) {
      assert.ok(piece.byteLength > 0);
      await again(left);
      break;
    }
    await again(left);
    discard();
    assert.deepEqual(await client.webhooks.list(), []);
  });

  it("yields nothing after an abort, even if more has arrived", async () => {
    const client = await open(1);
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
  const { start } = useClients();
  const pdf = "%PDF-1.4 …";
  const type = (name: string) => ({ "content-type": name });
  const encoding = (name: string) => ({ "content-encoding": name });
  /** The invoice as a file, from a server that answers it so; other calls need the same connection. */
  const invoice = async (answer: Handler) => {
    const options = { retry: { attempts: 2, budget: 0 }, maxConnections: 1 };
    const { client, driven } = await start((...event) => (event[0].url.includes("invoices") ? answer(...event) : []), options);
    return { client, file: driven(client.customers.getInvoice.file({ invoiceNumber: "1" })) };
  };

  for (const [name, status, headers, body] of [
    ["a page", 200, type("text/html; charset=utf-8"), "Log in"],
    ["a page of XHTML", 200, type("application/xhtml+xml"), "Log in"],
    ["a message", 200, type("application/json;charset=utf8"), '{"msg":"internal server error"}'],
    ["a problem", 200, type("application/problem+json"), "{}"],
    ["a page that is called a document", 200, type("application/pdf"), "\ufeff\r\n <!doctype html>"],
    ["a message without a type", 200, {}, " [1]"],
    ["nothing", 200, type("application/pdf"), ""],
    ["nothing but blanks", 200, type("application/pdf"), " \n"],
    ["no content", 204, {}, ""],
    ["a part", 206, { ...type("application/pdf"), "content-range": "bytes 0-9/99" }, pdf],
    ["a compressed document that is cut off", 200, encoding("gzip"), "\x1f\x8b"],
    ["compressed in another way", 200, encoding("zstd"), "\x28\xb5"],
  ] as const)
    it(`is refused if it is ${name}, and frees its connection`, async () => {
      const { client, file } = await invoice((_, response) => void response.writeHead(status, headers).end(body));
      await failureOf(file, AnswerError);
      assert.deepEqual(await client.webhooks.list(), []);
    });

  for (const [name, headers, body, sent] of [
    ["of an unknown type", {}, "PK\x03\x04"],
    ["of another type", type("application/octet-stream"), "PK\x03\x04"],
    ["that the gateway calls JSON, as all else", type("application/json;charset=utf8"), pdf],
    ["that only says that it is encoded", encoding("gzip"), pdf],
    ["after blanks", encoding("identity"), `\r\n${pdf}`],
    ["that is compressed", encoding("gzip"), "PK\x03\x04", gzipSync("PK\x03\x04")],
  ] as const)
    it(`is accepted if it is a document ${name}`, async () => {
      const { file } = await invoice((_, response) => void response.writeHead(200, headers).end(sent ?? body));
      assert.equal(await text((await file).content), body);
    });

  it("is retried if it was damaged in transit", async () => {
    let asked = 0;
    const { file } = await invoice(
      (_, response) => void response.writeHead(200, type("text/html")).end(asked++ === 0 ? "Log in" : pdf),
    );
    assert.equal(await text((await file).content), pdf);
  });

  it("is recognized by its beginning, in pieces of any size", async () => {
    const { file } = await invoice(async (_, response) => {
      for (const character of "\n\n<html>") {
        response.write(character);
        await new Promise(setImmediate);
      }
      response.end();
    });
    await failureOf(file, AnswerError);
  });
});
