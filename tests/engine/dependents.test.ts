import assert from "node:assert/strict";
import { commandTimeout, type ResourceSpec, Stack, succeeded } from "../support/engine.js";

/** Values that come from an account that is replaced, and that stay the same. */
describe("what depends on a replaced account, on the real engine", function () {
  this.timeout(8 * commandTimeout);
  let stack: Stack;

  before(async () => {
    stack = await Stack.create();
  });
  after(() => stack.dispose());

  const fromShop = (value: string) => ({ $from: ["shop", "accountIdentifier"], $gives: value });
  const options = { protect: false };
  const account = (name: string, virtualName: unknown): ResourceSpec => ({
    type: "VirtualAccount",
    name,
    args: {
      customerNumber: 100001,
      virtualName,
      description: "Shop",
      articleNumber: 1101,
      password: "account-password-secret",
      forceDestroy: true,
    },
    options,
  });
  const domain = (name: string, accountIdentifier: unknown, sld: unknown): ResourceSpec => ({
    type: "Domain",
    name,
    args: { accountIdentifier, sld, tld: "de" },
    options,
  });
  const program = (virtualName: string): ResourceSpec[] => [
    account("shop", virtualName),
    domain("inside", { $of: ["shop", "accountIdentifier"] }, "inside"),
    account("other", fromShop("other")),
    domain("named", "p100001", fromShop("named")),
    domain("placed", fromShop("p100001"), "placed"),
    {
      type: "Webhook",
      name: "hook",
      args: { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: fromShop("https://dependents.example/hook") },
    },
  ];
  const writes = () =>
    stack.sandbox.control.journal
      .requests({ effect: true })
      .map(({ operation, path }) => `${operation} ${path}`)
      .filter((text) => !text.startsWith("authenticate"));

  it("is neither cancelled nor ordered again unless it lies in the account", async () => {
    await stack.declare({ resources: program("first") });
    succeeded(await stack.up());
    const before = writes().length;
    await stack.declare({ resources: program("second") });
    succeeded(await stack.up());
    const sent = writes().slice(before);
    assert.deepEqual(
      sent.map((text) => text.split(" ")[0]),
      ["deleteDomain", "deleteVirtualAccount", "createVirtualAccount", "registerDomain"],
    );
    assert.match(sent[0]!, /inside\.de$/);
    succeeded(await stack.preview("--refresh", "--expect-no-changes"));
  });
});
