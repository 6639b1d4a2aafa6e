import assert from "node:assert/strict";
import { join } from "node:path";
import {
  changes,
  commandTimeout,
  failed,
  type Outcome,
  type ResourceSpec,
  Stack,
  type StoredResource,
  succeeded,
} from "../support/engine.js";

const eventType = "DOMAIN_REGISTRATION_STATUS";

const hook = (
  name: string,
  rest: Partial<ResourceSpec> & { readonly headers?: object; readonly adopt?: true } = {},
): ResourceSpec => {
  const { headers, adopt, ...spec } = rest;
  const args = {
    eventType,
    method: "POST",
    url: "https://agency.example/hook",
    ...(headers && { headers }),
    ...(adopt && { adopt }),
  };
  return { type: "Webhook", name, args, ...spec };
};
const token = (name: string, options: ResourceSpec["options"] = {}): ResourceSpec => ({
  type: "ApplicationToken",
  name,
  args: { description: "deployment" },
  options,
});
const domain = (name: string, rest: object = {}): ResourceSpec => ({
  type: "Domain",
  name,
  args: { accountIdentifier: "p100001", sld: "owned", tld: "de", ...rest },
  options: { protect: false },
});

const urnOf = ({ type, name }: ResourceSpec): string =>
  `urn:pulumi:test::engine-test::pulumi-nodejs:dynamic/hosting:${type}::${name}`;

const idsIn = (resources: readonly StoredResource[]): Record<string, string> =>
  Object.fromEntries(
    resources
      .filter(({ type }) => type.startsWith("pulumi-nodejs:dynamic/hosting:"))
      .map(({ urn, id = "" }) => [urn.split("::").at(-1)!, id]),
  );

