import assert from "node:assert/strict";
import { commandTimeout } from "../support/engine.js";
import { Fleet } from "../support/fleet.js";

const gardener = {
  name: "gardener",
  account: "p100001",
  domains: [{ sld: "fleet-stacks", tld: "de", subdomains: [{ name: "blog", target: "/blog" }] }],
  webhooks: ["https://agency.example/gardener"],
};
const bookshop = { name: "bookshop", account: "p100002", webhooks: ["https://agency.example/bookshop"] };
const bakery = { name: "bakery", account: "p100002", webhooks: ["https://agency.example/bakery"] };

describe("the stacks of a fleet, by customer and by time", function () {
  this.timeout(10 * commandTimeout);
  let fleet: Fleet;

  before(async () => {
    fleet = await Fleet.create("planted-access-token");
    await fleet.declare([gardener, bookshop, bakery]);
  });
  after(() => fleet.dispose());

  const store = () => fleet.sandbox.control.store;
  const succeeds = async (...args: string[]): Promise<string> => {
    const { status, output } = await fleet.run(...args);
    assert.equal(status, 0, output);
    return output;
  };
  const startedIn = (output: string) => Array.from(output.matchAll(/^(\S+): started$/gm), ([, name]) => name);

  it("are left if the time is over, and a next run begins with them", async () => {
    await succeeds("up", "gardener");
    const { status, output } = await fleet.run("up", "--minutes", "0.0001");
    assert.equal(status, 4, output);
    assert.match(output, /^3 not started after/m);
    assert.match(output, /^The time was over\. Run the same command again: it begins with the stacks that are left\.$/m);
    assert.equal(store().webhooks.all().length, 1);

    const inOrder = await succeeds("up", "--minutes", "60", "--concurrency", "1");
    assert.deepEqual(startedIn(inOrder), ["bookshop", "bakery", "gardener"]);
  });

  it("tell of a stack without a customer in one job only, and of a part without stacks", async () => {
    await fleet.declare([gardener, bookshop]);
    const [first, second, third] = await Promise.all(
      ["1/3", "2/3", "3/3"].map((part) => fleet.run("preview", "--part", part, "--requests", "300")),
    );
    assert.equal(first!.status, 3, first!.output);
    assert.match(first!.output, /^ {2}bakery +\d+ entries$/m);
    assert.equal(second!.status, 0, second!.output);
    assert.doesNotMatch(second!.output, /bakery/);
    assert.equal(third!.status, 0, third!.output);
    assert.equal(third!.output, "Part 3/3 has no stacks.\n");
  });

  it("keep the objects of a customer who gets another stack, until they are moved there", async () => {
    const moved = [gardener, { ...bookshop, stack: "shared" }, { ...bakery, stack: "shared" }];
    await fleet.declare(moved);
    const early = await fleet.run("up", "shared");
    assert.equal(early.status, 1, early.output);
    assert.match(early.output, /already exists/);
    assert.match(early.output, /^ {2}bookshop +\d+ entries; its customer is in the stack shared now$/m);
    const retired = await fleet.run("retire", "bookshop", "--yes");
    assert.equal(retired.status, 2, retired.output);
    assert.match(
      retired.output,
      /The customer bookshop is in the stack shared now, but its objects are not: move them there first\./,
    );
    const named = await fleet.run("up", "bookshop");
    assert.equal(named.status, 2, named.output);
    assert.match(named.output, /The customer bookshop is in the stack shared\./);
    assert.equal(store().webhooks.all().length, 3);
  });

  it("share what several customers have, once it is moved as docs/how-to/fleets.md says", async () => {
    for (const { name } of [bookshop, bakery]) {
      const { output } = await fleet.pulumi("stack", "--stack", name, "--show-urns");
      const urns = Array.from(output.matchAll(/urn:pulumi:\S+Webhook\S+/g), ([urn]) => urn);
      assert.equal(urns.length, 1, output);
      const { status, output: messages } = await fleet.pulumi(
        "state",
        "move",
        "--source",
        name,
        "--dest",
        "shared",
        "--yes",
        ...urns,
      );
      assert.equal(status, 0, messages);
    }
    // The old stacks still have Pulumi's own entries.
    const { status, output } = await fleet.run("up", "shared", "--expect-no-changes");
    assert.equal(status, 3, output);
    assert.match(output, /^shared: done after .*: 2 unchanged$/m);
    const retired = await fleet.run("retire", "bookshop", "bakery", "--yes");
    assert.equal(retired.status, 0, retired.output);
    assert.equal(store().webhooks.all().length, 3);
    const { output: left } = await fleet.pulumi("stack", "ls");
    assert.doesNotMatch(left, /bookshop|bakery/);
  });

  it("lose what a customer had in a shared stack once the customer leaves the file", async () => {
    await fleet.declare([gardener, { ...bookshop, stack: "shared" }]);
    const output = await succeeds("up", "shared");
    assert.match(output, /^shared: done after .*: 1 deleted, 1 unchanged$/m);
    assert.deepEqual(
      store()
        .webhooks.all()
        .map(({ url }) => url)
        .sort(),
      ["https://agency.example/bookshop", "https://agency.example/gardener"],
    );
  });

  it("print their usage on request", async () => {
    for (const { status, output } of [await fleet.run("--help"), await fleet.matrix("--help")]) {
      assert.equal(status, 0, output);
      assert.match(output, /^Usage: npm run /);
    }
  });
});
