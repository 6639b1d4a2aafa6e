import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import * as hosting from "../../provider/index.js";
import { type Sandbox, startSandbox } from "../../sandbox/index.js";

const valueOf = <T>(output: pulumi.Output<T>): Promise<T> => new Promise((resolve) => void output.apply(resolve));

describe("an account that a program reads", () => {
  let sandbox: Sandbox;
  let provider: hosting.Provider;

  before(async () => {
    sandbox = await startSandbox();
    await pulumi.runtime.setMocks({
      newResource: ({ name, inputs }) => ({ id: name, state: inputs as Record<string, unknown> }),
      call: ({ inputs }) => inputs as Record<string, unknown>,
    });
    provider = new hosting.Provider("login", { baseUrl: sandbox.url, username: "reseller", password: "sandbox-password" });
  });
  after(() => sandbox.close());

  const shown = async (account: hosting.Account) => ({
    accountIdentifier: await valueOf(account.accountIdentifier),
    customerNumber: await valueOf(account.customerNumber),
    description: await valueOf(account.description),
  });
  const expected = () => ({
    accountIdentifier: "p100001",
    customerNumber: 100001,
    description: sandbox.control.store.accounts.get("p100001")!.description,
  });

  it("is looked up with the login of its options or of its parent", async () => {
    const group = new pulumi.ComponentResource("test:index:Group", "group", {}, { providers: [provider] });
    for (const options of [{ provider }, { providers: [provider] }, { parent: group }]) {
      const account = hosting.Account.get("main", pulumi.output("p100001"), options);
      assert.deepEqual(await shown(account), expected());
      assert.ok(hosting.Account.isInstance(account) && !hosting.Account.isInstance(group));
    }
    assert.deepEqual(
      new Set(sandbox.control.journal.requests({ effect: true }).map(({ operation }) => operation)),
      new Set(["authenticate"]),
    );
  });

  it("cannot be created", () => {
    const Constructor = hosting.Account as unknown as new (name: string, args: object) => unknown;
    assert.throws(
      () => new Constructor("main", { description: "Main" }),
      /^Error: Account "main": the API creates only virtual accounts\. Declare a VirtualAccount, or read an existing account with `Account\.get\("main", "p123456"\)`\.$/,
    );
  });
});
