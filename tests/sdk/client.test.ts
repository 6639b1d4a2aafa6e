import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { getEventListeners } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { inspect } from "node:util";
import type { HostingError } from "../../sdk/index.js";
import {
  AbortError,
  AccessDeniedError,
  AnswerError,
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConfigurationError,
  ConnectionError,
  createClient,
  InputError,
  NotFoundError,
  RateLimitError,
  RedirectError,
  SecondFactorError,
  ServerError,
  TimeoutError,
  type Client,
  type ClientOptions,
  type Notice,
  type RetryOptions,
} from "../../sdk/index.js";
import { mask } from "../../sdk/redaction/mask.js";
import { FakeClock } from "../support/clock.js";
import { startRawServer } from "../support/raw-server.js";
import { rows } from "../../sdk/operations/rows.js";
import { json, startServer, type Handler, type Received, type TestServer } from "../support/server.js";

const day = 86_400_000;
const password = "pass/word&<9>";
const webhook = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://hook.example/x" } as const;
const answer = { ...webhook, uid: "w1" };
const isPause = (milliseconds: number) => milliseconds <= 20_000;

/** The gateway in front of the provider, as far as logins go. */
class Gateway {
  logins = 0;
  readonly valid = new Set<string>();
  constructor(private readonly clock: FakeClock) {}

  /** Answers logins and bad tokens; false for requests that go on to the backend. */
  handles(request: Received, response: Parameters<Handler>[1]): boolean {
    if (request.url === "/v1/authenticate") {
      const token = `TOKEN-${++this.logins}====`;
      this.valid.add(`Bearer ${token}`);
      json(response, 200, { token, expires: new Date(this.clock.now() + day).toISOString() });
      return true;
    }
    if (request.headers.authorization === undefined) json(response, 403, { msg: "not authenticated" });
    else if (!this.valid.has(request.headers.authorization)) json(response, 503, { msg: "internal server error" });
    else return false;
    return true;
  }
}

