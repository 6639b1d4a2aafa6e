import assert from "node:assert/strict";
import { changes, commandTimeout, failed, type ResourceSpec, Stack, type StoredResource, succeeded } from "../support/engine.js";

const domain = (name: string, sld: string, options: ResourceSpec["options"] = {}): ResourceSpec => ({
  type: "Domain",
  name,
  args: { accountIdentifier: "p100001", sld, tld: "de" },
  options,
});
const subdomain = (name: string, domainIdentifier: unknown, label: string): ResourceSpec => ({
  type: "Subdomain",
  name,
  args: { accountIdentifier: "p100001", domainIdentifier, name: label },
  options: { protect: false },
});
const hook = (name: string, options: ResourceSpec["options"] = {}): ResourceSpec => ({
  type: "Webhook",
  name,
  args: { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://agency.example/hook" },
  options,
});
const get = (type: string, name: string, id: string, options: ResourceSpec["options"] = {}): ResourceSpec => ({
  type,
  name,
  get: id,
  options,
});

const nameIn = (urn: string): string => urn.split("::").at(-1)!;

describe("an object that the program only reads, on the real engine", function () {
  this.timeout(10 * commandTimeout);
  let stack: Stack;

  const entries = async (): Promise<Record<string, StoredResource>> =>
    Object.fromEntries((await stack.export()).resources.map((each) => [nameIn(each.urn), each]));
  const idOf = async (name: string): Promise<string | undefined> => (await entries())[name]?.id;
  const store = () => stack.sandbox.control.store;
  const isEmpty = async () => assert.deepEqual(changes(succeeded(await stack.preview("--refresh", "--expect-no-changes"))), []);
  const declare = (...resources: ResourceSpec[]) => stack.declare({ resources });

  beforeEach(async () => {
    stack = await Stack.create({}, { HOSTING_SUBDOMAIN_DELETION: "body" });
  });
  afterEach(() => stack.dispose());

  it("may be an account that the API cannot create, whose name a preview knows", async () => {
    const inAccount = {
      ...domain("shop", "delta"),
      args: { accountIdentifier: { $of: ["main", "accountIdentifier"] }, sld: "delta", tld: "de" },
    };
    await declare(get("Account", "main", "p100001"), inAccount);
    assert.match(succeeded(await stack.preview()).output, /domain delta\.de of account p100001 will be ordered/);
    succeeded(await stack.up());
    await isEmpty();
    assert.deepEqual((await entries())["main"]?.outputs?.["customerNumber"], 100001);
    await declare(get("Account", "main", "p999999"));
    failed(await stack.preview(), /getAccount \(GET \/v1\/accounts\/p999999\) failed with status 403: access denied/);
  });

  it("survives if another entry of the state has it, with the same provider or another", async () => {
    const login = { username: "reseller", password: "sandbox-password", baseUrl: stack.sandbox.url };
    const other: ResourceSpec = { type: "Provider", name: "other", args: login };
    await declare(other, domain("owned", "hotel-of-two", { protect: false }), hook("hook", { provider: "other" }));
    succeeded(await stack.up());
    const id = (await idOf("hook"))!;

    await declare(other, get("Domain", "read", "p100001/Hotel-of-TWO.de"), get("Webhook", "read-hook", id));
    const { output } = succeeded(await stack.up());
    assert.match(output, /domain .* was not deleted: resource "read" of this run reads it\. .*`adopt: true`/);
    assert.match(output, /webhook .* was not deleted: resource "read-hook" of this run reads it\. .*`adopt: true`/);
    assert.ok(store().domains.get("hotel-of-two.de"));
    assert.ok(store().webhooks.get(id));
    assert.equal(await idOf("read"), "p100001/hotel-of-two.de");
    await isEmpty();
  });

  it("leaves the state with a correct message once it is gone, and is never ordered", async () => {
    const { domains } = store();
    await declare(get("Domain", "read", "p100001/sommer-gartenbau.de"));
    succeeded(await stack.up());
    domains.delete("sommer-gartenbau.de");
    const advice = /remove the `get` of resource "read" from the program/;
    failed(await stack.preview(), advice);
    const { output } = succeeded(await stack.refresh());
    assert.match(output, /sommer-gartenbau\.de.* is gone, .* remove the `get` of resource "read"/);
    assert.doesNotMatch(output, /billed|recreate/);
    failed(await stack.up(), advice);
    assert.equal(domains.get("sommer-gartenbau.de"), undefined);
  });
});

describe("ids that an earlier version spelled differently, on the real engine", function () {
  this.timeout(10 * commandTimeout);

  it("are valid, are corrected by a refresh, and replace nothing", async () => {
    const stack = await Stack.create();
    try {
      const program = {
        resources: [
          domain("shop", "delta"),
          subdomain("blog", { $of: ["shop", "domainIdentifier"] }, "blog"),
          { ...subdomain("more", { $of: ["blog", "domainIdentifier"] }, "more"), options: { deletedWith: "shop" } },
        ],
      };
      await stack.declare(program);
      succeeded(await stack.up());
      const { text } = await stack.export();
      const older = text
        .replaceAll('"p100001/delta.de/', '"p100001/DELTA.de/')
        .replaceAll('"id": "p100001/delta.de"', '"id": "p100001/Delta.DE"');
      assert.notEqual(older, text);
      await stack.importState(older);

      assert.deepEqual(changes(succeeded(await stack.preview("--expect-no-changes"))), []);
      assert.deepEqual(changes(succeeded(await stack.up("--refresh"))), []);
      const ids = (await stack.export()).resources.map(({ id }) => id).filter((id) => id?.includes("/"));
      assert.deepEqual(ids, ["p100001/delta.de", "p100001/delta.de/blog", "p100001/delta.de/more"]);
    } finally {
      await stack.dispose();
    }
  });
});
