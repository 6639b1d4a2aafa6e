import assert from "node:assert/strict";
import { startSandbox } from "../../sandbox/index.js";
import { changes, commandTimeout, failed, type ProgramSpec, Stack, succeeded } from "../support/engine.js";
import { run } from "../support/hosting.js";

const hook = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://agency.example/hook" };

describe("explicit providers on the real engine", function () {
  this.timeout(3 * commandTimeout);
  let stack: Stack;

  const program = (password: unknown): ProgramSpec => ({
    resources: [
      { type: "Webhook", name: "first", args: hook },
      {
        type: "Provider",
        name: "second",
        args: { baseUrl: stack.sandbox.url, username: "agency", password },
      },
      { type: "Webhook", name: "of-second", args: hook, options: { provider: "second" } },
    ],
  });

  before(async () => {
    stack = await Stack.create();
  });
  after(() => stack.dispose());

  it("manage a second account with its own login, whatever the environment sets for the first", async () => {
    await stack.declare(program({ $secret: "agency-password" }));
    succeeded(await stack.up());
    const logins = stack.sandbox.control.store.webhooks.all().map(({ login }) => login);
    assert.deepEqual(logins.sort(), ["agency", "reseller"]);
    assert.ok(!(await stack.export()).text.includes("agency-password"));
  });

  it("change no resource when their password is renewed", async () => {
    const { logins } = stack.sandbox.control.store;
    const { passwordHash } = logins.get("reseller")!;
    logins.update("agency", { passwordHash });
    await stack.declare(program({ $secret: "sandbox-password" }));
    assert.deepEqual(changes(succeeded(await stack.up())), []);
    succeeded(await stack.preview("--refresh", "--expect-no-changes"));
  });

  it("destroy with the login that the stack recorded", async () => {
    succeeded(await stack.destroy());
    assert.deepEqual(stack.sandbox.control.store.webhooks.all(), []);
  });

  it("fail the preview, and so its review, if the API cannot be reached, with the address and what to do", async () => {
    const closed = await startSandbox();
    await closed.close();
    await stack.declare({ resources: [{ type: "Webhook", name: "hook", args: hook }] });
    const env = { HOME: stack.folder, ...stack.environment, HOSTING_BASE_URL: closed.url };
    const ended = await run(["review", "--cwd", stack.folder], { env });
    assert.equal(ended.code, 1, ended.stdout);
    assert.match(ended.stdout, /the run would fail\. [^]*Webhook hook: .*ECONNREFUSED\), host 127\.0\.0\.1:\d+\. Check baseUrl/);
    assert.doesNotMatch(ended.stdout + ended.stderr, /Retrying|Digest/);
  });
});