describe("ownership of objects on the real engine", function () {
  this.timeout(10 * commandTimeout);
  let stack: Stack;

  const idsOf = async (of = stack): Promise<Record<string, string>> => idsIn((await of.export()).resources);
  const store = () => stack.sandbox.control.store;
  const liveTokens = () =>
    store()
      .applicationTokens.all()
      .filter(({ description }) => description === "deployment")
      .map(({ id }) => id)
      .sort();
  const isEmpty = (outcome: Outcome) => assert.deepEqual(changes(succeeded(outcome)), []);

  beforeEach(async () => {
    stack = await Stack.create();
  });
  afterEach(() => stack.dispose());

  it("replaces its own object for real, or preview and run refuse it alike", async () => {
    const program = [hook("hook"), token("token")];
    await stack.declare({ resources: program });
    succeeded(await stack.up());
    const before = await idsOf();

    for (const command of [stack.preview, stack.up])
      failed(await command("--replace", urnOf(program[0]!)), /webhook .* already exists \(\d+\).*`deleteBeforeReplace: true`/);
    succeeded(await stack.pulumi("state", "taint", urnOf(program[0]!), "--yes"));
    failed(await stack.up(), /already exists.*pulumi state untaint/);
    succeeded(await stack.pulumi("state", "untaint", urnOf(program[0]!), "--yes"));
    assert.deepEqual(await idsOf(), before);
    assert.notEqual(store().webhooks.get(before["hook"]!), undefined);

    succeeded(await stack.up("--target-replace", urnOf(program[1]!)));
    const after = await idsOf();
    assert.notEqual(after["token"], before["token"]);
    assert.deepEqual(liveTokens(), [after["token"]]);

    succeeded(await stack.destroy("--target", urnOf(program[0]!)));
    succeeded(await stack.up());
    assert.notEqual((await idsOf())["hook"], before["hook"]);
    isEmpty(await stack.preview("--refresh", "--expect-no-changes"));
  });

  it("replaces with --replace only what is deleted first", async () => {
    const site = domain("site");
    const blog: ResourceSpec = {
      type: "Subdomain",
      name: "blog",
      args: { accountIdentifier: "p100001", domainIdentifier: { $of: ["site", "domainIdentifier"] }, name: "blog" },
      options: { deletedWith: "site" },
    };
    await stack.declare({ resources: [site, blog] });
    succeeded(await stack.up());

    for (const command of [stack.preview, stack.up]) {
      const { output } = failed(await command("--replace", urnOf(blog)), /already exists .* run without `--replace`/);
      assert.doesNotMatch(output, /deleteBeforeReplace/);
    }
    const refused = failed(await stack.destroy("--target", urnOf(blog)), /was not deleted/);
    assert.doesNotMatch(refused.output, /declare `deletedWith/);
    const first = store()
      .subdomains.all()
      .find(({ name, domain }) => name === "blog" && domain === "owned.de")!;
    store().subdomains.delete(first.id);
    succeeded(await stack.pulumi("state", "taint", urnOf(blog), "--yes"));
    succeeded(await stack.refresh());
    succeeded(await stack.up());
    isEmpty(await stack.preview("--refresh", "--expect-no-changes"));

    failed(await stack.preview("--replace", urnOf(site)), /already exists .*`deleteBeforeReplace: true`/);
    succeeded(await stack.destroy("--target", urnOf(site), "--target-dependents"));
    succeeded(await stack.up());
    isEmpty(await stack.preview("--refresh", "--expect-no-changes"));
  });

  it("refuses what another stack has, names that stack and does not advise to delete the object", async () => {
    const select = async (name: string) => succeeded(await stack.pulumi("stack", "select", "--create", name));
    await stack.declare({ resources: [hook("hook"), domain("site")] });
    succeeded(await stack.up());
    await select("second");
    await stack.declare({ resources: [hook("equal")] });
    for (const command of [stack.preview, stack.up, () => stack.up("--skip-preview")]) {
      failed(
        await command(),
        /webhook .* already exists .* It belongs to resource "hook" of stack test of project engine-test in file:.*adopt/,
      );
    }
    await stack.declare({ resources: [domain("equal-site")] });
    failed(await stack.preview(), /domain .* already exists .* It belongs to resource "site" of stack test/);

    // As the message says.
    await stack.declare({ resources: [hook("equal", { adopt: true }), domain("equal-site", { adopt: true })] });
    succeeded(await stack.up());
    isEmpty(await stack.preview("--refresh", "--expect-no-changes"));
    await stack.declare({ resources: [hook("equal"), domain("equal-site")] });
    failed(await stack.up("--replace", urnOf(hook("equal")).replace(":test:", ":second:")), /already exists/);
  });

  it("keeps an object that is adopted under a new name, and removes only the old entry from the state", async () => {
    await stack.declare({ resources: [hook("old"), domain("old-domain")] });
    succeeded(await stack.up());
    const before = await idsOf();
    await stack.declare({ resources: [hook("new"), domain("new-domain")] });
    for (const command of [stack.preview, stack.up]) failed(await command(), /already exists .*give it an alias.*`adopt: true`/);

    await stack.declare({ resources: [hook("new", { adopt: true }), domain("new-domain", { adopt: true })] });
    const { output } = succeeded(await stack.up());
    assert.match(
      output,
      /webhook .* was not deleted: resource "new" of this run holds it\. Only this entry left the Pulumi state/,
    );
    assert.match(output, /domain .* was not deleted: resource "new-domain" of this run holds it/);
    assert.deepEqual(await idsOf(), { new: before["old"], "new-domain": before["old-domain"] });
    assert.notEqual(store().webhooks.get(before["old"]!), undefined);
    assert.ok(
      store()
        .domains.all()
        .some(({ sld }) => sld === "owned"),
    );
    isEmpty(await stack.preview("--refresh", "--expect-no-changes"));
  });

  it("follows a resource whose component a failed run has recorded under a new name, as the message says", async () => {
    const within = (component: string, options: ResourceSpec["options"] = {}): ResourceSpec[] => [
      { type: "Component", name: component },
      hook(`${component}-hook`, { options: { parent: component, ...options } }),
      { ...domain(`${component}-domain`), options: { parent: component, protect: false } },
    ];
    const refusal = /already exists .*It belongs to resource .* of this stack\. .*`pulumi state rename`/;
    await stack.declare({ resources: within("old") });
    succeeded(await stack.up());
    const before = await idsOf();
    await stack.declare({ resources: within("new") });
    failed(await stack.up("--skip-preview"), refusal);
    const [renamed, ...others] = within("new", { aliases: [{ name: "old-hook" }] });
    await stack.declare({ resources: [{ ...renamed!, options: { aliases: [{ name: "old" }] } }, ...within("new").slice(1)] });
    failed(await stack.preview(), refusal);

    const inside = "urn:pulumi:test::engine-test::test:index:Component$pulumi-nodejs:dynamic/hosting:Domain::old-domain";
    succeeded(await stack.pulumi("state", "rename", inside, "new-domain", "--yes"));
    await stack.declare({ resources: [renamed!, ...others] });
    succeeded(await stack.up());
    assert.deepEqual(await idsOf(), { "new-hook": before["old-hook"], "new-domain": before["old-domain"] });
    isEmpty(await stack.preview("--refresh", "--expect-no-changes"));
  });

  it("keeps an object that is adopted under a new name if the old entry leaves the state in a later run", async () => {
    await stack.declare({ resources: [hook("old"), domain("old-domain")] });
    succeeded(await stack.up());
    const before = await idsOf();
    const renamed = [hook("new", { adopt: true }), domain("new-domain", { adopt: true })];
    await stack.declare({ resources: renamed });
    succeeded(await stack.up(...renamed.flatMap((resource) => ["--target", urnOf(resource)])));
    assert.equal(Object.keys(await idsOf()).length, 4);
    const { output } = succeeded(await stack.destroy("--target", urnOf(hook("old"))));
    assert.match(
      output,
      /webhook .* was not deleted: resource "new" of stack test of project engine-test in file:\/\/\/\S+, last seen on .*, has it as well/,
    );
    succeeded(await stack.up("--target", urnOf(domain("old-domain"))));
    assert.deepEqual(await idsOf(), { new: before["old"], "new-domain": before["old-domain"] });
    isEmpty(await stack.preview("--refresh", "--expect-no-changes"));
    assert.equal(store().webhooks.all().length, 1);

    succeeded(await stack.destroy());
    assert.deepEqual(
      [
        store().webhooks.all(),
        store()
          .domains.all()
          .filter(({ sld }) => sld === "owned"),
      ],
      [[], []],
    );
  });

  it("deletes an object adopted under another provider or in another stack only with the last entry that has it", async () => {
    const login = { username: "reseller", password: "sandbox-password", baseUrl: stack.sandbox.url };
    const provider = (name: string): ResourceSpec => ({ type: "Provider", name, args: login });
    const [one, two] = [provider("one"), provider("two")];
    const own = hook("own", { options: { provider: "one" } });
    await stack.declare({ resources: [one, own] });
    succeeded(await stack.up());
    await stack.declare({ resources: [one, two, own, hook("adopted", { adopt: true, options: { provider: "two" } })] });
    succeeded(await stack.up());
    const { own: id } = await idsOf();
    assert.deepEqual(await idsOf(), { own: id, adopted: id });
    await stack.declare({ resources: [one, two, own] });
    const { output } = succeeded(await stack.up());
    assert.match(output, /was not deleted: resource "own" of stack test/);
    assert.notEqual(store().webhooks.get(id!), undefined);
    isEmpty(await stack.preview("--refresh", "--expect-no-changes"));

    const other = await Stack.beside(stack, { PULUMI_HOME: join(stack.folder, "home") });
    try {
      const moved = { resources: [hook("moved", { adopt: true })] };
      await other.declare(moved);
      succeeded(await other.up());
      assert.match(succeeded(await other.destroy()).output, /was not deleted: resource "own" of stack test/);
      isEmpty(await stack.preview("--refresh", "--expect-no-changes"));
      await other.declare(moved);
      succeeded(await other.up());
      assert.match(succeeded(await stack.destroy()).output, /was not deleted: resource "moved" of stack test/);
      isEmpty(await other.preview("--refresh", "--expect-no-changes"));
      succeeded(await other.destroy());
      assert.equal(store().webhooks.get(id!), undefined);
    } finally {
      await other.dispose();
    }
  });

  it("takes over and changes nothing for a stack of that name in another backend", async () => {
    const other = await Stack.beside(stack, { PULUMI_HOME: join(stack.folder, "home") });
    try {
      const program = { resources: [hook("hook"), domain("domain"), token("token")] };
      await stack.declare(program);
      succeeded(await stack.up());
      const before = await idsOf();
      await other.declare(program);
      failed(await other.up(), /already exists/);
      await other.declare({ resources: [token("token")] });
      succeeded(await other.up());
      assert.deepEqual(Object.keys(await idsOf(other)), ["token"]);
      assert.equal(liveTokens().length, 2);
      succeeded(await other.destroy());
      assert.deepEqual(liveTokens(), [before["token"]]);
      isEmpty(await stack.preview("--refresh", "--expect-no-changes"));
    } finally {
      await other.dispose();
    }
  });

  it("never mistakes another resource's object for one that was sent without an answer", async () => {
    const { faults } = stack.sandbox.control;
    const program = {
      resources: [
        token("first"),
        token("second"),
        hook("third", { headers: { "X-Of": "third" } }),
        hook("fourth", { headers: { "X-Of": "fourth" } }),
      ],
    };
    await stack.declare(program);
    for (const operation of ["createApplicationToken", "createWebhook"])
      for (const occurrence of [1, 2]) faults.add({ operation, occurrence, effect: { kind: "reset-before" } });
    failed(await stack.up("--parallel", "1", "--continue-on-error"), /may have been created: it was sent twice/);
    const before = await idsOf();
    assert.equal(Object.keys(before).length, 2);

    succeeded(await stack.up("--parallel", "1"));
    const after = await idsOf();
    for (const [name, id] of Object.entries(before)) assert.equal(after[name], id);
    assert.equal(new Set(Object.values(after)).size, 4);
    assert.equal(liveTokens().length, 2);
    for (const name of ["third", "fourth"]) assert.deepEqual(store().webhooks.get(after[name]!)?.headers, { "X-Of": name });
    isEmpty(await stack.preview("--refresh", "--expect-no-changes"));
  });

  it("keeps a token that the program removes and declares again", async () => {
    await stack.declare({ resources: [token("token", { retainOnDelete: true })] });
    succeeded(await stack.up());
    const retained = (await idsOf())["token"]!;
    await stack.declare({ resources: [] });
    succeeded(await stack.up());
    await stack.declare({ resources: [token("token")] });
    succeeded(await stack.up());
    const declared = (await idsOf())["token"]!;
    assert.deepEqual(liveTokens(), [retained, declared].sort());

    succeeded(await stack.pulumi("state", "delete", urnOf(token("token")), "--yes"));
    succeeded(await stack.up());
    assert.equal(liveTokens().length, 3);
  });

  it("proves nothing gone and creates nothing again with another login", async () => {
    await stack.declare({ resources: [hook("hook"), token("token")] });
    succeeded(await stack.up());
    const before = await idsOf();
    const strange = { HOSTING_USERNAME: "agency", HOSTING_PASSWORD: "agency-password" };
    for (const command of [
      ["refresh", "--yes", "--skip-preview"],
      ["up", "--refresh", "--yes", "--skip-preview"],
      ["destroy", "--yes", "--skip-preview"],
    ])
      failed(
        await (
          await stack.start(command, strange)
        ).outcome,
        /last seen with reseller at http:.*; this run uses agency at http:.*does not prove that it is gone/,
      );
    assert.deepEqual(await idsOf(), before);
    assert.deepEqual(liveTokens(), [before["token"]]);
    assert.notEqual(store().webhooks.get(before["hook"]!), undefined);
    isEmpty(await stack.preview("--refresh", "--expect-no-changes"));
  });
});
