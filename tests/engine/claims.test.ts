import assert from "node:assert/strict";
import { changes, commandTimeout, failed, type ResourceSpec, Stack, succeeded } from "../support/engine.js";

const hook = (name: string, options: ResourceSpec["options"] = {}, adopt?: true): ResourceSpec => ({
  type: "Webhook",
  name,
  args: { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://agency.example/hook", ...(adopt && { adopt }) },
  options,
});
const accountOf = (options: ResourceSpec["options"] = {}): ResourceSpec => ({
  type: "VirtualAccount",
  name: "shop",
  args: { customerNumber: 100001, articleNumber: 1101, virtualName: "shop", description: "Shop", password: "Sandbox-password-1" },
  options: { protect: false, ...options },
});
const domainIn = (accountIdentifier: unknown, adopt?: true): ResourceSpec => ({
  type: "Domain",
  name: "shop-domain",
  args: { accountIdentifier, sld: "shop-of-two", tld: "de", ...(adopt && { adopt }) },
  options: { protect: false },
});
const urnOf = (stack: string, types: string, name: string): string => `urn:pulumi:${stack}::engine-test::${types}::${name}`;
const webhookType = "pulumi-nodejs:dynamic/hosting:Webhook";

describe("an object that several entries of states have, on the real engine", function () {
  this.timeout(10 * commandTimeout);
  let stack: Stack;
  const store = () => stack.sandbox.control.store;
  const select = async (name: string) => succeeded(await stack.pulumi("stack", "select", "--create", name));
  const isEmpty = async () => assert.deepEqual(changes(succeeded(await stack.preview("--refresh", "--expect-no-changes"))), []);
  beforeEach(async () => {
    stack = await Stack.create();
  });
  afterEach(() => stack.dispose());

  it("survives if one of two entries with one name, in different components, leaves the state", async () => {
    const component: ResourceSpec = { type: "Component", name: "site", args: {} };
    await stack.declare({ resources: [hook("hook"), component] });
    succeeded(await stack.up());
    await stack.declare({ resources: [hook("hook"), component, hook("hook", { parent: "site" }, true)] });
    const urn = urnOf("test", `test:index:Component$${webhookType}`, "hook");
    succeeded(await stack.up("--target", urn));
    const { output } = succeeded(await stack.destroy("--target", urn));
    assert.match(output, /was not deleted: resource "hook" of stack \S+\/test .*has it as well/);
    assert.equal(store().webhooks.all().length, 1);
    await stack.declare({ resources: [hook("hook"), component] });
    await isEmpty();
  });

  it("survives if its stack is renamed, and a stack with the old name takes it over and is destroyed", async () => {
    await stack.declare({ resources: [hook("hook")] });
    succeeded(await stack.up());
    succeeded(await stack.pulumi("stack", "rename", "renamed"));
    await select("test");
    await stack.declare({ resources: [hook("hook", {}, true)] });
    succeeded(await stack.up());
    failed(await stack.destroy(), /was not deleted: resource "hook" of stack \S+\/test .* explain doubted`/);
    assert.equal(store().webhooks.all().length, 1);

    // As the message says.
    await select("renamed");
    succeeded(await stack.preview());
    await select("test");
    assert.match(
      succeeded(await stack.destroy()).output,
      /was not deleted: resource "hook" of stack \S+\/renamed .* has it as well/,
    );
    await select("renamed");
    await isEmpty();
    succeeded(await stack.destroy());
    assert.deepEqual(store().webhooks.all(), []);
  });

  it("is not deleted with the account that contains it", async () => {
    const own = [accountOf(), domainIn({ $of: ["shop", "accountIdentifier"] })];
    await stack.declare({ resources: own });
    succeeded(await stack.up());
    const domains = () =>
      store()
        .domains.all()
        .filter(({ sld }) => sld === "shop-of-two");
    const { account } = domains()[0]!;
    await select("second");
    await stack.declare({ resources: [domainIn(account, true)] });
    assert.match(
      succeeded(await stack.up()).output,
      /is adopted\. .*also belongs to resource "shop-domain" of stack engine-test\/test /,
    );
    await select("test");
    await stack.declare({ resources: own });
    failed(
      await stack.destroy(),
      /virtual account shop .* was not deleted: that would also delete domain .*shop-of-two\.de \(resource "shop-domain" of stack engine-test\/second in file:\/\/\S+, /,
    );
    assert.equal(domains().length, 1);

    // As the message says.
    await select("second");
    await stack.declare({ resources: [] });
    succeeded(await stack.up());
    assert.deepEqual(domains(), []);
    await select("test");
    succeeded(await stack.destroy());
    assert.equal(
      store()
        .accounts.all()
        .some(({ virtual }) => virtual?.virtualName === "shop"),
      false,
    );
  });
});
