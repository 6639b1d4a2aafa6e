import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import * as hosting from "../../provider/index.js";
import { type Sandbox, startSandbox } from "../../sandbox/index.js";
import { definitions } from "../support/definitions.js";
import { mockProgram, valueOf } from "../support/mocked-program.js";
import { lookupFunctions } from "../../tools/generate/functions.js";

describe("a program under unit test", () => {
  before(() => mockProgram(({ name }) => `${name}_id`));

  const account = () => new hosting.VirtualAccount("shop", { ...order, virtualName: "shop", description: "Shop" });
  const order = { customerNumber: 100001, articleNumber: 1101, password: "a-password" };

  it("gets outputs from ids of any form", async () => {
    const { accountIdentifier } = account();
    const domain = new hosting.Domain("site", { accountIdentifier, sld: "example", tld: "de" });
    const shown = [accountIdentifier, domain.accountIdentifier, domain.domainIdentifier];
    assert.deepEqual(await Promise.all(shown.map(valueOf)), ["shop_id", "shop_id", "site_id"]);
  });

  it("fails with what is missing if it looks something up without a login, whichever lookup it is", async () => {
    const isSaid = ({ message }: Error) => /^baseUrl is missing [^]*username is missing/.test(message);
    const before = process.env;
    process.env = Object.fromEntries(Object.entries(before).filter(([name]) => !name.startsWith("HOSTING_")));
    try {
      assert.throws(() => hosting.Account.get("main", "p123456"), isSaid);
      assert.throws(() => hosting.findAccountOutput({ customerNumber: 100001 }), isSaid);
      await assert.rejects(hosting.findAccount({ customerNumber: 100001 }), isSaid);
      const all = hosting as unknown as Record<string, (input: object) => unknown>;
      for (const { name } of lookupFunctions) {
        await assert.rejects(Promise.resolve(all[name]!({})), isSaid, name);
        assert.throws(() => all[`${name}Output`]!({}), isSaid, name);
      }
    } finally {
      process.env = before;
    }
  });

  it("tells the classes of its resources apart, and gives each the type that typed policies compare", () => {
    const shop = account();
    assert.ok(hosting.VirtualAccount.isInstance(shop));
    for (const other of [undefined, null, "shop", {}, new pulumi.ComponentResource("test:index:Group", "group")])
      assert.ok(!hosting.VirtualAccount.isInstance(other));
    class Site extends hosting.Domain {}
    for (const type of [hosting.Domain, Site]) assert.equal(type.__pulumiType, "pulumi-nodejs:dynamic/hosting:Domain");
  });

  it("removes the protection of what costs money only by `false`", () => {
    type Class = new (name: string, args: unknown, options: unknown) => pulumi.CustomResource;
    const costly = Object.values(definitions).filter((definition) => definition.costly === true);
    assert.ok(costly.length >= 2);
    for (const { className } of costly) {
      /** The option as Pulumi receives it: only a transformation sees it. */
      const reported = (protect: unknown): unknown => {
        let options: pulumi.ResourceOptions = {};
        const look: pulumi.ResourceTransformation = ({ opts }) => void (options = opts);
        const type = (hosting as unknown as Readonly<Record<string, Class>>)[className]!;
        new type(className, {}, { protect, transformations: [look] });
        return options.protect;
      };
      assert.equal(reported(false), false);
      for (const value of [undefined, null, true, 0, -0, NaN, 0n, "", "false", [], {}, new Boolean(false), pulumi.output(false)])
        assert.equal(reported(value), true, `${className} with a ${typeof value}`);
    }
  });
});

describe("an account that a program reads", () => {
  let sandbox: Sandbox;
  let provider: hosting.Provider;

  before(async () => {
    sandbox = await startSandbox();
    await mockProgram();
    provider = new hosting.Provider("login", { baseUrl: sandbox.url, username: "reseller", password: "sandbox-password" });
  });
  after(() => sandbox.close());

  it("is looked up with the login of its options or of its parent", async () => {
    const group = new pulumi.ComponentResource("test:index:Group", "group", {}, { providers: [provider] });
    const { description } = sandbox.control.store.accounts.get("p100001")!;
    for (const options of [{ provider }, { providers: [provider] }, { parent: group }]) {
      const account = hosting.Account.get("main", pulumi.output("p100001"), options);
      assert.equal(await valueOf(account.accountIdentifier), "p100001");
      assert.deepEqual([await valueOf(account.customerNumber), await valueOf(account.description)], [100001, description]);
      assert.ok(hosting.Account.isInstance(account) && !hosting.Account.isInstance(group));
    }
    const written = sandbox.control.journal.requests({ effect: true }).map(({ operation }) => operation);
    assert.deepEqual(new Set(written), new Set(["authenticate"]));
  });

  it("cannot be created", () => {
    const Constructor = hosting.Account as unknown as new (name: string, args: object) => unknown;
    assert.throws(() => new Constructor("main", { description: "Main" }), /`Account\.get\("main", "p123456"\)`\.$/);
  });
});
