import assert from "node:assert/strict";
import { commandTimeout } from "../support/engine.js";
import { type Ended, Fleet } from "../support/fleet.js";
import { whileRunning } from "../support/killed.js";
import { descendants, kill } from "../support/processes.js";

const gardener = {
  name: "gardener",
  account: "p100001",
  domains: [{ sld: "fleet-ends", tld: "de", subdomains: [{ name: "blog", target: "/blog" }] }],
  tokens: ["Deployment of the gardener"],
};
const customer = (name: string, ...webhooks: string[]) => ({
  name,
  account: "p100002",
  webhooks: [name, ...webhooks].map((path) => `https://agency.example/${path}`),
});
const [bookshop, bakery] = [customer("bookshop"), customer("bakery")];

describe("stacks of a fleet that fail, lose their customer or are moved", function () {
  this.timeout(10 * commandTimeout);
  let fleet: Fleet;

  const ended = ({ status, output }: Ended, expected: number): string => {
    assert.equal(status, expected, output);
    return output;
  };
  const runs = async (expected: number, ...args: string[]) => ended(await fleet.run(...args), expected);
  const store = () => fleet.sandbox.control.store;
  const webhooksOf = (name: string) =>
    store()
      .webhooks.all()
      .filter(({ url }) => url.includes(`/${name}`)).length;
  const ofTheGardener = () => [
    store().domains.get("fleet-ends.de") !== undefined,
    store()
      .applicationTokens.all()
      .some(({ description }) => description === gardener.tokens[0]),
  ];
  /** Runs the command that a message names. */
  const asTold = async (output: string) =>
    ended(await fleet.pulumi(.../run `pulumi ([^`]+)`, then this command again/.exec(output)![1]!.split(" ")), 0);

  before(async () => {
    fleet = await Fleet.create("planted-access-token");
    await fleet.declare([gardener, bookshop]);
    await runs(0, "up");
  });
  after(() => fleet.dispose());

  it("report that the engine was killed, and continue as told", async () => {
    await fleet.declare([gardener, bookshop, bakery]);
    fleet.sandbox.control.faults.add({ operation: "createWebhook", effect: { kind: "timeout-after" } });
    const child = fleet.start("up", "bakery");
    const outcome = fleet.ended(child);
    await whileRunning(outcome, () => webhooksOf("bakery") === 0);
    for (const each of descendants(child.pid!)) kill(each);
    const output = ended(await outcome, 1);
    fleet.sandbox.control.faults.clear();
    assert.match(output, /^bakery: KILLED after/m);
    await fleet.declare([gardener, bookshop]);
    assert.match(await runs(2, "retire", "bakery", "--yes"), /^ {2}npx hosting recover --stack bakery$/m);
    await fleet.declare([gardener, bookshop, bakery]);
    await asTold(output);
    await runs(0, "up", "bakery");
    assert.equal(webhooksOf("bakery"), 1, "nothing is created twice");
  });

  it("share what several customers have, once it is moved as docs/how-to/fleets.md says", async () => {
    await fleet.declare([gardener, { ...bookshop, stack: "shared" }, { ...bakery, stack: "shared" }]);
    const early = await runs(1, "up", "shared");
    assert.match(early, /already exists[^]*^ {2}bookshop +\d+ entries; its customer is in the stack shared now$/m);
    await runs(2, "retire", "bookshop", "--yes");
    for (const { name } of [bookshop, bakery]) {
      const { output } = await fleet.pulumi("stack", "--stack", name, "--show-urns");
      const urns = Array.from(output.matchAll(/urn:pulumi:\S+Webhook\S+/g), ([urn]) => urn);
      ended(await fleet.pulumi("state", "move", "--source", name, "--dest", "shared", "--yes", ...urns), 0);
    }
    // The old stacks still have Pulumi's own entries.
    assert.match(await runs(3, "up", "shared", "--expect-no-changes"), /^shared: done after .*: 2 unchanged$/m);
    await runs(0, "retire", "bookshop", "bakery", "--yes");
    assert.deepEqual([webhooksOf("bookshop"), webhooksOf("bakery")], [1, 1]);
    await fleet.declare([gardener, { ...bookshop, stack: "shared" }]);
    assert.match(await runs(0, "up", "shared"), /^shared: done after .*: 1 deleted, 1 unchanged$/m);
  });

  it("are destroyed only with consent, as far as nothing is protected, and retired on request once they have no customer", async () => {
    const small = ["--part", "1/2", "--requests", "9"];
    for (const args of [["destroy"], ["destroy", "--yes"], ["destroy", "--all"], ["retire", "--yes"], ["retire", "gardener"]])
      await runs(2, ...args);
    for (const args of [["nobody"], small]) await runs(2, "up", ...args);
    assert.match(await runs(1, "destroy", "--all", "--yes"), /^gardener: failed: fleet-ends\.de: .*protect/m);
    assert.deepEqual([ofTheGardener(), store().webhooks.all()], [[true, true], []]);

    await fleet.declare([bookshop]);
    assert.match(await runs(3, "preview"), /^ {2}gardener +5 entries$/m);
    await runs(2, "destroy", "gardener", "--yes");
    assert.match(await runs(0, "retire", "gardener", "--yes"), /^gardener: done after [\d.]+ s: 3 deleted$/m);
    assert.deepEqual(ofTheGardener(), [false, false]);
    assert.doesNotMatch((await fleet.pulumi("stack", "ls")).output, /gardener/);
  });
});
