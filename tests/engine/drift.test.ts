import assert from "node:assert/strict";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { changes, commandTimeout, type ResourceSpec, Stack, succeeded, urnOf } from "../support/engine.js";
import { run, start } from "../support/hosting.js";

const hook = {
  eventType: "DOMAIN_REGISTRATION_STATUS",
  method: "POST",
  url: "https://agency.example/hook",
  headers: { "X-Secret": "planted-header-value" },
};
const domain = (name: string, sld: string, rest: Partial<ResourceSpec> = {}): ResourceSpec => ({
  type: "Domain",
  name,
  args: { accountIdentifier: "p100001", sld, tld: "de" },
  ...rest,
});
const unprotected = { options: { protect: false } };

interface JsonReport {
  readonly outcome: string;
  readonly stacks: readonly {
    readonly drift: readonly {
      readonly urn: string;
      readonly name: string;
      readonly difference: string;
      readonly ordered: boolean;
      readonly message?: string;
      readonly properties: readonly Readonly<Record<string, unknown>>[];
    }[];
    readonly notRead: readonly { readonly name: string }[];
    readonly notCompared: readonly unknown[];
    readonly problems: readonly string[];
    readonly attention: readonly string[];
  }[];
}

/** What the engine's events mean for the report, on the real engine. */
describe("hosting drift, with the real CLI", function () {
  this.timeout(6 * commandTimeout);
  let stack: Stack;

  const program: readonly ResourceSpec[] = [
    {
      type: "Provider",
      name: "branch",
      args: { baseUrl: "", username: "reseller", password: { $secret: "sandbox-password" } },
    },
    { type: "Webhook", name: "hook", args: hook, options: { provider: "branch" } },
    {
      type: "VirtualAccount",
      name: "web",
      args: {
        customerNumber: 100001,
        virtualName: "web",
        description: "Web site",
        articleNumber: 1101,
        password: { $secret: "S3cret-of-the-account" },
      },
      ...unprotected,
    },
    domain("lost", "drift-lost", unprotected),
    domain("failing", "drift-failing", unprotected),
    domain("leaving", "drift-leaving"),
    {
      type: "Subdomain",
      name: "blog",
      args: { accountIdentifier: "p100001", domainIdentifier: "drift-failing.de", name: "blog" },
      options: { dependsOn: "failing" },
    },
    ...[1, 2, 3, 4, 5].map((number) => ({
      type: "Subdomain",
      name: `part-${number}`,
      args: { accountIdentifier: "p100001", domainIdentifier: "drift-failing.de", name: `part-${number}`, target: "/part" },
      options: { dependsOn: "failing" },
    })),
    { type: "ApplicationToken", name: "token", args: { description: "deployment" } },
  ];

  const declare = (resources: readonly ResourceSpec[]) =>
    stack.declare({
      resources: resources.map((each) =>
        each.name === "branch" ? { ...each, args: { ...(each.args as object), baseUrl: stack.sandbox.url } } : each,
      ),
    });

  before(async () => {
    stack = await Stack.create();
    await declare(program);
    succeeded(await stack.up());
  });
  after(() => stack.dispose());

  const drift = (...flags: string[]) =>
    run(["drift", "--cwd", stack.folder, ...flags], { env: { HOME: stack.folder, ...stack.environment } });

  async function reported(code: number): Promise<JsonReport["stacks"][number]> {
    const ended = await drift("--json");
    assert.equal(ended.code, code, ended.stderr + ended.stdout);
    assert.doesNotMatch(ended.stdout + ended.stderr, /planted|S3cret|sandbox-password/);
    return (JSON.parse(ended.stdout) as JsonReport).stacks[0]!;
  }

  const differences = ({ drift: found }: JsonReport["stacks"][number]): string[] =>
    found.map(({ name, difference, ordered }) => `${name}: ${difference}${ordered ? ", ordered" : ""}`).sort();

  it("ends with 0 if nothing differs, after one listing for each collection", async () => {
    const { journal } = stack.sandbox.control;
    const before = journal.requests().length;
    const { code, stdout } = await drift();
    assert.deepEqual([code, stdout], [0, "Stack test: no drift.\n"]);
    const requests = journal.requests().slice(before);
    const listings = requests.filter(({ method }) => method === "GET").map(({ path }) => path);
    assert.deepEqual(new Set(listings).size, listings.length, listings.join("\n"));
    assert.ok(listings.length >= 5, listings.join("\n"));
  });

  it("tells changes at the provider, in the program, and what is gone, although no run is refused for it", async () => {
    const { store } = stack.sandbox.control;
    const [webhook] = store.webhooks.all();
    store.webhooks.update(webhook!.id, {
      url: "https://somebody-else.example/",
      headers: { "X-Secret": "planted-foreign-value", "X-Undeclared": "planted-foreign-member" },
    });
    store.applicationTokens.delete(store.applicationTokens.all()[0]!.id);
    store.domains.update("drift-failing.de", { registryStatus: "failed" });
    store.domains.delete("drift-lost.de");
    const edited = program
      .filter(({ name }) => name !== "leaving")
      .map((each) => (each.name === "hook" ? { ...each, args: { ...hook, method: "PUT" } } : each));
    await declare([...edited, domain("ordered", "drift-ordered")]);

    const { drift: found, attention, ...rest } = await reported(2);
    assert.deepEqual(differences({ drift: found, attention, ...rest }), [
      "hook: changed",
      "leaving: not declared",
      "lost: gone, ordered",
      "ordered: not created, ordered",
      "token: gone",
    ]);
    assert.deepEqual([rest.notRead, rest.notCompared, rest.problems], [[], [], []]);
    assert.deepEqual(
      [...found.find(({ name }) => name === "hook")!.properties].sort((a, b) => (String(a["path"]) < String(b["path"]) ? -1 : 1)),
      [
        { path: 'headers["X-Secret"]', program: "[secret]", provider: "[secret]", changed: "provider" },
        { path: 'headers["X-Undeclared"]', provider: "[secret]", changed: "provider" },
        { path: "method", program: "PUT", provider: "POST", changed: "program" },
        { path: "url", program: hook.url, provider: "https://somebody-else.example/", changed: "provider" },
      ],
    );
    assert.equal(attention.length, 1);
    assert.match(attention[0]!, /^domain drift-failing\.de .* registration status is "failed"/);
    // The state is as it was: a run still refuses to order the domain again.
    assert.deepEqual(changes(await stack.preview("--refresh")), []);
  });

  it("compares the rest if an object cannot be read and the API refuses to repair another one", async () => {
    const { store, faults } = stack.sandbox.control;
    const account = store.accounts.all().find(({ virtual }) => virtual?.virtualName === "web")!;
    store.accounts.update(account.id, { description: "changed at the provider" });
    faults.add({ operation: "listSubdomains", occurrence: "always", effect: { kind: "status", status: 403 } });
    const report = await reported(2);
    faults.clear();
    store.accounts.update(account.id, { description: "Web site" });
    assert.deepEqual(
      report.notRead.map(({ name }) => name),
      ["blog", ...[1, 2, 3, 4, 5].map((number) => `part-${number}`)],
    );
    assert.deepEqual(differences(report), [
      "hook: changed",
      "leaving: not declared",
      "lost: gone, ordered",
      "ordered: not created, ordered",
      "token: gone",
      "web: refused",
    ]);
    const refused = report.drift.find(({ urn }) => urn === urnOf("VirtualAccount", "web"))!;
    assert.match(refused.message!, /^description: the API cannot change it/);
    assert.deepEqual(refused.properties, [
      { path: "description", recorded: "Web site", provider: "changed at the provider", changed: "provider" },
    ]);
  });

  it("knows from the state what is managed, with the login of each provider", async () => {
    const { stdout, code } = await drift("--unmanaged", "--ignore", "gdpr* *");
    assert.equal(code, 2, stdout);
    assert.doesNotMatch(stdout, /drift-|^webhook /m);
    assert.match(stdout, /^domain +p100001\/sommer-gartenbau\.de +domain sommer-gartenbau\.de of account p100001 +yes$/m);
    assert.match(stdout, /^ +\d subdomains? www: every registration creates one$/m);
  });

  it("leaves no file behind if a signal ends it", async () => {
    const { faults } = stack.sandbox.control;
    const temporary = join(stack.folder, "temporary");
    await mkdir(temporary);
    faults.add({ operation: "listWebhooks", occurrence: "always", effect: { kind: "hold" } });
    const comparing = start(["drift", "--cwd", stack.folder], {
      env: { HOME: stack.folder, ...stack.environment, TMPDIR: temporary },
    });
    while (faults.held().length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    assert.notDeepEqual(await readdir(temporary), []);
    comparing.child.kill("SIGTERM");
    assert.equal((await comparing.ended).signal, "SIGTERM");
    faults.clear();
    assert.deepEqual(await readdir(temporary), []);
  });
});
