import assert from "node:assert/strict";
import type { Emulation } from "../../sandbox/emulation.js";
import type { FaultEffect } from "../../sandbox/index.js";
import { createClientOver, type Client } from "../../sdk/client.js";
import { AnswerError, ConnectionError, type HostingError, TimeoutError } from "../../sdk/values/errors.js";
import { failureOf, webhook } from "../support/client.js";
import { FakeClock } from "../support/clock.js";
import { emulation, transportTo } from "../support/emulation.js";

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

  const set = (effect: FaultEffect) => sandbox.control.faults.add({ operation: "createWebhook", effect });
  const webhooks = () => sandbox.control.store.webhooks.all();

  it("processes what is due when the next request arrives, without a timer", async () => {
    await client.domains.register({ accountIdentifier: "p100001", body: { sld: "due", tld: "de" } });
    assert.deepEqual(clock.sleeping, []);
    await clock.advance(2_000);
    const listed = await client.domains.list({ accountIdentifier: "p100001" });
    assert.equal(listed.find(({ fullname }) => fullname === "due.de")?.registryStatus, "ok");
  });

  for (const [effect, kind, count] of [
    [{ kind: "reset-before" }, ConnectionError, 0],
    [{ kind: "reset-after" }, ConnectionError, 1],
    [{ kind: "truncate" }, AnswerError, 1],
    [{ kind: "timeout-after" }, TimeoutError, 1],
    [{ kind: "stall" }, TimeoutError, 1],
    [{ kind: "hold", when: "before" }, ConnectionError, 0],
    [{ kind: "hold", when: "after" }, ConnectionError, 1],
  ] as const)
    it(`fails a call as told: ${JSON.stringify(effect)}`, async () => {
      set(effect);
      const failed = failureOf<HostingError>(client.webhooks.create({ body: webhook }), kind);
      if (effect.kind === "hold") {
        while (sandbox.control.faults.held().length === 0) await clock.advance(0);
        sandbox.control.faults.release("drop");
      } else if (kind === TimeoutError) {
        while (webhooks().length === 0) await clock.advance(0);
        await clock.advance(60_000);
      }
      assert.equal((await failed).effect, "possible");
      assert.equal(webhooks().length, count);
    });

  it("skips deliveries, because no target can be reached", async () => {
    await client.webhooks.create({ body: { ...webhook, url: "http://127.0.0.1:9/hook" } });
    await client.domains.register({ accountIdentifier: "p100001", body: { sld: "told", tld: "de" } });
    sandbox.control.advance(2_000);
    await sandbox.control.idle();
    assert.deepEqual(
      sandbox.control.deliveries().map(({ state }) => state),
      ["skipped"],
    );
  });
});
