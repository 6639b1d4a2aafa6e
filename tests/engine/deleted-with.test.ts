import assert from "node:assert/strict";
import { commandTimeout, failed, type ResourceSpec, Stack, succeeded } from "../support/engine.js";

type Options = NonNullable<ResourceSpec["options"]>;

const account = (name: string, more: Readonly<Record<string, unknown>> = {}): ResourceSpec => ({
  type: "VirtualAccount",
  name,
  args: {
    customerNumber: 100001,
    articleNumber: 1101,
    virtualName: name,
    description: name,
    password: "Sandbox-password-1",
    ...more,
  },
  options: { protect: false },
});
const domain = (name: string, accountIdentifier: unknown, options: Options = {}): ResourceSpec => ({
  type: "Domain",
  name,
  args: { accountIdentifier, sld: name, tld: "de" },
  options: { protect: false, ...options },
});
const blog = (of: string, options: Options): ResourceSpec => ({
  type: "Subdomain",
  name: `${of}-blog`,
  args: {
    accountIdentifier: { $of: [of, "accountIdentifier"] },
    domainIdentifier: { $of: [of, "domainIdentifier"] },
    name: "blog",
  },
  options,
});
const token = (options: Options): ResourceSpec => ({
  type: "ApplicationToken",
  name: "token",
  args: { description: "with" },
  options,
});
const group = (options: Options): ResourceSpec => ({ type: "Component", name: "group", options });

const of = (name: string) => ({ $of: [name, "accountIdentifier"] });

describe("deletedWith on the real engine", function () {
  this.timeout(12 * commandTimeout);
  let stack: Stack;

  const declare = (...resources: ResourceSpec[]) => stack.declare({ resources });
  const writes = () =>
    stack.sandbox.control.journal.requests({ effect: true }).filter(({ operation }) => operation !== "authenticate");

  beforeEach(async () => {
    stack = await Stack.create();
  });
  afterEach(() => stack.dispose());

  it("is refused in the preview if it does not contain the object, declared or inherited, and nothing is sent", async () => {
    await declare(
      account("web"),
      domain("first", of("web"), { deletedWith: "web" }),
      domain("second", "p100001", { deletedWith: "first" }),
      group({ deletedWith: "web" }),
      token({ parent: "group" }),
    );
    const { output } = failed(await stack.preview(), /`deletedWith` names/);
    assert.match(output, /Domain "second": `deletedWith` names Domain "first", which does not contain this /);
    assert.match(output, /ApplicationToken "token": `deletedWith` names VirtualAccount "web"/);
    assert.deepEqual(writes(), []);
  });

  it("is refused if it turns out to be another account, and in the preview once that is known", async () => {
    const another = /Domain "elsewhere": `deletedWith` names .*, which does not contain this domain\./;
    const resources = [account("web"), group({ deletedWith: "web" }), domain("elsewhere", "p100002", { parent: "group" })];
    await declare(...resources);
    failed(await stack.up(), another);
    failed(await stack.preview(), another);
    assert.equal(stack.sandbox.control.store.domains.get("elsewhere.de"), undefined);
  });

  it("deletes the object with its parent without a request of its own, also through a component or parent", async () => {
    await declare(
      account("web", { forceDestroy: true }),
      group({ deletedWith: "web" }),
      domain("within", of("web"), { parent: "group" }),
      blog("within", { parent: "within" }),
    );
    succeeded(await stack.up());
    const { resources } = await stack.export();
    const urnOf = (name: string) => resources.find(({ urn }) => urn.endsWith(`::${name}`))!;
    for (const name of ["within", "within-blog"]) {
      assert.equal((urnOf(name) as { deletedWith?: string }).deletedWith, urnOf("web").urn, name);
      assert.equal(urnOf(name).inputs?.["__deletedWith"], "web");
    }
    succeeded(await stack.preview("--refresh", "--expect-no-changes"));
    const before = writes().length;
    succeeded(await stack.destroy());
    assert.deepEqual(
      writes()
        .slice(before)
        .map(({ operation }) => operation),
      ["deleteVirtualAccount"],
    );
    assert.equal(stack.sandbox.control.store.domains.get("within.de"), undefined);
  });
});
