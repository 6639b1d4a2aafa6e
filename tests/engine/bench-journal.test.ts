import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { runCycle } from "../../proofs/bench/cycle.js";
import { JournalService } from "../../proofs/bench/journal/service.js";
import { commandTimeout, failed, type ProgramSpec, Stack, type StoredResource, succeeded } from "../support/engine.js";

const parent = join(__dirname, "..", "..", "..", ".cache", "engine-tests");

const webhook = (name: string, path: string) => ({
  type: "Webhook",
  name,
  args: {
    eventType: "DOMAIN_REGISTRATION_STATUS",
    method: "POST",
    url: `https://agency.example/${path}`,
    headers: { "X-Key": "a secret" },
  },
});
const later = { ...webhook("gone", "c"), options: { dependsOn: "hook" } };
const domain = {
  type: "Domain",
  name: "domain",
  args: { accountIdentifier: "p100001", sld: "journal-bench", tld: "de" },
  options: { protect: false },
};
const subdomain = {
  type: "Subdomain",
  name: "subdomain",
  args: { accountIdentifier: "p100001", domainIdentifier: { $of: ["domain", "domainIdentifier"] }, name: "one", target: "/html" },
  options: { deletedWith: "domain" },
};
const token = (description: string) => ({ type: "ApplicationToken", name: "token", args: { description } });

/** The second updates, replaces, deletes and keeps resources of the first. */
const first: ProgramSpec = { resources: [webhook("hook", "a"), later, domain, subdomain, token("first")] };
const second: ProgramSpec = { resources: [webhook("hook", "b"), domain, subdomain, token("second")] };

/** Members that differ in each run, and parts of texts that do: ids, times, issued tokens, the sandbox's address with the login's digest. */
const chanceMembers = /(?<="(created|modified|uid|id)": )("[^"/]*"|\d+)/g;
const chanceParts = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z|MW_[\w-]+|[\w-]+ http:\/\/127\.0\.0\.1:\d+/g;

/** The state by resource, with its secrets in the clear. */
async function stateOf(stack: Stack): Promise<Record<string, unknown>> {
  const { output } = succeeded(await stack.pulumi("stack", "export", "--show-secrets"));
  const { version, deployment } = JSON.parse(output.replace(chanceMembers, '""').replace(chanceParts, "")) as {
    readonly version: number;
    readonly deployment: { readonly resources?: readonly StoredResource[] } & Readonly<Record<string, unknown>>;
  };
  const { manifest, secrets_providers: secrets, resources = [], ...others } = deployment;
  assert.ok(manifest);
  assert.equal((secrets as { type: string }).type, "passphrase");
  return { version, ...others, ...Object.fromEntries(resources.map((resource) => [resource.urn, resource])) };
}

const bothOf = async <T>(stacks: readonly Stack[], work: (stack: Stack) => Promise<T>): Promise<readonly T[]> =>
  Promise.all(stacks.map(work));

describe("the benchmark's backend with a journal", function () {
  this.timeout(12 * commandTimeout);

  let folder: string;
  let service: JournalService;
  let environment: Record<string, string>;
  let stacks: Stack[];
  beforeEach(async () => {
    await mkdir(parent, { recursive: true });
    folder = await mkdtemp(join(parent, "journal-"));
    service = await JournalService.start(folder, "engine-test");
    environment = { PULUMI_BACKEND_URL: service.url, PULUMI_ACCESS_TOKEN: "test" };
    stacks = [];
  });
  afterEach(async () => {
    await Promise.all(stacks.map((stack) => stack.dispose()));
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("keeps the same state as files through the life of a stack", async () => {
    stacks = await Promise.all([Stack.create(), Stack.create({}, environment)]);
    const compare = async (step: string, urns: number): Promise<void> => {
      const [inFiles, journaled] = await bothOf(stacks, stateOf);
      assert.equal(Object.keys(journaled!).filter((name) => name.startsWith("urn:")).length, urns, step);
      assert.deepEqual(journaled, inFiles, step);
    };
    for (const [program, urns] of [
      [first, 7],
      [second, 6],
    ] as const) {
      const before = service.applied;
      await bothOf(stacks, async (stack) => {
        await stack.declare(program);
        succeeded(await stack.up());
      });
      assert.ok(service.applied >= before + program.resources.length, `${service.applied} entries after ${before}`);
      await compare("up", urns);
    }
    await bothOf(stacks, async (stack) => succeeded(await stack.refresh("--expect-no-changes")));
    await compare("refresh", 6);
    await bothOf(stacks, async (stack) => succeeded(await stack.destroy()));
    await compare("destroy", 0);
  });

  it("refuses an update that would send the whole state at each step", async () => {
    const stack = await Stack.create({}, { ...environment, PULUMI_DISABLE_JOURNALING: "true" });
    stacks = [stack];
    await stack.declare(first);
    failed(await stack.up(), /only takes updates with a journal of version 1/);
  });

  it("is what the contenders with a journal use", async () => {
    const { steps, stateBytes } = await runCycle(folder, {
      contender: "idle-journal",
      mix: "agency",
      size: 10,
      latency: 0,
      steps: ["destroy"],
      timeout: commandTimeout,
    });
    assert.deepEqual(Object.keys(steps), ["apply", "destroy"]);
    assert.ok(stateBytes! > 1000);
  });
});
