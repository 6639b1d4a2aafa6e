import assert from "node:assert/strict";
import { commandTimeout, type Outcome, type StoredResource, succeeded, useStack } from "../support/engine.js";
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
