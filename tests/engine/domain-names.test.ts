import assert from "node:assert/strict";
import { commandTimeout, failed, type ResourceSpec, Stack, succeeded } from "../support/engine.js";

/** Domains that the program declares in another account than the one that has them. */
describe("a domain that is declared in another account, on the real engine", function () {
  this.timeout(12 * commandTimeout);
  let stack: Stack;

  beforeEach(async () => {
    stack = await Stack.create();
  });
  afterEach(() => stack.dispose());

  const domain = (name: string, accountIdentifier: string, sld: string, args = {}): ResourceSpec => ({
    type: "Domain",
    name,
    args: { accountIdentifier, sld, tld: "de", ...args },
    options: { protect: false },
  });
  const writes = () =>
    stack.sandbox.control.journal
      .requests({ effect: true })
      .map(({ operation }) => operation)
      .filter((id) => id !== "authenticate");
  const declare = (...resources: ResourceSpec[]) => stack.declare({ resources });

  it("is kept under a new resource name, and leads to no order", async () => {
    await declare(domain("old", "p100001", "shop"));
    succeeded(await stack.up());
    const before = writes();
    await declare(domain("new", "p100002", "shop"));
    failed(await stack.preview(), /shop\.de is registered in accountIdentifier p100001 \(resource "old"/);
    failed(await stack.up("--continue-on-error"), /shop\.de is registered in accountIdentifier p100001/);
    assert.deepEqual(writes(), before);
    assert.notEqual(stack.sandbox.control.store.domains.get("shop.de"), undefined);

    // The provider moves it.
    stack.sandbox.control.store.domains.update("shop.de", { account: "p100002" });
    await declare(domain("new", "p100002", "shop", { adopt: true }));
    succeeded(await stack.up());
    succeeded(await stack.preview("--refresh", "--expect-no-changes"));
    assert.deepEqual(writes().filter((each) => each === "registerDomain").length, 1);
    // Not even one that the provider would refuse.
    assert.deepEqual(stack.sandbox.control.journal.requests({ operation: "deleteDomain" }), []);
    assert.notEqual(stack.sandbox.control.store.domains.get("shop.de"), undefined);
  });

  it("is not ordered for two resources, even before their accounts exist", async () => {
    const account = (name: string): ResourceSpec => ({
      type: "VirtualAccount",
      name,
      args: {
        customerNumber: 100001,
        virtualName: name,
        description: "Shop",
        articleNumber: 1101,
        password: "account-password-secret",
      },
      options: { protect: false },
    });
    const within = (of: string, sld: string): ResourceSpec => ({
      ...domain(`${of}-domain`, "", sld),
      args: { accountIdentifier: { $of: [of, "accountIdentifier"] }, sld, tld: "de" },
    });
    await declare(account("a"), account("b"), within("a", "b\u00fccher"), within("b", "XN--BCHER-KVA"));
    const refusal =
      /resource "\w-domain" and resource "\w-domain" of this program declare the same domain \S+\.de, .* declare it once\./;
    failed(await stack.preview(), refusal);
    failed(await stack.pulumi("up", "--yes", "--skip-preview"), refusal);
    assert.equal(writes().filter((each) => each === "registerDomain").length <= 1, true);
  });
});
