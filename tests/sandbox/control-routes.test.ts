import assert from "node:assert/strict";
import { controlRoutes } from "../../sandbox/control/control-routes.js";
import { Api, useSandbox, withSandbox } from "../support/sandbox.js";

const webhook = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://example.com/hook" };

describe("the sandbox's control routes", () => {
  const sandbox = useSandbox({ rateLimit: { limit: 100, windowMs: 60_000 } });
  const control = () => new Api(`${sandbox().url}/_sandbox`);
  const say = async (method: string, path: string, body?: unknown) => {
    const { status, json, text } = await control().send(method, path, body === undefined ? {} : { body });
    return [status, (json as { message?: string } | undefined)?.message ?? text] as const;
  };

  it("are listed with an example at /_sandbox", async () => {
    for (const path of ["", "/", "?x"]) {
      const { status, json, text } = await control().send("GET", path);
      const routes = json as { route: string; does: string; curl: string }[];
      assert.deepEqual([status, routes.length], [200, controlRoutes.length]);
      const { curl } = routes.find(({ route }) => route === "POST /_sandbox/clock")!;
      const header = "-H 'Content-Type: application/json'";
      assert.equal(curl, `curl -X POST ${sandbox().url}/_sandbox/clock ${header} -d '{"advance": 3600000}'`);
      assert.ok(text.split("\n").length > 3 * controlRoutes.length, "readable without tools");
    }
    assert.equal((await fetch(`${sandbox().url}/_sandboxes`)).status, 404);
  });

  it("are named where one does not exist", async () => {
    const [status, messages] = await say("GET", "/nothing");
    assert.equal(status, 404);
    assert.match(
      messages,
      /no control route GET \/_sandbox\/nothing\. It has GET \/_sandbox\/settings, .*GET \/_sandbox explains them\./,
    );
    const wrong = await control().send("PUT", "/clock");
    assert.deepEqual([wrong.status, wrong.headers.get("allow")], [405, "GET, POST"]);
    assert.match(wrong.text, /It has GET \/_sandbox\/clock, POST \/_sandbox\/clock\./);
    assert.deepEqual(await say("DELETE", "/faults/fault-9"), [404, "There is no fault fault-9."]);
    assert.equal((await say("DELETE", "/objects/webhooks/9"))[0], 404);
  });

  describe("settings", () => {
    it("change readings, rate limit, token lifetime and cache while it runs, until a reset", async () => {
      const before = sandbox().control.settings();
      const api = await Api.login(sandbox().url);
      const shown = async () => {
        const { text, headers } = await api.send("GET", "/v1/gdpr/pdfs", { headers: { "cache-control": "" } });
        return [text, headers.get("x-ratelimit"), headers.get("x-cache")];
      };
      assert.deepEqual(await shown(), ["null", "100", "MISS"]);
      const change = { readings: { emptyLists: "array" }, rateLimit: false, tokenLifetime: 5, cache: false };
      assert.equal((await control().send("PATCH", "/settings", { body: change })).status, 204);
      assert.deepEqual(await shown(), ["[]", null, null]);
      const short = await Api.login(sandbox().url);
      sandbox().control.advance(6_000);
      assert.equal((await short.send("GET", "/v1/webhooks")).status, 503);
      assert.equal((await api.send("GET", "/v1/webhooks")).status, 200, "keeps the lifetime that it has");
      const after = (await control().send("GET", "/settings")).json;
      assert.deepEqual(after, { ...before, ...change, readings: { ...before.readings, emptyLists: "array" } });
      sandbox().control.reset();
      assert.deepEqual((await control().send("GET", "/settings")).json, before);
    });

    it("change delays and how long new objects stay invisible", async () => {
      const { control, url } = sandbox();
      const api = await Api.login(url);
      control.configure({ visibleAfter: { reads: 1 }, accountDelay: 1000, registrationDelay: 0 });
      const { uid: webhookIdentifier } = await api.expect<{ uid: string }>(200, "createWebhook", { body: webhook });
      await api.expect(403, "getWebhook", { parameters: { webhookIdentifier } });
      await api.expect(200, "getWebhook", { parameters: { webhookIdentifier } });
      control.configure({ visibleAfter: { ms: 60_000 } });
      await api.expect(200, "createWebhook", { body: webhook });
      assert.equal((await api.expect<object[]>(200, "listWebhooks")).length, 1);
      control.advance(60_000);
      assert.equal((await api.expect<object[]>(200, "listWebhooks")).length, 2);
      control.configure({ visibleAfter: false });
      const other = await api.expect<{ uid: string }>(200, "createWebhook", { body: webhook });
      await api.expect(200, "getWebhook", { parameters: { webhookIdentifier: other.uid } });
    });

    it("are refused where they are wrong, and then nothing changes", async () => {
      const before = sandbox().control.settings();
      for (const [body, messages] of [
        [{ cash: true }, /^body\.cash: unknown option\. Did you mean cache\?$/],
        [{ readings: { emptyList: "array" } }, /^body\.readings\.emptyList: unknown option\. Did you mean emptyLists\?$/],
        [{ cache: false, readings: { emptyLists: "x" } }, /^body\.readings\.emptyLists: must be one of "mixed", "array", "null"/],
        [{ rateLimit: { limit: 0, windowMs: 1 } }, /^body\.rateLimit\.limit: must be at least 1$/],
        [{ seed: "empty" }, /^body\.seed: unknown option/],
        [[], /^body: must be an object$/],
      ] as const) {
        const [status, message] = await say("PATCH", "/settings", body);
        assert.equal(status, 400);
        assert.match(message, messages);
      }
      assert.match((await say("PATCH", "/settings"))[1], /^body: must be an object$/);
      assert.throws(() => sandbox().control.configure({ cache: 1 as never }), /^Error: settings\.cache: must be true or false$/);
      assert.deepEqual(sandbox().control.settings(), before);
    });
  });

  describe("stubs", () => {
    const stub = async (fault: object): Promise<string> =>
      ((await control().send("POST", "/faults", { body: fault })).json as { id: string }).id;
    const ask = async (method: string, path: string) => {
      const { status, text, headers } = await new Api(sandbox().url).send(method, path);
      return [status, text, headers.get("x-stub")];
    };

    it("answer for a method and a path, without a login, any number of times", async () => {
      const effect = { kind: "status", status: 201, body: { stubbed: true }, headers: { "X-Stub": "1" } };
      const id = await stub({ method: "POST", path: "/v2/future", occurrence: "always", effect });
      for (let count = 0; count < 3; count++)
        assert.deepEqual(await ask("POST", "/v2/future/a?b"), [201, '{"stubbed":true}', "1"]);
      assert.equal((await ask("GET", "/v2/future/a"))[0], 404);
      assert.equal((await control().send("DELETE", `/faults/${id}`)).status, 204);
      assert.equal((await ask("POST", "/v2/future/a"))[0], 404);
    });

    it("answer an operation n times, then the API answers again", async () => {
      const effect = { kind: "status", status: 200, body: [] };
      await stub({ operation: "listWebhooks", times: 2, effect });
      assert.deepEqual(
        [await ask("GET", "/v1/webhooks"), await ask("GET", "/v1/webhooks"), await ask("GET", "/v1/webhooks")],
        [
          [200, "[]", null],
          [200, "[]", null],
          [403, '{"msg": "not authenticated"}', null],
        ],
      );
      for (const [wrong, place] of [
        [{ method: "get" }, "method"],
        [{ operation: "listWebhooks", method: "GET" }, "method"],
        [{ path: "v1/webhooks" }, "path"],
        [{ path: "/_sandbox/reset" }, "path"],
        [{ occurrence: "always", times: 2 }, "times"],
        [{ effect: { ...effect, headers: { "Content-Length": "3" } } }, "effect.headers"],
        [{ effect: { ...effect, headers: { "X-A": "a\nb" } } }, "effect.headers"],
      ] as const)
        assert.ok(
          (await say("POST", "/faults", { effect, ...wrong }))[1].startsWith(`Not a fault: ${place}`),
          JSON.stringify(wrong),
        );
    });
  });

  it("verify how many requests arrived, and otherwise say which did", async () => {
    await withSandbox({}, async ({ url }, api) => {
      const verify = async (query: string) => {
        const { status, json } = await new Api(url).send("GET", `/_sandbox/verify?${query}`);
        return [status, (json as { message?: string } | undefined)?.message ?? ""] as const;
      };
      for (const path of ["/a", "/b"])
        await api.send("POST", "/v1/webhooks", { body: { ...webhook, url: `https://example.com${path}` } });
      for (const [query, expected] of [
        ["operation=createWebhook", 204],
        ["operation=createWebhook&count=2", 204],
        ["operation=createWebhook&atLeast=1&atMost=2", 204],
        ["method=POST&path=/v1/webhooks&body=example.com/a&count=1", 204],
        ["operation=deleteWebhook&count=0", 204],
        ["", 204],
        ["operation=createWebhook&effect=true&count=1", 409],
        ["operation=createWebhook&atLeast=3", 409],
        ["operation=createWebhook&atMost=1", 409],
        ["operation=deleteWebhook", 409],
        ["count=one", 400],
        ["operation=createWebhok", 400],
        ["count=1&atMost=2", 400],
        ["operations=x", 400],
        ["method=post&count=0", 400],
        ["path=v1/webhooks&count=0", 400],
        ["operation=listWebhooks&operation=createWebhook&count=0", 400],
      ] as const)
        assert.equal((await verify(query))[0], expected, query);
      assert.equal(
        (await verify("operation=createWebhook&count=1"))[1],
        "Expected 1 request(s) with operation createWebhook, but there are 2. They are: 2 POST /v1/webhooks 200; 3 POST /v1/webhooks 200.",
      );
    });
  });
});
