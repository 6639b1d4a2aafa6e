import assert from "node:assert/strict";
import type { FaultEffect } from "../../sandbox/index.js";
import { useApi } from "../support/sandbox.js";

const webhook = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://example.com/hook" };

describe("the sandbox's faults", () => {
  const { control, sandbox, send, token } = useApi();
  const webhooks = (): number => control().store.webhooks.all().length;
  const create = () => send("POST", "/v1/webhooks", { body: webhook });
  const onCreate = (effect: FaultEffect) => control().faults.add({ operation: "createWebhook", effect });
  const lastEntry = () => control().journal.requests({ operation: "createWebhook" }).at(-1)!;

  /** The code that caused a failed fetch. */
  async function failure(work: Promise<unknown>): Promise<string> {
    const error = await work.then(
      () => assert.fail("the request must fail"),
      (reason: unknown) => reason as Error & { cause?: { code?: string } },
    );
    return error.cause?.code ?? error.name;
  }

  it("delay: the request is handled late, however many there are", async () => {
    onCreate({ kind: "delay", ms: 30 });
    assert.equal((await create()).status, 200);
    assert.deepEqual(lastEntry().faults, ["delay"]);
    control().faults.add({ occurrence: "always", effect: { kind: "delay", ms: 5 } });
    const statuses = await Promise.all(Array.from({ length: 15 }, async () => (await create()).status));
    assert.deepEqual(new Set(statuses), new Set([200]));
  });

  /** Sends the request that creates a webhook until `abort`. */
  const fetched = (abort: AbortController) =>
    fetch(`${sandbox().url}/v1/webhooks`, {
      method: "POST",
      headers: { authorization: `Bearer ${token()}`, "content-type": "application/json" },
      body: JSON.stringify(webhook),
      signal: abort.signal,
    });

  for (const [kind, count] of [
    ["reset-before", 0],
    ["reset-after", 1],
    ["truncate", 1],
  ] as const)
    it(`${kind}: no whole answer, ${count === 0 ? "no effect" : "but the effect"}`, async () => {
      onCreate({ kind });
      assert.match(await failure(create()), /ECONNRESET|UND_ERR_SOCKET/);
      assert.equal(webhooks(), count);
      if (kind !== "truncate") assert.deepEqual([lastEntry().status, lastEntry().effect], [undefined, count === 1]);
    });

  for (const [kind, count] of [
    ["timeout-before", 0],
    ["timeout-after", 1],
  ] as const)
    it(`${kind}: never an answer, ${count === 0 ? "no effect" : "but the effect"}`, async () => {
      onCreate({ kind });
      const abort = new AbortController();
      const request = fetched(abort);
      while (control().journal.requests({ operation: "createWebhook" }).length === 0) await new Promise(setImmediate);
      abort.abort();
      assert.equal(await failure(request), "AbortError");
      assert.equal(webhooks(), count);
    });

  it("stall: half of the answer, and then nothing", async () => {
    onCreate({ kind: "stall" });
    const abort = new AbortController();
    const response = await fetched(abort);
    const reader = response.body!.getReader();
    const { value } = (await reader.read()) as { readonly value?: Uint8Array };
    assert.ok(value!.length > 0 && value!.length < Number(response.headers.get("content-length")));
    const next = reader.read();
    abort.abort();
    assert.equal(await failure(next), "AbortError");
  });

  it("malformed: not JSON, although its content type says so", async () => {
    onCreate({ kind: "malformed" });
    const response = await fetched(new AbortController());
    assert.equal(response.status, 200);
    assert.match(response.headers.get("content-type")!, /json/);
    const text = await response.text();
    assert.throws(() => JSON.parse(text) as unknown);
    assert.equal(webhooks(), 1);
  });

  it("wrong-shape: a list for an object, an object for a list", async () => {
    onCreate({ kind: "wrong-shape" });
    assert.ok(Array.isArray((await create()).json));
    control().faults.add({ operation: "listWebhooks", effect: { kind: "wrong-shape" } });
    const { json } = await send("GET", "/v1/webhooks");
    assert.deepEqual(Object.keys(json as object), ["items"]);
  });

  it("status: before the effect by default, with body and headers", async () => {
    onCreate({ kind: "status", status: 429, body: { msg: "rate limit exceeded" }, headers: { "Retry-After": "7" } });
    const before = await create();
    assert.deepEqual([before.status, before.json, before.headers.get("retry-after")], [429, { msg: "rate limit exceeded" }, "7"]);
    assert.equal(webhooks(), 0);
    onCreate({ kind: "status", status: 500, when: "after" });
    const after = await create();
    assert.deepEqual([after.status, after.text], [500, ""]);
    assert.equal(webhooks(), 1);
    onCreate({ kind: "status", status: 502, body: "Bad gateway" });
    assert.equal((await create()).text, "Bad gateway");
  });

  it("body: the documented status with another body", async () => {
    onCreate({ kind: "body", body: { uid: null } });
    const answer = await create();
    assert.deepEqual([answer.status, answer.json], [200, { uid: null }]);
  });

  it("redirect: to another address, without effect", async () => {
    onCreate({ kind: "redirect", location: "http://127.0.0.1:1/elsewhere" });
    const answer = await create();
    assert.deepEqual([answer.status, answer.headers.get("location")], [302, "http://127.0.0.1:1/elsewhere"]);
    onCreate({ kind: "redirect", location: "/x", status: 307 });
    assert.equal((await create()).status, 307);
    assert.equal(webhooks(), 0);
  });

  it("hidden: 403 and missing in lists for a number of reads", async () => {
    onCreate({ kind: "hidden", reads: 3 });
    const { uid } = (await create()).json as { uid: string };
    assert.equal((await send("GET", `/v1/webhooks/${uid}`)).status, 403);
    assert.deepEqual((await send("GET", "/v1/webhooks")).json, []);
    await send("GET", "/v1/gdpr/contacts");
    assert.equal((await send("GET", `/v1/webhooks/${uid}`)).status, 403);
    assert.equal((await send("GET", `/v1/webhooks/${uid}`)).status, 200);
    assert.equal(((await send("GET", "/v1/webhooks")).json as unknown[]).length, 1);
  });

  it("hidden: an existing object cannot be created again", async () => {
    control().faults.add({ operation: "registerDomain", effect: { kind: "hidden", reads: 2 } });
    const body = { sld: "neu", tld: "de" };
    assert.equal((await send("POST", "/v1/accounts/p100001/domains", { body })).status, 201);
    assert.equal((await send("POST", "/v1/accounts/p100001/domains", { body })).status, 400);
    for (const expected of [2, 2, 3]) {
      const { json } = await send("GET", "/v1/accounts/p100001/domains");
      assert.equal((json as unknown[]).length, expected);
    }
  });

  it("stale-list: the contents from before the latest change, whatever the cache is told", async () => {
    const { uid } = (await create()).json as { uid: string };
    const list = async () => ((await send("GET", "/v1/webhooks")).json as unknown[]).length;
    control().faults.add({ operation: "listWebhooks", effect: { kind: "stale-list" } });
    assert.deepEqual([await list(), await list()], [0, 1]);
    await send("DELETE", `/v1/webhooks/${uid}`);
    control().faults.add({ operation: "listWebhooks", times: 2, effect: { kind: "stale-list" } });
    assert.deepEqual([await list(), await list(), await list()], [1, 1, 0]);
  });

  describe("hold", () => {
    const arrival = async () => {
      while (control().faults.held().length === 0) await new Promise((resolve) => setImmediate(resolve));
    };

    for (const when of ["before", "after"] as const) {
      const effect = when === "after" ? 1 : 0;

      it(`${when} the effect: the request waits until it is released, and continues`, async () => {
        const fault = onCreate({ kind: "hold", when });
        const answer = create();
        await arrival();
        const { faults } = control();
        assert.deepEqual([webhooks(), faults.held()], [effect, [{ fault, when }]]);
        assert.equal(faults.release(), 1);
        assert.equal((await answer).status, 200);
        assert.deepEqual([webhooks(), faults.held(), faults.release()], [1, [], 0]);
      });

      it(`${when} the effect: a dropped request has no answer${effect === 0 ? ", and no effect" : ""}`, async () => {
        onCreate({ kind: "hold", when });
        const failed = failure(create());
        await arrival();
        control().faults.release("drop");
        assert.match(await failed, /ECONNRESET|UND_ERR_SOCKET/);
        assert.equal(webhooks(), effect);
        assert.deepEqual([lastEntry().status, lastEntry().effect], [undefined, effect === 1]);
      });
    }

    it("ends when the faults are cleared", async () => {
      onCreate({ kind: "hold" });
      const answer = create();
      await arrival();
      control().faults.clear();
      assert.equal((await answer).status, 200);
    });
  });

  it("delete-all-subdomains: deletes more than was named", async () => {
    control().faults.add({ operation: "deleteSubdomain", effect: { kind: "delete-all-subdomains" } });
    const path = "/v1/accounts/p100001/domains/sommer-gartenbau.de/subdomains";
    assert.equal((await send("DELETE", path, { body: [{ name: "blog" }] })).status, 200);
    assert.deepEqual((await send("GET", path)).json, []);
  });

  it("applies to the given occurrence of an operation or path, as often as given", async () => {
    const { faults } = control();
    faults.add({ operation: "createWebhook", occurrence: 2, times: 2, effect: { kind: "status", status: 500 } });
    const statuses: number[] = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await create()).status);
    assert.deepEqual(statuses, [200, 500, 500, 200]);
    faults.clear();
    faults.add({ path: "/v1/gdpr", occurrence: "always", effect: { kind: "status", status: 503 } });
    assert.equal((await create()).status, 200);
    assert.equal((await send("GET", "/v1/gdpr/toms")).status, 503);
    assert.equal((await send("GET", "/v1/gdpr/pdfs")).status, 503);
    assert.equal(faults.list()[0]!.seen, 2);
  });

  it("applies only to requests with the text in their body", async () => {
    control().faults.add({ operation: "createWebhook", body: "/other", effect: { kind: "status", status: 500 } });
    assert.equal((await create()).status, 200);
    const other = { ...webhook, url: "https://example.com/other" };
    assert.equal((await send("POST", "/v1/webhooks", { body: other })).status, 500);
    assert.equal((await send("POST", "/v1/webhooks", { body: other })).status, 200);
  });

  it("refuses an invalid fault, with the place", () => {
    const { faults } = control();
    assert.throws(() => faults.add({ effect: { kind: "explode" } } as never), /Not a fault: .*effect/s);
    assert.throws(
      () => faults.add({ operation: "createWebhok", effect: { kind: "stall" } }),
      /Not a fault: operation: unknown operation\. Did you mean createWebhook, /,
    );
    assert.throws(() => faults.add({ operation: "*", occurrence: 0, effect: { kind: "stall" } }), /occurrence/);
  });
});
