import assert from "node:assert/strict";
import type { JournalEntry } from "../../sandbox/index.js";
import { hashed } from "../../sandbox/state/credentials.js";
import { windowLength } from "../../sdk/http/rate-window.js";
import { commandTimeout, failed, type ResourceSpec, Stack, succeeded } from "../support/engine.js";

const hooks = (count: number): ResourceSpec[] =>
  Array.from({ length: count }, (_, index) => ({
    type: "Webhook",
    name: `hook-${index}`,
    args: { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: `https://agency.example/${index}` },
  }));

/** The window belongs to the token, so all commands with a given one share it. */
const token = "ready-access-token";

/** Timers and clocks may differ slightly. */
const moment = 50;

/** Each creation sends its own request, whatever listings it shares with others. */
const limit = 25;
const few = 4;
const many = few + limit + 1;
/** One window holds at least six creations, each between a listing before and one after it. */
const windows = 5;

describe("the rate limit on the real engine", function () {
  this.timeout(4 * commandTimeout);
  let stack: Stack;

  const requests = (): JournalEntry[] => stack.sandbox.control.journal.requests();
  const urls = (): string[] => stack.sandbox.control.store.webhooks.all().map(({ url }) => url);

  before(async () => {
    const settings = { HOSTING_ACCESS_TOKEN: token, HOSTING_RATE_LIMIT_WAIT: "5s" };
    stack = await Stack.create({ rateLimit: { limit, windowMs: windowLength } }, settings);
    stack.sandbox.control.store.sessions.insert({ id: hashed(token), login: "reseller", expires: Infinity });
  });
  after(() => stack.dispose());

  it("waits as the provider asks, and announces the wait", async () => {
    const { control } = stack.sandbox;
    await stack.declare({ resources: hooks(few) });
    control.faults.add({
      operation: "createWebhook",
      occurrence: 2,
      effect: {
        kind: "status",
        status: 429,
        body: { msg: "rate limit exceeded" },
        headers: { "Retry-After": "2", "X-RateLimit": String(limit), "X-RateLimit-Remaining": "0" },
      },
    });
    const outcome = succeeded(await stack.up("--parallel", "1"));
    assert.match(outcome.output, /The provider's rate limit of 25 requests in 15 minutes is used up: waiting 2 seconds\./);
    const refused = requests().findIndex(({ status }) => status === 429);
    const [before, after] = requests().slice(refused, refused + 2);
    assert.equal(after?.operation, "createWebhook");
    assert.ok(after.at - before!.at >= 2000 - moment, `sent again after ${after.at - before!.at} ms`);
    assert.equal(urls().length, few);
  });

  it("is never exceeded: a request that would wait too long fails at once and says so", async () => {
    const { control } = stack.sandbox;
    control.advance(windowLength);
    control.journal.clear();
    await stack.declare({ resources: hooks(many) });
    const outcome = failed(await stack.up(), /the provider's rate limit is used up.*Run again in 15 minutes/);
    assert.match(outcome.output, /explain rate-limit/);
    assert.deepEqual(
      requests().filter(({ status }) => status === 429),
      [],
      "no request is sent that the provider has no room for",
    );
    assert.ok(requests().length < limit, `${requests().length} requests`);
    assert.ok(urls().length < many);
  });

  it("holds back another run with the same login", async () => {
    const before = urls();
    failed(await stack.up(), /the provider's rate limit is used up/);
    assert.deepEqual(urls(), before);
  });

  it("lets the next run in a new window finish the rest", async () => {
    const { control } = stack.sandbox;
    const up = () => {
      control.advance(windowLength);
      return stack.up("--parallel", "1");
    };
    let outcome = await up();
    for (let window = 2; outcome.status !== 0 && window <= windows; window += 1) outcome = await up();
    succeeded(outcome);
    assert.deepEqual(
      urls().sort(),
      hooks(many)
        .map(({ args }) => (args as { url: string }).url)
        .sort(),
    );
    control.advance(windowLength);
    succeeded(await stack.preview("--refresh", "--expect-no-changes"));
  });
});
