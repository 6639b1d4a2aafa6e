import assert from "node:assert/strict";
import fc from "fast-check";
import { startSandbox } from "../../sandbox/index.js";
import { createClient } from "../../sdk/index.js";
import { ProviderTime } from "../../sdk/http/provider-time.js";
import { FakeClock } from "../support/clock.js";

const hour = 3_600_000;

const answer = (headers: Readonly<Record<string, string>>) => ({ header: (name: string) => headers[name] });
const dated = (time: number, others: Readonly<Record<string, string>> = {}) =>
  answer({ date: new Date(time).toUTCString(), ...others });

describe("the provider's time", () => {
  it("is known to a second plus half the duration of the best answer", () => {
    const exchange = fc.record({
      pause: fc.nat({ max: 10 * 60_000 }),
      there: fc.nat({ max: 60_000 }),
      back: fc.nat({ max: 60_000 }),
    });
    fc.assert(
      fc.property(
        fc.integer({ min: -10 * 365 * 24 * hour, max: 10 * 365 * 24 * hour }),
        fc.array(exchange, { minLength: 1 }),
        (apart, exchanges) => {
          let now = Date.UTC(2026, 0, 1);
          const time = new ProviderTime({ now: () => now });
          let best = Infinity;
          for (const { pause, there, back } of exchanges) {
            const sent = (now += pause);
            const head = dated((now += there) + apart);
            time.observe(head, sent, (now += back));
            best = Math.min(best, (now - sent) / 2);
            assert.ok(Math.abs(time.now()! - (now + apart)) <= best + 500);
          }
        },
      ),
    );
  });

  it("is unknown without a Date, from a cached answer, or with an invalid one", () => {
    const clock = new FakeClock();
    const now = clock.now();
    const time = new ProviderTime(clock);
    for (const useless of [
      answer({}),
      answer({ date: "now" }),
      dated(0),
      dated(now, { "x-cache": "HIT" }),
      dated(now, { "x-cache": "Hit from cloudfront" }),
      dated(now, { age: "0" }),
    ])
      time.observe(useless, now, now);
    // The machine's own clock was set while the answer was on its way.
    time.observe(dated(now), now, now - 1);
    assert.equal(time.now(), undefined);
  });

  it("is the sandbox's, which has its own clock", async () => {
    const clock = new FakeClock();
    const sandbox = await startSandbox({ clock });
    const client = createClient({
      baseUrl: sandbox.url,
      credentials: { username: "reseller", password: "sandbox-password" },
      fresh: true,
      clock,
    });
    try {
      sandbox.control.setTime(clock.now() - 6 * hour);
      assert.equal(client.providerTime(), undefined);
      await client.authentication.listTokens();
      assert.ok(Math.abs(client.providerTime()! - sandbox.control.now()) <= 500);
      sandbox.control.advance(12 * hour);
      await client.authentication.listTokens();
      assert.ok(Math.abs(client.with({}).providerTime()! - sandbox.control.now()) <= 500);
    } finally {
      await client.close();
      await sandbox.close();
    }
  });
});
