import assert from "node:assert/strict";
import { startSandbox, type Sandbox, type SandboxOptions } from "../../sandbox/index.js";
import { AbortError, createClient, type Client, type ClientOptions } from "../../sdk/index.js";
import { windowLength } from "../../sdk/http/rate-window.js";
import { FakeClock } from "../support/clock.js";

const body = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://agency.example/hook" } as const;

describe("onSend", () => {
  let sandbox: Sandbox;
  let client: Client;
  let clock: FakeClock;
  let sent: number[];
  const onSend = () => void sent.push(clock.now());

  const start = async (sandboxOptions: SandboxOptions = {}, options: Partial<ClientOptions> = {}) => {
    clock = new FakeClock();
    sent = [];
    sandbox = await startSandbox({ clock, ...sandboxOptions });
    client = createClient({
      baseUrl: sandbox.url,
      credentials: { username: "reseller", password: "sandbox-password" },
      clock,
      ...options,
    });
  };
  afterEach(async () => {
    await client.close();
    await sandbox.close();
  });

  const arrived = (operation: string) => sandbox.control.journal.requests({ operation });

  it("is called after the login, once per request", async () => {
    await start();
    let logins = 0;
    await client.webhooks.create({ body }, { onSend: () => void (logins = arrived("authenticate").length) });
    assert.equal(logins, 1);
    await client.webhooks.create({ body }, { onSend });
    assert.equal(sent.length, 1);
  });

  it("is called after the wait for the rate window", async () => {
    await start({ rateLimit: { limit: 3, windowMs: windowLength } });
    const begin = clock.now();
    for (let count = 0; count < 2; count++) await client.webhooks.create({ body });
    const created = client.webhooks.create({ body }, { onSend });
    await clock.sleeper((milliseconds) => milliseconds === windowLength);
    assert.deepEqual(sent, []);
    await clock.advance(windowLength);
    await created;
    assert.deepEqual(sent, [begin + windowLength]);
  });

  it("is called again for each retry", async () => {
    await start();
    const { uid = "" } = await client.webhooks.create({ body });
    sandbox.control.faults.add({ operation: "updateWebhook", times: 2, effect: { kind: "reset-after" } });
    const updated = client.webhooks.update({ webhookIdentifier: uid, body }, { onSend });
    await clock.drive(updated, (milliseconds) => milliseconds <= 20_000);
    assert.equal(sent.length, 3);
    assert.equal(arrived("updateWebhook").length, 3);
  });

  it("says whether an earlier sending may have taken effect", async () => {
    await start();
    const { uid = "" } = await client.webhooks.create({ body });
    const limited = { kind: "status", status: 429, headers: { "Retry-After": "5" } } as const;
    sandbox.control.faults.add({ operation: "updateWebhook", effect: limited });
    sandbox.control.faults.add({ operation: "updateWebhook", occurrence: 2, effect: { kind: "reset-after" } });
    const told: boolean[] = [];
    const onEach = (mayHaveActed: boolean) => void told.push(mayHaveActed);
    const updated = client.webhooks.update({ webhookIdentifier: uid, body }, { onSend: onEach });
    await clock.drive(updated, (milliseconds) => milliseconds <= 20_000);
    assert.deepEqual(told, [false, false, true]);
  });

  it("prevents the request if it throws, and the call fails with its error", async () => {
    await start();
    const failure = new Error("the disk is full");
    const create = client.webhooks.create(
      { body },
      {
        onSend: () => {
          throw failure;
        },
      },
    );
    await assert.rejects(create, (error) => error === failure);
    assert.deepEqual(arrived("createWebhook"), []);
  });

  it("is awaited, and prevents the request if it rejects", async () => {
    await start();
    const failure = new Error("the disk is full");
    const late = async () => {
      await new Promise(setImmediate);
      throw failure;
    };
    await assert.rejects(client.webhooks.create({ body }, { onSend: late }), (error) => error === failure);
    await assert.rejects(client.with({ onSend: late }).webhooks.create({ body }), (error) => error === failure);
    assert.deepEqual(arrived("createWebhook"), []);
    let noted = false;
    const note = async () => {
      await new Promise(setImmediate);
      assert.deepEqual(arrived("createWebhook"), []);
      noted = true;
    };
    await client.webhooks.create({ body }, { onSend: note });
    assert.ok(noted);
    assert.equal(arrived("createWebhook").length, 1);
  });

  it("can abort the call with its signal", async () => {
    await start();
    for (const onSend of [
      (controller: AbortController) => controller.abort(),
      (controller: AbortController) => {
        setImmediate(() => controller.abort());
        return new Promise(() => undefined);
      },
    ]) {
      const controller = new AbortController();
      const call = client.webhooks.create({ body }, { signal: controller.signal, onSend: () => onSend(controller) });
      await assert.rejects(call, (error) => {
        assert.ok(error instanceof AbortError);
        assert.equal(error.effect, "none");
        assert.match(error.message, /was ended by the caller's signal\.$/);
        return true;
      });
    }
    assert.deepEqual(arrived("createWebhook"), []);
  });

  it("is not called for a call that was aborted before", async () => {
    await start();
    const controller = new AbortController();
    controller.abort();
    await assert.rejects(client.webhooks.create({ body }, { onSend, signal: controller.signal }));
    assert.deepEqual(sent, []);
  });

  it("of a derived client is called for all unsafe calls, and not for the original client's", async () => {
    await start();
    const derived = client.with({ onSend });
    await derived.webhooks.list();
    await derived.domains.list.each({ accountIdentifier: "p100001" })[Symbol.asyncIterator]().next();
    assert.deepEqual(sent, []);
    await derived.webhooks.create({ body });
    assert.equal(sent.length, 1);
    await client.webhooks.create({ body });
    assert.equal(sent.length, 1);
  });

  it("of a derived client shares token, window and closing with the original", async () => {
    await start({ rateLimit: { limit: 3, windowMs: windowLength } }, { maxRateLimitWait: 0 });
    const derived = client.with({ onSend });
    await client.webhooks.create({ body });
    await derived.webhooks.create({ body });
    assert.equal(arrived("authenticate").length, 1);
    await assert.rejects(derived.webhooks.create({ body }), /rate limit is used up/);
    assert.equal(arrived("createWebhook").length, 2);
    await derived.close();
    await assert.rejects(client.webhooks.list(), /closed/);
  });

  it("is called before that of a further derived client, or of a call, which cannot remove it", async () => {
    await start();
    let others = 0;
    const other = { onSend: () => void others++ };
    await client.with({ onSend }).with(other).webhooks.create({ body });
    await client.with({ onSend }).webhooks.create({ body }, other);
    assert.deepEqual([sent.length, others], [2, 2]);
    const guard = { onSend: () => Promise.reject(new Error("refused")) };
    await assert.rejects(client.with(guard).webhooks.create({ body }, other), /refused/);
    assert.deepEqual([arrived("createWebhook").length, others], [2, 2]);
  });

  it("stays if a further derived client, or a call, passes `undefined`", async () => {
    await start();
    const nothing = { onSend: undefined };
    await client.with({ onSend }).with(nothing).webhooks.create({ body });
    await client.with({ onSend }).webhooks.create({ body }, nothing);
    assert.equal(sent.length, 2);
  });
});
