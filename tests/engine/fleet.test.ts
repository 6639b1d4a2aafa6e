import assert from "node:assert/strict";
import { windowLength } from "../../sdk/http/rate-window.js";
import { filesBelow } from "../../proofs/matrix/evidence.js";
import { commandTimeout } from "../support/engine.js";
import { Fleet } from "../support/fleet.js";
import { descendants } from "../support/processes.js";

const token = "planted-access-token";
const webhookSecret = "planted-webhook-secret";

/** Each takes seconds of CPU: `FLEET_STACKS=50` runs as many as an agency may have. */
const stacks = Number(process.env["FLEET_STACKS"] ?? 4);
const atATime = 2;

/** More than they need, and less than they are promised in total: the runner must read the window repeatedly. */
const limit = 9 * (stacks + 1);

const good = Array.from({ length: stacks }, (_, index) => ({
  name: `customer-${index}`,
  account: "p100001",
  webhooks: [`https://agency.example/hooks/${index}`],
  tokens: [`Deployment of customer ${index}`],
}));

/** Its account does not exist. */
const stranger = { name: "stranger", account: "p999999", domains: [{ sld: "nowhere", tld: "de" }] };

describe("a fleet of stacks on the real engine", function () {
  // Each of the stacks takes seconds of CPU, and a busy machine has few.
  this.timeout(10 * commandTimeout);
  let fleet: Fleet;
  const requests = () => fleet.sandbox.control.journal.requests();

  before(async () => {
    fleet = await Fleet.create(token, { rateLimit: { limit, windowMs: windowLength } }, { FLEET_WEBHOOK_SECRET: webhookSecret });
    await fleet.declare([...good.slice(0, stacks / 2), stranger, ...good.slice(stacks / 2)]);
  });
  after(() => fleet.dispose());
  beforeEach(() => {
    fleet.sandbox.control.advance(windowLength);
    fleet.sandbox.control.journal.clear();
  });
  // No request was sent without room in the window.
  afterEach(() =>
    assert.ok(requests().length < limit && requests().every(({ status }) => status !== 429), `${requests().length}`),
  );

  it("brings all up, a few at a time and within one rate window, continues if one fails, and shows no secret", async () => {
    const child = fleet.start("up", "--concurrency", String(atATime));
    const [seen, atOnce] = [new Set<string>(), new Set<number>()];
    const look = setInterval(() => {
      const commands = descendants(child.pid!).map(({ command }) => command);
      for (const command of commands) seen.add(command);
      // By name: a child process briefly has the command line of its parent.
      atOnce.add(new Set(commands.flatMap((command) => /^\S*pulumi .*--stack (\S+)/.exec(command)?.[1] ?? [])).size);
    }, 250);
    const { status, output } = await fleet.ended(child).finally(() => clearInterval(look));
    assert.deepEqual([status, Math.max(...atOnce)], [1, atATime], output);
    for (const { name } of good) assert.match(output, new RegExp(`^${name} +done +2 +0 +0 +0 +0 `, "m"));
    assert.match(output, /^stranger: failed: nowhere\.de: .* p999999 /m);
    // Its preview refused it, so nothing was begun.
    assert.match(output, /^stranger +FAILED +0 +0 +0 +0 +0 /m);
    assert.match(output, new RegExp(`^${stacks} done, 1 FAILED after .*; \\d+ of ${limit} requests`, "m"));
    const { webhooks, applicationTokens } = fleet.sandbox.control.store;
    const tokens = applicationTokens.all().filter(({ description }) => /of customer/.test(description ?? ""));
    assert.deepEqual([webhooks.all().length, tokens.length], [stacks, stacks]);
    assert.ok(!requests().some(({ operation }) => operation === "authenticate"), "all of them use the fleet's token");
    const written = (await filesBelow(fleet.folder)).map(({ text }) => text);
    const everything = [output, ...seen, ...written].join("\n");
    for (const secret of [token, webhookSecret]) assert.ok(!everything.includes(secret), `${secret} shows`);
  });

  it("runs as jobs of a matrix side by side within one window, each stack in one, and finds drift where it is", async () => {
    const { webhooks } = fleet.sandbox.control.store;
    webhooks.update(webhooks.all().find(({ url }) => url.endsWith("/3"))!.id, { url: "https://elsewhere.example/" });
    await fleet.declare(good);
    const matrix = await fleet.matrix("refresh", "github", "--jobs", "2", "--window", String(limit));
    assert.equal(matrix.status, 0, matrix.output);
    const { include } = JSON.parse(matrix.output) as { include: { part: string; requests: number }[] };
    const before = requests().length;
    const ended = await Promise.all(
      include.map((job) => fleet.run("refresh", "--part", job.part, "--requests", String(job.requests), "--expect-no-changes")),
    );
    const outputs = ended.map(({ output }) => output);
    // One job has drift, and one tells that a stack has no customer any more.
    assert.deepEqual(ended.map(({ status }) => status).sort(), [1, 3], outputs.join("\n"));
    assert.equal(outputs.filter((output) => /^ {2}stranger +\d+ entries$/m.test(output)).length, 1);
    for (const { name } of good) assert.equal(outputs.filter((output) => output.includes(`${name}: started`)).length, 1, name);
    assert.match(outputs.join("\n"), /^customer-3: drift: https:\/\/agency\.example\/hooks\/3: differs in url$/m);
    const sent = outputs.map((output) => Number(/; (\d+) requests sent$/m.exec(output)?.[1]));
    assert.equal(sent[0]! + sent[1]!, requests().length - before, "the jobs count what they send");
    include.forEach((job, index) => assert.ok(sent[index]! <= job.requests));
  });
});