describe("a resource whose login changes, on the real engine", function () {
  this.timeout(4 * commandTimeout);
  let stack: Stack;

  before(async () => {
    stack = await Stack.create();
  });
  after(() => stack.dispose());

  const account = (name: string) => ({
    type: "Provider",
    name,
    args: {
      baseUrl: stack.sandbox.url,
      username: name,
      password: { $secret: `${name === "reseller" ? "sandbox" : name}-password` },
    },
  });
  const hooks = (provider: string) =>
    ["one", "two"].map((name) => ({
      type: "Webhook",
      name,
      args: { ...hook, url: `${hook.url}/${name}` },
      options: { provider },
    }));
  const moved = (provider: string): ProgramSpec => ({
    resources: [account("reseller"), account("agency"), ...hooks(provider)],
  });

  it("is not unchanged if it moves to an account that does not have it", async () => {
    await stack.declare(moved("reseller"));
    succeeded(await stack.up());
    await stack.declare(moved("agency"));
    stack.sandbox.control.journal.clear();
    failed(
      await stack.up(),
      /webhook .* was not compared\. It was last seen with reseller at .*; this run uses agency at .* explain elsewhere`/,
    );
    const sent = stack.sandbox.control.journal
      .requests()
      .filter(({ method, operation }) => method !== "GET" && operation !== "authenticate");
    assert.deepEqual(sent, []);
  });

  it("moves as the message says", async () => {
    await stack.declare({ resources: [account("reseller"), account("agency")] });
    succeeded(await stack.up());
    await stack.declare(moved("agency"));
    succeeded(await stack.up());
    assert.deepEqual(
      stack.sandbox.control.store.webhooks.all().map(({ login }) => login),
      ["agency", "agency"],
    );
    succeeded(await stack.preview("--refresh", "--expect-no-changes"));
  });
});

describe("existing objects on the real engine", function () {
  this.timeout(3 * commandTimeout);
  const domain = { accountIdentifier: "p100001", sld: "sommer-gartenbau", tld: "de" };
  let stack: Stack;

  before(async () => {
    stack = await Stack.create();
  });
  after(() => stack.dispose());

  it("are read by their id and not managed, or adopted and not ordered, and reveal none of their secrets", async () => {
    const { webhooks, domains } = stack.sandbox.control.store;
    webhooks.insert({ id: "776", login: "reseller", ...hook, headers: { "X-Key": "planted-foreign-header" } });
    await stack.declare({
      resources: [
        { type: "Domain", name: "existing", get: "p100001/sommer-gartenbau.com" },
        { type: "Webhook", name: "theirs", get: "776" },
        { type: "Domain", name: "domain", args: { ...domain, adopt: true }, options: { protect: false } },
      ],
      outputs: {
        fullname: { $of: ["existing", "fullname"] },
        sld: { $of: ["existing", "sld"] },
        account: { $of: ["existing", "accountIdentifier"] },
      },
    });
    assert.match(
      succeeded(await stack.preview()).output,
      /adopt: domain sommer-gartenbau\.de of account p100001 \(p100001\/sommer-gartenbau\.de\) is adopted\./,
    );
    const outcomes = [await stack.up(), await stack.up("--refresh", "--diff")];
    for (const { output } of outcomes.map(succeeded)) assert.doesNotMatch(output, /planted/);
    assert.match(outcomes[1]!.output, /X-Key: \[secret\]/);
    assert.doesNotMatch((await stack.export()).text, /planted/);
    assert.deepEqual(stack.sandbox.control.journal.requests({ operation: "registerDomain" }), []);
    const { output } = await stack.pulumi("stack", "output", "--json");
    assert.deepEqual(JSON.parse(output), { fullname: "sommer-gartenbau.com", sld: "sommer-gartenbau", account: "p100001" });
    await stack.declare({ resources: [{ type: "Domain", name: "domain", args: domain }] });
    succeeded(await stack.up());
    assert.ok(domains.get("sommer-gartenbau.com"));
    assert.ok(webhooks.get("776"));
    webhooks.delete("776");
  });

  it("are imported through the state and completed by a refresh", async () => {
    const sandbox = stack.sandbox.control.store;
    const args = { ...hook, headers: { "X-Key": "planted-imported-header" } };
    const webhook = sandbox.webhooks.insert({ id: "777", login: "reseller", ...args });
    const { text } = await stack.export();
    const exported = JSON.parse(text) as { deployment: { resources: Record<string, unknown>[] } };
    const [root, provider] = ["pulumi:pulumi:Stack", "pulumi:providers:pulumi-nodejs"].map((type) =>
      exported.deployment.resources.find((resource) => resource["type"] === type),
    );
    const __provider = 'exports.handler=()=>require("pulumi-hosting/provider").webhook';
    const type = "pulumi-nodejs:dynamic/hosting:Webhook";
    exported.deployment.resources.push({
      urn: `urn:pulumi:test::engine-test::${type}::imported`,
      custom: true,
      id: webhook.id,
      type,
      inputs: { __provider },
      outputs: { __provider },
      parent: root!["urn"],
      provider: `${String(provider!["urn"])}::${String(provider!["id"])}`,
    });
    await stack.importState(JSON.stringify(exported));
    await stack.declare({
      resources: [
        { type: "Domain", name: "domain", args: domain },
        { type: "Webhook", name: "imported", args },
      ],
    });
    succeeded(await stack.refresh());
    assert.doesNotMatch((await stack.export()).text, /planted/);
    succeeded(await stack.preview("--refresh", "--expect-no-changes"));
  });
});
