import assert from "node:assert/strict";
import { changes, commandTimeout, failed, type ResourceSpec, Stack, succeeded, urnOf } from "../support/engine.js";

const domain = (name: string, sld: string, adopt?: true): ResourceSpec => ({
  type: "Domain",
  name,
  args: { accountIdentifier: "p100001", sld, tld: "de", ...(adopt && { adopt }) },
  options: { protect: false },
});

describe("an object whose name the program gives to another, on the real engine", function () {
  this.timeout(10 * commandTimeout);
  let stack: Stack;

  beforeEach(async () => {
    stack = await Stack.create();
  });
  afterEach(() => stack.dispose());

  /** Each exists, was ordered once, and nothing is left to do. */
  async function isSettled(): Promise<void> {
    assert.deepEqual(changes(succeeded(await stack.preview("--refresh", "--expect-no-changes"))), []);
    const { store, journal } = stack.sandbox.control;
    const own = store.domains.all().flatMap(({ sld }) => (sld.startsWith("z-") ? [sld] : []));
    assert.deepEqual(own.sort(), ["z-a", "z-x"]);
    assert.equal(journal.requests({ operation: "registerDomain" }).length, 2);
    assert.deepEqual(journal.requests({ operation: "deleteDomain" }), []);
  }

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
    failed(await stack.preview(), /It belongs to resource "\w" of this stack\. .* explain exchanged`/);
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