describe("client", () => {
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const each of open.splice(0).reverse()) await each.close();
  });

  /** Lets calls that a failed test left behind come to their end, too. */
  const closeLater = (client: Client, clock: FakeClock) => open.push({ close: () => clock.drive(client.close(), () => true) });

  interface World {
    readonly client: Client;
    readonly server: TestServer;
    readonly clock: FakeClock;
    readonly gateway: Gateway;
    readonly notices: Notice[];
    /** Requests that reached the backend. */
    readonly calls: () => Received[];
  }

  async function start(backend: Handler, options: Partial<ClientOptions> = {}): Promise<World> {
    const clock = new FakeClock();
    const gateway = new Gateway(clock);
    const notices: Notice[] = [];
    const server = await startServer((request, response, socket) =>
      gateway.handles(request, response) ? undefined : backend(request, response, socket),
    );
    open.push(server);
    const client = createClient({
      baseUrl: server.url,
      credentials: { username: "me", password },
      clock,
      onNotice: (notice) => notices.push(notice),
      ...options,
    });
    closeLater(client, clock);
    return {
      client,
      server,
      clock,
      gateway,
      notices,
      calls: () => server.received.filter(({ url }) => url !== "/v1/authenticate"),
    };
  }

  /** The error that a call ends with; every check that holds for all errors is made here. */
  async function failureOf<E extends HostingError>(
    call: Promise<unknown>,
    kind: abstract new (...args: never[]) => E,
  ): Promise<E> {
    const error: unknown = await call.then(
      () => assert.fail("the call succeeded"),
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof kind, inspect(error));
    const everything = inspect(error, { depth: Infinity, showHidden: true }) + JSON.stringify(error);
    for (const secret of [password, encodeURIComponent(password), "TOKEN-"]) assert.ok(!everything.includes(secret), everything);
    if (error.operation !== undefined && error.operation !== "authenticate")
      assert.equal(error.repeat, rows.find(({ id }) => id === error.operation)!.repeat);

    assert.doesNotMatch(error.message, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    assert.ok(error.message.split(/\s+/).length <= 40, error.message);
    // What it quotes has no pointer of its own.
    assert.doesNotMatch(error.message, /explain .*explain/);
    return error;
  }

  describe("calls", () => {
    it("log in first, send the token, and decode the answer by the table", async () => {
      const { client, server } = await start(() => answer);
      assert.deepEqual(await client.webhooks.create({ body: webhook }), answer);
      const [login, call] = server.received;
      assert.deepEqual(
        [login!.method, login!.url, JSON.parse(login!.body)],
        ["POST", "/v1/authenticate", { username: "me", password }],
      );
      assert.equal(login!.headers.authorization, undefined);
      assert.deepEqual([call!.method, call!.url, JSON.parse(call!.body)], ["POST", "/v1/webhooks", webhook]);
      assert.equal(call!.headers.authorization, "Bearer TOKEN-1====");
      assert.equal(call!.headers["content-type"], "application/json");
      assert.equal(call!.headers.accept, "application/json");
      assert.equal(call!.headers["cache-control"], undefined);
    });

    it("keep the path prefix of the base address", async () => {
      const { server, clock, gateway } = await start(() => []);
      gateway.valid.add("Bearer TOKEN-0====");
      const client = createClient({ baseUrl: `${server.url}/prefix/`, credentials: { accessToken: "TOKEN-0====" }, clock });
      closeLater(client, clock);
      assert.deepEqual(await client.webhooks.list(), []);
      assert.equal(server.received[0]!.url, "/prefix/v1/webhooks");
    });

    it("bypass the gateway's cache unless the client or the call says otherwise", async () => {
      for (const [fresh, expected] of [
        [undefined, "no-cache"],
        [true, "no-cache"],
        [false, undefined],
      ] as const) {
        const { client, calls } = await start(() => [], { fresh });
        await client.webhooks.list();
        await client.webhooks.list(undefined, { fresh: false });
        await client.webhooks.list({}, { fresh: true });
        assert.deepEqual(
          calls().map(({ headers }) => headers["cache-control"]),
          [expected, undefined, "no-cache"],
        );
      }
    });

    it("are refused before anything is sent if the input is invalid", async () => {
      const { client, server } = await start(() => answer);
      const error = await failureOf(client.webhooks.get({ webhookIdentifier: ".." }), InputError);
      assert.deepEqual([error.operation, error.effect], ["getWebhook", "none"]);
      await failureOf(client.webhooks.list({}, { timeout: -1 }), ConfigurationError);
      const misspelt = { timeOut: 5 };
      await failureOf(client.webhooks.list({}, misspelt as object), ConfigurationError);
      assert.throws(() => client.with(misspelt as object), ConfigurationError);
      assert.equal(server.received.length, 0);
    });

    it("are refused if the input or the options have the wrong type", async () => {
      const { client, server } = await start(() => answer);
      for (const input of [null, 5, "x", true, [], () => undefined] as never[]) {
        await failureOf(client.webhooks.list(input), InputError);
        await failureOf(client.domains.list.each(input)[Symbol.asyncIterator]().next(), InputError);
      }
      const trapped = {
        get body(): typeof webhook {
          throw new Error("trapped");
        },
      };
      await failureOf(client.webhooks.create(trapped), InputError);
      const config = { size: 1n };
      await failureOf(client.gdpr.createContractPreset({ body: { name: "preset", config } }), InputError);
      const body = { sld: "a", tld: "de" };
      for (const options of [
        AbortSignal.abort(),
        Object.create({ signal: AbortSignal.abort() }),
        [],
        () => undefined,
        1,
        true,
        "",
        null,
      ])
        await failureOf(client.domains.register({ accountIdentifier: "p1", body }, options as object), ConfigurationError);
      assert.throws(() => client.with(null as never), ConfigurationError);
      assert.equal(server.received.length, 0);
    });

    it("decode empty answers, values and lists of null", async () => {
      const { client } = await start((request, response) => {
        if (request.method === "DELETE") return void response.writeHead(204).end();
        if (request.url.endsWith("/check")) return void response.writeHead(410).end("taken");
        return void response.end("null");
      });
      assert.equal(await client.webhooks.delete({ webhookIdentifier: "w1" }), undefined);
      assert.equal(await client.domains.check({ domainIdentifier: "a.de" }), "taken");
      assert.deepEqual(await client.webhooks.list(), []);
    });

    it("stream files, which can be read once", async () => {
      const pdf = Buffer.from("%PDF-1.4\n\u00ff\u0000 not text");
      const { client, calls } = await start(
        (_, response) => void response.writeHead(200, { "content-type": "application/pdf" }).end(pdf),
      );
      const { signal } = new AbortController();
      const file = await client.gdpr.renderContractPdf({ contractIdentifier: "c1" }, { signal });
      const pieces: Uint8Array[] = [];
      for await (const piece of file.content) pieces.push(piece);
      assert.equal(file.contentType, "application/pdf");
      assert.deepEqual(Buffer.concat(pieces), pdf);
      assert.equal(calls()[0]!.headers.accept, "application/json");
      assert.deepEqual(getEventListeners(signal, "abort"), []);
    });

    it("request an invoice as a file with file()", async () => {
      const { client, calls } = await start((request, response) => {
        if (request.headers.accept === "application/pdf")
          response.writeHead(200, { "content-type": "application/pdf" }).end("%PDF-1.4");
        else json(response, 200, {});
      });
      const { contentType, content } = await client.customers.getInvoice.file({ invoiceNumber: "7" });
      assert.equal(contentType, "application/pdf");
      assert.equal(await text(content), "%PDF-1.4");
      assert.equal(calls()[0]?.headers.accept, "application/pdf");
    });

    it("fail if a file is cut off, too large or aborted", async () => {
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
        for await (const piece of content) {
          assert.ok(piece.byteLength > 0);
          begun?.();
        }
      };
      assert.match((await failureOf(read("cut"), AnswerError)).message, /cut off/);
      assert.match((await failureOf(read("large"), AnswerError)).message, /larger than the allowed 2500 bytes/);
      const controller = new AbortController();
      await failureOf(
        read("slow", controller, () => controller.abort()),
        AbortError,
      );
      assert.deepEqual(getEventListeners(controller.signal, "abort"), []);
    });

    it("follow the documented redirect on the same host, whatever Location says", async () => {
      const elsewhere = await startServer(() => ({}));
      open.push(elsewhere);
      const country = { isoShort: "DE", isoLong: "DEU", euMember: true, name: { de: "Deutschland", en: "Germany" } };
      const address = { street: "Weg", houseNumber: "1", zip: "12345", zipCode: "12345", city: "Ort", country };
      const contact = { email: "a@example.com", emailAddress: "a@example.com", telephone: "1" };
      const partner = { firstName: "A", lastName: "Muster", salutation: "Frau", address, contact };
      for (const status of [301, 303]) {
        const { client, calls } = await start(({ url }, response) =>
          url.endsWith("/contactperson")
            ? void response.writeHead(status, { location: `${elsewhere.url}/v1/customers/1/contractpartner` }).end()
            : partner,
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
      }
      assert.equal(elsewhere.received.length, 0);
    });

    it("page through lists", async () => {
      const all = Array.from({ length: 45 }, (_, index) => ({
        fullname: `d${index}.de`,
        name: `d${index}`,
        tld: "de",
        registryStatus: "ok",
      }));
      const { client, calls } = await start(({ url }) => {
        const query = new URL(url, "http://x").searchParams;
        const offset = Number(query.get("offset"));
        return all.slice(offset, offset + Math.min(20, Number(query.get("limit"))));
      });
      const found: string[] = [];
      for await (const domain of client.domains.list.each({ accountIdentifier: "p1" }, { fresh: true }))
        found.push(domain.fullname);
      assert.deepEqual(
        found,
        all.map(({ fullname }) => fullname),
      );
      assert.ok(calls().every(({ headers }) => headers["cache-control"] === "no-cache"));
    });

    it("stop a paged listing after an abort, and say what ended it", async () => {
      const page = Array.from({ length: 19 }, (_, index) => ({ name: `d${index}`, fullname: `d${index}.de`, tld: "de" }));
      for (const [end, message] of [
        [
          (_: Client, controller: AbortController) => controller.abort("enough"),
          /^listDomains: .* ended by the caller's signal\.$/,
        ],
        [(client: Client) => client.close({ abort: true }), /^listDomains: .* ended because the client was closed\.$/],
      ] as const) {
        const { client } = await start(() => page);
        const controller = new AbortController();
        const { signal } = controller;
        let found = 0;
        const read = async () => {
          for await (const each of client.domains.list.each({ accountIdentifier: "p1" }, { signal }))
            if (each.tld === "de" && ++found === 15) void end(client, controller);
        };
        assert.match((await failureOf(read(), AbortError)).message, message);
        assert.equal(found, 15);
      }
    });

    it("wait for calls under way when the client closes, and refuse later calls", async () => {
      const { client } = await start(() => []);
      const underWay = client.webhooks.list();
      await client.close();
      assert.deepEqual(await underWay, []);
      await failureOf(client.webhooks.list(), ConfigurationError);
    });
  });

  describe("failed calls", () => {
    it("throw errors that say what failed, what the provider said, and what to do", async () => {
      const { client } = await start((_, response) => json(response, 403, { message: "access denied", trace: "#0 secret.php" }));
      const error = await failureOf(client.webhooks.get({ webhookIdentifier: "w 1" }), AccessDeniedError);
      assert.deepEqual([error.status, error.said, error.effect, error.operation], [403, "access denied", "none", "getWebhook"]);
      assert.equal(
        error.message,
        "getWebhook (GET /v1/webhooks/w%201) failed with status 403: access denied. " +
          "No access, or no such object. See `npx hosting explain no-access`.",
      );
    });

    it("quote message, msg or reason, or plain text, but no HTML and no trace", async () => {
      const bodies: [string, string | undefined][] = [
        ['{"reason":"c","msg":"b","message":"a"}', "a"],
        ['{"message":"","msg":"b","reason":"c"}', "b"],
        ['{"message":7,"reason":"c","trace":"t"}', "c"],
        ['{"trace":"t"}', undefined],
        ['["x"]', undefined],
        ["no such thing.", "no such thing"],
        ["<html><body>proxy</body></html>", undefined],
        ['{"message":"cut', undefined],
        ["", undefined],
      ];
      const { client } = await start((_, response) => void response.writeHead(400).end(bodies[0]![0]));
      for (; bodies.length > 0; bodies.shift()) {
        const error = await failureOf(client.webhooks.get({ webhookIdentifier: "w" }), BadRequestError);
        assert.equal(error.said, bodies[0]![1]);
        assert.ok(!error.message.includes("trace") && !error.message.includes("html"));
      }
    });

    it("mask secrets that the provider repeats: login, token and the call's own", async () => {
      const { client, gateway } = await start((request, response) =>
        json(response, 400, {
          message: `got ${request.body} by ${String(request.headers.authorization)} of ${encodeURIComponent(password)}\u001b[31m\n::error::`,
        }),
      );
      const body = { ...webhook, headers: { "X-Key": "key-of-the-call" }, parameters: { key: "k", value: "value-of-the-call" } };
      const error = await failureOf(client.webhooks.create({ body }), BadRequestError);
      assert.equal(gateway.logins, 1);
      assert.match(error.message, /got \{/);
      assert.ok(!/of-the-call/.test(inspect(error)));
    });

    it("handle undocumented statuses", async () => {
      const { client } = await start((_, response) => void response.writeHead(418).end("short and stout"));
      const error = await failureOf(client.webhooks.create({ body: webhook }), ApiError);
      assert.deepEqual([error.status, error.said, error.effect], [418, "short and stout", "none"]);
    });

    it("never send the token to another host", async () => {
      const elsewhere = await startServer(() => []);
      open.push(elsewhere);
      const { client, calls } = await start(
        (_, response) => void response.writeHead(302, { location: `${elsewhere.url}/v1/webhooks?x=secret` }).end(),
      );
      const error = await failureOf(client.webhooks.list(), RedirectError);
      assert.match(error.message, /redirect \(status 302 to 127\.0\.0\.1:\d+\)/);
      assert.equal(error.effect, "none");
      assert.equal((await failureOf(client.webhooks.create({ body: webhook }), RedirectError)).effect, "possible");
      assert.deepEqual([elsewhere.received.length, calls().length], [0, 2]);
    });
  });

  describe("unusable answers", () => {
    it("throw an AnswerError that names the member, with effect possible", async () => {
      const { client, calls } = await start(() => ({ uid: "w1", url: "https://secret.example" }));
      const error = await failureOf(client.webhooks.create({ body: webhook }), AnswerError);
      assert.match(error.message, /answer\.eventType: is required; answer\.method: is required/);
      assert.ok(!error.message.includes("secret.example"));
      assert.match(error.message, /check before retrying/);
      assert.equal(error.effect, "possible");
      assert.equal((await failureOf(client.webhooks.get({ webhookIdentifier: "w1" }), AnswerError)).effect, "none");
      assert.equal(calls().length, 2);
    });

    it("throw an AnswerError if they are too large", async () => {
      const { client, calls } = await start(() => ["x".repeat(2000)], { maxAnswerBytes: 1000 });
      const error = await failureOf(client.webhooks.list(), AnswerError);
      assert.match(error.message, /larger than the allowed 1000 bytes/);
      assert.equal(calls().length, 1);
    });

    it("are retried if they were cut off and nothing was changed", async () => {
      let cut = 2;
      const { client, clock, calls } = await start((request, response, socket) => {
        if (cut-- <= 0) return request.method === "GET" ? [answer] : answer;
        response.writeHead(200, { "content-length": "1000" }).write("[", () => socket.destroy());
        return undefined;
      });
      assert.deepEqual(await clock.drive(client.webhooks.list(), isPause), [answer]);
      assert.equal(calls().length, 3);
      cut = 1;
      const error = await failureOf(client.webhooks.create({ body: webhook }), AnswerError);
      assert.match(error.message, /cut off/);
      assert.equal(error.effect, "possible");
      assert.equal(calls().length, 4);
    });
  });

  describe("retries", () => {
    it("repeat reads and whole updates until one succeeds", async () => {
      const failures = [500, 502, 503];
      const { client, clock, notices, calls } = await start((request, response) => {
        const status = failures.shift();
        return status === undefined ? answer : void response.writeHead(status).end();
      });
      assert.deepEqual(await clock.drive(client.webhooks.update({ webhookIdentifier: "w1", body: webhook }), isPause), answer);
      assert.equal(calls().length, 4);
      assert.deepEqual(
        notices.map(({ kind }) => kind),
        ["retry", "retry", "retry"],
      );
      assert.match(
        notices[0]!.message,
        /^updateWebhook \(PUT \/v1\/webhooks\/w1\): status 500\. Retrying in [\d.]+ (milli)?seconds?, attempt 2 of at most 4\.$/,
      );
    });

    it("end with the last failure, which names the number of attempts", async () => {
      const { client, clock, calls } = await start((_, response) =>
        json(response, 503, { msg: "service unavailable", reason: "no can do; sorry." }),
      );
      const error = await failureOf(clock.drive(client.webhooks.list(), isPause), ServerError);
      assert.equal(calls().length, 4);
      assert.match(error.message, /failed with status 503: service unavailable\./);
      assert.equal(error.effect, "none");
    });

    it("outlast an outage shorter than the budget, and announce each pause", async () => {
      const outage = { until: 0 };
      const { client, clock, notices } = await start((_, response) =>
        clock.now() < outage.until ? void response.writeHead(503).end() : [],
      );
      for (let time = 0; time < 20; time++) {
        outage.until = clock.now() + 5_000;
        const begin = clock.now();
        notices.length = 0;
        assert.deepEqual(await clock.drive(client.webhooks.list(), isPause), []);
        const said = notices.map(({ message }) =>
          /Retrying in ([\d.]+) (milli)?seconds?, attempt (\d) of at most 4\.$/.exec(message)!,
        );
        const pauses = said.map(([, number, milli]) => Number(number) * (milli === undefined ? 1000 : 1));
        assert.ok(Math.abs(pauses.reduce((total, pause) => total + pause) - (clock.now() - begin)) <= 150);
      }
    });

    it("follow the call's own retry options", async () => {
      const { client, clock, calls } = await start((_, response) => void response.writeHead(503).end());
      const tries = async (retry: RetryOptions) => {
        const [before, begin] = [calls().length, clock.now()];
        await failureOf(clock.drive(client.webhooks.list({}, { retry }), isPause), ServerError);
        return [calls().length - before, clock.now() - begin] as const;
      };
      assert.deepEqual(await tries({ attempts: 1 }), [1, 0]);
      assert.deepEqual(await tries({ budget: 0 }), [4, 0]);
      const [count, passed] = await tries({ attempts: 9, budget: 60_000 });
      assert.equal(count, 9);
      assert.ok(passed >= 60_000 && passed <= 61_000, String(passed));
      await failureOf(client.webhooks.list({}, { retry: { attempts: 0 } }), ConfigurationError);
      await failureOf(client.webhooks.list({}, { retry: { tries: 1 } as object }), ConfigurationError);
    });

    it("do not happen for a call that could act twice", async () => {
      const { client, calls } = await start((request, response, socket) => {
        if (request.url === "/v1/webhooks") return void socket.destroy();
        return void response.writeHead(500).end();
      });
      const broken = await failureOf(client.webhooks.create({ body: webhook }), ConnectionError);
      assert.deepEqual([broken.effect, broken.code], ["possible", "UND_ERR_SOCKET"]);
      const failed = await failureOf(client.webhooks.delete({ webhookIdentifier: "w1" }), ServerError);
      assert.equal(failed.effect, "possible");
      assert.equal(calls().length, 2);
    });

    it("treat a 408 as ambiguous, because a proxy may have forwarded the request", async () => {
      const { client, clock, calls } = await start((_, response) => json(response, 408, { message: "too slow" }));
      const ordered = await failureOf(client.webhooks.create({ body: webhook }), ApiError);
      assert.deepEqual([ordered.status, ordered.effect], [408, "possible"]);
      assert.match(ordered.message, /check before retrying/);
      assert.equal(calls().length, 1);
      await failureOf(clock.drive(client.webhooks.list(), isPause), ApiError);
      assert.equal(calls().length, 5);
    });

    for (const hasAnswered of [true, false])
      it(`${hasAnswered ? "happen for every call" : "do not happen"} where the connection is refused, and something ${hasAnswered ? "has" : "has never"} answered`, async () => {
        const gone = await startServer((_, response) => json(response, 200, []));
        const clock = new FakeClock();
        const notices: Notice[] = [];
        const client = createClient({
          baseUrl: gone.url,
          credentials: { accessToken: "TOKEN-0====" },
          clock,
          onNotice: (notice) => notices.push(notice),
        });
        closeLater(client, clock);
        if (hasAnswered) await client.webhooks.list();
        await gone.close();
        const error = await failureOf(clock.drive(client.webhooks.create({ body: webhook }), isPause), ConnectionError);
        assert.deepEqual([error.effect, error.isLasting], ["none", !hasAnswered]);
        const { cause } = error;
        assert.ok(cause instanceof Error && cause.message.includes("ECONNREFUSED"));
        assert.deepEqual([error.code, Reflect.get(cause, "syscall")], ["ECONNREFUSED", "connect"]);
        assert.match(
          error.message,
          /: the connection was refused \(ECONNREFUSED\), host 127\.0\.0\.1:\d+\. Check baseUrl and the network\./,
        );
        assert.equal(notices.length, hasAnswered ? 3 : 0);
      });

    it("remember that an earlier attempt may have taken effect", async () => {
      let first = true;
      const { client, clock } = await start((_, response, socket) => {
        if (!first) return json(response, 403, { message: "access denied" });
        first = false;
        return void socket.destroy();
      });
      const call = clock.drive(client.webhooks.update({ webhookIdentifier: "w1", body: webhook }), isPause);
      assert.equal((await failureOf(call, AccessDeniedError)).effect, "possible");
    });
  });

  describe("timeouts", () => {
    it("end a call that takes too long as a whole", async () => {
      let arrived: () => void = () => undefined;
      const { client, clock } = await start(({ url }) => (url === "/v1/databasetypes" ? [] : arrived()), {
        timeouts: { request: 600_000 },
      });
      for (const [method, effect] of [
        ["list", "none"],
        ["create", "possible"],
      ] as const) {
        const waiting = new Promise<void>((resolve) => (arrived = resolve));
        const call = method === "list" ? client.webhooks.list() : client.webhooks.create({ body: webhook }, { timeout: 300_000 });
        call.catch(() => undefined);
        await waiting;
        await clock.advance(299_999);
        await clock.advance(1);
        const error = await failureOf(call, TimeoutError);
        assert.deepEqual([error.phase, error.effect], ["total", effect]);
        assert.match(error.message, /longer than the allowed 5 minutes/);
      }
    });

    it("end a call whose answer does not begin, or stops", async () => {
      const silent = await startRawServer((socket, request) => {
        if (request.includes("slow-body")) socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n[");
      });
      open.push(silent);
      const connect = (timeouts: ClientOptions["timeouts"]) => {
        const credentials = { accessToken: "TOKEN-0====" };
        const client = createClient({ baseUrl: silent.url, credentials, timeouts, retry: { attempts: 1 } });
        open.push(client);
        return client;
      };
      const late = await failureOf(connect({ request: 40 }).webhooks.list(), TimeoutError);
      assert.equal(late.phase, "request");
      assert.match(late.message, /no complete answer within 40 milliseconds from/);
      const stalled = await failureOf(connect({ body: 40 }).webhooks.get({ webhookIdentifier: "slow-body" }), TimeoutError);
      assert.equal(stalled.phase, "body");
      assert.match(stalled.message, /no more of the answer arrived for 40 milliseconds from/);
      const hurried = await failureOf(connect({}).webhooks.list({}, { timeout: 1 }), TimeoutError);
      assert.match(hurried.message, /longer than the allowed 1 millisecond/);
    });

    it("include the caller's signal, at any moment", async () => {
      let arrived: () => void = () => undefined;
      const { client, clock, calls } = await start((request, response) =>
        request.method === "PUT" ? void response.writeHead(500).end() : arrived(),
      );
      const reason = new Error("the user went away");
      const ended = await failureOf(client.webhooks.list({}, { signal: AbortSignal.abort(reason) }), AbortError);
      assert.deepEqual([ended.reason, ended.cause], [reason, reason]);
      assert.equal(calls().length, 0);

      const controller = new AbortController();
      const waiting = new Promise<void>((resolve) => (arrived = resolve));
      const sent = client.webhooks.create({ body: webhook }, { signal: controller.signal });
      sent.catch(() => undefined);
      await waiting;
      controller.abort();
      assert.equal((await failureOf(sent, AbortError)).effect, "possible");

      const pausing = new AbortController();
      const paused = client.webhooks.update({ webhookIdentifier: "w1", body: webhook }, { signal: pausing.signal });
      paused.catch(() => undefined);
      await clock.sleeper(isPause);
      pausing.abort();
      assert.equal((await failureOf(paused, AbortError)).effect, "possible");
      assert.deepEqual(clock.sleeping, []);
    });

    it("leave no listeners on the caller's signal", async () => {
      const { client } = await start((request, response) => (request.method === "PUT" ? void response.writeHead(403).end() : []));
      const { signal } = new AbortController();
      await client.webhooks.list({}, { signal });
      await failureOf(client.webhooks.update({ webhookIdentifier: "w1", body: webhook }, { signal }), AccessDeniedError);
      assert.deepEqual(getEventListeners(signal, "abort"), []);
    });

    it("let one call leave a login that others still wait for", async () => {
      const held: (() => void)[] = [];
      const server = await startServer(async (request) => {
        if (request.url !== "/v1/authenticate") return [];
        await new Promise<void>((resolve) => held.push(resolve));
        return { token: "TOKEN-1====", expires: "2099-01-01T00:00:00Z" };
      });
      open.push(server);
      const client = createClient({ baseUrl: server.url, credentials: { username: "me", password } });
      open.push(client);
      const controller = new AbortController();
      const leaving = client.webhooks.list({}, { signal: controller.signal });
      const staying = client.webhooks.list();
      while (held.length === 0) await new Promise(setImmediate);
      controller.abort();
      assert.equal((await failureOf(leaving, AbortError)).effect, "none");
      held[0]!();
      assert.deepEqual(await staying, []);
      assert.equal(held.length, 1);
    });
  });

  describe("token", () => {
    it("is obtained once for a hundred calls", async () => {
      const { client, gateway } = await start(() => []);
      await Promise.all(Array.from({ length: 100 }, () => client.webhooks.list()));
      assert.equal(gateway.logins, 1);
    });

    it("is replaced once after a refusal, and reads and whole updates are retried", async () => {
      const { client, clock, gateway, notices, calls } = await start(({ method }) => (method === "PUT" ? answer : []));
      await client.webhooks.list();
      await clock.advance(3_600_000);
      gateway.valid.clear();
      const reads = Array.from({ length: 30 }, () => client.webhooks.list());
      const writes = Array.from({ length: 10 }, () => client.webhooks.update({ webhookIdentifier: "w1", body: webhook }));
      await Promise.all([...reads, ...writes]);
      assert.equal(gateway.logins, 2);
      assert.ok(calls().length <= 81);
      assert.deepEqual(
        notices.map(({ kind }) => kind),
        ["token"],
      );
    });

    describe("of a call that could act twice", () => {
      const internalError = { msg: "internal server error" };
      const hour = 3_600_000;
      const isCheck = ({ url }: Received) => url === "/v1/databasetypes";
      const checks = ({ calls }: World) => calls().filter(isCheck);
      const creations = ({ calls }: World) => calls().filter(({ method }) => method === "POST");

      it("is checked first with a read, shared by all calls, and replaced if refused", async () => {
        const world = await start(({ method }) => (method === "GET" ? [] : answer));
        const { client, clock, gateway } = world;
        await client.webhooks.list();
        await clock.advance(hour);
        gateway.valid.clear();
        const sendings: boolean[] = [];
        const create = () =>
          client.webhooks.create({ body: webhook }, { onSend: (mayHaveActed) => void sendings.push(mayHaveActed) });
        assert.deepEqual(await Promise.all(Array.from({ length: 5 }, create)), Array(5).fill(answer));
        assert.equal(gateway.logins, 2);
        assert.deepEqual(sendings, Array(5).fill(false));
        assert.deepEqual(new Set(creations(world).map(({ headers }) => headers.authorization)), new Set(["Bearer TOKEN-2===="]));
        assert.equal(creations(world).length, 5);
        assert.deepEqual(
          checks(world).map(({ headers }) => [headers.authorization, headers["cache-control"]]),
          [["Bearer TOKEN-1====", "no-cache"]],
        );
      });

      it("is not checked within a minute of its last success, nor for other calls", async () => {
        const world = await start(({ method, url }, response) =>
          url.endsWith("/w2")
            ? json(response, 404, { message: "no such webhook" })
            : method === "GET" && !url.endsWith("w1")
              ? []
              : answer,
        );
        const { client, clock } = world;
        await client.webhooks.create({ body: webhook });
        await clock.advance(59_999);
        await client.webhooks.create({ body: webhook });
        await clock.advance(59_999);
        await assert.rejects(client.webhooks.get({ webhookIdentifier: "w2" }), NotFoundError);
        await clock.advance(59_999);
        await client.webhooks.create({ body: webhook });
        await clock.advance(hour);
        await client.webhooks.get({ webhookIdentifier: "w1" });
        await client.webhooks.create({ body: webhook });
        await clock.advance(hour);
        await client.webhooks.update({ webhookIdentifier: "w1", body: webhook });
        assert.deepEqual(checks(world), []);
        await clock.advance(60_000);
        await client.webhooks.create({ body: webhook });
        assert.equal(checks(world).length, 1);
      });

      it("is used if the check is inconclusive", async () => {
        for (const status of [undefined, 404, 429, 500]) {
          const world = await start((request, response, socket) => {
            if (!isCheck(request)) return request.method === "GET" ? [] : answer;
            return status === undefined ? void socket.destroy() : void response.writeHead(status).end();
          });
          await world.client.webhooks.list();
          await world.clock.advance(hour);
          assert.deepEqual(await world.client.webhooks.create({ body: webhook }), answer);
          assert.equal(creations(world).length, 1);
          assert.equal(world.gateway.logins, 1);
        }
      });

      it("check can be aborted by the caller's signal", async () => {
        const controller = new AbortController();
        const world = await start((request) => (isCheck(request) ? void controller.abort() : []));
        await world.client.webhooks.list();
        await world.clock.advance(hour);
        const create = world.client.webhooks.create({ body: webhook }, { signal: controller.signal });
        assert.equal((await failureOf(create, AbortError)).effect, "none");
        assert.deepEqual(creations(world), []);
      });

      /** How a server may answer that carries orders out and then reports an internal error now and then. */
      const ways: Readonly<Record<string, () => (request: Received, number: number) => boolean>> = {
        "only to orders": () => (request) => request.method === "POST",
        "to all but the old token's checks": () => (request) =>
          !isCheck(request) || !request.headers.authorization!.includes("-1"),
        "to the old token, also to reads": () => (request) => request.headers.authorization!.includes("-1"),
        "to every other request": () => (_, number) => number % 2 === 0,
        "to the first three requests": () => (_, number) => number < 3,
        "at random": () => {
          let state = 7;
          return () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31 < 0.5;
        },
      };
      for (const [way, make] of Object.entries(ways))
        for (const isIdle of [true, false])
          it(`is renewed, but no order sent twice, after internal errors ${way}, ${isIdle ? "long" : "shortly"} after its last success`, async () => {
            let fails: ReturnType<typeof make> = () => false;
            let number = 0;
            const world = await start((request, response) => {
              if (fails(request, number++)) return json(response, 503, internalError);
              const { method, body } = request;
              if (method === "GET") return [];
              const { sld } = JSON.parse(body) as { sld: string };
              return json(response, 201, [{ name: sld, fullname: `${sld}.de`, tld: "de" }]);
            });
            const { client, clock } = world;
            await client.webhooks.list();
            await clock.advance(isIdle ? hour : 30_000);
            number = 0;
            fails = make();
            const order = async (sld: string) => {
              const sendings: boolean[] = [];
              const onSend = (mayHaveActed: boolean) => void sendings.push(mayHaveActed);
              const call = client.domains.register({ accountIdentifier: "p1", body: { sld, tld: "de" } }, { onSend });
              await call.catch((error: unknown) => {
                assert.ok(error instanceof ServerError, inspect(error));
                assert.equal(error.effect, "possible");
                assert.match(error.message, /check before retrying/);
              });
              assert.deepEqual(sendings, [false]);
            };
            const names = Array.from({ length: 12 }, (_, index) => `d${index}`);
            const reads = Array.from({ length: 3 }, () => client.webhooks.list().catch(() => undefined));
            await clock.drive(Promise.all([...names.map(order), ...reads]), isPause);
            const arrived = creations(world).map(({ body }) => (JSON.parse(body) as { sld: string }).sld);
            assert.deepEqual(arrived.sort(), names.sort());
          });

      it("is renewed, and the error says that the call was not retried", async () => {
        const world = await start(({ method }, response) => (method === "GET" ? [] : json(response, 503, internalError)));
        const { client, clock, gateway } = world;
        await client.webhooks.list();
        await clock.advance(30_000);
        const error = await failureOf(client.webhooks.create({ body: webhook }), ServerError);
        assert.deepEqual([error.status, error.effect], [503, "possible"]);
        assert.match(error.message, /explain lost-answer/);
        assert.equal(creations(world).length, 1);
        assert.equal(gateway.logins, 2);
      });
    });

    it("is replaced after a plain refusal, and everything is retried", async () => {
      let refuse = false;
      const { client, clock, gateway, calls } = await start((_, response) => {
        if (!refuse) return answer;
        refuse = false;
        return json(response, 403, { msg: "not authenticated" });
      });
      await client.webhooks.get({ webhookIdentifier: "w1" });
      await clock.advance(3_600_000);
      refuse = true;
      assert.deepEqual(await client.webhooks.create({ body: webhook }), answer);
      assert.equal(gateway.logins, 2);
      assert.equal(calls().length, 3);
    });

    it("is not replaced repeatedly if that does not help", async () => {
      const { client, clock, gateway } = await start((_, response) => json(response, 403, { msg: "not authenticated" }));
      const error = await failureOf(client.webhooks.list(), AuthenticationError);
      assert.match(error.message, /does not accept the access token \(not authenticated\)/);
      assert.deepEqual([error.status, error.said], [403, "not authenticated"]);
      await failureOf(client.webhooks.list(), AuthenticationError);
      assert.equal(gateway.logins, 2);
      await clock.advance(61_000);
      await failureOf(client.webhooks.list(), AuthenticationError);
      assert.equal(gateway.logins, 3);
    });

    it("is replaced if the gateway refuses it right after the login", async () => {
      const { client, clock, gateway } = await start(() => []);
      await client.webhooks.list();
      gateway.valid.clear();
      await clock.advance(1_000);
      assert.deepEqual(await client.webhooks.list(), []);
      assert.equal(gateway.logins, 2);
      await clock.advance(1_000);
      gateway.valid.clear();
      const error = await failureOf(clock.drive(client.webhooks.list(), isPause), AuthenticationError);
      assert.deepEqual([error.status, error.said, error.effect], [503, "internal server error", "none"]);
      assert.match(error.message, /Outage or refused token\. See/);
      assert.equal(gateway.logins, 2);
    });

    it("is replaced at most once in a call", async () => {
      const { client, clock, gateway } = await start(
        async (_, response) => {
          await clock.advance(61_000);
          json(response, 403, { msg: "not authenticated" });
        },
        { timeouts: { request: 120_000 } },
      );
      await failureOf(client.webhooks.list(), AuthenticationError);
      assert.equal(gateway.logins, 2);
    });

    it("that cannot be replaced is the error of a call without effect, and a note otherwise", async () => {
      let revoked = false;
      const server = await startServer((request, response) => {
        if (revoked) return json(response, request.url === "/v1/authenticate" ? 403 : 503, { msg: revokedAnswers[request.url] });
        return request.url === "/v1/authenticate" ? { token: "TOKEN-1====" } : answer;
      });
      open.push(server);
      const revokedAnswers: Record<string, string> = { "/v1/authenticate": "invalid credentials" };
      for (const path of ["/v1/webhooks", "/v1/webhooks/w1"]) revokedAnswers[path] = "internal server error";
      for (const reading of [true, false]) {
        revoked = false;
        const clock = new FakeClock();
        const client = createClient({ baseUrl: server.url, credentials: { username: "me", password }, clock });
        closeLater(client, clock);
        await client.webhooks.get({ webhookIdentifier: "w1" });
        await clock.advance(3_600_000);
        revoked = true;
        if (reading) {
          await failureOf(client.webhooks.get({ webhookIdentifier: "w1" }), AuthenticationError);
          continue;
        }
        const error = await failureOf(client.webhooks.create({ body: webhook }), ServerError);
        assert.equal(error.effect, "possible");
        assert.match(error.message, /token could not be renewed: The provider refused the login: invalid credentials/);
      }
    });

    it("given by the caller is never replaced, and tried once as long as it has never worked", async () => {
      const { server, clock, gateway } = await start(() => []);
      const client = createClient({ baseUrl: server.url, credentials: { accessToken: "TOKEN-0====" }, clock });
      closeLater(client, clock);
      const refused = async (isLasting: boolean) => {
        const error = await failureOf(clock.drive(client.webhooks.list(), isPause), AuthenticationError);
        assert.deepEqual([error.status, error.said, error.effect], [503, "internal server error", "none"]);
        assert.equal(error.isLasting, isLasting);
        return error;
      };
      const error = await refused(true);
      assert.match(
        error.message,
        /failed with status 503: internal server error\. .*Set a new accessToken, or a login\. .*explain login-refused/,
      );
      const written = await failureOf(client.webhooks.create({ body: webhook }), AuthenticationError);
      assert.equal(written.effect, "possible");
      assert.match(written.message, /check before retrying/);
      assert.ok(server.received.every(({ url }) => url === "/v1/webhooks"));
      assert.equal(server.received.length, 2);
      gateway.valid.add("Bearer TOKEN-0====");
      await client.webhooks.list();
      gateway.valid.clear();
      await refused(false);
      assert.equal(server.received.length, 2 + 1 + 4);
    });

    it("is renewed before it expires", async () => {
      const { client, clock, gateway } = await start(() => []);
      await client.webhooks.list();
      await clock.advance(day - 60_000);
      await Promise.all(Array.from({ length: 20 }, () => client.webhooks.list()));
      assert.equal(gateway.logins, 2);
    });
  });

  describe("login", () => {
    const login = async (handler: Handler, credentials: ClientOptions["credentials"] = { username: "me", password }) => {
      const server = await startServer((request, ...rest) =>
        request.url === "/v1/authenticate" ? handler(request, ...rest) : [],
      );
      open.push(server);
      const clock = new FakeClock();
      const client = createClient({ baseUrl: server.url, credentials, clock });
      closeLater(client, clock);
      return { client, server, clock };
    };

    it("refusal is tried once, however many calls wait, and says what to check", async () => {
      const { client, server } = await login((_, response) => json(response, 403, { msg: "invalid credentials" }));
      const calls = await Promise.allSettled(Array.from({ length: 100 }, () => client.webhooks.list()));
      assert.ok(calls.every((call) => call.status === "rejected" && call.reason instanceof AuthenticationError));
      const error = await failureOf(client.webhooks.create({ body: webhook }), AuthenticationError);
      assert.match(error.message, /refused the login: invalid credentials\. Check username and password/);
      assert.deepEqual([error.status, error.said], [403, "invalid credentials"]);
      assert.ok(error.cause instanceof AccessDeniedError);
      assert.equal(error.effect, "none");
      assert.equal(server.received.length, 1);
    });

    it("that is not found says nothing about an object, names the address, and is tried again by the next call", async () => {
      const { client, server } = await login((_, response) => json(response, 404, { message: "no such route" }));
      const error = await failureOf(client.domains.list({ accountIdentifier: "p100001" }), AuthenticationError);
      assert.equal(
        error.message,
        `There is no login (POST /v1/authenticate) at ${server.url}/: status 404, no such route. ` +
          "Check baseUrl. See `npx hosting explain login-refused`.",
      );
      assert.deepEqual([error.operation, error.status, error.effect], ["authenticate", 404, "none"]);
      assert.ok(error.cause instanceof NotFoundError);
      await failureOf(client.webhooks.list(), AuthenticationError);
      assert.equal(server.received.length, 2);
    });

    it("refusal names the second factor if one was given", async () => {
      for (const [factor, told] of [
        [{ multiFactorCode: "123456" }, "username, password, and multiFactorCode"],
        [{ multiFactorCode: "123456", deviceId: "d1" }, "username, password, multiFactorCode, and deviceId"],
      ] as const) {
        const credentials = { username: "me", password, ...factor };
        const { client } = await login((_, response) => json(response, 403, { msg: "invalid credentials" }), credentials);
        const { message } = await failureOf(client.webhooks.list(), AuthenticationError);
        assert.ok(message.includes(`Check ${told}.`), message);
      }
    });

    it("is named by a call that times out while waiting for it, with the last failure", async () => {
      const { client, clock } = await login((_, __, socket) => void socket.destroy());
      const call = client.webhooks.list({}, { timeout: 2_000, retry: { attempts: 1 } });
      const error = await failureOf(
        clock.drive(call, (milliseconds) => milliseconds !== 2_000 && milliseconds < 10_000),
        TimeoutError,
      );
      assert.deepEqual([error.operation, error.effect, error.code], ["listWebhooks", "none", "UND_ERR_SOCKET"]);
      assert.match(
        error.message,
        /longer than the allowed 2 seconds\. It waited for the login, which failed: authenticate \(POST .*UND_ERR_SOCKET.* See [^.]*\.$/,
      );
      assert.ok(error.cause instanceof ConnectionError);
      assert.equal(error.cause.operation, "authenticate");
    });

    it("that needs a second factor suggests an application token", async () => {
      for (const [body, factor, deviceId] of [
        ['{"name":"TOTP","deviceId":"device-1234"}', "TOTP", "device-1234"],
        ["", undefined, undefined],
        ['{"name":"DeviceCookie","deviceId":null}', "DeviceCookie", undefined],
      ] as const) {
        const { client, server } = await login((_, response) => void response.writeHead(202).end(body));
        const error = await failureOf(client.webhooks.list(), SecondFactorError);
        assert.deepEqual([error.factor, error.deviceId, error.status], [factor, deviceId, 202]);
        assert.match(error.message, /application token/);
        for (const shown of [inspect(error, { showHidden: true }), JSON.stringify(error), String(error)])
          assert.ok(!shown.includes("device-1234"), shown);
        assert.equal(client.secrets.redact(`<${deviceId ?? mask}>`), `<${mask}>`);
        await failureOf(client.webhooks.list(), SecondFactorError);
        assert.equal(server.received.length, 1);
      }
    });

    it("masks the device id in the provider's answers", async () => {
      const { client } = await login(({ body }, response) => json(response, 403, { msg: `refused: ${body}` }), {
        username: "me",
        password,
        deviceId: "device-1234",
      });
      const error = await failureOf(client.webhooks.list(), AuthenticationError);
      assert.ok(!inspect(error).includes("device-1234"), inspect(error));
    });

    it("sends the code once, and the device id", async () => {
      const { client, server, clock } = await login(
        () => ({ token: "TOKEN-1====", expires: new Date(clock.now() + day).toISOString() }),
        {
          username: "me",
          password,
          multiFactorCode: "123456",
          deviceId: "d1",
        },
      );
      await client.webhooks.list();
      await clock.advance(day);
      await client.webhooks.list();
      const bodies = server.received
        .filter(({ url }) => url === "/v1/authenticate")
        .map(({ body }) => JSON.parse(body) as unknown);
      assert.deepEqual(bodies, [
        { username: "me", password, multiFactorCode: "123456", deviceId: "d1" },
        { username: "me", password, deviceId: "d1" },
      ]);
    });

    it("accepts a bare token, and no other text", async () => {
      for (const body of ["RAW-TOKEN-1====", '"RAW-TOKEN-1===="', "RAW-TOKEN-1====\n"]) {
        const { client, server } = await login((_, response) => void response.end(body));
        await client.webhooks.list();
        assert.equal(server.received[1]!.headers.authorization, "Bearer RAW-TOKEN-1====");
        assert.equal(client.secrets.redact("RAW-TOKEN-1===="), "[secret]");
      }
      for (const body of ["", "<html>a page</html>", "{}", '{"token":""}', "null"]) {
        const { client } = await login((_, response) => void response.end(body));
        assert.match((await failureOf(client.webhooks.list(), AnswerError)).message, /contains no token/);
      }
    });

    it("failure has no effect on the call that needed it", async () => {
      const { client, clock, server } = await login((_, _response, socket) => void socket.destroy());
      const error = await failureOf(clock.drive(client.webhooks.create({ body: webhook }), isPause), ConnectionError);
      assert.deepEqual([error.operation, error.effect], ["authenticate", "none"]);
      assert.equal(server.received.length, 4);
    });

    it("is retried after a failure of the provider", async () => {
      let failures = 2;
      const { client, server, clock } = await login((_, response) =>
        failures-- > 0 ? void response.writeHead(503).end() : { token: "TOKEN-1====", expires: "2099-01-01T00:00:00Z" },
      );
      assert.deepEqual(await clock.drive(client.webhooks.list(), isPause), []);
      assert.equal(server.received.length, 4);
    });

    it("can be called explicitly, without a token", async () => {
      const { client, server } = await login(() => ({ token: "TOKEN-1====", expires: "2099-01-01T00:00:00Z" }));
      const result = await client.authentication.authenticate({ body: { username: "you", password: "other" } });
      assert.ok("token" in result && result.token === "TOKEN-1====");
      assert.equal(server.received.length, 1);
      assert.equal(server.received[0]!.headers.authorization, undefined);
    });
  });

  describe("an answer damaged in transit", () => {
    const spoiled = ["", '[{"uid":', "<html>bad gateway</html>"];

    it("is retried if the call is safe", async () => {
      const bodies = [...spoiled];
      const { client, clock, calls } = await start((_, response) => void response.end(bodies.shift() ?? "[]"));
      assert.deepEqual(await clock.drive(client.webhooks.list(), isPause), []);
      assert.equal(calls().length, 4);
    });

    it("is not retried for a creation", async () => {
      const { client, calls } = await start((_, response) => void response.end(spoiled[1]));
      assert.equal((await failureOf(client.webhooks.create({ body: webhook }), AnswerError)).effect, "possible");
      assert.equal(calls().length, 1);
    });

    it("is not retried if it is complete but has another shape", async () => {
      const { client, calls } = await start(() => ({ not: "a list" }));
      await failureOf(client.webhooks.list(), AnswerError);
      assert.equal(calls().length, 1);
    });
  });

  describe("rate limit", () => {
    const limited = (limit: number, clock: () => number): Handler => {
      let end = 0;
      let used = 0;
      return (request, response) => {
        if (clock() >= end) [end, used] = [clock() + 900_000, 0];
        used = Math.min(used + 1, limit);
        const headers = { "x-ratelimit": String(limit), "x-ratelimit-remaining": String(limit - used) };
        if (used === limit) return json(response, 429, { msg: "rate limit exceeded" }, headers);
        return json(response, 200, request.method === "GET" ? [] : answer, headers);
      };
    };

    it("is waited for once, with a notice, and then all calls continue", async () => {
      const now = { of: () => 0 };
      const { client, clock, notices, calls } = await start((...event) => limiter(...event));
      now.of = () => clock.now();
      const limiter = limited(11, () => now.of());
      await client.webhooks.list();
      const all = Promise.all([
        ...Array.from({ length: 10 }, () => client.webhooks.list()),
        ...Array.from({ length: 5 }, () => client.webhooks.create({ body: webhook })),
      ]);
      // Time must not leap while requests are on their way: each has a deadline.
      while (clock.sleeping.length === 0 || clock.sleeping.some((milliseconds) => milliseconds < 800_000))
        await new Promise((resolve) => setImmediate(resolve));
      await clock.advance(900_000);
      await all;
      assert.deepEqual(
        notices.map(({ kind }) => kind),
        ["rate-limit"],
      );
      assert.match(notices[0]!.message, /rate limit of 11 requests in 15 minutes is used up: waiting 15 minutes\./);
      assert.ok(calls().length > 16 && calls().length <= 16 + 15, "each call is refused once at most");
    });

    it("is kept by many calls at once, although the first answer shows it only", async () => {
      const { client, clock, calls } = await start((...event) => limiter(...event));
      const limiter = limited(101, () => clock.now());
      const all = Promise.all(Array.from({ length: 150 }, () => client.webhooks.list()));
      for (const count of [100, 150]) {
        while (calls().length < count || clock.sleeping.some((milliseconds) => milliseconds < 800_000))
          await new Promise((resolve) => setImmediate(resolve));
        assert.equal(calls().length, count);
        if (count < 150) await clock.advance(900_000);
      }
      await all;
    });

    it("is waited for no longer than the call's timeout while others are under way", async () => {
      const { client, clock } = await start(() => undefined, { maxConnections: 1 });
      const first = client.webhooks.list().catch(() => undefined);
      const error = await failureOf(
        clock.drive(client.webhooks.list({}, { timeout: 1_000 }), (milliseconds) => milliseconds <= 1_000),
        TimeoutError,
      );
      assert.deepEqual([error.phase, error.effect], ["total", "none"]);
      await client.close({ abort: true });
      await first;
    });

    it("throws a clear error if the wait is longer than allowed", async () => {
      const { client, clock } = await start((_, response) => json(response, 429, { msg: "rate limit exceeded" }), {
        maxRateLimitWait: 60_000,
      });
      const error = await failureOf(client.webhooks.create({ body: webhook }), RateLimitError);
      assert.deepEqual([error.status, error.said, error.effect], [429, "rate limit exceeded", "none"]);
      assert.match(error.message, /Run again in 15 minutes/);
      assert.equal(error.retryIn, 900_000);
      assert.deepEqual(clock.sleeping, []);
    });

    it("is not waited for longer than the call's timeout", async () => {
      const { client } = await start((_, response) => json(response, 429, { msg: "rate limit exceeded" }));
      const bounded = await failureOf(client.webhooks.list({}, { timeout: 60_000 }), RateLimitError);
      assert.match(bounded.message, /Run again in 15 minutes/);
    });

    it("is not waited for longer than maxRateLimitWait, whatever the call's timeout", async () => {
      const { client } = await start((_, response) => json(response, 429, { msg: "rate limit exceeded" }), {
        maxRateLimitWait: 1_000,
      });
      for (const timeout of [undefined, 60_000]) {
        const bounded = await failureOf(client.webhooks.list({}, { timeout }), RateLimitError);
        assert.match(bounded.message, /Run again in 15 minutes/);
      }
    });

    it("leaves no time for a retry if waiting took all of it", async () => {
      const { client, clock, calls } = await start(async (_, response) => {
        await clock.advance(1_000);
        json(response, 429, {}, { "retry-after": "59" });
      });
      const call = clock.drive(client.webhooks.create({ body: webhook }, { timeout: 60_000 }), (pause) => pause === 59_000);
      const error = await failureOf(call, TimeoutError);
      assert.deepEqual([error.phase, error.effect, calls().length], ["total", "none", 1]);
    });

    it("is reset with a new token", async () => {
      const { client, clock, gateway, calls } = await start((request, response) => {
        const headers = request.url === "/v1/webhooks" ? { "x-ratelimit": "9", "x-ratelimit-remaining": "1" } : undefined;
        json(response, 200, request.url === "/v1/webhooks" ? [] : answer, headers);
      });
      await client.webhooks.get({ webhookIdentifier: "w1" });
      await client.webhooks.list();
      await clock.advance(10_000);
      await failureOf(client.webhooks.list({}, { timeout: 1_000 }), RateLimitError);
      gateway.valid.clear();
      await client.webhooks.get({ webhookIdentifier: "w1" });
      assert.deepEqual(await client.webhooks.list(), []);
      assert.equal(calls().length, 5);
    });

    it("fails after repeated 429 answers", async () => {
      const { client, clock, calls } = await start((_, response) => json(response, 429, {}, { "retry-after": "1" }));
      const error = await failureOf(clock.drive(client.webhooks.list(), isPause), RateLimitError);
      assert.equal(error.retryIn, 1_000);
      assert.match(error.message, /run again in 1 second\./);
      assert.ok(calls().length <= 5);
    });
  });

  it("loads the HTTP library with the first request", () => {
    const entry = join(__dirname, "../../sdk/index.js");
    const loaded = execFileSync(process.execPath, [
      "-e",
      `const { createClient } = require(${JSON.stringify(entry)});
       createClient({ baseUrl: "https://api.example.com", credentials: { accessToken: "token" } });
       console.log(Object.keys(require.cache).some((path) => /[\\\\/]undici[\\\\/]/.test(path)));`,
    ]);
    assert.equal(loaded.toString().trim(), "false");
  });
});
