import assert from "node:assert/strict";
import type { Emulation } from "../../sandbox/emulation.js";
import type { FaultEffect } from "../../sandbox/index.js";
import { createClientOver, type Client } from "../../sdk/client.js";
import { AnswerError, ConnectionError, TimeoutError, type HostingError } from "../../sdk/values/errors.js";
import { FakeClock } from "../support/clock.js";
import { emulation, transportTo } from "../support/emulation.js";

const body = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://agency.example/hook" } as const;

/** The rejection of the promise. */
const rejection = (promise: Promise<unknown>): Promise<HostingError> =>
  promise.then(
    () => assert.fail("nothing failed"),
    (error: unknown) => error as HostingError,
  );

describe("a sandbox in the process", () => {
  let clock: FakeClock;
  let sandbox: Emulation;
  let client: Client;

  beforeEach(() => {
    clock = new FakeClock();
    sandbox = emulation(clock, { seed: "default" });
    client = createClientOver(
      {
        baseUrl: "http://127.0.0.1:9",
        credentials: { username: "reseller", password: "sandbox-password" },
        retry: { attempts: 1 },
        clock,
      },
      transportTo(sandbox),
    );
  });

  afterEach(async () => {
    await client.close();
    await sandbox.close();
  });

  const set = (effect: FaultEffect, operation = "createWebhook") => sandbox.control.faults.add({ operation, effect });
  const webhooks = () => sandbox.control.store.webhooks.all();

  it("answers a client without a network", async () => {
    const { uid } = await client.webhooks.create({ body });
    assert.deepEqual(
      webhooks().map(({ id }) => id),
      [uid],
    );
    assert.equal((await client.webhooks.list())[0]?.url, body.url);
  });

  it("lets a delay pass by the caller's clock", async () => {
    set({ kind: "delay", ms: 40_000 });
    const start = clock.now();
    await clock.drive(client.webhooks.create({ body }), (milliseconds) => milliseconds === 40_000);
    assert.equal(clock.now() - start, 40_000);
  });

  it("processes what is due when the next request arrives, without a timer", async () => {
    await client.domains.register({ accountIdentifier: "p100001", body: { sld: "due", tld: "de" } });
    assert.deepEqual(clock.sleeping, []);
    await clock.advance(2_000);
    const listed = await client.domains.list({ accountIdentifier: "p100001" });
    assert.equal(listed.find(({ fullname }) => fullname === "due.de")?.registryStatus, "ok");
  });

  for (const [kind, count] of [
    ["reset-before", 0],
    ["reset-after", 1],
  ] as const)
    it(`breaks the connection: ${kind}`, async () => {
      set({ kind });
      const error = await rejection(client.webhooks.create({ body }));
      assert.ok(error instanceof ConnectionError, String(error));
      assert.equal(error.effect, "possible");
      assert.equal(webhooks().length, count);
    });

  for (const when of ["before", "after"] as const)
    it(`holds a request ${when} its effect, and drops it`, async () => {
      set({ kind: "hold", when });
      const ended = rejection(client.webhooks.create({ body }));
      while (sandbox.control.faults.held().length === 0) await clock.advance(0);
      sandbox.control.faults.release("drop");
      assert.ok((await ended) instanceof ConnectionError);
      assert.equal(webhooks().length, when === "before" ? 0 : 1);
    });

  for (const kind of ["timeout-after", "stall"] as const)
    it(`sends nothing until the client times out: ${kind}`, async () => {
      set({ kind });
      const ended = rejection(client.webhooks.create({ body }));
      while (webhooks().length === 0) await clock.advance(0);
      await clock.advance(60_000);
      const error = await ended;
      assert.ok(error instanceof TimeoutError, String(error));
      assert.deepEqual([error.phase, error.effect], ["request", "possible"]);
      assert.equal(webhooks().length, 1);
    });

  it("cuts an answer off", async () => {
    set({ kind: "truncate" });
    assert.ok((await rejection(client.webhooks.create({ body }))) instanceof AnswerError);
  });

  it("skips deliveries, because no target can be reached", async () => {
    await client.webhooks.create({ body: { ...body, url: "http://127.0.0.1:9/hook" } });
    await client.domains.register({ accountIdentifier: "p100001", body: { sld: "told", tld: "de" } });
    sandbox.control.advance(2_000);
    await sandbox.control.idle();
    assert.deepEqual(
      sandbox.control.deliveries().map(({ state }) => state),
      ["skipped"],
    );
  });
});
