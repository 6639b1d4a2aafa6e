import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import {
  AbortError,
  AnswerError,
  ApiError,
  type CallOptions,
  type Client,
  type ClientOptions,
  ConfigurationError,
  ConnectionError,
  createClient,
  type Domain,
  InputError,
  type Page,
  ServerError,
  TimeoutError,
} from "../../sdk/index.js";
import { systemClock } from "../../sdk/values/clock.js";
import { accessToken, created, failureOf, useClients, webhook } from "../support/client.js";
import { temporaryFolder } from "../support/folder.js";
import { type Handler, json } from "../support/server.js";

describe("a client as other clients are", () => {
  const clients = useClients();
  const start = (handler: Handler, options: Partial<ClientOptions> = {}) =>
    clients.start(handler, { retry: { budget: 0 }, clock: systemClock, ...options });

  describe("sends any request", () => {
    it("with parameters, query, body and header fields, and returns what JSON says", async () => {
      const { client, server } = await start(() => ({ any: ["thing", null] }));
      const answer = await client.request(
        "PATCH",
        "/v1/things/{thing}/ä b/{customerNumber}",
        { thing: "a&b", customerNumber: 7, query: { dry: true, of: "x y", none: undefined }, body: [1] },
        { headers: { "X-Trace": "t1" } },
      );
      assert.deepEqual(answer, { any: ["thing", null] });
      const [{ method, url, headers, body } = assert.fail()] = server.received;
      assert.deepEqual([method, url, body], ["PATCH", "/v1/things/a%26b/%C3%A4%20b/7?dry=true&of=x%20y", "[1]"]);
      assert.deepEqual(
        [headers.authorization, headers["x-trace"], headers["content-type"]],
        [`Bearer ${accessToken}`, "t1", "application/json"],
      );
    });

    it("without a body, whatever the status, and with HEAD", async () => {
      const { client, server } = await start(({ url }, response) => void response.writeHead(url === "/v1/a" ? 204 : 202).end());
      assert.equal(await client.request("DELETE", "/v1/a"), undefined);
      assert.equal(await client.request("POST", "/v1/b"), undefined);
      assert.equal((await client.request("HEAD", "/v1/c").withResponse()).response.status, 202);
      assert.equal(server.received[2]!.headers["cache-control"], "no-cache");
    });

    for (const [method, repeat, sent] of [
      ["GET", undefined, 2],
      ["HEAD", undefined, 2],
      ["PUT", undefined, 1],
      ["PATCH", undefined, 1],
      ["DELETE", "idempotent", 2],
      ["POST", "safe", 2],
      ["GET", "billable", 1],
    ] as const)
      it(`again if that is harmless: ${method}, ${repeat}`, async () => {
        const { client, server } = await start((_, response) => json(response, server.received.length > 1 ? 200 : 503, {}));
        const call = client.request(method, "/v1/x", {}, { repeat });
        await (sent === 2 ? call : assert.rejects(call, ServerError));
        assert.equal(server.received.length, sent);
      });

    it("and refuses a path that could reach another object, before anything is sent", async () => {
      const { client, server } = await start(() => []);
      const refused = (path: string, input: object, at: string) =>
        assert.rejects(
          client.request("GET", path as "/v1/x", { ...input }),
          (error) => error instanceof InputError && error.problems.some((problem) => problem.startsWith(`${at}: `)),
          path,
        );
      const foreign = ["/v2/x", "v1/x", "https://evil.example/v1/x", "//evil.example/v1/", "/v1/"];
      const crooked = [
        "/v1/a//b",
        "/v1/a/",
        "/v1/a/../b",
        "/v1/./a",
        "/v1/a%2Fb",
        "/v1/a?b",
        "/v1/a#b",
        "/v1/a\\b",
        "/v1/a\r\nX: y",
      ];
      for (const path of [...foreign, ...crooked, "/v1/.{x}", "/v1/{x}y", "/v1/{}"]) await refused(path, { x: "." }, "path");
      for (const x of ["a/b", "..", "a%2Fb", "", 7, undefined]) await refused("/v1/{x}", { x }, "x");
      await refused("/v1/x", { further: 1 }, "further");
      await refused("/v1/x", { body: {} }, "body");
      await refused("/v1/x", { query: { a: ["b"] } }, "query.a");
      await assert.rejects(client.request("TRACE" as "GET", "/v1/x"), InputError);
      await assert.rejects(client.request("GET", "/v1/x", {}, { repeat: "often" as "safe" }), ConfigurationError);
      await assert.rejects(client.webhooks.list({}, { repeat: "safe" } as CallOptions), ConfigurationError);
      assert.deepEqual(server.received, []);
    });

    it("as careful as the table, where that has it", async () => {
      const { client, server } = await start((_, response) => json(response, 502, {}));
      const path = "/v1/carts/{cart}/actions/checkout";
      await assert.rejects(client.request("POST", path, { cart: "c" }, { repeat: "idempotent" }), InputError);
      await assert.rejects(client.request("DELETE", "/v1/accounts/p1/domains/shop.de/subdomains"), InputError);
      assert.deepEqual(server.received, []);
      await assert.rejects(client.request("POST", path, { cart: "c" }, { retry: { attempts: 4 } }), ServerError);
      assert.equal(server.received.length, 1);
      const unknown = client.request("PUT", "/v1/unknown", {}, { repeat: "idempotent", retry: { attempts: 2 } });
      await assert.rejects(unknown, ServerError);
      assert.equal(server.received.length, 3);
    });

    it("and masks what its names show to be secret", async () => {
      const { client } = await start(({ url, body }, response) => json(response, 400, { message: `no: ${url} ${body}` }));
      const input = { query: { token: "query-secret" }, body: { list: [{ password: "body-secret", name: "visible" }] } };
      await assert.rejects(client.request("POST", "/v1/x", input), (error) => {
        assert.ok(error instanceof ApiError && error.message.includes("visible"));
        return !/(query|body)-secret/.test(`${error.message} ${error.said}`);
      });
    });

    it("and fails for an answer that is not JSON", async () => {
      const { client } = await start((_, response) => void response.end("<html>"));
      await assert.rejects(client.request("GET", "/v1/x", {}, { retry: { attempts: 1 } }), AnswerError);
    });
  });

  describe("sends header fields of the program", () => {
    it("with all requests of the client, those of a derived client and those of a call", async () => {
      const { client, server } = await start(({ url }) => (url === "/v1/authenticate" ? { token: "t" } : []), {
        credentials: { username: "me", password: "password" },
        headers: { "X-App": "fleet", "X-Trace": "client", "X-None": undefined },
      });
      const derived = client.with({ headers: { "x-trace": "derived", "x-job": "7" } });
      await derived.webhooks.list({}, { headers: { "X-TRACE": "call" } });
      await derived.webhooks.list();
      await client.webhooks.list();
      assert.deepEqual(
        server.received.map(({ headers }) => [headers["x-app"], headers["x-trace"], headers["x-job"]]),
        [
          ["fleet", "client", undefined],
          ["fleet", "call", "7"],
          ["fleet", "derived", "7"],
          ["fleet", "client", undefined],
        ],
      );
    });

    it("but never the client's own, and nothing that is no header field", async () => {
      const { client, server } = await start(() => []);
      const own = "Authorization content-type ACCEPT Host Content-Length User-Agent Accept-Encoding Cookie Cache-Control";
      const others = "Transfer-Encoding Connection Range X-HTTP-Method-Override X-JWT x-access-token";
      const wrong: readonly Record<string, unknown>[] = [
        ...`${own} ${others}`.split(" ").map((name) => ({ [name]: "x" })),
        ...["a b", "", "x:y"].map((name) => ({ [name]: "x" })),
        ...["line\nend", "ä", 7, null].map((value) => ({ "X-A": value })),
        { "X-A": "x", "x-a": "y" },
      ];
      for (const each of wrong) {
        const headers = each as Record<string, string>;
        const located = (error: unknown) =>
          error instanceof ConfigurationError &&
          error.message.startsWith(`headers[${JSON.stringify(Object.keys(each).at(-1))}] `);
        assert.throws(() => createClient({ baseUrl: server.url, credentials: { accessToken }, headers }), located);
        assert.throws(() => client.with({ headers }), located);
        await assert.rejects(client.webhooks.list({}, { headers }), located);
      }
      assert.throws(() => client.with({ headers: [] as unknown as Record<string, string> }), ConfigurationError);
      assert.deepEqual(server.received, []);
    });

    it("and masks those that hold a secret", async () => {
      const { client } = await start(
        ({ headers }, response) => json(response, 400, { message: [headers["x-api-token"], headers["x-own-secret"]].join() }),
        { headers: { "x-api-token": "of-the-client" } },
      );
      const call = client.webhooks.list({}, { headers: { "x-own-secret": "of-the-call" } });
      assert.doesNotMatch((await failureOf(call, ApiError)).message, /of-the/);
    });
  });

  it("sends the input as it was when the call was made", async () => {
    const { client, server } = await start((_, response) => json(response, 201, { uid: "p", name: "a" }));
    const parameters = { accountIdentifier: "p1", body: { sld: "", tld: "de" } };
    const order = (sld: string) => {
      parameters.body.sld = sld;
      return client.domains.register(parameters).catch(() => undefined);
    };
    const sent = Promise.all(["one", "two"].map(order));
    parameters.accountIdentifier = "p2";
    const upload = { name: "first", pdf: new Blob(["%PDF"]) };
    const uploaded = client.gdpr.uploadPdf({ body: upload });
    upload.name = "second";
    await Promise.all([sent, uploaded]);
    assert.deepEqual(
      server.received
        .map(({ url, body }) => [url, Object.values(JSON.parse(body) as Readonly<Record<string, unknown>>)[0]])
        .sort(),
      [
        ["/v1/accounts/p1/domains", "one"],
        ["/v1/accounts/p1/domains", "two"],
        ["/v1/gdpr/pdfs", "first"],
      ],
    );
  });

  describe("can be derived", () => {
    it("with a timeout and retries, which a call can replace one by one", async () => {
      const { client, server } = await start((_, __, socket) => (server.received.length > 5 ? undefined : socket.destroy()));
      const derived = client.with({ retry: { attempts: 2 }, timeout: 200 });
      await assert.rejects(derived.webhooks.list(), ConnectionError);
      assert.equal(server.received.length, 2);
      const further = derived.with({ retry: { baseDelay: 1 } });
      await assert.rejects(further.webhooks.list({}, { retry: { attempts: 3 } }), ConnectionError);
      assert.equal(server.received.length, 5);
      await assert.rejects(derived.webhooks.list(), TimeoutError);
    });

    for (const which of ["derived", "call"] as const)
      it(`with a signal, which ends its calls in addition to their own: ${which}`, async () => {
        const { client } = await start(() => undefined);
        const controllers = { derived: new AbortController(), call: new AbortController() };
        const call = client.with({ signal: controllers.derived.signal }).webhooks.list({}, { signal: controllers.call.signal });
        controllers[which].abort();
        await assert.rejects(call, AbortError);
      });
  });

  describe("tells about the answer", () => {
    it("together with the result, now or later, without secrets", async () => {
      const { client } = await start((_, response) =>
        json(response, 201, created, { "X-Request-Id": "r1", "Set-Cookie": "of-somebody" }),
      );
      const call = client.webhooks.create({ body: webhook });
      assert.equal((await call).uid, "w1");
      const { data, response } = await call.withResponse();
      const { "x-request-id": id, "set-cookie": cookie } = response.headers;
      assert.deepEqual([data.uid, response.status, id, response.request.attempt], ["w1", 201, "r1", 1]);
      assert.equal(cookie, "[secret]");
    });

    it("that counted, and rejects as the call does", async () => {
      const { client, server } = await start((_, response) => json(response, server.received.length === 1 ? 503 : 200, []));
      const seen: unknown[] = [];
      const { response } = await client.webhooks.list({}, { onAnswer: ({ status }) => seen.push(status) }).withResponse();
      assert.deepEqual([response.status, response.request.attempt, seen], [200, 2, [503, 200]]);
      await assert.rejects(client.webhooks.get({ webhookIdentifier: "/" }).withResponse(), InputError);
    });
  });

  describe("reads paged lists", () => {
    const all = Array.from({ length: 250 }, (_, index) => ({ name: `d${index}`, fullname: `d${index}.de`, tld: "de" }));
    const paged: Handler = ({ url }) => {
      const { searchParams } = new URL(url, "http://x");
      const offset = Number(searchParams.get("offset"));
      return all.slice(offset, offset + Number(searchParams.get("limit")));
    };
    const account = { accountIdentifier: "p1" };

    it("as an array, element by element and page by page, anew each time", async () => {
      const { client, server } = await start(paged, { fresh: false });
      const listing = client.domains.list.each(account, { fresh: true });
      assert.deepEqual(server.received, []);
      assert.deepEqual(await listing.toArray(), all);
      const elements: Domain[] = [];
      for await (const element of listing) elements.push(element);
      assert.deepEqual(elements, all);
      const lengths: number[] = [];
      for await (const { items } of listing.pages()) lengths.push(items.length);
      assert.deepEqual(lengths, [100, 99, 51]);
      assert.deepEqual(
        server.received.map(({ headers }) => headers["cache-control"]),
        Array(12).fill("no-cache"),
      );
    });

    it("by page objects, which ask for the next page once and only if it is wanted", async () => {
      const { client, server } = await start(paged);
      const pages = client.domains.list.each({ ...account, query: { offset: 100 } }).pages();
      let page: Page<Domain> | undefined;
      for await (page of pages) break;
      assert.equal(server.received.length, 1);
      assert.deepEqual([await page!.hasNextPage(), server.received.length], [true, 2]);
      const next = (await page!.getNextPage())!;
      assert.deepEqual([next.items, server.received.length], [all.slice(200), 2]);
      assert.equal(await next.hasNextPage(), false);
      assert.equal(await next.getNextPage(), undefined);
    });

    for (const [by, end, told] of [
      ["the caller's signal", (_: Client, controller: AbortController) => controller.abort(), /by the caller's signal\.$/],
      ["closing the client", (client: Client) => void client.close({ abort: true }), /because the client was closed\.$/],
    ] as const)
      it(`until they are ended, between two elements: ${by}`, async () => {
        const { client } = await start(() => all.slice(0, 15));
        const controller = new AbortController();
        const seen: Domain[] = [];
        const read = async () => {
          for await (const domain of client.with({ signal: controller.signal }).domains.list.each(account)) {
            seen.push(domain);
            end(client, controller);
          }
        };
        assert.match((await failureOf(read(), AbortError)).message, told);
        assert.equal(seen.length, 1);
      });
  });

  describe("uploads a file", () => {
    const folder = temporaryFolder();
    const bytes = Buffer.from("%PDF-1.7 ä");
    const upload = (client: Client, pdf: unknown, options: CallOptions = {}) =>
      client.gdpr.uploadPdf({ body: { name: "a.pdf", pdf: pdf as Buffer } }, options);

    it("in any form", async () => {
      const path = join(folder.path, "a.pdf");
      writeFileSync(path, bytes);
      const { client, server } = await start((_, response) => json(response, 201, { uid: "p", name: "a.pdf" }));
      for (const pdf of [
        bytes.toString("base64"),
        bytes,
        new Uint8Array(bytes),
        new Blob([bytes]),
        new Response(bytes),
        Readable.from([bytes.subarray(0, 3), bytes.subarray(3)]),
        Readable.from(bytes.toString(), { encoding: "utf8" }),
        new Blob([bytes]).stream(),
        pathToFileURL(path),
      ])
        await upload(client, pdf);
      assert.deepEqual(
        server.received.map(({ body }) => JSON.parse(body) as unknown),
        Array(9).fill({ name: "a.pdf", pdf: bytes.toString("base64") }),
      );
    });

    it("the same again in a retry", async () => {
      const { client, server } = await start((_, response) =>
        server.received.length === 1
          ? json(response, 429, {}, { "retry-after": "1" })
          : json(response, 201, { uid: "p", name: "a.pdf" }),
      );
      await upload(client, Readable.from([bytes]));
      assert.equal(server.received[1]!.body, server.received[0]!.body);
    });

    it("or says at which property it cannot be read, before anything is sent", async () => {
      const { client, server } = await start(() => ({}));
      const failing = new Readable({ read: () => void failing.destroy(new Error("broken")) });
      const addresses = [pathToFileURL(join(folder.path, "none.pdf")), new URL("https://files.example/a.pdf")];
      const empty = [Buffer.alloc(0), new Blob([]), Readable.from([])];
      for (const pdf of [...addresses, failing, { path: "a.pdf" }, 7, "not base64!", ...empty]) {
        const { problems } = await failureOf(upload(client, pdf), InputError);
        assert.ok(problems[0]!.startsWith("body.pdf: "), problems.join());
      }
      const body = { name: bytes as unknown as string, pdf: bytes };
      await failureOf(client.gdpr.uploadPdf({ body }), InputError);
      assert.deepEqual(server.received, []);
    });

    it("for as long as the call may take, and ends a stream that does not", async () => {
      const { client, server } = await start(() => ({}));
      const endless = () => new Readable({ read: () => undefined });
      const streams = [endless(), endless(), endless()];
      await assert.rejects(upload(client, streams[0], { signal: AbortSignal.timeout(20) }), AbortError);
      await assert.rejects(upload(client, streams[1], { timeout: 20 }), TimeoutError);
      const last = assert.rejects(upload(client, streams[2]), AbortError);
      await client.close({ abort: true });
      await last;
      assert.ok(streams.every(({ destroyed }) => destroyed));
      assert.deepEqual(server.received, []);
    });
  });
});
