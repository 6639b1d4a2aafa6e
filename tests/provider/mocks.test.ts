import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import { valueOf } from "../support/mocked-program.js";
import * as hosting from "../../provider/index.js";
import { mocks } from "../../provider/testing.js";
import { definitions } from "../support/definitions.js";

type Class = new (name: string, args: unknown) => pulumi.CustomResource & Readonly<Record<string, pulumi.Output<unknown>>>;

/** Every argument that is part of an id. */
const args = {
  customerNumber: 100001,
  accountIdentifier: "p100001",
  domainIdentifier: "example.de",
  sld: "example",
  tld: "de",
  name: "blog",
};

describe("the mocks for unit tests of programs", () => {
  before(() => pulumi.runtime.setMocks(mocks()));

  for (const { className, outputs, derived = {}, identity, revealed = [] } of Object.values(definitions))
    it(`give a ${className} an id that its provider understands, and outputs, also if it is only read`, async () => {
      const type = (hosting as unknown as Readonly<Record<string, Class>>)[className]!;
      const shownBy = (resource: InstanceType<Class>, output: string) => valueOf(resource[output]!);
      const created = new type("x", args);
      const id = await valueOf(created.id);
      assert.equal(await valueOf(new type("x", args).id), id, "the same in every run");
      const read = (type as unknown as { get(name: string, id: string): typeof created }).get("x", id);
      assert.equal(await valueOf(read.id), id);
      for (const [output, ofId] of Object.entries(derived)) assert.equal(await shownBy(created, output), ofId(id), output);
      const later = ["confirmationDate", "sentDate", "contractSigner"];
      for (const output of [...Object.keys(derived), ...Object.keys(outputs)]) {
        const shown = await shownBy(created, output);
        assert.equal(shown === undefined, later.includes(output), output);
        assert.deepEqual(await shownBy(read, output), revealed.includes(output) ? undefined : shown, output);
      }
      for (const [argument, value] of Object.entries(identity.parse(id))) assert.equal(await shownBy(read, argument), value);
    });

  it("let identifiers fit from account to subdomain", async () => {
    const site = new hosting.Site("gardener", {
      account: { customerNumber: 100001, virtualName: "web", description: "Web", articleNumber: 1101, password: "a-password" },
      domain: { sld: "example", tld: "de" },
      subdomains: { blog: {} },
    });
    const account = await valueOf(site.accountIdentifier);
    assert.match(account, /^p\d{6}$/);
    assert.equal(await valueOf(site.domainIdentifier), "example.de");
    const { blog } = site.subdomains;
    assert.equal(await valueOf(blog!.id), `${account}/example.de/blog`);
    assert.equal(await valueOf(blog!.fullName), "blog.example.de");
  });

  it("keep the id of a resource that is only read, and leave other packages alone", async () => {
    const read = hosting.Domain.get("read", "p100001/example.de");
    assert.equal(await valueOf(read.domainIdentifier), "example.de");
    class Other extends pulumi.CustomResource {
      declare readonly size: pulumi.Output<number>;
      constructor(name: string) {
        super("other:index:Other", name, { size: 1 });
      }
    }
    const other = new Other("y");
    assert.equal(await valueOf(other.id), "y_id");
    assert.equal(await valueOf(other.size), 1);
  });
});
