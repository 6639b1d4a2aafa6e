import assert from "node:assert/strict";
import { commandTimeout, failed, type ResourceSpec, Stack, succeeded, urnOf } from "../support/engine.js";

/** A name of the program passes to another resource, which adopts what the old one has. */
describe("a name that moves on, on the real engine", function () {
  this.timeout(12 * commandTimeout);
  let stack: Stack;

  before(async () => {
    stack = await Stack.create();
  });
  after(() => stack.dispose());

  const second = (): ResourceSpec => ({
    type: "Provider",
    name: "second",
    args: { baseUrl: stack.sandbox.url, username: "reseller", password: "sandbox-password" },
  });
  const account = (name: string, virtualName: string, args = {}, options = {}): ResourceSpec => ({
    type: "VirtualAccount",
    name,
    args: {
      customerNumber: 100001,
      virtualName,
      description: "Shop",
      articleNumber: 1101,
      password: "account-password-secret",
      forceDestroy: true,
      ...args,
    },
    options: { protect: false, ...options },
  });
  const domainIn = (of: string, options = {}): ResourceSpec => ({
    type: "Domain",
    name: "shop",
    args: { accountIdentifier: { $of: [of, "accountIdentifier"] }, sld: "moved-name", tld: "de" },
    options: { protect: false, ...options },
  });
  const writes = () =>
    stack.sandbox.control.journal
      .requests({ effect: true })
      .map(({ operation }) => operation)
      .filter((id) => id !== "authenticate");

  it("neither deletes a billed object nor orders one, whichever name is compared first, and follows a renamed entry", async () => {
    await stack.declare({ resources: [second(), account("old", "v1"), domainIn("old")] });
    succeeded(await stack.up());
    const before = writes().length;
    for (const [ofNew, ofOld] of [
      [{ dependsOn: "old" }, {}],
      [{ provider: "second" }, { dependsOn: "new" }],
    ]) {
      const moved = [account("new", "v1", { adopt: true }, ofNew), account("old", "v2", {}, ofOld), domainIn("new")];
      await stack.declare({ resources: [second(), ...moved] });
      failed(await stack.pulumi("up", "--yes"), / explain (?:adopted|exists-in-stack|taken)`/);
    }
    assert.equal(writes().length, before);

    succeeded(await stack.pulumi("state", "rename", urnOf("VirtualAccount", "old"), "new", "--yes"));
    await stack.declare({ resources: [second(), account("new", "v1"), account("old", "v2"), domainIn("new")] });
    succeeded(await stack.up());
    succeeded(await stack.preview("--refresh", "--expect-no-changes"));
    assert.deepEqual(writes().slice(before), ["createVirtualAccount"]);
  });
});
