import assert from "node:assert/strict";
import { request } from "node:http";
import { createClient } from "../../sdk/index.js";
import { Api, useSandbox, withSandbox } from "../support/sandbox.js";

/** Measurements of the published gateway: each fact is compared with the sandbox. */
describe("facts about the gateway", () => {
  const sandbox = useSandbox({ rateLimit: false });
  const cached = { "cache-control": "" };
  const customerNumber = 100001;
  const contactPerson = `/v1/customers/${customerNumber}/contactperson`;

  /** Sends a path as written; `fetch` would resolve its dots. */
  const raw = (method: string, path: string, headers: Readonly<Record<string, string>> = {}) =>
    new Promise<{ status: number; location: string | undefined }>((resolve, reject) => {
      const { hostname, port } = new URL(sandbox().url);
      const sent = request({ hostname, port, method, path, headers }, (response) => {
        response.resume().on("end", () => resolve({ status: response.statusCode!, location: response.headers.location }));
      });
      sent.on("error", reject).end();
    });

  for (const [method, path, to] of [
    ["GET", "/v1/webhooks/", "/v1/webhooks"],
    ["GET", "/v1//webhooks", "/v1/webhooks"],
    ["GET", "/v1/x/../webhooks", "/v1/webhooks"],
    ["GET", "/v1/./webhooks", "/v1/webhooks"],
    ["GET", "/V1/WebHooks?a=b", "/v1/webhooks?a=b"],
    ["GET", "/v1/Accounts/P100001/", "/v1/accounts/P100001"],
    ["POST", "/v1/carts/", "/v1/carts"],
    ["POST", "/v1/carts/A%20b/Actions/Checkout", "/v1/carts/A%20b/actions/checkout"],
  ] as const)
    it(`${method} ${path} is redirected to ${to}`, async () => {
      const { token } = await Api.login(sandbox().url);
      const answer = await raw(method, path, { authorization: `Bearer ${token!}` });
      assert.deepEqual(answer, { status: method === "GET" ? 301 : 307, location: to });
    });

  it("a path that is not a route in any spelling is 404, and %zz is 400", async () => {
    assert.equal((await raw("GET", "/v1/nothing/")).status, 404);
    assert.equal((await raw("GET", "/v1/webhooks/%zz")).status, 400);
  });

  it("answers of 400 and more are X-Cache: PASS, and are not cached", async () => {
    const api = await Api.login(sandbox().url);
    for (let count = 0; count < 2; count++) {
      const answer = await api.send("GET", "/v1/accounts/p999999", { headers: cached });
      assert.deepEqual([answer.status, answer.headers.get("x-cache")], [403, "PASS"]);
    }
  });

  it("a 301 of the backend is cached, and its Location says https", async () => {
    const api = await Api.login(sandbox().url);
    for (const expected of ["MISS", "HIT"]) {
      const answer = await api.send("GET", contactPerson, { headers: cached });
      const shown = [answer.status, answer.headers.get("x-cache"), answer.headers.get("location")];
      const to = `${sandbox().url.replace("http:", "https:")}/v1/customers/${customerNumber}/contractpartner`;
      assert.deepEqual(shown, [301, expected, to]);
    }
  });

  it("the client follows that redirect on its own host, whatever the scheme", async () => {
    const client = createClient({
      baseUrl: sandbox().url,
      credentials: { username: "reseller", password: "sandbox-password" },
    });
    const [person, partner] = [
      await client.customers.getContactPerson({ customerNumber }),
      await client.customers.getContractPartner({ customerNumber }),
    ];
    assert.deepEqual(person, partner);
    await client.close();
  });

  it("a wrong method on a known route is authenticated, counted and forwarded", async () => {
    await withSandbox({ rateLimit: { limit: 10, windowMs: 60_000 } }, async ({ url }, api) => {
      assert.equal((await new Api(url).send("DELETE", "/v1/webhooks")).status, 403);
      const answer = await api.send("DELETE", "/v1/webhooks");
      assert.deepEqual([answer.status, answer.headers.get("x-ratelimit-remaining")], [405, "9"]);
      assert.equal(answer.headers.get("x-cache"), "PURGED");
    });
  });

  it("an invalid customer number is authenticated, counted and forwarded", async () => {
    await withSandbox({ rateLimit: { limit: 10, windowMs: 60_000 } }, async ({ url }, api) => {
      assert.equal((await new Api(url).send("GET", "/v1/customers/abc")).status, 403);
      const answer = await api.send("GET", "/v1/customers/abc");
      assert.deepEqual(
        [answer.status, answer.headers.get("x-cache"), answer.headers.get("x-ratelimit-remaining")],
        [404, "PASS", "9"],
      );
    });
  });

  it("without a token the body has a space and its content type no charset", async () => {
    for (const headers of [{}, { authorization: "Bearer" }, { authorization: "Bearer " }]) {
      const answer = await new Api(sandbox().url).send("GET", "/v1/webhooks", { headers });
      assert.deepEqual(
        [answer.status, answer.headers.get("content-type"), answer.text],
        [403, "application/json", '{"msg": "not authenticated"}'],
      );
    }
  });

  it("a login of null is a wrong one, one with a number an internal error, and OPTIONS succeeds", async () => {
    const api = new Api(sandbox().url);
    const login = async (body: string) => {
      const answer = await api.send("POST", "/v1/authenticate", { body });
      return [answer.status, answer.json];
    };
    assert.deepEqual(await login("null"), [403, { msg: "invalid credentials" }]);
    assert.deepEqual(await login('{"username": 1, "password": "x"}'), [500, { msg: "internal server error" }]);
    assert.equal((await api.send("OPTIONS", "/v1/authenticate")).status, 200);
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
