import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import * as hosting from "../../provider/index.js";
import { lookupFunctions } from "../../tools/generate/functions.js";

const valueOf = <T>(output: pulumi.Output<T>): Promise<T> => new Promise((resolve) => void output.apply(resolve));

describe("a program under unit test", () => {
  before(() =>
    pulumi.runtime.setMocks({
      newResource: ({ name, inputs }) => ({ id: `${name}_id`, state: inputs as Record<string, unknown> }),
      call: ({ inputs }) => inputs as Record<string, unknown>,
    }),
  );

  const account = () =>
    new hosting.VirtualAccount("shop", {
      customerNumber: 100001,
      virtualName: "shop",
      description: "Shop",
      articleNumber: 1101,
      password: "a-password",
    });

  it("gets outputs from ids of any form", async () => {
    const { accountIdentifier } = account();
    assert.equal(await valueOf(accountIdentifier), "shop_id");
    const domain = new hosting.Domain("site", { accountIdentifier, sld: "example", tld: "de" });
    assert.equal(await valueOf(domain.accountIdentifier), "shop_id");
    assert.equal(await valueOf(domain.domainIdentifier), "site_id");
  });

  it("fails with what is missing if it looks something up without a login, whichever lookup it is", async () => {
    const says = /^baseUrl is missing [^]*username is missing/;
    const isSaid = ({ message }: Error) => says.test(message);
    const before = process.env;
    process.env = Object.fromEntries(Object.entries(before).filter(([name]) => !name.startsWith("HOSTING_")));
    try {
      assert.throws(() => hosting.Account.get("main", "p123456"), isSaid);
      assert.throws(() => hosting.findAccountOutput({ customerNumber: 100001 }), isSaid);
      await assert.rejects(hosting.findAccount({ customerNumber: 100001 }), isSaid);
      for (const { name } of lookupFunctions) {
        const { [name]: lookup, [`${name}Output`]: outputLookup } = hosting as unknown as Record<
          string,
          (input: object) => unknown
        >;
        await assert.rejects(Promise.resolve(lookup!({})), isSaid, name);
        assert.throws(() => outputLookup!({}), isSaid, name);
      }
    } finally {
      process.env = before;
    }
  });

  it("tells the classes of its resources apart", () => {
    const shop = account();
    assert.ok(hosting.VirtualAccount.isInstance(shop));
    assert.ok(!hosting.Domain.isInstance(shop));
    for (const other of [undefined, null, "shop", {}, new pulumi.ComponentResource("test:index:Group", "group")])
      assert.ok(!hosting.VirtualAccount.isInstance(other));
  });

  it("gives each class the type that typed policies compare", () => {
    assert.equal(hosting.Domain.__pulumiType, "pulumi-nodejs:dynamic/hosting:Domain");
    class Site extends hosting.Domain {}
    assert.equal(Site.__pulumiType, hosting.Domain.__pulumiType);
  });
});
