import assert from "node:assert/strict";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { FleetReview } from "../../examples/fleet/fleet-review.js";
import { commandTimeout } from "../support/engine.js";
import { type Ended, Fleet } from "../support/fleet.js";
import { killedOnce } from "../support/killed.js";

const token = "planted-access-token";

const customer = (name: string, ...tokens: string[]) => ({
  name,
  account: "p100001",
  webhooks: [`https://agency.example/${name}`],
  tokens,
});

/** Its account does not exist. */
const stranger = { name: "stranger", account: "p999999", domains: [{ sld: "nowhere", tld: "de" }] };

describe("a fleet that is reviewed and applied", function () {
  this.timeout(10 * commandTimeout);
  let fleet: Fleet;

  before(async () => {
    fleet = await Fleet.create(token);
    await fleet.declare([customer("gardener"), customer("bookshop"), stranger]);
  });
  after(() => fleet.dispose());

  const textOf = (name: string) => readFile(join(fleet.folder, "review", name), "utf8");
  const review = async () => JSON.parse(await textOf("fleet.json")) as FleetReview;
  const webhooks = () => fleet.sandbox.control.store.webhooks.all();
  const ended = ({ status, output }: Ended, expected: number): string => {
    assert.equal(status, expected, output);
    return output;
  };
  const runs = async (expected: number, ...args: string[]) => ended(await fleet.run(...args), expected);
  /** How the run of each stack ended, as the table at the end says. */
  const ends = (output: string): unknown =>
    Object.fromEntries(
      Array.from(output.matchAll(/^(\S+) +(done|not started|[A-Z]+) +(?:\d+ +){5}[\d.]+$/gm), ([, name, end]) => [name, end]),
    );

  it("shows in one comment what an up would do in all stacks, and changes nothing", async () => {
    const output = await runs(1, "review");
    assert.deepEqual(ends(output), { gardener: "done", bookshop: "done", stranger: "FAILED" });
    const { stacks, digest } = await review();
    assert.deepEqual(
      Object.entries(stacks).map(([name, stack]) => [name, stack.outcome, stack.counts, stack.digest !== undefined]),
      [
        ["gardener", "changes", { created: 1 }, true],
        ["bookshop", "changes", { created: 1 }, true],
        ["stranger", "fails", { refused: 1 }, false],
      ],
    );
    const comment = await textOf("review.md");
    assert.match(
      comment,
      /^<!-- hosting review of hosting-fleet\/all_stacks -->\n[^]*^\| 2: gardener, bookshop \| 1 Webhook to create \|/m,
    );
    assert.ok(comment.endsWith(`\nDigest: \`${digest}\`\n`));
    assert.ok(fleet.sandbox.control.journal.requests().every(({ method }) => method === "GET"));
    assert.ok(![output, comment].join("\n").includes(token));
  });

  it("goes on after it was killed: nothing twice, and the killed stack is named", async () => {
    const { digest } = await review();
    // As on another machine: where a stack has no file, Pulumi writes one with a new salt.
    for (const name of await readdir(fleet.folder)) if (/^Pulumi\..+\.yaml$/.test(name)) await rm(join(fleet.folder, name));
    fleet.sandbox.control.faults.add({ operation: "createWebhook", occurrence: 2, effect: { kind: "timeout-after" } });
    const child = fleet.start("apply", "--digest", digest, "--concurrency", "1");
    await killedOnce({ pid: child.pid, outcome: fleet.ended(child) }, () => webhooks().length === 2);
    fleet.sandbox.control.faults.clear();

    const locked = await runs(1, "apply", "--digest", digest);
    assert.deepEqual(ends(locked), { gardener: "done", bookshop: "LOCKED" });
    const [, command] = /run `pulumi ([^`]+)`, then this command again/.exec(locked)!;
    ended(await fleet.pulumi(...command!.split(" ")), 0);
    const refused = await runs(1, "apply", "--digest", digest);
    assert.deepEqual(ends(refused), { gardener: "done", bookshop: "REFUSED" });
    assert.match(refused, /^bookshop: refused: .*`npx hosting recover --stack bookshop`/m);
    ended(await fleet.hosting("recover", "--stack", "bookshop", "--yes"), 0);
    assert.equal(webhooks().length, 2, "nothing is created twice");
  });

  it("says what exceeds a threshold, names a stack that is no longer as reviewed, and applies the others", async () => {
    await fleet.declare([customer("gardener", "New"), customer("bookshop", "New")]);
    const exceeding = await runs(4, "review", "--", "--max-changes", "0");
    assert.deepEqual(ends(exceeding), { gardener: "EXCEEDS", bookshop: "EXCEEDS" });
    const { digest } = await review();
    const { store } = fleet.sandbox.control;
    store.webhooks.update(webhooks().find(({ url }) => url.endsWith("/gardener"))!.id, { url: "https://elsewhere.example/" });
    const output = await runs(1, "apply", "--digest", digest);
    assert.deepEqual(ends(output), { gardener: "REFUSED", bookshop: "done" });
    assert.match(output, /^gardener: refused: .*gardener: update, which the review does not have/m);
    assert.equal(store.applicationTokens.all().filter(({ description }) => description === "New").length, 1);
    const records = (await textOf("applied.jsonl")).trim().split("\n").slice(-2);
    const results = records.map((line) => JSON.parse(line) as { readonly stack: string; readonly result: string });
    assert.deepEqual(results.map(({ stack, result }) => `${stack} ${result}`).sort(), ["bookshop applied", "gardener refused"]);
  });
});
