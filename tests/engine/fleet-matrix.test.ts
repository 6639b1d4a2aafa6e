import assert from "node:assert/strict";
import { windowLength } from "../../sdk/http/rate-window.js";
import { commandTimeout } from "../support/engine.js";
import { Fleet } from "../support/fleet.js";

interface Job {
  readonly part: string;
  readonly requests: number;
}

/** More than the stacks use, and less than they are promised in total. */
const limit = 56;

const customers = Array.from({ length: 6 }, (_, index) => ({
  name: `customer-${index}`,
  account: "p100001",
  webhooks: [`https://agency.example/hooks/${index}`],
  tokens: [`Deployment of customer ${index}`],
}));

describe("a fleet as jobs of a matrix, side by side on the real engine", function () {
  this.timeout(10 * commandTimeout);
  let fleet: Fleet;

  before(async () => {
    fleet = await Fleet.create("planted-access-token", { rateLimit: { limit, windowMs: windowLength } });
    await fleet.declare(customers);
  });
  after(() => fleet.dispose());

  const jobsOf = async (command: string): Promise<readonly Job[]> => {
    const { status, output } = await fleet.matrix(command, "github", "--jobs", "2", "--window", String(limit));
    assert.equal(status, 0, output);
    return (JSON.parse(output) as { include: Job[] }).include;
  };

  const runAll = (command: string, jobs: readonly Job[], ...options: string[]) =>
    Promise.all(jobs.map(({ part, requests }) => fleet.run(command, "--part", part, "--requests", String(requests), ...options)));

  const assertWithin = (jobs: readonly Job[], outputs: readonly string[]) => {
    const requests = fleet.sandbox.control.journal.requests();
    assert.deepEqual(
      requests.filter(({ status }) => status === 429),
      [],
    );
    const sent = outputs.map((output) => Number(/; (\d+) requests sent$/m.exec(output)?.[1]));
    assert.equal(
      sent.reduce((sum, count) => sum + count),
      requests.length,
      "the jobs count what they send",
    );
    jobs.forEach((job, index) => assert.ok(sent[index]! <= job.requests, `${sent[index]} of ${job.requests} requests`));
  };

  it("stays within one rate window, and runs each stack in one job", async () => {
    const jobs = await jobsOf("up");
    assert.equal(jobs.length, 2);
    const ended = await runAll("up", jobs, "--concurrency", "2");
    for (const { status, output } of ended) {
      assert.equal(status, 0, output);
      assert.match(output, /^3 done after/m);
    }
    const outputs = ended.map(({ output }) => output);
    for (const { name } of customers)
      assert.equal(
        outputs.filter((output) => new RegExp(`^${name}: done after .*: 2 created$`, "m").test(output)).length,
        1,
        name,
      );
    assertWithin(jobs, outputs);
    assert.equal(fleet.sandbox.control.store.webhooks.all().length, customers.length);
  });

  it("knows the stacks of the other jobs, and finds their drift where it is", async () => {
    fleet.sandbox.control.advance(windowLength);
    fleet.sandbox.control.journal.clear();
    const { webhooks } = fleet.sandbox.control.store;
    webhooks.update(webhooks.all().find(({ url }) => url.endsWith("/5"))!.id, { url: "https://elsewhere.example/" });
    const jobs = await jobsOf("refresh");
    const ended = await runAll("refresh", jobs, "--expect-no-changes");
    const outputs = ended.map(({ output }) => output);
    assert.deepEqual(ended.map(({ status }) => status).sort(), [0, 1], outputs.join("\n"));
    assert.match(outputs.join("\n"), /^customer-5: drift: /m);
    assert.doesNotMatch(outputs.join("\n"), /without a customer/);
    assertWithin(jobs, outputs);
  });

  it("starts nothing if a share has no room for a stack", async () => {
    const { status, output } = await fleet.run("up", "--part", "1/2", "--requests", "9");
    assert.equal(status, 2, output);
    assert.match(output, /customer-0 may need 10 requests: --requests 9 is too few\./);
  });
});
