import assert from "node:assert/strict";
import { request, type IncomingHttpHeaders } from "node:http";
import { Api, useSandbox, withSandbox } from "../support/sandbox.js";

/** Measurements of the published gateway: each fact is compared with the sandbox. */
describe("facts about the gateway", () => {
  const sandbox = useSandbox({ rateLimit: false });
  const cached = { "cache-control": "" };
  const customerNumber = 100001;
  const contactPerson = `/v1/customers/${customerNumber}/contactperson`;

  type Fields = Readonly<Record<string, string>>;

  /** Sends a target as written; `fetch` would resolve its dots. */
  const raw = (method: string, path: string, headers: Fields = {}) =>
    new Promise<{ readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string }>((resolve, reject) => {
      const { hostname, port } = new URL(sandbox().url);
      const sent = request({ hostname, port, method, path, headers }, (response) => {
        let body = "";
        response.on("data", (piece: Buffer) => (body += piece.toString()));
        response.on("end", () => resolve({ status: response.statusCode!, headers: response.headers, text: body }));
      });
      sent.on("error", reject).end();
    });
  const authorized = async (): Promise<Fields> => ({ authorization: `Bearer ${(await Api.login(sandbox().url)).token!}` });

  /** Without a token: what the gateway's router answers by itself is neither authenticated nor counted. */
  for (const [method, path, status, shown] of [
    ["GET", "/v1/webhooks/", 301, "/v1/webhooks"],
    ["DELETE", "/v1/webhooks/", 307, "/v1/webhooks"],
    ["OPTIONS", "/V1/webhooks", 307, "/v1/webhooks"],
    ["POST", "/v1//authenticate", 307, "/v1/authenticate"],
    ["GET", "/V1/WebHooks?a=b&c", 301, "/v1/webhooks?a=b&c"],
    ["GET", "/v1/ACCOUNTS/a%23b", 301, "/v1/accounts/a%23b"],
    ["POST", "/v1/carts/A%20b/Actions/Checkout", 307, "/v1/carts/A%20b/actions/checkout"],
    ["GET", "http://other.example/v1//webhooks", 301, "http://other.example/v1/webhooks"],
    // A slash behind a parameter is only redirected where nothing, or one beginning, can follow the parameter.
    ["GET", "/v1/webhooks/1001/", 301, "/v1/webhooks/1001"],
    ["GET", "/v1/accounts/P100001/", 404, undefined],
    // Double slashes.
    ["GET", "//v1/webhooks", 301, "/v1/webhooks"],
    ["GET", "/v1/webhooks//", 301, "/v1/webhooks/"],
    ["GET", "/v1/accounts/p1//domains", 301, "/v1/accounts/p1/domains"],
    ["GET", "/v1/accounts//", 404, undefined],
    ["GET", "//", 301, "/"],
    // Segments of dots.
    ["GET", "/v1/x/../webhooks", 301, "/v1/webhooks"],
    ["GET", "/../v1/webhooks", 301, "/v1/webhooks"],
    ["GET", "/v1/accounts/p1/../p2", 301, "/v1/accounts/p2"],
    ["GET", "/v1/accounts/p100001%2F..%2F..%2Fwebhooks", 301, "/v1/webhooks"],
    ["GET", "/v1/accounts/../domains/", 301, "/v1/domains"],
    ["GET", "/v1/nothing/../nothing", 404, undefined],
    // Methods.
    ["OPTIONS", "*", 200, undefined],
    ["OPTIONS", "/v1/authenticate", 200, "OPTIONS, POST"],
    ["OPTIONS", "/v1/nothing", 404, undefined],
    ["HEAD", "/v1/authenticate", 405, "OPTIONS, POST"],
    ["TRACE", "/v1/webhooks", 405, "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT"],
    ["GET", "/v1/webhooks/%zz", 400, undefined],
  ] as const)
    it(`${method} ${path} is answered with ${[status, shown].filter(Boolean).join(" ")}`, async () => {
      const answer = await raw(method, path);
      const { location, allow } = answer.headers;
      assert.deepEqual([answer.status, location ?? allow, answer.headers["x-ratelimit"]], [status, shown, undefined]);
      if (status === 404 || status === 405) assert.equal(answer.headers["x-content-type-options"], "nosniff");
    });

  /** With a token: what reaches the backend. */
  for (const [method, path, status, cache] of [
    // An encoded `#` or `?` ends the path, also behind a number: the customer is deleted.
    ["DELETE", "/v1/gdpr/customers/100001%23x", 204, "PURGED"],
    ["DELETE", "/v1/gdpr/customers/100001%3Fx", 204, "PURGED"],
    ["GET", "/v1/customers/100001%23x", 200, "MISS"],
    ["GET", "/v1/customers/100001%2Faccounts", 200, "MISS"],
    ["GET", "/v1/customers/abc%23x", 404, "PASS"],
    ["GET", "/v1/customers/%23", 404, "PASS"],
    // What follows an encoded `?` is dropped; the query stays the one that was sent.
    ["GET", "/v1/articles%3Flimit=x", 404, undefined],
    ["GET", "/v1/accounts/p100001%3Fx=1?y=2", 200, "MISS"],
    // Decoded twice: by the gateway and by the backend.
    ["GET", "/v1/accounts/p10000%2531", 200, "MISS"],
    // Not an address: the gateway cannot forward it.
    ["GET", "/v1/accounts/a%25zz", 503, "PASS"],
    ["GET", "/v1/accounts/a%00b", 503, "PASS"],
    // Dots and nothing are values of a parameter, and are not redirected.
    ["GET", "/v1/accounts/..", 403, "PASS"],
    ["GET", "/v1/accounts//domains", 404, "PASS"],
    ["POST", "/v1/carts//actions/checkout", 404, "PURGED"],
    ["DELETE", "/v1/accounts/p100001/domains//subdomains", 404, "PURGED"],
    ["PATCH", "/v1/webhooks", 405, "PURGED"],
    ["GET", "/v1/%77ebhooks", 200, "MISS"],
    // The host of an absolute address does not matter.
    ["GET", "http://other.example/v1/webhooks", 200, "MISS"],
    ["GET", "https://other.example/v1/webhooks?x=1#y", 200, "MISS"],
  ] as const)
    it(`${method} ${path} is forwarded: ${status}${cache === undefined ? "" : `, ${cache}`}`, async () => {
      const answer = await raw(method, path, await authorized());
      assert.deepEqual([answer.status, answer.headers["x-cache"]], [status, cache]);
    });

  it("HEAD and OPTIONS share the cache with GET, which is then answered with their empty body", async () => {
    const token = await authorized();
    const ask = async (method: string, path: string, headers: Fields = token) => {
      const { status, headers: fields, text } = await raw(method, path, headers);
      return [status, fields["x-cache"], fields["content-length"], text.length > 0];
    };
    const tariff = "/v1/accounts/p100001";
    assert.deepEqual(await ask("HEAD", tariff), [200, "MISS", "0", false]);
    assert.deepEqual(await ask("GET", tariff), [200, "HIT", "0", false]);
    assert.deepEqual((await ask("GET", tariff, { ...token, "cache-control": "no-cache" }))[3], true);
    const [, , length] = await ask("GET", "/v1/databasetypes");
    assert.deepEqual(await ask("HEAD", "/v1/databasetypes"), [200, "HIT", length, false]);
    assert.deepEqual(await ask("OPTIONS", "/v1/software", {}), [200, "MISS", "0", false]);
    assert.deepEqual(await ask("GET", "/v1/software"), [200, "HIT", "0", false]);
    assert.deepEqual((await ask("HEAD", "/v1/accounts/p999999"))[1], "PASS");
    assert.deepEqual((await ask("HEAD", "/v1/accounts/p100002", {}))[0], 403);
  });

  it("OPTIONS needs no token, is counted, and is answered with 200 and fields for browsers", async () => {
    await withSandbox({ rateLimit: { limit: 3, windowMs: 60_000 } }, async ({ url }) => {
      const api = new Api(url);
      for (const remaining of ["2", "1", "0"]) {
        const { status, headers, text } = await api.send("OPTIONS", "/v1/webhooks", { headers: { authorization: "Basic x" } });
        assert.deepEqual([status, headers.get("x-ratelimit-remaining")], [200, remaining]);
        const allow = remaining === "0" ? "GET, POST, PUT, DELETE, PATCH, OPTIONS" : "GET, POST";
        assert.deepEqual([headers.get("allow"), headers.get("access-control-allow-methods")], [allow, allow]);
        assert.equal(text, remaining === "0" ? '{"msg":"rate limit exceeded"}' : "");
      }
      const { status, headers } = await api.send("GET", "/v1/webhooks", { headers: { authorization: "Basic x" } });
      assert.deepEqual([status, headers.get("content-type")], [429, "application/json"]);
    });
  });

  it("a second space belongs to the token, which is then unknown, and does not change the caller's window", async () => {
    await withSandbox({ rateLimit: { limit: 10, windowMs: 60_000 } }, async ({ url }, { token }) => {
      const send = async (authorization: string, more: Fields = {}) => {
        const answer = await new Api(url).send("GET", "/v1/webhooks", { headers: { authorization, ...more } });
        return [answer.status, answer.headers.get("x-ratelimit-remaining")];
      };
      assert.deepEqual(await send(`Bearer ${token!}`), [200, "9"]);
      assert.deepEqual(await send(`Bearer  ${token!}`), [503, "8"]);
      assert.deepEqual(await send(`Bearer\t${token!}`), [503, "9"]);
      assert.deepEqual(await send("Bearer", { cookie: `ACCESSTOKEN="${token!}"` }), [200, "9"]);
      assert.deepEqual(await send("Bearer", { cookie: "ACCESSTOKEN=", "x-jwt": token! }), [503, "8"]);
    });
  });

  it("header fields may have 1 MiB", async () => {
    const token = await authorized();
    const send = async (length: number) => (await raw("GET", "/v1/webhooks", { ...token, "x-long": "x".repeat(length) })).status;
    assert.deepEqual([await send(20_000), await send(1_040_000), await send(1_060_000)], [200, 200, 431]);
    assert.equal((await raw("GET", `/v1/webhooks?${"q".repeat(20_000)}`, token)).status, 200);
  });

  it("a 301 of the backend is cached, and its Location says https if a reading or a proxy says so", async () => {
    for (const [redirectScheme, proxied, scheme] of [
      ["http", undefined, "http"],
      ["https", undefined, "https"],
      ["https", "http", "http"],
      ["http", "https", "https"],
      ["http", "ftp", "http"],
    ] as const)
      await withSandbox({ readings: { redirectScheme } }, async ({ url }, api) => {
        for (const expected of ["MISS", "HIT"]) {
          const headers = { ...cached, ...(proxied === undefined ? {} : { "x-forwarded-proto": proxied }) };
          const answer = await api.send("GET", contactPerson, { headers });
          const shown = [answer.status, answer.headers.get("x-cache"), answer.headers.get("location")];
          const to = `${url.replace("http", scheme)}/v1/customers/${customerNumber}/contractpartner`;
          assert.deepEqual(shown, [301, expected, to]);
        }
      });
  });

  it("a wrong method on a known route is authenticated, counted and forwarded", async () => {
    await withSandbox({ rateLimit: { limit: 10, windowMs: 60_000 } }, async ({ url }, api) => {
      assert.equal((await new Api(url).send("DELETE", "/v1/webhooks")).status, 403);
      const answer = await api.send("DELETE", "/v1/webhooks");
      assert.deepEqual([answer.status, answer.headers.get("x-ratelimit-remaining")], [405, "9"]);
      assert.equal(answer.headers.get("x-cache"), "PURGED");
    });
  });

  it("the cache has no expiry, and answers every token with the same", async () => {
    const api = await Api.login(sandbox().url);
    const shown = async (caller: Api) => {
      const answer = await caller.send("GET", "/v1/customer", { headers: cached });
      return [answer.headers.get("x-cache"), (answer.json as { customerNumber: number }).customerNumber];
    };
    const [first, own] = await shown(api);
    assert.equal(first, "MISS");
    sandbox().control.advance(30 * 86_400_000);
    const [again, other] = [await Api.login(sandbox().url), await Api.login(sandbox().url, "agency", "agency-password")];
    assert.deepEqual(
      [await shown(again), await shown(other)],
      [
        ["HIT", own],
        ["HIT", own],
      ],
    );
  });
});
