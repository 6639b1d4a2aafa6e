import assert from "node:assert/strict";
import { Api, useSandbox, withSandbox } from "../support/sandbox.js";

const minute = 60_000;

describe("the sandbox's gateway", () => {
  const sandbox = useSandbox({ rateLimit: false });

  const authenticate = async (body: unknown) => {
    const answer = await new Api(sandbox().url).send("POST", "/v1/authenticate", { body });
    return [answer.status, answer.json];
  };
  const [wrong, internal] = [[403, { msg: "invalid credentials" }] as const, [500, { msg: "internal server error" }] as const];
  for (const [title, body, expected] of [
    ["with a wrong password", { username: "reseller", password: "wrong" }, wrong],
    ["that is incomplete", { username: "reseller" }, wrong],
    ["of null", "null", wrong],
    ["with a number", { username: 1, password: "x" }, internal],
    ...["{", "", "not json", "[]"].map((text) => [`of ${JSON.stringify(text)}`, text, internal] as const),
  ] as const)
    it(`answers ${expected[0]} to a login ${title}`, async () => assert.deepEqual(await authenticate(body), expected));

  for (const authorization of ["Bearer unknown", "bearer TOKEN", "Basic cmVzZWxsZXI6c2FuZGJveA==", "TOKEN"])
    it(`answers 503 to the header ${authorization.split(" ")[0]} with a wrong token`, async () => {
      const { token } = await Api.login(sandbox().url);
      const headers = { authorization: authorization.replace("TOKEN", token!) };
      const answer = await new Api(sandbox().url).send("GET", "/v1/webhooks", { headers });
      assert.deepEqual([answer.status, answer.json], [503, internal[1]]);
    });

  it("accepts the token in the other places where the gateway looks", async () => {
    const { token = "" } = await Api.login(sandbox().url);
    const anonymous = new Api(sandbox().url);
    const cookies = [`a=b; ACCESSTOKEN=${token}`, `access_token=${token}`].map((cookie) => ({ cookie }));
    for (const headers of [...cookies, { "x-jwt": token }, { "x-access-token": token }])
      assert.equal((await anonymous.send("GET", "/v1/webhooks", { headers })).status, 200);
    assert.equal((await anonymous.send("GET", `/v1/webhooks?access_token=${encodeURIComponent(token)}`)).status, 200);
  });

  it("rewrites JSON: sorted names, escaped markup, the unusual content type", async () => {
    const api = await Api.login(sandbox().url);
    const answer = await api.send("POST", "/v1/authentication/tokens", { body: { description: "<a> & b" } });
    assert.equal(answer.headers.get("content-type"), "application/json;charset=utf8");
    assert.match(answer.text, /^\{"crdate":.*,"description":"\\u003ca\\u003e \\u0026 b","token":.*,"uuid":/);
  });

  describe("sessions", () => {
    it("creates a token of 56 characters that lives a day by the sandbox's clock", async () => {
      const before = sandbox().control.now();
      const login = { username: "reseller", password: "sandbox-password" };
      const answer = await new Api(sandbox().url).send("POST", "/v1/authenticate", { body: login });
      const { token, expires } = answer.json as { token: string; expires: string };
      assert.match(token, /^[A-Z2-7]{52}====$/);
      assert.match(expires, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      assert.ok(Math.abs(Date.parse(expires) - before - 86_400_000) < minute);
      const api = new Api(sandbox().url, token);
      sandbox().control.advance(86_000_000);
      assert.equal((await api.send("GET", "/v1/webhooks")).status, 200);
      sandbox().control.advance(500_000);
      assert.equal((await api.send("GET", "/v1/webhooks")).status, 503);
    });

    it("requires the code of an authenticator with 202", async () => {
      const api = new Api(sandbox().url);
      const login = { username: "totp", password: "sandbox-password" };
      const asked = await api.expect<{ name: string; deviceId: string }>(202, "authenticate", { body: login });
      assert.equal(asked.name, "TOTP");
      await api.expect(403, "authenticate", { body: { ...login, multiFactorCode: "000000", deviceId: asked.deviceId } });
      await api.expect(200, "authenticate", { body: { ...login, multiFactorCode: "123456", deviceId: asked.deviceId } });
      await api.expect(200, "authenticate", { body: { ...login, deviceId: asked.deviceId } });
    });

    it("mails a pin for an unknown device", async () => {
      const api = new Api(sandbox().url);
      const login = { username: "device", password: "sandbox-password" };
      const { name, deviceId } = await api.expect<{ name: string; deviceId: string }>(202, "authenticate", { body: login });
      assert.equal(name, "DeviceCookie");
      const pin = /pin is (\d{6})/.exec(sandbox().control.outbox().at(-1)!.text)![1]!;
      await api.expect(403, "authenticate", { body: { ...login, deviceId, multiFactorCode: pin === "000000" ? "1" : "000000" } });
      await api.expect(200, "authenticate", { body: { ...login, deviceId, multiFactorCode: pin } });
      await api.expect(200, "authenticate", { body: { ...login, deviceId } });
      await api.expect(202, "authenticate", { body: { ...login, deviceId: "another" } });
    });
  });
});

describe("the sandbox's rate window", () => {
  it("answers one request fewer than its size, and restarts one window after the first request", async () => {
    await withSandbox({ rateLimit: { limit: 4, windowMs: 15 * minute } }, async (sandbox, api) => {
      const remaining: (string | null)[] = [];
      const statuses: number[] = [];
      for (let count = 0; count < 5; count += 1) {
        const answer = await api.send("GET", "/v1/webhooks");
        assert.equal(answer.headers.get("x-ratelimit"), "4");
        assert.equal(answer.headers.get("retry-after"), null);
        remaining.push(answer.headers.get("x-ratelimit-remaining"));
        statuses.push(answer.status);
        sandbox.control.advance(minute);
      }
      assert.deepEqual(statuses, [200, 200, 200, 429, 429]);
      assert.deepEqual(remaining, ["3", "2", "1", "0", "0"]);
      assert.deepEqual((await api.send("GET", "/v1/webhooks")).json, { msg: "rate limit exceeded" });
      sandbox.control.advance(9 * minute);
      assert.equal((await api.send("GET", "/v1/webhooks")).status, 429);
      sandbox.control.advance(minute);
      assert.equal((await api.send("GET", "/v1/webhooks")).status, 200);
    });
  });

  it("counts per Authorization header, including unauthenticated requests, and never the login", async () => {
    await withSandbox({ rateLimit: { limit: 2, windowMs: minute } }, async (sandbox, api) => {
      assert.equal((await api.send("GET", "/v1/webhooks")).status, 200);
      assert.equal((await api.send("GET", "/v1/webhooks")).status, 429);
      const anonymous = new Api(sandbox.url);
      assert.equal((await anonymous.send("GET", "/v1/webhooks")).status, 403);
      assert.equal((await anonymous.send("GET", "/v1/webhooks")).status, 429);
      for (let count = 0; count < 3; count += 1) {
        const again = await Api.login(sandbox.url);
        assert.equal((await again.send("GET", "/v1/webhooks")).status, 200);
      }
    });
  });
});

describe("the sandbox's cache", () => {
  const webhook = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://example.com/hook" };
  const cached = { "cache-control": "" };

  it("serves a stale list after a delete, until a write to the identical target with the identical Accept", async () => {
    await withSandbox({}, async (_, api) => {
      const list = async (headers: Record<string, string> = cached) => {
        const answer = await api.send("GET", "/v1/webhooks", { headers });
        return [answer.headers.get("x-cache"), ((answer.json as unknown[] | null) ?? []).length];
      };
      const created = await api.send("POST", "/v1/webhooks", { body: webhook });
      assert.equal(created.headers.get("x-cache"), "PURGED");
      const { uid } = created.json as { uid: string };
      assert.deepEqual(await list(), ["MISS", 1]);
      assert.deepEqual(await list(), ["HIT", 1]);
      assert.equal((await api.send("DELETE", `/v1/webhooks/${uid}`)).status, 204);
      assert.deepEqual(await list(), ["HIT", 1]);
      assert.deepEqual(await list({ "cache-control": "no-cache" }), ["PASS", 0]);
      assert.deepEqual(await list({ "cache-control": "no-cache, no-store" }), ["HIT", 1]);
      assert.deepEqual(await list({ ...cached, accept: "application/json, */*" }), ["MISS", 0]);
      await api.send("POST", "/v1/webhooks", { body: webhook });
      assert.deepEqual(await list(), ["MISS", 1]);
      assert.deepEqual(await list({ ...cached, accept: "application/json, */*" }), ["HIT", 0]);
    });
  });

  it("serves an answer with the Date of its creation", async () => {
    await withSandbox({}, async ({ control }, api) => {
      const dateOf = async (headers: Record<string, string>) =>
        (await api.send("GET", "/v1/webhooks", { headers })).headers.get("date");
      const made = await dateOf(cached);
      control.advance(3_600_000);
      assert.equal(await dateOf(cached), made);
      assert.notEqual(await dateOf({ "cache-control": "no-cache" }), made);
    });
  });

  it("can be switched off", async () => {
    await withSandbox({ cache: false }, async (_, api) => {
      assert.equal((await api.send("GET", "/v1/webhooks", { headers: cached })).headers.get("x-cache"), null);
    });
  });
});
