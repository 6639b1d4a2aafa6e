import assert from "node:assert/strict";
import { hashed } from "../../sandbox/state/credentials.js";
import { windowLength } from "../../sdk/http/rate-window.js";
import { commandTimeout, failed, type Outcome, type StoredResource, succeeded, useStack } from "../support/engine.js";
import { token, webhook } from "../support/resources.js";

const count = 20;
const indices = Array.from({ length: count }, (_, index) => index);

/** All kinds whose collections grow with the number of customers. */
const program = (methodOfFirst = "POST") => ({
  resources: [
    ...indices.map((index) => webhook(`hook-${index}`, index === 0 ? { method: methodOfFirst } : {})),
    ...indices.map((index) => token(`token-${index}`)),
    ...indices.map((index) => ({
      type: "Subdomain",
      name: `subdomain-${index}`,
      args: { accountIdentifier: "p100001", domainIdentifier: "sommer-gartenbau.de", name: `shop${index}`, target: "/shop" },
    })),
  ],
});

/** The size of a resource in the state in addition to the values of its arguments and outputs, in bytes. */
function overhead({ inputs, outputs, ...rest }: StoredResource): number {
  const reserved = (values: StoredResource["inputs"] = {}) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => name.startsWith("__")));
  return Buffer.byteLength(JSON.stringify({ ...rest, inputs: reserved(inputs), outputs: reserved(outputs) }));
}

describe("the requests of a command on the real engine", function () {
  this.timeout(2 * commandTimeout);
  const stack = useStack({}, { HOSTING_SUBDOMAIN_DELETION: "body" });

  /** Number of calls of each operation, except the login. */
  async function requestsOf(command: Promise<Outcome>): Promise<Record<string, number>> {
    stack.sandbox.control.journal.clear();
    succeeded(await command);
    const counts: Record<string, number> = {};
    for (const { operation } of stack.sandbox.control.journal.requests())
      if (operation !== undefined && operation !== "authenticate") counts[operation] = (counts[operation] ?? 0) + 1;
    return counts;
  }
  const assertShared = (lists: Readonly<Record<string, number>>, ...operations: readonly string[]) => {
    assert.deepEqual(Object.keys(lists).sort(), operations);
    for (const [operation, times] of Object.entries(lists)) assert.ok(times <= count / 2, `${times} times ${operation}`);
  };
  const once = { listWebhooks: 1, listApplicationTokens: 1, listSubdomains: 1 };

  it("are one for each creation, one for all subdomains created together, and shared listings", async () => {
    await stack.declare(program());
    const { createWebhook, createApplicationToken, ...rest } = await requestsOf(stack.up("--parallel", "64"));
    assert.deepEqual([createWebhook, createApplicationToken], [count, count]);
    assertShared(rest, "createSubdomains", "listApplicationTokens", "listSubdomains", "listWebhooks");
    const { subdomains } = stack.sandbox.control.store;
    assert.equal(subdomains.all().filter(({ name }) => /^shop\d+$/.test(name)).length, count);
    const webhooks = (await stack.export()).resources.filter(({ type }) => type.endsWith(":Webhook"));
    for (const each of webhooks) assert.ok(overhead(each) <= 1200, `${overhead(each)} bytes in the state`);
  });

  it("are none for a preview without changes, and one listing for each collection for a refresh", async () => {
    assert.deepEqual(await requestsOf(stack.preview("--expect-no-changes")), {});
    const inputs = async () => (await stack.export()).resources.map((resource) => resource.inputs);
    const before = await inputs();
    assert.deepEqual(await requestsOf(stack.refresh("--expect-no-changes", "--parallel", "4")), once);
    assert.deepEqual(await inputs(), before, "inputs that differ are written again by the next update");
    assert.deepEqual(await requestsOf(stack.settled()), once);
  });

  it("are one for one change, and one for each object and shared listings for a destroy", async () => {
    await stack.declare(program("PUT"));
    assert.deepEqual(await requestsOf(stack.up()), { updateWebhook: 1 });
    const { listSubdomains, ...rest } = await requestsOf(stack.destroy("--parallel", "64"));
    const { deleteWebhook, deleteApplicationToken, deleteSubdomain, ...lists } = rest;
    assert.deepEqual([deleteWebhook, deleteApplicationToken, deleteSubdomain], [count, count, count]);
    // Each such deletion is compared with the listings before and after it.
    assert.ok(listSubdomains! <= 3 * count, `${listSubdomains} times listSubdomains`);
    assertShared(lists, "listApplicationTokens", "listWebhooks");
  });
});

/** The window belongs to the token, so all commands with a given one share it. */
const accessToken = "ready-access-token";

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
  const stack = useStack(
    { rateLimit: { limit, windowMs: windowLength } },
    { HOSTING_ACCESS_TOKEN: accessToken, HOSTING_RATE_LIMIT_WAIT: "5s" },
  );
  const requests = () => stack.sandbox.control.journal.requests();
  const urls = (): string[] => stack.sandbox.control.store.webhooks.all().map(({ url }) => url);
  const hooks = (number: number) => Array.from({ length: number }, (_, index) => webhook(`hook-${index}`));

  before(() => stack.sandbox.control.store.sessions.insert({ id: hashed(accessToken), login: "reseller", expires: Infinity }));

  it("waits as the provider asks, and announces the wait", async () => {
    const headers = { "Retry-After": "2", "X-RateLimit": String(limit), "X-RateLimit-Remaining": "0" };
    const effect = { kind: "status", status: 429, body: { msg: "rate limit exceeded" }, headers } as const;
    stack.sandbox.control.faults.add({ operation: "createWebhook", occurrence: 2, effect });
    await stack.declare({ resources: hooks(few) });
    assert.match(succeeded(await stack.up("--parallel", "1")).output, /limit of 25 requests in 15 minutes .*: waiting 2 seconds/);
    const refused = requests().findIndex(({ status }) => status === 429);
    const [before, after] = requests().slice(refused, refused + 2);
    assert.equal(after?.operation, "createWebhook");
    assert.ok(after.at - before!.at >= 2000 - moment, `sent again after ${after.at - before!.at} ms`);
    assert.equal(urls().length, few);
  });

  it("is never exceeded: what would wait too long fails at once, also in another run, until a new window", async () => {
    const { control } = stack.sandbox;
    control.advance(windowLength);
    control.journal.clear();
    await stack.declare({ resources: hooks(many) });
    failed(await stack.up(), / explain rate-limit/);
    const [before, sent] = [urls().length, requests().map(({ status }) => status)];
    assert.ok(sent.length < limit && !sent.includes(429), sent.join());
    failed(await stack.up(), / explain rate-limit/);
    assert.deepEqual([urls().length, before < many], [before, true]);
    let outcome: Outcome | undefined;
    for (let window = 1; outcome?.status !== 0 && window <= windows; window += 1) {
      control.advance(windowLength);
      outcome = await stack.up("--parallel", "1");
    }
    succeeded(outcome!);
    assert.deepEqual([urls().length, new Set(urls()).size], [many, many]);
    control.advance(windowLength);
    await stack.settled();
  });
});
