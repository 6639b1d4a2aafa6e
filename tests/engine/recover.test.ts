import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "../support/hosting.js";
import { killedOnce } from "../support/killed.js";
import type { StoredResource } from "../../cli/stack/deployment.js";
import { changes, commandTimeout, type ResourceSpec, Stack, succeeded } from "../support/engine.js";

const hook = {
  eventType: "DOMAIN_REGISTRATION_STATUS",
  method: "POST",
  url: "https://agency.example/hook",
  headers: { "X-Secret": "planted-header-value" },
};
const branchPassword = "sandbox-password";

interface JsonReport {
  readonly outcome: string;
  readonly pending: readonly {
    readonly urn: string;
    readonly operation: string;
    readonly action: string;
    readonly id?: string;
  }[];
}

describe("hosting recover, after the engine was killed", function () {
  this.timeout(6 * commandTimeout);
  let stack: Stack;

  before(async () => {
    stack = await Stack.create();
  });
  after(() => stack.dispose());

  const recover = (...flags: string[]) =>
    run(["recover", "--cwd", stack.folder, ...flags], { env: { HOME: stack.folder, ...stack.environment } });

  /** Its JSON output, by the names of the resources. */
  async function reported(code: number, ...flags: string[]): Promise<{ outcome: string; actions: string[] }> {
    const ended = await recover("--json", ...flags);
    assert.equal(ended.code, code, ended.stderr + ended.stdout);
    const { outcome, pending } = JSON.parse(ended.stdout) as JsonReport;
    return {
      outcome,
      actions: pending.map((each) => `${each.operation} ${each.urn.split("::").at(-1)!}: ${each.action}`).sort(),
    };
  }

  const declare = (url: string) =>
    stack.declare({
      resources: [
        {
          type: "Provider",
          name: "branch",
          args: { baseUrl: stack.sandbox.url, username: "reseller", password: { $secret: branchPassword } },
        },
        { type: "Webhook", name: "hook", args: { ...hook, url }, options: { provider: "branch" } },
        {
          type: "Domain",
          name: "domain",
          args: { accountIdentifier: "p100001", sld: "engine-test", tld: "de" },
          options: { protect: false },
        },
        { type: "ApplicationToken", name: "token", args: { description: "deployment" } },
      ] satisfies ResourceSpec[],
    });

  const kills = async (there: () => boolean, ...command: string[]): Promise<void> =>
    killedOnce(await stack.start([...command, "--yes", "--skip-preview"]), there);

  const unanswered = (operation: string) => stack.sandbox.control.faults.add({ operation, effect: { kind: "timeout-after" } });

  /** Everything that Pulumi and the provider have written. */
  async function written(folder = stack.folder): Promise<string> {
    const entries = await readdir(folder, { withFileTypes: true, recursive: true });
    const texts = entries.filter((each) => each.isFile()).map((each) => readFile(join(each.parentPath, each.name), "latin1"));
    return (await Promise.all(texts)).join("\n");
  }

  it("during creations, takes over what arrived, and the next up creates no duplicate", async () => {
    const { faults, store } = stack.sandbox.control;
    for (const operation of ["createWebhook", "registerDomain", "createApplicationToken"]) unanswered(operation);
    await declare(hook.url);
    const made = () =>
      store.webhooks.all().length === 1 &&
      store.domains.get("engine-test.de") !== undefined &&
      store.applicationTokens.all().length === 1;
    await kills(made, "up");
    faults.clear();

    const plan = await recover();
    assert.equal(plan.code, 3, plan.stderr);
    const hookId = store.webhooks.all()[0]!.id;
    assert.match(plan.stdout, /^RESOURCE +PENDING +FOUND +PLAN$/m);
    assert.match(plan.stdout, new RegExp(`^Webhook hook +creating +exists as ${hookId} +take-over$`, "m"));
    assert.match(plan.stdout, /^Domain domain +creating +exists as p100001\/engine-test\.de +take-over$/m);
    assert.match(plan.stdout, /^ApplicationToken token +creating +exists as \S+ +drop$/m);
    assert.match(plan.stdout, /Nothing was changed\. --yes .*\$ hosting recover .*--yes /s);
    assert.doesNotMatch(plan.stdout + plan.stderr, /planted|sandbox-password/);

    const locked = await recover("--yes");
    assert.equal(locked.code, 1, locked.stdout);
    const lock = /locked by \S+@\S+ \(pid \d+\) since (\S+)\. Nothing was written\./.exec(locked.stderr)?.[1];
    assert.ok(lock !== undefined, locked.stderr);
    assert.match(locked.stderr, new RegExp(`--yes --cancel-lock ${lock}\`\\.`));
    const other = await recover("--yes", "--cancel-lock", "2030-01-31T12:00:00Z");
    assert.equal(other.code, 1, other.stdout);
    assert.match(other.stderr, new RegExp(`since ${lock}, not since 2030-01-31T12:00:00Z\\. Nothing was written\\.`));
    assert.match((await stack.up()).output, /currently locked/, "the lock is still there");

    assert.deepEqual(await reported(0, "--yes", "--cancel-lock", lock), {
      outcome: "settled",
      actions: ["creating domain: take-over", "creating hook: take-over", "creating token: drop"],
    });
    const [lost, ...others] = store.applicationTokens.all();
    assert.match(plan.stdout, new RegExp(`${lost!.id} .*Delete the object at the provider if nobody uses it`));
    assert.deepEqual(others, []);
    store.applicationTokens.delete(lost!.id);
    const { resources } = await stack.export();
    assert.equal(resources.find(({ urn }) => urn.endsWith("::hook"))?.id, hookId);
    const text = await written();
    assert.ok(!text.replace(await readFile(join(stack.folder, "program.json"), "utf8"), "").includes("planted"));

    assert.deepEqual(changes(succeeded(await stack.up())), ["create token"]);
    const domains = store.domains.all().filter(({ id }) => id === "engine-test.de");
    assert.deepEqual([store.webhooks.all().length, domains.length, store.applicationTokens.all().length], [1, 1, 1]);
    succeeded(await stack.preview("--refresh", "--expect-no-changes"));
  });

  it("during an update that arrived, updates the state, and nothing is sent again", async () => {
    const { faults, store } = stack.sandbox.control;
    const url = "https://agency.example/moved";
    unanswered("updateWebhook");
    await declare(url);
    await kills(() => store.webhooks.all()[0]?.url === url, "up");
    faults.clear();
    succeeded(await stack.pulumi("cancel", "--yes"));
    assert.deepEqual(await reported(0, "--yes"), { outcome: "settled", actions: ["updating hook: update"] });
    succeeded(await stack.preview("--expect-no-changes"));
  });

  it("during a deletion that arrived, removes it from the state, and leaves the rest to the next destroy", async () => {
    const { faults, store } = stack.sandbox.control;
    unanswered("deleteWebhook");
    await kills(() => store.webhooks.all().length === 0, "destroy");
    faults.clear();
    succeeded(await stack.pulumi("cancel", "--yes"));
    assert.deepEqual(await reported(0, "--yes"), { outcome: "settled", actions: ["deleting hook: remove"] });
    const { resources } = await stack.export();
    const names = resources.map(({ urn }) => urn.split("::").at(-1));
    assert.ok(!names.includes("hook") && names.includes("token"), names.join());
    succeeded(await stack.destroy());
    assert.deepEqual(
      [store.webhooks.all(), store.applicationTokens.all(), store.domains.get("engine-test.de")],
      [[], [], undefined],
    );
  });

  it("during the creation of an undeletable object, says what to do if an equal object exists as well", async () => {
    const { faults, store } = stack.sandbox.control;
    const contact = {
      name: "Office",
      street: "Am Hafen",
      houseNumber: "1",
      zipCode: "30159",
      city: "Celle",
      mail: "a@b.example",
    };
    await stack.declare({ resources: [{ type: "GdprContact", name: "contact", args: contact }] });
    unanswered("createGdprContact");
    const made = () => store.gdprContacts.all().filter(({ name }) => name === contact.name);
    await kills(() => made().length > 0, "up");
    faults.clear();
    store.gdprContacts.insert({ ...made()[0]!, id: "5f00000000000000000000ff" });
    succeeded(await stack.pulumi("cancel", "--yes"));

    const { stdout } = await recover("--yes");
    assert.match(stdout, /--yes and --forget-rest\. Adopt one of them with `hosting adopt --take`/);
    assert.equal((await reported(0, "--yes", "--forget-rest")).outcome, "settled");
    const exported = JSON.parse((await stack.export()).text) as { deployment: { resources: StoredResource[] } };
    const { resources } = exported.deployment;
    const [root, provider] = ["pulumi:pulumi:Stack", "pulumi:providers:pulumi-nodejs"].map((type) =>
      resources.find((each) => each.type === type)!,
    );
    const type = "pulumi-nodejs:dynamic/hosting:GdprContact";
    const properties = { __provider: 'exports.handler=()=>require("pulumi-hosting/provider").gdprContact' };
    const entry = {
      custom: true,
      urn: `urn:pulumi:test::engine-test::${type}::contact`,
      type,
      id: made()[0]!.id,
      inputs: properties,
      outputs: properties,
      parent: root!.urn,
      provider: `${provider!.urn}::${provider!.id!}`,
    };
    resources.push(entry);
    await stack.importState(JSON.stringify(exported));
    succeeded(await stack.refresh());
    succeeded(await stack.preview("--refresh", "--expect-no-changes"));
    assert.equal(made().length, 2);
  });
});
