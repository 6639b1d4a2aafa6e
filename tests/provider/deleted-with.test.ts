import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import * as hosting from "../../provider/index.js";
import { deletedWithKey } from "../../provider/reserved.js";

type Class = new (name: string, args: unknown, options?: pulumi.CustomResourceOptions) => pulumi.CustomResource;

const classes = Object.entries(hosting as Readonly<Record<string, unknown>>).filter(
  (entry): entry is [string, Class] => typeof entry[1] === "function" && "get" in entry[1],
);

describe("what a resource is deleted with", () => {
  const registered = new Map<string, Readonly<Record<string, unknown>>>();

  before(() =>
    pulumi.runtime.setMocks({
      newResource: ({ name, id, inputs }) => {
        registered.set(name, inputs as Readonly<Record<string, unknown>>);
        return { id: id || name, state: inputs as Record<string, unknown> };
      },
      call: ({ inputs }) => inputs as Record<string, unknown>,
    }),
  );

  it("is never what the program only reads, whatever the kinds", () => {
    const read = hosting.Domain.get("read", "p100001/example.de");
    const hook = hosting.Webhook.get("read-hook", "7");
    assert.ok(classes.length >= 15);
    for (const [className, type] of classes)
      for (const deletedWith of [read, hook])
        assert.throws(
          () => new type(`${className} with`, {}, { deletedWith }),
          new RegExp(
            `^Error: ${className} "${className} with": \\\`deletedWith\\\` names "read(-hook)?", which the program only reads`,
          ),
        );
  });

  it("is what the program manages", async () => {
    const domain = new hosting.Domain("managed", { accountIdentifier: "p100001", sld: "example", tld: "de" });
    const inside = { accountIdentifier: "p100001", domainIdentifier: "example.de", name: "blog" };
    const { urn } = new hosting.Subdomain("blog", inside, { deletedWith: domain });
    await new Promise((done) => urn.apply(done));
    assert.equal(registered.get("blog")?.[deletedWithKey], "managed");
  });
});
