import assert from "node:assert/strict";
import { startSandbox } from "../../sandbox/index.js";
import { changes, commandTimeout, failed, type Outcome, type ProgramSpec, Stack, succeeded } from "../support/engine.js";
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
    succeeded(await stack.preview("--refresh", "--expect-no-changes"));
  });

  it("keep their login encrypted", async () => {
    const { text } = await stack.export();
    assert.ok(!text.includes("agency-password"));
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

  /** Everything sent by a command, except logins. */
  const sentBy = async (command: () => Promise<Outcome>): Promise<{ outcome: Outcome; sent: (string | undefined)[] }> => {
    const { journal } = stack.sandbox.control;
    journal.clear();
    const outcome = await command();
    const sent = journal.requests().map(({ operation }) => operation);
    return { outcome, sent: sent.filter((operation) => operation !== "authenticate") };
  };

  it("is not unchanged if it moves to an account that does not have it", async () => {
    await stack.declare(moved("reseller"));
    succeeded(await stack.up());
    await stack.declare(moved("agency"));
    const { outcome, sent } = await sentBy(() => stack.up());
    failed(
      outcome,
      /webhook .* was not compared\. It was last seen with reseller at .*; this run uses agency at .* explain elsewhere`/,
    );
    for (const operation of sent) assert.ok(operation === "listWebhooks" || operation === "getWebhook", operation);
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

  it("is unchanged with a rotated token of its account, for one listing", async () => {
    const rotated = (trigger: string): ProgramSpec => ({
      resources: [
        { type: "ApplicationToken", name: "token", args: { description: "deployment", triggers: [trigger] } },
        {
          type: "Provider",
          name: "of-token",
          args: {
            baseUrl: stack.sandbox.url,
            username: { $of: ["token", "id"] },
            password: { $of: ["token", "token"] },
          },
        },
        ...hooks("of-token"),
      ],
    });
    await stack.declare({ resources: [] });
    succeeded(await stack.up());
    await stack.declare(rotated("1"));
    succeeded(await stack.up());
    await stack.declare(rotated("2"));
    assert.deepEqual(
      changes(succeeded(await stack.up())).filter((change) => /webhook|one|two/.test(change)),
      [],
    );
    const { outcome, sent } = await sentBy(() => stack.preview("--expect-no-changes"));
    succeeded(outcome);
    assert.deepEqual(sent, ["listWebhooks"]);
    assert.doesNotMatch(outcome.output, /last seen/);
  });

  it("sends nothing in a preview after a refresh, which records the new login", async () => {
    succeeded(await stack.refresh());
    const { outcome, sent } = await sentBy(() => stack.preview("--expect-no-changes"));
    succeeded(outcome);
    assert.deepEqual(sent, []);
  });
});

describe("existing objects on the real engine", function () {
  this.timeout(3 * commandTimeout);
  let stack: Stack;

  before(async () => {
    stack = await Stack.create();
  });
  after(() => stack.dispose());

  it("are read by their id and not managed", async () => {
    await stack.declare({
      resources: [{ type: "Domain", name: "existing", get: "p100001/sommer-gartenbau.de" }],
      outputs: {
        fullname: { $of: ["existing", "fullname"] },
        sld: { $of: ["existing", "sld"] },
        account: { $of: ["existing", "accountIdentifier"] },
      },
    });
    succeeded(await stack.up());
    const { output } = await stack.pulumi("stack", "output", "--json");
    assert.deepEqual(JSON.parse(output), { fullname: "sommer-gartenbau.de", sld: "sommer-gartenbau", account: "p100001" });
    succeeded(await stack.destroy());
    assert.ok(stack.sandbox.control.store.domains.get("sommer-gartenbau.de"));
  });

  it("reveal none of their secrets, even after a refresh", async () => {
    const { webhooks } = stack.sandbox.control.store;
    webhooks.insert({ id: "776", login: "reseller", ...hook, headers: { "X-Key": "planted-foreign-header" } });
    await stack.declare({ resources: [{ type: "Webhook", name: "theirs", get: "776" }] });
    const outcomes = [await stack.up(), await stack.up("--refresh", "--diff")];
    for (const { output } of outcomes.map(succeeded)) assert.doesNotMatch(output, /planted/);
    assert.match(outcomes[1]!.output, /X-Key: \[secret\]/);
    assert.doesNotMatch((await stack.export()).text, /planted/);
    webhooks.delete("776");
  });

  it("are adopted if the program says so, and not ordered", async () => {
    const domain = { accountIdentifier: "p100001", sld: "sommer-gartenbau", tld: "de" };
    await stack.declare({ resources: [{ type: "Domain", name: "domain", args: { ...domain, adopt: true } }] });
    const outcome = succeeded(await stack.preview());
    assert.match(
      outcome.output,
      /adopt: domain sommer-gartenbau\.de of account p100001 \(p100001\/sommer-gartenbau\.de\) is adopted\./,
    );
    succeeded(await stack.up());
    const orders = stack.sandbox.control.journal.requests().filter(({ operation }) => operation === "registerDomain");
    assert.deepEqual(orders, []);
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
        {
          type: "Domain",
          name: "domain",
          args: { accountIdentifier: "p100001", sld: "sommer-gartenbau", tld: "de", adopt: true },
        },
        { type: "Webhook", name: "imported", args },
      ],
    });
    succeeded(await stack.refresh());
    assert.doesNotMatch((await stack.export()).text, /planted/);
    succeeded(await stack.preview("--refresh", "--expect-no-changes"));
  });
});

describe("bad configuration on the real engine", function () {
  this.timeout(2 * commandTimeout);

  const preview = async (environment: Record<string, string>) => {
    const stack = await Stack.create({}, environment);
    try {
      await stack.declare({ resources: [{ type: "Webhook", name: "hook", args: hook }] });
      const outcome = await stack.preview();
      assert.deepEqual(stack.sandbox.control.journal.requests(), [], "nothing was sent");
      return outcome;
    } finally {
      await stack.dispose();
    }
  };

  it("fails the preview if the login is missing, and names every way to set it", async () => {
    const outcome = await preview({ HOSTING_USERNAME: "", HOSTING_PASSWORD: "" });
    failed(outcome, /username is missing: set HOSTING_USERNAME .*pulumi config set hosting:username/);
    assert.match(outcome.output, /password is missing: set HOSTING_PASSWORD .*pulumi config set --secret hosting:password/);
  });
});

describe("an unreachable API on the real engine", function () {
  this.timeout(2 * commandTimeout);

  it("fails the preview, and so its review, with the address and what to do", async () => {
    const closed = await startSandbox();
    await closed.close();
    const stack = await Stack.create({}, { HOSTING_BASE_URL: closed.url });
    try {
      await stack.declare({ resources: [{ type: "Webhook", name: "hook", args: hook }] });
      const ended = await run(["review", "--cwd", stack.folder], { env: { HOME: stack.folder, ...stack.environment } });
      assert.equal(ended.code, 1, ended.stdout);
      assert.match(
        ended.stdout,
        /the run would fail\. [^]*Webhook hook: .*ECONNREFUSED\), host 127\.0\.0\.1:\d+\. Check baseUrl/,
      );
      assert.doesNotMatch(ended.stdout + ended.stderr, /Retrying|Digest/);
    } finally {
      await stack.dispose();
    }
  });
});
