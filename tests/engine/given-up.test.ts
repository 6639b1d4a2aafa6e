import assert from "node:assert/strict";
import { changes, commandTimeout, failed, type ResourceSpec, Stack, succeeded, urnOf } from "../support/engine.js";

const domain = (name: string, sld: string, adopt?: true, dependsOn?: string): ResourceSpec => ({
  type: "Domain",
  name,
  args: { accountIdentifier: "p100001", sld, tld: "de", ...(adopt && { adopt }) },
  options: { protect: false, ...(dependsOn && { dependsOn }) },
});

describe("an object whose name the program gives to another, on the real engine", function () {
  this.timeout(10 * commandTimeout);
  let stack: Stack;

  // The order of dependencies makes the engine compare the old name first.
  const exchanged = (adopt?: true) => [domain("a", "z-x"), domain("c", "z-a", adopt, "a")];

  beforeEach(async () => {
    stack = await Stack.create();
    await stack.declare({ resources: [domain("a", "z-a")] });
    succeeded(await stack.up());
  });
  afterEach(() => stack.dispose());

  const refused = /It belongs to resource "a" of this stack\. If it is now "c", .*`pulumi state rename`/;

  /** Each exists, was ordered once, and nothing is left to do. */
  async function isSettled(): Promise<void> {
    assert.deepEqual(changes(succeeded(await stack.preview("--refresh", "--expect-no-changes"))), []);
    const { store, journal } = stack.sandbox.control;
    const own = store.domains.all().flatMap(({ sld }) => (sld.startsWith("z-") ? [sld] : []));
    assert.deepEqual(own.sort(), ["z-a", "z-x"]);
    assert.equal(journal.requests({ operation: "registerDomain" }).length, 2);
    assert.deepEqual(journal.requests({ operation: "deleteDomain" }), []);
  }

  it("is refused, and gets its new name once its entry is renamed", async () => {
    for (const adopt of [true, undefined] as const) {
      await stack.declare({ resources: exchanged(adopt) });
      failed(await stack.preview(), refused);
    }
    succeeded(await stack.pulumi("state", "rename", urnOf("Domain", "a"), "c", "--yes"));
    succeeded(await stack.up());
    await isSettled();
  });

  it("keeps its name if the other one gets a new one", async () => {
    await stack.declare({ resources: exchanged(true) });
    failed(await stack.preview(), refused);
    await stack.declare({ resources: [domain("a", "z-a"), domain("c", "z-x")] });
    succeeded(await stack.up());
    await isSettled();
  });

  it("is adopted by the next run if the other one came first", async () => {
    await stack.declare({ resources: exchanged(true) });
    failed(await stack.up(), refused);
    assert.match(succeeded(await stack.up()).output, /z-a\.de\) was not deleted: resource "c" of this run holds it/);
    await isSettled();
  });

  it("swaps names through a spare one if both have entries, as the message says", async () => {
    const blog = (name: string, of: string): ResourceSpec => ({
      type: "Subdomain",
      name,
      args: { accountIdentifier: "p100001", domainIdentifier: { $of: [of, "domainIdentifier"] }, name: "blog", target: "/blog" },
      options: { deletedWith: of },
    });
    const both = (a: string, c: string, adopt?: true) => [
      domain("a", a, adopt),
      domain("c", c, adopt),
      blog("blog-a", "a"),
      blog("blog-c", "c"),
    ];
    await stack.declare({ resources: both("z-a", "z-x") });
    succeeded(await stack.up());
    await stack.declare({ resources: both("z-x", "z-a", true) });
    failed(await stack.preview(), /It belongs to resource "\w" of this stack\. .*`pulumi state rename`/);
    for (const [type, before] of [
      ["Domain", ""],
      ["Subdomain", "blog-"],
    ] as const)
      for (const [from, to] of [
        ["a", "spare"],
        ["c", "a"],
        ["spare", "c"],
      ] as const)
        succeeded(await stack.pulumi("state", "rename", urnOf(type, `${before}${from}`), `${before}${to}`, "--yes"));
    succeeded(await stack.up());
    await isSettled();
  });
});

describe("an account whose name the program gives to another, on the real engine", function () {
  this.timeout(10 * commandTimeout);
  let stack: Stack;

  const account = (name: string, virtualName: string, adopt?: true): ResourceSpec => ({
    type: "VirtualAccount",
    name,
    args: {
      customerNumber: 100001,
      virtualName,
      description: "Shop",
      articleNumber: 1101,
      password: "account-password-secret",
      ...(adopt && { adopt }),
    },
    options: { protect: false },
  });
  const sent = (operation: string): number => stack.sandbox.control.journal.requests({ operation }).length;

  beforeEach(async () => {
    stack = await Stack.create();
    await stack.declare({ resources: [account("a", "v1"), account("b", "v2")] });
    succeeded(await stack.up());
  });
  afterEach(() => stack.dispose());

  it("is neither deleted nor ordered again if two swap their names, and follows its renamed entry", async () => {
    for (const adopt of [undefined, true] as const) {
      await stack.declare({ resources: [account("a", "v2", adopt), account("b", "v1", adopt)] });
      for (const run of [await stack.preview(), await stack.up(), await stack.up("--parallel", "1")])
        failed(run, /It belongs to resource "\w" of this stack\./);
      assert.deepEqual([sent("deleteVirtualAccount"), sent("createVirtualAccount")], [0, 2]);
    }
    for (const [from, to] of [
      ["a", "spare"],
      ["b", "a"],
      ["spare", "b"],
    ] as const)
      succeeded(await stack.pulumi("state", "rename", urnOf("VirtualAccount", from), to, "--yes"));
    await stack.declare({ resources: [account("a", "v2"), account("b", "v1")] });
    assert.deepEqual(changes(succeeded(await stack.preview("--refresh", "--expect-no-changes"))), []);
    assert.deepEqual([sent("deleteVirtualAccount"), sent("createVirtualAccount")], [0, 2]);
  });

  it("is refused in the preview if the old name gets a new account first", async () => {
    const { options } = account("c", "v1", true);
    const late = { ...account("c", "v1", true), options: { ...options, dependsOn: "a" } };
    await stack.declare({ resources: [account("a", "v3"), account("b", "v2"), late] });
    failed(await stack.preview(), /It belongs to resource "a" of this stack\./);
    failed(await stack.pulumi("up", "--yes"), /It belongs to resource "a" of this stack\./);
    assert.deepEqual([sent("deleteVirtualAccount"), sent("createVirtualAccount")], [0, 2]);
  });
});
