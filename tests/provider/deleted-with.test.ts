import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../../provider/definition/definition.js";
import { canLieIn } from "../../provider/program/containers.js";
import { mockProgram } from "../support/mocked-program.js";
import * as hosting from "../../provider/index.js";
import { deletedWithKey, retainedKey, typeOf } from "../../provider/values/reserved-properties.js";
import { definitions } from "../support/definitions.js";

type Class = new (name: string, args: unknown, options?: pulumi.CustomResourceOptions) => pulumi.CustomResource;

const classes = Object.entries(hosting as Readonly<Record<string, unknown>>).filter(
  (entry): entry is [string, Class] =>
    typeof entry[1] === "function" && entry[1].prototype instanceof pulumi.CustomResource && "get" in entry[1],
);

const all = Object.values(definitions);
const definitionOf = (name: string): Definition => all.find(({ className }) => className === name)!;

const group = (name: string, options?: pulumi.ComponentResourceOptions) =>
  new pulumi.ComponentResource("test:index:Group", name, {}, options);

describe("deletedWith", () => {
  const registered = new Map<string, Readonly<Record<string, unknown>>>();

  before(() =>
    mockProgram(({ name, type, id, inputs }) => {
      registered.set(name, inputs as Readonly<Record<string, unknown>>);
      const ids = { [typeOf("VirtualAccount")]: "100001/p100001", [typeOf("Domain")]: "p100001/example.de" };
      return id || (ids[type] ?? name);
    }),
  );

  it("is never a resource that the program only reads, for any kind", () => {
    const read = hosting.Domain.get("read", "p100001/example.de");
    const hook = hosting.Webhook.get("read-hook", "7");
    assert.ok(classes.length >= 15);
    for (const [className, type] of classes)
      for (const deletedWith of [read, hook])
        assert.throws(
          () => new type(`${className} with`, {}, { deletedWith }),
          new RegExp(
            `^Error: ${className} "${className} with": \\\`deletedWith\\\` names ${deletedWith === read ? 'Domain "read"' : 'Webhook "read-hook"'}, which the program only reads`,
          ),
        );
  });

  it("is the object that contains the kind and nothing else, for any kind", () => {
    const pairs = all.flatMap((definition) =>
      all.filter((holder) => canLieIn(definition, holder)).map((holder) => `${definition.className} in ${holder.className}`),
    );
    const named = all.flatMap(({ className, idParts }) => [
      ...(idParts.includes("accountIdentifier") ? [`${className} in VirtualAccount`] : []),
      ...(idParts.includes("domainIdentifier") ? [`${className} in Domain`] : []),
    ]);
    assert.deepEqual(pairs.sort(), named.sort());
    for (const pair of ["Domain in VirtualAccount", "Subdomain in Domain", "Subdomain in VirtualAccount"])
      assert.ok(pairs.includes(pair), pair);
    for (const holder of all)
      for (const kind of holder.contents?.costlyKinds ?? [])
        assert.ok(canLieIn(definitions[kind], holder), `${kind} in ${holder.kind}`);

    const others = classes.map(([className, type]): [string, pulumi.Resource] => [className, new type(`a ${className}`, {})]);
    others.push(["Group", group("a Group")], ["Provider", new hosting.Provider("a Provider", { baseUrl: "https://a.example" })]);
    others.push(["unknown", new pulumi.DependencyResource("urn:pulumi:stack::project::a:b:C::c")]);
    for (const [className, type] of classes)
      for (const [other, deletedWith] of others) {
        const pair = `${className} in ${other}`;
        const declare = () => new type(pair, {}, { deletedWith });
        if (pairs.includes(pair)) assert.doesNotThrow(declare, pair);
        else {
          assert.throws(declare, (error) => pulumi.RunError.isInstance(error), pair);
          assert.throws(
            declare,
            /: `deletedWith` names .*, which does not contain this .*\. Pulumi would drop the .* from the state and leave it at the provider\. Remove that option/,
          );
        }
      }
  });

  it("is inherited from components at any level, with the same rules", async () => {
    await pulumi.runtime.runInPulumiStack(async () => {
      const account = new hosting.VirtualAccount("account", {
        customerNumber: 100001,
        articleNumber: 1101,
        virtualName: "a",
        forceDestroy: true,
        description: "a",
        password: "planted",
      });
      const parent = group("inner", { parent: group("outer", { deletedWith: account }) });
      const args = { accountIdentifier: "p100001", sld: "example", tld: "de" };
      const { urn } = new hosting.Domain("within", args, { parent });
      await new Promise((done) => urn.apply(done));
      assert.equal(registered.get("within")?.[deletedWithKey], "account");
      for (const [className, type] of classes.filter(
        ([className]) => !definitionOf(className).idParts.includes("accountIdentifier"),
      ))
        assert.throws(
          () => new type("beside", {}, { parent }),
          new RegExp(
            `^Error: ${className} "beside": \`deletedWith\` names VirtualAccount "account", which does not contain this .*, also where it is inherited`,
          ),
        );
      assert.doesNotThrow(() => hosting.Webhook.get("read beside", "7", { parent }));
    });
  });

  it("is recorded in the same way as `retainOnDelete`, of each kind", async () => {
    await pulumi.runtime.runInPulumiStack(async () => {
      const recorded = async (name: string, made: pulumi.CustomResource) => {
        await new Promise((done) => made.urn.apply(done));
        return registered.get(name)?.[retainedKey];
      };
      // The package sees the options of what the program declares after its first resource.
      new hosting.Webhook("first", { url: "https://example.de/", method: "POST", eventType: "DOMAIN_REGISTRATION_STATUS" });
      const parent = group("keeping", { parent: group("keeping outer", { retainOnDelete: true }) });
      for (const [className, type] of classes) {
        const declared = async (name: string, options: pulumi.CustomResourceOptions) =>
          recorded(`${className} ${name}`, new type(`${className} ${name}`, {}, options));
        assert.deepEqual(
          [
            await declared("kept", { retainOnDelete: true }),
            await declared("kept by its parent", { parent }),
            await declared("not kept", {}),
            await declared("not kept in spite of its parent", { parent, retainOnDelete: false }),
          ],
          [true, true, undefined, undefined],
          className,
        );
      }
    });
  });
});
