import assert from "node:assert/strict";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { descendants, kill } from "../support/processes.js";
import { commandTimeout } from "../support/engine.js";
import { Fleet } from "../support/fleet.js";

const gardener = {
  name: "gardener",
  account: "p100001",
  domains: [{ sld: "fleet-ends", tld: "de", subdomains: [{ name: "blog", target: "/blog" }] }],
  tokens: ["Deployment of the gardener"],
};
const bookshop = { name: "bookshop", account: "p100001", webhooks: ["https://agency.example/bookshop"] };
const bakery = { name: "bakery", account: "p100001", webhooks: ["https://agency.example/bakery"] };

describe("stacks of a fleet that fail or lose their customer", function () {
  this.timeout(10 * commandTimeout);
  let fleet: Fleet;

  before(async () => {
    fleet = await Fleet.create("planted-access-token");
    await fleet.declare([gardener, bookshop]);
    const { status, output } = await fleet.run("up");
    assert.equal(status, 0, output);
  });
  after(() => fleet.dispose());

  const store = () => fleet.sandbox.control.store;
  const ofTheGardener = () => [
    store().domains.get("fleet-ends.de") !== undefined,
    store()
      .applicationTokens.all()
      .some(({ description }) => description === gardener.tokens[0]),
  ];

  /** Waits as long as the run has not ended. */
  async function whileRunning(outcome: Promise<unknown>, isEarly: () => boolean): Promise<void> {
    let isOver = false;
    const end = () => (isOver = true);
    outcome.then(end, end);
    while (isEarly() && !isOver) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  it("name the run that holds the lock, and continue as told once it is released", async function () {
    // Only there is a lock a file that a test can write.
    if (process.env["TEST_BACKEND"] !== undefined) this.skip();
    const locks = join(fleet.folder, "state", ".pulumi", "locks", "organization", "hosting-fleet", "bookshop");
    await mkdir(locks, { recursive: true });
    const lock = { pid: 4711, username: "deploy", hostname: "ci-7", timestamp: "2026-01-01T10:00:00Z" };
    await writeFile(join(locks, "other.json"), JSON.stringify(lock));
    const { status, output } = await fleet.run("up");
    assert.equal(status, 1, output);
    assert.match(
      output,
      /^bookshop: failed: Another run holds the stack's lock \(created by deploy@ci-7 \(pid 4711\) at 2026-01-01/m,
    );
    assert.match(output, /^bookshop: LOCKED after [\d.]+ s: nothing was changed$/m);
    assert.match(output, /^bookshop +LOCKED +0 +0 +0 +0 +0 /m);
    assert.match(output, /^1 done, 1 LOCKED after/m);
    await asTold(output);
    assert.deepEqual(await readdir(locks).catch(() => []), []);
    const again = await fleet.run("up", "bookshop");
    assert.equal(again.status, 0, again.output);
  });

  it("report that the engine was killed, and continue as told", async () => {
    await fleet.declare([gardener, bookshop, bakery]);
    const created = () =>
      store()
        .webhooks.all()
        .filter(({ url }) => url.endsWith("/bakery")).length;
    fleet.sandbox.control.faults.add({ operation: "createWebhook", effect: { kind: "timeout-after" } });
    const child = fleet.start("up", "bakery");
    const outcome = fleet.ended(child);
    await whileRunning(outcome, () => created() === 0);
    assert.ok(created() > 0, created() > 0 ? "" : (await outcome).output);
    for (const each of descendants(child.pid!)) kill(each);
    const { status, output } = await outcome;
    fleet.sandbox.control.faults.clear();
    assert.equal(status, 1, output);
    assert.match(output, /^bakery: failed: Pulumi's engine was killed \(SIGKILL\)\. It may still hold the stack's lock: run `/m);
    assert.match(output, /^bakery: KILLED after [\d.]+ s: no changes reported$/m);
    assert.match(output, /^1 KILLED after/m);

    await fleet.declare([gardener, bookshop]);
    const retired = await fleet.run("retire", "bakery", "--yes");
    assert.equal(retired.status, 2, retired.output);
    assert.match(retired.output, /Settle them first:\n {2}npx hosting recover --stack bakery$/m);
    await fleet.declare([gardener, bookshop, bakery]);

    await asTold(output);
    const again = await fleet.run("up", "bakery");
    assert.equal(again.status, 0, again.output);
    assert.equal(created(), 1, "nothing is created twice");
  });

  it("are not called done if an interruption left a part of them", async () => {
    const crowd = {
      name: "crowd",
      account: "p100001",
      webhooks: Array.from({ length: 8 }, (_, index) => `https://agency.example/crowd/${index}`),
    };
    await fleet.declare([gardener, bookshop, bakery, crowd]);
    const up = await fleet.run("up", "crowd");
    assert.equal(up.status, 0, up.output);
    const left = () =>
      store()
        .webhooks.all()
        .filter(({ url }) => url.includes("/crowd/")).length;

    const { faults } = fleet.sandbox.control;
    faults.add({ operation: "deleteWebhook", occurrence: "always", effect: { kind: "delay", ms: 500 } });
    const child = fleet.start("destroy", "crowd", "--yes", "--parallel", "1");
    const outcome = fleet.ended(child);
    await whileRunning(outcome, () => left() === 8);
    child.kill("SIGTERM");
    const { status, output } = await outcome;
    faults.clear();
    assert.equal(status, 1, output);
    assert.ok(left() > 0 && left() < 8, output);
    assert.match(output, /^crowd: failed: It was interrupted, and \d resources are left\. Run it again\.$/m);
    assert.match(output, /^crowd: FAILED after [\d.]+ s: \d deleted$/m);

    const again = await fleet.run("destroy", "crowd", "--yes");
    assert.equal(again.status, 0, again.output);
    assert.equal(left(), 0);
    await fleet.declare([gardener, bookshop, bakery]);
  });

  it("are not all destroyed without consent", async () => {
    for (const [args, messages] of [
      [["destroy"], /would delete all customers: name the ones you mean, or use --all/],
      [["destroy", "--yes"], /would delete all customers: name the ones you mean, or use --all/],
      [["destroy", "--all"], /nobody is at the terminal: use --yes/],
      [["destroy", "bookshop"], /nobody is at the terminal: use --yes/],
    ] as const) {
      const { status, output } = await fleet.run(...args);
      assert.equal(status, 2, output);
      assert.match(output, messages);
    }
    assert.equal(store().webhooks.all().length, 2);

    const { status, output } = await fleet.run("destroy", "--all", "--yes");
    assert.equal(status, 1, output);
    assert.match(output, /^gardener: failed: fleet-ends\.de: .*protect/m);
    assert.match(output, /^gardener: FAILED after [\d.]+ s: nothing was changed$/m);
    assert.deepEqual(ofTheGardener(), [true, true]);
    assert.equal(store().webhooks.all().length, 0);
  });

  it("are listed in each summary once their customer has left the file, and retired on request", async () => {
    await fleet.declare([bookshop]);
    const listed = await fleet.run("preview");
    assert.equal(listed.status, 3, listed.output);
    // The bakery's stack is empty.
    assert.match(listed.output, /^Stacks without a customer\..*\n {2}gardener +5 entries\n.*retire <stack>$/m);

    const refused = await fleet.run("destroy", "gardener", "--yes");
    assert.equal(refused.status, 2, refused.output);
    assert.match(refused.output, /no customer gardener\. A stack is left of gardener: npm run fleet -- retire gardener$/m);
    for (const [args, messages] of [
      [["retire", "--yes"], /Name the stacks/],
      [["retire", "gardener"], /nobody is at the terminal/],
      [["retire", "bookshop", "--yes"], /bookshop: still in the customers' file/],
      [["retire", "nobody", "--yes"], /no stack nobody/],
    ] as const) {
      const { status, output } = await fleet.run(...args);
      assert.equal(status, 2, output);
      assert.match(output, messages);
    }
    assert.deepEqual(ofTheGardener(), [true, true]);

    const retired = await fleet.run("retire", "gardener", "--yes");
    assert.equal(retired.status, 0, retired.output);
    assert.match(retired.output, /^gardener: done after [\d.]+ s: 3 deleted$/m);
    assert.deepEqual(ofTheGardener(), [false, false]);
    const { output: left } = await fleet.pulumi("stack", "ls");
    assert.doesNotMatch(left, /gardener/);
    const last = await fleet.run("preview");
    assert.equal(last.status, 0, last.output);
  });

  /** Runs the command that a message names. */
  async function asTold(output: string): Promise<void> {
    const [, command] = /run `pulumi ([^`]+)`, then this command again/.exec(output)!;
    const { status, output: messages } = await fleet.pulumi(...command!.split(" "));
    assert.equal(status, 0, messages);
  }
});
