import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { commandTimeout, type ResourceSpec, Stack, succeeded } from "../support/engine.js";
import { type Ended, run } from "../support/hosting.js";

const hook = (name: string, args: object = {}, more: Partial<ResourceSpec> = {}): ResourceSpec => ({
  type: "Webhook",
  name,
  args: { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: `https://agency.example/${name}`, ...args },
  ...more,
});
const domain = (sld: string, more: Partial<ResourceSpec> = {}): ResourceSpec => ({
  type: "Domain",
  name: sld,
  args: { accountIdentifier: "p100001", sld, tld: "de" },
  options: { protect: false },
  ...more,
});

interface Setting {
  readonly what: string;
  readonly name: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly revealed?: boolean;
}
interface JsonReport {
  readonly digest: string;
  readonly outcome: string;
  readonly unseen: readonly string[];
  readonly settings: readonly Setting[];
  readonly changes: readonly {
    readonly title: string;
    readonly object: string;
    readonly effect: string;
    readonly customer?: number;
    readonly reads?: string;
  }[];
}

/** What people can do between a review and its application, and what a program can do that no preview shows. */
describe("What was not reviewed is not done, with the real CLI", function () {
  this.timeout(6 * commandTimeout);
  let stack: Stack;
  let file: string;

  before(async () => {
    stack = await Stack.create();
    file = join(stack.folder, "review.json");
  });
  after(() => stack.dispose());
  beforeEach(() => declared(hook("kept")));

  /** Brings the stack to what is declared, by hand. */
  async function declared(...resources: readonly ResourceSpec[]): Promise<void> {
    await stack.declare({ resources });
    succeeded(await stack.up());
  }

  const env = (environment: Readonly<Record<string, string>>) => ({ HOME: stack.folder, ...stack.environment, ...environment });

  async function reviewed(environment: Readonly<Record<string, string>> = {}): Promise<JsonReport> {
    const ended = await run(["review", "--cwd", stack.folder, "--json"], { env: env(environment) });
    assert.equal(ended.code, 0, ended.stderr + ended.stdout);
    assert.doesNotMatch(ended.stdout, /planted/);
    await writeFile(file, ended.stdout);
    return JSON.parse(ended.stdout) as JsonReport;
  }

  const apply = (digest: string, environment: Readonly<Record<string, string>> = {}, ...flags: string[]): Promise<Ended> =>
    run(["apply", "--cwd", stack.folder, "--json", "--digest", digest, "--review", file, ...flags], { env: env(environment) });

  const domains = () =>
    stack.sandbox.control.store.domains
      .all()
      .filter(({ endsAt }) => endsAt === undefined)
      .map(({ sld }) => sld)
      .filter((sld) => sld.startsWith("only-"))
      .sort();
  const urls = () =>
    stack.sandbox.control.store.webhooks
      .all()
      .map(({ url }) => url)
      .sort();
  const effects = ({ changes }: JsonReport) => changes.map(({ title, effect }) => `${effect} ${title}`);

  function refused({ code, stderr, stdout }: Ended, ...reasons: readonly RegExp[]): void {
    assert.equal(code, 4, stderr + stdout);
    for (const reason of reasons) assert.match(stderr, reason);
  }

  it("refuses orders, deletions and overwrites that a program hides from its preview", async () => {
    const { url: baseUrl } = stack.sandbox;
    const branch: ResourceSpec = {
      type: "Provider",
      name: "branch",
      args: { baseUrl, username: "reseller", password: { $secret: "sandbox-password" } },
    };
    await declared(
      branch,
      hook("kept"),
      domain("only-kept"),
      hook("leaving"),
      hook("of-branch", {}, { options: { provider: "branch" } }),
    );
    await stack.declare({
      resources: [
        hook("kept", { url: "https://agency.example/reviewed" }, { when: "preview" }),
        hook("kept", { url: "https://agency.example/other" }, { when: "run" }),
        domain("only-kept", { when: "preview" }),
        hook("leaving"),
        domain("only-hidden", { when: "run" }),
        branch,
        domain("only-swapped", { when: "preview", options: { protect: false, provider: "branch" } }),
        domain("only-swapped", { when: "run" }),
      ],
    });
    const before = urls();
    const { digest } = await reviewed();
    const ended = await apply(digest);
    assert.equal(ended.code, 1, ended.stderr + ended.stdout);
    const { resources } = JSON.parse(ended.stdout) as { resources: readonly { name: string; message?: string }[] };
    const messages = resources.flatMap(({ message }) => message ?? []);
    assert.ok(messages.length > 0 && messages.every((message) => /explain not-reviewed/.test(message)), ended.stdout);
    assert.deepEqual([domains(), urls()], [["only-kept"], before]);

    // Without a failure before it, the engine comes to the deletion.
    await stack.declare({ resources: [hook("kept"), hook("leaving"), domain("only-kept", { when: "preview" })] });
    const deleting = await apply((await reviewed()).digest);
    assert.equal(deleting.code, 1, deleting.stderr + deleting.stdout);
    assert.match(deleting.stdout, /only-kept.*explain not-reviewed/s);
    assert.deepEqual(domains(), ["only-kept"]);
  });

  it("names the places that a preview does not run, and refuses what is declared there until a review shows it", async () => {
    const late = domain("only-late", { when: ["new", "uid"] });
    await stack.declare({ resources: [hook("kept"), hook("new"), late] });
    const first = await reviewed();
    assert.deepEqual([first.unseen.length, effects(first)], [1, ["created Webhook new"]]);
    assert.match(first.unseen[0]!, /:\d+$/);
    assert.equal((await apply(first.digest)).code, 1);
    assert.deepEqual(domains().includes("only-late"), false);
    const second = await reviewed();
    assert.deepEqual([second.unseen, effects(second)], [[], ["ordered Domain only-late"]]);
  });

  it("takes a digest once, although its run has failed and no state shows what it did", async () => {
    await stack.declare({ resources: [hook("kept"), domain("only-failed")] });
    const { digest } = await reviewed();
    const { faults } = stack.sandbox.control;
    faults.add({ operation: "registerDomain", effect: { kind: "status", status: 400 } });
    const failing = await apply(digest);
    assert.equal(failing.code, 1, failing.stderr);
    const reported = JSON.parse(failing.stdout) as {
      readonly outcome: string;
      readonly resources: readonly { readonly name: string; readonly message?: string }[];
      readonly advice: readonly string[];
    };
    assert.equal(reported.outcome, "failed");
    assert.match(reported.resources.find(({ name }) => name === "only-failed")!.message!, /400/);
    assert.match(reported.advice.join("\n"), /needs a new review/);
    faults.clear();
    refused(await apply(digest), /Different: the state of the stack/);
    assert.equal(domains().includes("only-failed"), false);
  });

  it("takes a digest once, also after a revert", async () => {
    await stack.declare({ resources: [hook("kept"), domain("only-once")] });
    const { digest } = await reviewed();
    assert.equal((await apply(digest)).code, 0);
    await declared(hook("kept"));
    await stack.declare({ resources: [hook("kept"), domain("only-once")] });
    refused(await apply(digest), /Different: the state of the stack/);
    assert.equal(domains().includes("only-once"), false);
  });

  it("tells one secret from another, wherever it is, also beside what is not known yet", async () => {
    const withSecret = (secret: string): ResourceSpec[] => [
      hook("kept"),
      hook("headers", { headers: { "X-Key": { $secret: secret } } }),
      hook("address", { url: { $secret: `https://agency.example/${secret}` } }),
      hook("partly", { headers: { "X-Id": { $of: ["headers", "uid"] }, "X-Key": { $secret: secret } } }),
    ];
    await stack.declare({ resources: withSecret("planted-one") });
    const { digest } = await reviewed();
    await stack.declare({ resources: withSecret("planted-two") });
    const ended = await apply(digest);
    refused(ended, /Webhook headers: .*another headers/, /Webhook address: .*another url/, /Webhook partly: .*another headers/);
    assert.doesNotMatch(ended.stderr, /planted/);
  });

  it("orders a domain only in the new account that the review has shown", async () => {
    const account = (name: string, customerNumber: number): ResourceSpec => ({
      type: "VirtualAccount",
      name,
      args: {
        customerNumber,
        virtualName: name,
        description: name,
        articleNumber: 1101,
        password: { $secret: "planted-Pass-1" },
      },
      options: { protect: false },
    });
    const within = (name: string): ResourceSpec => ({
      ...domain("only-within"),
      args: { accountIdentifier: { $of: [name, "name"] }, sld: "only-within", tld: "de" },
      options: { protect: false, dependsOn: ["one", "two"] },
    });
    const accounts = [account("one", 100001), account("two", 100002)];
    await stack.declare({ resources: [hook("kept"), ...accounts, within("one")] });
    const { changes, digest } = await reviewed();
    const shown = changes.find(({ title }) => title === "Domain only-within")!;
    assert.deepEqual(
      [shown.customer, shown.object],
      [100001, "domain only-within.de of account (VirtualAccount one of customer 100001)"],
    );
    await stack.declare({ resources: [hook("kept"), ...accounts, within("two")] });
    refused(await apply(digest), /Domain only-within: .*in another new container/);
    assert.equal(domains().includes("only-within"), false);
  });

  it("refuses to overwrite the settings of a customer that the review did not know", async () => {
    const partner = (customer: number): ResourceSpec => ({
      type: "ContractPartner",
      name: "partner",
      args: { customerNumber: { $from: ["new", "uid"], $gives: customer }, company: "Changed GmbH" },
    });
    await stack.declare({ resources: [hook("kept"), hook("new"), partner(100001)] });
    const ended = await apply((await reviewed()).digest);
    assert.equal(ended.code, 1, ended.stderr + ended.stdout);
    assert.match(ended.stdout, /contract partner.*explain not-reviewed/);
    const { contractPartner } = stack.sandbox.control.store.customers.get("100001")!;
    assert.notEqual(contractPartner["company"], "Changed GmbH");
  });

  it("tells what was changed by hand since the review", async () => {
    await stack.declare({ resources: [hook("kept", { method: "PUT" })] });
    const { digest } = await reviewed();
    const { webhooks } = stack.sandbox.control.store;
    const found = webhooks.all().find(({ url }) => url.endsWith("/kept"))!;
    webhooks.update(found.id, { url: "https://by-hand.example/" });
    refused(await apply(digest), /Webhook kept: .*url was changed outside the program since/);
  });

  it("tells one customer's login from another's, in a new stack", async () => {
    const own = await Stack.beside(stack);
    try {
      await own.declare({ resources: [hook("new-login")] });
      const surroundings = { HOME: own.folder, ...own.environment };
      const preview = await run(["review", "--cwd", own.folder, "--json"], { env: surroundings });
      const { digest } = JSON.parse(preview.stdout) as JsonReport;
      const env = { ...surroundings, HOSTING_USERNAME: "agency", HOSTING_PASSWORD: "agency-password" };
      refused(await run(["apply", "--cwd", own.folder, "--json", "--digest", digest], { env }), /the customer of a login/);
    } finally {
      await own.dispose();
    }
  });

  it("shows settings, options, outputs and keys that change without an object", async () => {
    const secret = hook("secret-out", { headers: { "X-Key": { $secret: "planted-header" } } });
    const sub: ResourceSpec = {
      type: "Subdomain",
      name: "sub",
      args: { accountIdentifier: "p100001", domainIdentifier: { $of: ["only-base", "domainIdentifier"] }, name: "blog" },
    };
    const base = [hook("kept"), secret, domain("only-base"), sub];
    for (const name of ["key", "other"])
      succeeded(await stack.pulumi("config", "set", "--secret", `engine-test:${name}`, `planted-${name}`));
    const hidden = { $secret: "planted-other" };
    await stack.declare({
      resources: base,
      outputs: { shown: { $of: ["secret-out", "headers"] }, opened: hidden, kept: hidden },
    });
    succeeded(await stack.up());

    succeeded(await stack.pulumi("config", "set", "--plaintext", "engine-test:key", "planted-key"));
    await stack.declare({
      resources: [
        hook("kept", {}, { options: { ignoreChanges: ["url"] } }),
        secret,
        domain("only-base"),
        { ...sub, options: { deletedWith: "only-base", dependsOn: ["kept"] } },
      ],
      outputs: { shown: "plain now", made: { $plain: hidden }, opened: { $plain: hidden }, kept: hidden },
    });
    const { outcome, settings } = await reviewed({ HOSTING_WHEN_GONE: "recreate" });
    assert.equal(outcome, "changes");
    assert.deepEqual(
      settings.map(({ what, name, revealed = false }) => [what, name, revealed]),
      [
        ["output", "made", true],
        ["output", "shown", true],
        ["output", "opened", true],
        ["configuration", "engine-test:key", true],
        ["setting", "HOSTING_WHEN_GONE", false],
        ["option", "ignoreChanges", false],
        ["option", "deletedWith", false],
        ["option", "dependencies", false],
      ],
    );
  });

  it("shows an object that is only read from now on as left", async () => {
    await declared(hook("kept"), hook("other"));
    const { resources } = await stack.export();
    const idOf = (name: string) => resources.find(({ urn }) => urn.endsWith(`::${name}`))!.id!;
    await stack.declare({ resources: [{ type: "Webhook", name: "kept", get: idOf("kept") }, hook("other")] });
    const reported = await reviewed();
    assert.deepEqual(effects(reported), ["left Webhook kept"]);
    assert.equal(reported.changes[0]!.reads, idOf("kept"));
  });
});
