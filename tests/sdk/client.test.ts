import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { getEventListeners } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import {
  AbortError,
  AccessDeniedError,
  AnswerError,
  ApiError,
  BadRequestError,
  type Client,
  ConfigurationError,
  ConnectionError,
  InputError,
  type HostingError,
  type RetryOptions,
  ServerError,
} from "../../sdk/index.js";
import { accessToken, created, failureOf, password, useClients, webhook } from "../support/client.js";
import { json, startServer } from "../support/server.js";

describe("a call of the client", () => {
  const { connect, login, serve, start } = useClients();

  it("logs in first, sends the token, and decodes the answer by the table", async () => {
    const { client, server } = await login(() => created);
    assert.deepEqual(await client.webhooks.create({ body: webhook }), created);
    const [entered, call] = server.received.map(({ method, url, body }) => [method, url, JSON.parse(body) as unknown]);
    assert.deepEqual(entered, ["POST", "/v1/authenticate", { username: "me", password }]);
    assert.deepEqual(call, ["POST", "/v1/webhooks", webhook]);
    const fields = (index: number) => {
      const { authorization, accept, "content-type": type, "cache-control": cache } = server.received[index]!.headers;
      return [authorization, accept, type, cache];
    };
    assert.deepEqual(fields(0).slice(0, 2), [undefined, "application/json"]);
    assert.deepEqual(fields(1), ["Bearer TOKEN-1====", "application/json", "application/json", undefined]);
  });

  it("keeps the path prefix of the base address", async () => {
    const server = await serve(() => []);
    const { client } = connect(`${server.url}/prefix/`);
    assert.deepEqual(await client.webhooks.list(), []);
    assert.equal(server.received[0]!.url, "/prefix/v1/webhooks");
  });

  for (const [fresh, expected] of [
    [undefined, "no-cache"],
    [false, undefined],
  ] as const)
    it(`bypasses the gateway's cache unless the client or the call says otherwise: ${fresh}`, async () => {
      const { client, calls } = await start(() => [], { fresh });
      await client.webhooks.list();
      await client.webhooks.list(undefined, { fresh: false });
      await client.webhooks.list({}, { fresh: true });
      assert.deepEqual(
        calls().map(({ headers }) => headers["cache-control"]),
        [expected, undefined, "no-cache"],
      );
    });

  it("is refused before anything is sent if its input or its options are invalid", async () => {
    const { client, server } = await login(() => created);
    const error = await failureOf(client.webhooks.get({ webhookIdentifier: ".." }), InputError);
    assert.deepEqual([error.operation, error.effect], ["getWebhook", "none"]);
    for (const input of [null, 5, [], () => undefined] as never[]) {
      await failureOf(client.webhooks.list(input), InputError);
      await failureOf(client.domains.list.each(input)[Symbol.asyncIterator]().next(), InputError);
    }
    const trapped = {
      get body(): typeof webhook {
        throw new Error("trapped");
      },
    };
    await failureOf(client.webhooks.create(trapped), InputError);
    for (const options of [{ timeout: -1 }, { timeOut: 5 }, AbortSignal.abort(), null] as never[]) {
      await failureOf(client.webhooks.list({}, options), ConfigurationError);
      assert.throws(() => client.with(options), ConfigurationError);
    }
    assert.equal(server.received.length, 0);
  });

  it("decodes empty answers, values and lists of null", async () => {
    const { client } = await start((request, response) => {
      if (request.method === "DELETE") return void response.writeHead(204).end();
      if (request.url.endsWith("/check")) return void response.writeHead(410).end("taken");
      return void response.end("null");
    });
    assert.equal(await client.webhooks.delete({ webhookIdentifier: "w1" }), undefined);
    assert.equal(await client.domains.check({ domainIdentifier: "a.de" }), "taken");
    assert.deepEqual(await client.webhooks.list(), []);
  });

  it("streams files, and asks for an invoice as one with file()", async () => {
    const { client, calls } = await start(
      (_, response) => void response.writeHead(200, { "content-type": "application/pdf" }).end("%PDF-1.4"),
    );
    const { signal } = new AbortController();
    for (const file of [
      await client.gdpr.renderContractPdf({ contractIdentifier: "c1" }, { signal }),
      await client.customers.getInvoice.file({ invoiceNumber: "7" }),
    ])
      assert.deepEqual([file.contentType, await text(file.content)], ["application/pdf", "%PDF-1.4"]);
    assert.deepEqual(
      calls().map(({ headers }) => headers.accept),
      ["application/json", "application/pdf"],
    );
    assert.deepEqual(getEventListeners(signal, "abort"), []);
  });

  it("fails if a file is cut off, too large or aborted", async () => {
    const { client } = await start(
      (request, response, socket) => {
        if (request.url.includes("large")) return void response.end(Buffer.alloc(3000));
        response
          .writeHead(200, { "content-length": "2000" })
          .write("%PDF", () => request.url.includes("cut") && socket.destroy());
        return undefined;
      },
      { maxAnswerBytes: 2500 },
    );
    const read = async (contractIdentifier: string, controller = new AbortController(), begun?: () => void) => {
      const { content } = await client.gdpr.renderContractPdf({ contractIdentifier }, { signal: controller.signal });
      for await (const piece of content) if (piece.byteLength > 0) begun?.();
    };
    await failureOf(read("cut"), AnswerError);
    await failureOf(read("large"), AnswerError);
    const controller = new AbortController();
    await failureOf(
      read("slow", controller, () => controller.abort()),
      AbortError,
    );
    assert.deepEqual(getEventListeners(controller.signal, "abort"), []);
  });

  for (const status of [301, 303])
    it(`follows the documented redirect on the same host, whatever Location says: ${status}`, async () => {
      const elsewhere = await serve(() => ({}));
      const country = { isoShort: "DE", isoLong: "DEU", euMember: true, name: { de: "Deutschland", en: "Germany" } };
      const address = { street: "Weg", houseNumber: "1", zip: "12345", zipCode: "12345", city: "Ort", country };
      const contact = { email: "a@example.com", emailAddress: "a@example.com", telephone: "1" };
      const { client, calls } = await start(({ url }, response) =>
        url.endsWith("/contactperson")
          ? void response.writeHead(status, { location: `${elsewhere.url}/v1/customers/1/contractpartner` }).end()
          : { firstName: "A", lastName: "Muster", salutation: "Frau", address, contact },
      );
      const person = await client.customers.getContactPerson({ customerNumber: 7 }, { fresh: true });
      assert.equal(person.lastName, "Muster");
      assert.deepEqual(
        calls().map(({ url, headers }) => [url, headers["cache-control"]]),
        [
          ["/v1/customers/7/contactperson", "no-cache"],
          ["/v1/customers/7/contractpartner", "no-cache"],
        ],
      );
      assert.equal(elsewhere.received.length, 0);
    });

  it("says what failed, what the provider said, and what to do", async () => {
    const { client } = await start((_, response) => json(response, 403, { message: "access denied", trace: "#0 secret.php" }));
    const error = await failureOf(client.webhooks.get({ webhookIdentifier: "w 1" }), AccessDeniedError);
    assert.deepEqual([error.status, error.said, error.effect, error.operation], [403, "access denied", "none", "getWebhook"]);
    assert.equal(
      error.message,
      "getWebhook (GET /v1/webhooks/w%201) failed with status 403: access denied. " +
        "No access, or no such object. See `npx hosting explain no-access`.",
    );
  });

  for (const [body, said] of [
    ['{"reason":"c","msg":"b","message":"a"}', "a"],
    ['{"message":"","msg":"b","reason":"c"}', "b"],
    ['{"message":7,"reason":"c","trace":"t"}', "c"],
    ['{"trace":"t"}', undefined],
    ["no such thing.", "no such thing"],
    ["<html><body>proxy</body></html>", undefined],
    ["", undefined],
  ] as const)
    it(`quotes message, msg or reason, or plain text, but no HTML and no trace: ${body}`, async () => {
      const { client } = await start((_, response) => void response.writeHead(400).end(body));
      assert.equal((await failureOf(client.webhooks.get({ webhookIdentifier: "w" }), BadRequestError)).said, said);
    });

  it("masks secrets that the provider repeats: login, token and the call's own", async () => {
    const { client, gateway } = await login((request, response) =>
      json(response, 400, {
        message: `got ${request.body} by ${String(request.headers.authorization)} of ${encodeURIComponent(password)}\u001b[31m\n::error::`,
      }),
    );
    const body = { ...webhook, headers: { "X-Key": "key-of-the-call" }, parameters: { key: "k", value: "value-of-the-call" } };
    const error = await failureOf(client.webhooks.create({ body }), BadRequestError);
    assert.equal(gateway.logins, 1);
    assert.match(error.message, /got \{/);
    assert.doesNotMatch(JSON.stringify([error, error.message, error.said]), /of-the-call/);
  });

  const calls = {
    list: (client: Client) => client.webhooks.list(),
    update: (client: Client) => client.webhooks.update({ webhookIdentifier: "w1", body: webhook }),
    create: (client: Client) => client.webhooks.create({ body: webhook }),
    delete: (client: Client) => client.webhooks.delete({ webhookIdentifier: "w1" }),
  };
  type ErrorClass = abstract new (...args: never[]) => HostingError;

  /** The call, the answers to its attempts (the last one again and again), and how it ends. */
  for (const [call, answers, sent, failure, effect] of [
    ["update", [500, 502, 503, JSON.stringify(created)], 4],
    ["list", ["cut", "cut", "[]"], 3],
    ["list", ["", '[{"uid":', "<html>bad gateway</html>", "[]"], 4],
    ["list", [503], 4, ServerError, "none"],
    ["list", [408], 4, ApiError, "none"],
    ["list", ['{"not":"a list"}'], 1, AnswerError, "none"],
    ["list", [JSON.stringify([{ ...created, uid: "x".repeat(100_000) }])], 1, AnswerError, "none"],
    ["update", ["reset", 403], 2, AccessDeniedError, "possible"],
    ["create", ["reset"], 1, ConnectionError, "possible"],
    ["create", ["cut"], 1, AnswerError, "possible"],
    ["create", ['[{"uid":'], 1, AnswerError, "possible"],
    ["create", ['{"uid":"w1"}'], 1, AnswerError, "possible"],
    ["create", [408], 1, ApiError, "possible"],
    ["create", [418], 1, ApiError, "none"],
    ["delete", [500], 1, ServerError, "possible"],
  ] as [keyof typeof calls, (number | string)[], number, ErrorClass?, HostingError["effect"]?][])
    it(`${call} after ${answers.join(", ").slice(0, 60)}: ${sent} requests, ${failure === undefined ? "success" : `${failure.name}, effect ${effect}`}`, async () => {
      const world = await start(
        (_, response, socket) => {
          const next = answers[Math.min(world.server.received.length, answers.length) - 1]!;
          if (next === "reset") return void socket.destroy();
          if (next === "cut") response.writeHead(200, { "content-length": "1000" }).write("[", () => socket.destroy());
          else if (typeof next === "number") response.writeHead(next).end();
          else response.end(next);
          return undefined;
        },
        { maxAnswerBytes: 50_000 },
      );
      const outcome = world.driven<unknown>(calls[call](world.client));
      if (failure === undefined) await outcome;
      else {
        const error = await failureOf(outcome, failure);
        assert.equal(error.effect, effect);
        assert.equal(error.message.includes("explain lost-answer"), effect === "possible");
      }
      assert.equal(world.server.received.length, sent);
      assert.deepEqual(new Set(world.notices.map(({ kind }) => kind)), new Set(sent > 1 ? ["retry"] : []));
    });

  it("names the members that an answer lacks, and shows none of its values", async () => {
    const { client } = await start(() => ({ uid: "w1", url: "https://secret.example" }));
    const { message } = await failureOf(client.webhooks.create({ body: webhook }), AnswerError);
    assert.match(message, /answer\.eventType: is required; answer\.method: is required/);
    assert.ok(!message.includes("secret.example"));
  });

  it("follows its own retry options", async () => {
    const { client, clock, calls: sent, driven } = await start((_, response) => void response.writeHead(503).end());
    const tries = async (retry: RetryOptions) => {
      const [before, begin] = [sent().length, clock.now()];
      await failureOf(driven(client.webhooks.list({}, { retry })), ServerError);
      return [sent().length - before, clock.now() - begin] as const;
    };
    assert.deepEqual(await tries({ attempts: 1 }), [1, 0]);
    assert.deepEqual(await tries({ budget: 0 }), [4, 0]);
    const [count, passed] = await tries({ attempts: 9, budget: 60_000 });
    assert.equal(count, 9);
    assert.ok(passed >= 60_000 && passed <= 61_000, String(passed));
    for (const retry of [{ attempts: 0 }, { tries: 1 }]) await failureOf(client.webhooks.list({}, { retry }), ConfigurationError);
  });

  for (const hasAnswered of [true, false])
    it(`is ${hasAnswered ? "retried, whatever it does," : "not retried"} where the connection is refused, and something ${hasAnswered ? "has" : "has never"} answered`, async () => {
      const gone = await startServer(() => []);
      const { client, notices, driven } = connect(gone.url);
      if (hasAnswered) await client.webhooks.list();
      await gone.close();
      const error = await failureOf(driven(client.webhooks.create({ body: webhook })), ConnectionError);
      assert.deepEqual([error.effect, error.isLasting, error.code], ["none", !hasAnswered, "ECONNREFUSED"]);
      assert.equal(Reflect.get(error.cause as object, "syscall"), "connect");
      assert.match(error.message, /ECONNREFUSED\), host 127\.0\.0\.1:\d+\./);
      assert.equal(notices.length, hasAnswered ? 3 : 0);
    });

  it("loads the HTTP library with the first request", () => {
    const entry = join(__dirname, "../../sdk/index.js");
    const program = `const { createClient } = require(${JSON.stringify(entry)});
       createClient({ baseUrl: "https://api.example.com", credentials: { accessToken: "${accessToken}" } });
       console.log(Object.keys(require.cache).some((path) => /[\\\\/]undici[\\\\/]/.test(path)));`;
    assert.equal(execFileSync(process.execPath, ["-e", program]).toString().trim(), "false");
  });
});
