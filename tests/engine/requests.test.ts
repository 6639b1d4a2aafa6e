import assert from "node:assert/strict";
import { commandTimeout, type Outcome, Stack, type StoredResource, succeeded } from "../support/engine.js";

const count = 20;
const indices = Array.from({ length: count }, (_, index) => index);

const webhook = (index: number, method = "POST") => ({
  type: "Webhook",
  name: `hook-${index}`,
  args: { eventType: "DOMAIN_REGISTRATION_STATUS", method, url: `https://agency.example/hooks/${index}` },
});

/** All kinds whose collections grow with the number of customers. */
const program = (methodOfFirst = "POST") => ({
  resources: [
    ...indices.map((index) => webhook(index, index === 0 ? methodOfFirst : "POST")),
    ...indices.map((index) => ({
      type: "ApplicationToken",
      name: `token-${index}`,
      args: { description: `shop ${index}` },
    })),
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
  let stack: Stack;
  before(async () => {
    stack = await Stack.create({}, { HOSTING_SUBDOMAIN_DELETION: "body" });
  });
  after(() => stack.dispose());

  /** Number of calls of each operation, except the login. */
  const requestsOf = async (command: Promise<Outcome>): Promise<Record<string, number>> => {
    stack.sandbox.control.journal.clear();
    succeeded(await command);
    const counts: Record<string, number> = {};
    for (const { operation } of stack.sandbox.control.journal.requests())
      if (operation !== undefined && operation !== "authenticate") counts[operation] = (counts[operation] ?? 0) + 1;
    return counts;
  };
  const declare = (methodOfFirst?: string) => stack.declare(program(methodOfFirst));

  it("send one for each creation, one for all subdomains created together, and shared listings", async () => {
    await declare();
    const { createWebhook, createApplicationToken, createSubdomains, ...lists } = await requestsOf(stack.up("--parallel", "64"));
    assert.deepEqual([createWebhook, createApplicationToken], [count, count]);
    assert.ok(createSubdomains! <= count / 2, `${createSubdomains} creations of subdomains`);
    assert.deepEqual(Object.keys(lists).sort(), ["listApplicationTokens", "listSubdomains", "listWebhooks"]);
    for (const [operation, times] of Object.entries(lists)) assert.ok(times <= count / 2, `${times} times ${operation}`);
    const { subdomains } = stack.sandbox.control.store;
    assert.equal(subdomains.all().filter(({ name }) => /^shop\d+$/.test(name)).length, count);
  });

  it("leave at most 1.2 kB in the state for a webhook besides its arguments and outputs", async () => {
    const { resources } = await stack.export();
    const webhooks = resources.filter(({ type }) => type === "pulumi-nodejs:dynamic/hosting:Webhook");
    assert.equal(webhooks.length, count);
    for (const webhook of webhooks) assert.ok(overhead(webhook) <= 1200, `${overhead(webhook)} bytes`);
  });

  it("send none for a preview without changes", async () => {
    assert.deepEqual(await requestsOf(stack.preview("--expect-no-changes")), {});
  });

  it("send one listing for each collection for a refresh, however many objects are in it", async () => {
    const inputs = async () => (await stack.export()).resources.map((resource) => resource.inputs);
    const before = await inputs();
    const once = { listWebhooks: 1, listApplicationTokens: 1, listSubdomains: 1 };
    assert.deepEqual(await requestsOf(stack.refresh("--expect-no-changes", "--parallel", "4")), once);
    assert.deepEqual(await inputs(), before, "inputs that differ are written again by the next update");
    assert.deepEqual(await requestsOf(stack.preview("--refresh", "--expect-no-changes")), once);
  });

  it("send one for one change", async () => {
    await declare("PUT");
    assert.deepEqual(await requestsOf(stack.up()), { updateWebhook: 1 });
  });

  it("send one for each object and shared listings for a destroy", async () => {
    const { deleteWebhook, deleteApplicationToken, deleteSubdomain, listSubdomains, ...lists } = await requestsOf(
      stack.destroy("--parallel", "64"),
    );
    assert.deepEqual([deleteWebhook, deleteApplicationToken, deleteSubdomain], [count, count, count]);
    // Each such deletion is compared with the listings before and after it.
    assert.ok(listSubdomains! <= 3 * count, `${listSubdomains} times listSubdomains`);
    assert.deepEqual(Object.keys(lists).sort(), ["listApplicationTokens", "listWebhooks"]);
    for (const [operation, times] of Object.entries(lists)) assert.ok(times <= count / 2, `${times} times ${operation}`);
  });
});
