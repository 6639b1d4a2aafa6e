import assert from "node:assert/strict";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FleetReview } from "../../examples/fleet/fleet-review.js";
import { commandTimeout } from "../support/engine.js";
import { type Ended, Fleet } from "../support/fleet.js";
import { descendants, kill } from "../support/processes.js";

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

  const file = (name: string) => join(fleet.folder, "review", name);
  const review = async () => JSON.parse(await readFile(file("fleet.json"), "utf8")) as FleetReview;
  const webhooks = () => fleet.sandbox.control.store.webhooks.all();
  const writes = () => fleet.sandbox.control.journal.requests().filter(({ method }) => method !== "GET");
  const ended = ({ status, output }: Ended, expected: number): string => {
    assert.equal(status, expected, output);
    return output;
  };
  /** How the run of each stack ended, as the table at the end says. */
  const ends = (output: string): unknown =>
    Object.fromEntries(
      Array.from(output.matchAll(/^(\S+) +(done|not started|[A-Z]+) +(?:\d+ +){5}[\d.]+$/gm), ([, name, end]) => [name, end]),
    );

  /** As on another machine: where a stack has no file, Pulumi writes one with a new salt. */
  async function forgetSalts(): Promise<void> {
    for (const name of await readdir(fleet.folder)) if (/^Pulumi\..+\.yaml$/.test(name)) await rm(join(fleet.folder, name));
  }

  it("shows in one comment what an up would do in all stacks, and changes nothing", async () => {
    const output = ended(await fleet.run("review"), 1);
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
    const comment = await readFile(file("review.md"), "utf8");
    assert.ok(comment.startsWith("<!-- hosting review of hosting-fleet/all_stacks -->\n"));
    assert.match(comment, /^- stranger: .*p999999/m);
    assert.match(comment, /^\| 2: gardener, bookshop \| 1 Webhook to create \|/m);
    assert.ok(comment.endsWith(`\nDigest: \`${digest}\`\n`));
    assert.deepEqual(writes(), []);
    assert.ok(![output, comment].join("\n").includes(token));
  });

  it("applies nothing that the comment does not show", async () => {
    const reviewed = await review();
    await writeFile(
      file("fleet.json"),
      JSON.stringify({ ...reviewed, stacks: { ...reviewed.stacks, stranger: reviewed.stacks["gardener"] } }),
    );
    ended(await fleet.run("apply", "--digest", reviewed.digest), 2);
    await writeFile(file("fleet.json"), JSON.stringify(reviewed));
    assert.deepEqual(writes(), []);
  });

  it("goes on after it was killed: nothing twice, and the killed stack is named", async () => {
    const { digest } = await review();
    await forgetSalts();
    fleet.sandbox.control.faults.add({ operation: "createWebhook", occurrence: 2, effect: { kind: "timeout-after" } });
    const child = fleet.start("apply", "--digest", digest, "--concurrency", "1");
    const outcome = fleet.ended(child);
    let isOver = false;
    void outcome.then(() => (isOver = true));
    while (webhooks().length < 2 && !isOver) await new Promise((resolve) => setTimeout(resolve, 20));
    const under = descendants(child.pid!);
    child.kill("SIGKILL");
    for (const each of under) kill(each);
    const { output: killed } = await outcome;
    fleet.sandbox.control.faults.clear();
    assert.equal(webhooks().length, 2, killed);
    assert.match(killed, /^gardener: done/m);

    const locked = ended(await fleet.run("apply", "--digest", digest), 1);
    assert.deepEqual(ends(locked), { gardener: "done", bookshop: "LOCKED" });
    assert.match(locked, /^gardener: done after .*: nothing to do$/m);
    const [, command] = /run `pulumi ([^`]+)`, then this command again/.exec(locked)!;
    ended(await fleet.pulumi(...command!.split(" ")), 0);

    const refused = ended(await fleet.run("apply", "--digest", digest), 1);
    assert.deepEqual(ends(refused), { gardener: "done", bookshop: "REFUSED" });
    assert.match(refused, /^bookshop: refused: .*`npx hosting recover --stack bookshop`/m);
    ended(await fleet.hosting("recover", "--stack", "bookshop", "--yes"), 0);
    assert.equal(webhooks().length, 2, "nothing is created twice");
  });

  it("says what exceeds a threshold, names a stack that is no longer as reviewed, and applies the others", async () => {
    await fleet.declare([customer("gardener", "New"), customer("bookshop", "New")]);
    const exceeding = ended(await fleet.run("review", "--", "--max-changes", "0"), 4);
    assert.deepEqual(ends(exceeding), { gardener: "EXCEEDS", bookshop: "EXCEEDS" });
    const { digest, stacks } = await review();
    assert.deepEqual(
      Object.values(stacks).map(({ counts }) => counts),
      [{ created: 1 }, { created: 1 }],
    );
    const { store } = fleet.sandbox.control;
    const [changed] = webhooks().filter(({ url }) => url.endsWith("/gardener"));
    store.webhooks.update(changed!.id, { url: "https://elsewhere.example/" });
    const output = ended(await fleet.run("apply", "--digest", digest), 1);
    assert.deepEqual(ends(output), { gardener: "REFUSED", bookshop: "done" });
    assert.match(
      output,
      /^gardener: refused: .*Webhook https:\/\/agency\.example\/gardener: update, which the review does not have/m,
    );
    assert.equal(store.applicationTokens.all().filter(({ description }) => description === "New").length, 1);
    const records = (await readFile(file("applied.jsonl"), "utf8")).trim().split("\n");
    const results = records.map((line) => JSON.parse(line) as { readonly stack: string; readonly result: string });
    assert.deepEqual(
      results
        .slice(-2)
        .map(({ stack, result }) => `${stack} ${result}`)
        .sort(),
      ["bookshop applied", "gardener refused"],
    );
  });
});
