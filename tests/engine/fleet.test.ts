import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { windowLength } from "../../sdk/http/rate-window.js";
import { descendants } from "../support/processes.js";
import { commandTimeout } from "../support/engine.js";
import { Fleet } from "../support/fleet.js";

const token = "planted-access-token";
const webhookSecret = "planted-webhook-secret";

/** Each takes seconds of CPU: `FLEET_STACKS=50` runs as many as an agency may have. */
const stacks = Number(process.env["FLEET_STACKS"] ?? 4);
const atATime = 2;

/** More than they need, and less than they are promised in total: the runner must read the window repeatedly. */
const limit = 9 * (stacks + 1);

const goodCustomers = Array.from({ length: stacks }, (_, index) => ({
  name: `customer-${index}`,
  account: "p100001",
  webhooks: [`https://agency.example/hooks/${index}`],
  tokens: [`Deployment of customer ${index}`],
}));

/** Its account does not exist. */
const badCustomer = { name: "stranger", account: "p999999", domains: [{ sld: "nowhere", tld: "de" }] };

const customers = [...goodCustomers.slice(0, stacks / 2), badCustomer, ...goodCustomers.slice(stacks / 2)];

describe("a fleet of stacks on the real engine", function () {
  // Each of the stacks takes seconds of CPU, and a busy machine has few.
  this.timeout(10 * commandTimeout);
  let fleet: Fleet;

  before(async () => {
    const rateLimit = { limit, windowMs: windowLength };
    fleet = await Fleet.create(token, { rateLimit }, { FLEET_WEBHOOK_SECRET: webhookSecret });
    await fleet.declare(customers);
  });
  after(() => fleet.dispose());

  const newWindow = () => {
    fleet.sandbox.control.advance(windowLength);
    fleet.sandbox.control.journal.clear();
  };

  /** No request was sent without room in the window. */
  const assertWithinWindow = () => {
    const requests = fleet.sandbox.control.journal.requests();
    assert.deepEqual(
      requests.filter(({ status }) => status === 429),
      [],
    );
    assert.ok(requests.length < limit, `${requests.length} requests`);
  };

  it("brings all up, a few at a time and within one rate window, and continues if one fails", async () => {
    const child = fleet.start("up", "--concurrency", String(atATime));
    const [seen, atOnce] = [new Set<string>(), new Set<number>()];
    const look = setInterval(() => {
      const commands = descendants(child.pid!).map(({ command }) => command);
      for (const command of commands) seen.add(command);
      // By name: a child process briefly has the command line of its parent.
      atOnce.add(new Set(commands.flatMap((command) => /^\S*pulumi .*--stack (\S+)/.exec(command)?.[1] ?? [])).size);
    }, 250);
    const { status, output } = await fleet.ended(child).finally(() => clearInterval(look));

    assert.equal(status, 1, output);
    assert.equal(Math.max(...atOnce), atATime, "stacks at a time");
    for (const { name } of goodCustomers) {
      assert.match(output, new RegExp(`^${name}: started$`, "m"));
      assert.match(output, new RegExp(`^${name}: done after [\\d.]+ s: 2 created$`, "m"));
      assert.match(output, new RegExp(`^${name} +done +2 +0 +0 +0 +0 `, "m"));
    }
    assert.match(
      output,
      /^stranger: failed: nowhere\.de: .* accountIdentifier: account p999999 does not exist, or this login may not use it\./m,
    );
    // Its preview refused it, so nothing was begun.
    assert.match(output, /^stranger +FAILED +0 +0 +0 +0 +0 /m);
    const sum = `^${stacks} done, 1 FAILED after [\\d.]+ s; \\d+ of ${limit} requests of the rate window are used$`;
    assert.match(output, new RegExp(sum, "m"));
    assertWithinWindow();

    const { webhooks, applicationTokens } = fleet.sandbox.control.store;
    assert.equal(webhooks.all().length, stacks);
    assert.equal(applicationTokens.all().filter(({ description }) => /of customer/.test(description ?? "")).length, stacks);

    const logins = fleet.sandbox.control.journal.requests({ operation: "authenticate" });
    assert.deepEqual(logins, [], "all of them use the fleet's token");
    const everything = [output, ...seen, ...(await written())].join("\n");
    for (const secret of [token, webhookSecret]) assert.ok(!everything.includes(secret), `${secret} shows`);
  });

  it("has nothing to do the second time, and succeeds without the failing stack", async () => {
    newWindow();
    const { status, output } = await fleet.run("up", "customer-0", "customer-2", "--expect-no-changes");
    assert.equal(status, 0, output);
    for (const name of ["customer-0", "customer-2"])
      assert.match(output, new RegExp(`^${name}: done after .*: 2 unchanged$`, "m"));
    const changes = fleet.sandbox.control.journal.requests().filter(({ method }) => method !== "GET");
    assert.deepEqual(changes, []);
    assert.doesNotMatch(output, /customer-1\b/);
  });

  it("reports drift for each stack", async () => {
    newWindow();
    const { webhooks } = fleet.sandbox.control.store;
    const drifted = webhooks.all().find(({ url }) => url.endsWith("/3"))!;
    webhooks.update(drifted.id, { url: "https://elsewhere.example/" });
    const { status, output } = await fleet.run("refresh", "customer-3", "customer-2", "--expect-no-changes");
    assert.equal(status, 1, output);
    assert.match(output, /^customer-3: drift: https:\/\/agency\.example\/hooks\/3: differs in url$/m);
    assert.match(output, /^customer-3: failed: no changes were expected/m);
    assert.match(output, /^customer-2: done after .*: 2 unchanged$/m);
    assertWithinWindow();
  });

  it("starts no further stack after an interruption, and can be run again", async () => {
    newWindow();
    const child = fleet.start("up", "customer-3", "customer-2", "customer-1", "--concurrency", "1");
    let reported = "";
    child.stdout!.on("data", (piece: Buffer) => {
      if (/customer-\d: started/.test((reported += piece.toString()))) child.kill("SIGINT");
    });
    const interrupted = await fleet.ended(child);
    assert.equal(interrupted.status, 1, interrupted.output);
    assert.match(interrupted.output, /Interrupted: no further stack will start; waiting for those under way\./);
    assert.match(interrupted.output, /^1 done, 2 not started after/m);
    const again = await fleet.run("up", "customer-3");
    assert.equal(again.status, 0, again.output);
    assert.match(again.output, /^1 done after/m);
  });

  it("removes what a customer has", async () => {
    newWindow();
    const { status, output } = await fleet.run("destroy", "customer-0", "customer-1", "--yes");
    assert.equal(status, 0, output);
    for (const name of ["customer-0", "customer-1"]) assert.match(output, new RegExp(`^${name}: done after .*: 2 deleted$`, "m"));
    assert.equal(fleet.sandbox.control.store.webhooks.all().length, stacks - 2);
    assertWithinWindow();
  });

  it("starts nothing if the customers or the names are invalid", async () => {
    fleet.sandbox.control.journal.clear();
    const unknown = await fleet.run("up", "customer-0", "nobody");
    assert.equal(unknown.status, 2, unknown.output);
    assert.match(unknown.output, /There is no customer nobody\./);
    await writeFile(join(fleet.folder, "wrong.json"), JSON.stringify([{ name: "a", account: "nonsense" }]));
    const wrong = await fleet.run("up", "--customers", "wrong.json");
    assert.equal(wrong.status, 2, wrong.output);
    assert.match(wrong.output, /^ {2}customers\[0\]\.account: the identifier of an account/m);
    assert.deepEqual(fleet.sandbox.control.journal.requests(), []);
  });

  /** Everything that Pulumi and the runner have written. */
  async function written(): Promise<string[]> {
    const entries = await readdir(fleet.folder, { withFileTypes: true, recursive: true });
    return Promise.all(
      entries.filter((entry) => entry.isFile()).map((entry) => readFile(join(entry.parentPath, entry.name), "latin1")),
    );
  }
});
