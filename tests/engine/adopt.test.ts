import assert from "node:assert/strict";
import { createClient } from "../../sdk/index.js";
import { changes, commandTimeout, type ResourceSpec, Stack, succeeded } from "../support/engine.js";
import { run } from "../support/hosting.js";

interface JsonReport {
  readonly outcome: string;
  readonly resources: readonly {
    readonly name: string;
    readonly status: string;
    readonly entered: boolean;
    readonly ordered: boolean;
    readonly differs?: readonly string[];
    readonly properties?: readonly object[];
    readonly elsewhere?: string;
  }[];
}

const hook = (path: string, key: string, parameter = "code") => ({
  eventType: "DOMAIN_REGISTRATION_STATUS" as const,
  method: "POST" as const,
  url: `https://agency.example/${path}`,
  headers: { "X-Key": key },
  parameters: { key: parameter },
});
const account = { customerNumber: 100001, virtualName: "web", description: "Web site" };

describe("hosting adopt, with the real CLI", function () {
  this.timeout(6 * commandTimeout);
  let stack: Stack;

  before(async () => {
    stack = await Stack.create();
    const client = createClient({
      baseUrl: stack.sandbox.url,
      credentials: { username: "reseller", password: "sandbox-password" },
    });
    const { customerNumber, ...rest } = account;
    const body = { ...rest, article: { articleNumber: 1101 }, password: "planted-password" };
    const { name: accountIdentifier = "" } = await client.accounts.createVirtual({ customerNumber, body });
    await client.domains.register({ accountIdentifier, body: { sld: "adopted", tld: "de" } });
    await client.webhooks.create({ body: hook("same", "planted-header") });
    await client.webhooks.create({ body: hook("other", "planted-other") });
    await client.authentication.createToken({ body: { description: "CI" } });
    await client.close();
  });
  after(() => stack.dispose());

  const program = (parameter: string, header = "planted-header"): readonly ResourceSpec[] => [
    { type: "VirtualAccount", name: "web", args: { ...account, articleNumber: 1101 } },
    {
      type: "Domain",
      name: "adopted",
      args: { accountIdentifier: { $of: ["web", "accountIdentifier"] }, sld: "adopted", tld: "de" },
    },
    { type: "Webhook", name: "same", args: hook("same", header) },
    { type: "Webhook", name: "other", args: hook("other", "planted-other", parameter) },
    { type: "Domain", name: "missing", args: { accountIdentifier: "p100001", sld: "missing", tld: "de" } },
    { type: "ApplicationToken", name: "token", args: { description: "CI" } },
  ];

  const entered: readonly ResourceSpec[] = [
    ...program("code").filter(({ name }) => !["missing", "token"].includes(name)),
    { type: "Webhook", name: "twin", args: hook("twin", "planted-twin") },
  ];

  async function reported(code: number, ...flags: string[]): Promise<JsonReport> {
    const since = stack.sandbox.control.journal.requests().length;
    const ended = await run(["adopt", "--cwd", stack.folder, "--json", ...flags], {
      env: { HOME: stack.folder, ...stack.environment },
    });
    assert.equal(ended.code, code, ended.stderr + ended.stdout);
    assert.doesNotMatch(ended.stdout + ended.stderr, /planted|sandbox-password/);
    const requests = stack.sandbox.control.journal.requests().slice(since);
    assert.deepEqual(
      requests.filter(
        ({ method, operation }) => method !== "GET" && !["authenticate", "checkDomainAvailability"].includes(operation ?? ""),
      ),
      [],
    );
    return JSON.parse(ended.stdout) as JsonReport;
  }

  const results = ({ resources }: JsonReport): string[] =>
    resources.map(
      ({ name, status, entered, ordered }) => `${name}: ${entered ? "entered" : status}${ordered ? ", would be ordered" : ""}`,
    );

  it("shows what exists, and writes nothing without --yes", async () => {
    await stack.declare({ resources: program("elsewhere") });
    const found = await reported(3);
    assert.deepEqual(results(found).sort(), [
      "adopted: matches",
      "missing: absent, would be ordered",
      "other: differs",
      "same: matches",
      "token: absent",
      "web: matches",
    ]);
    assert.deepEqual(found.resources.find(({ name }) => name === "other")!.differs, ["parameters"]);
    assert.deepEqual(found.resources.find(({ name }) => name === "other")!.properties, [
      { path: "parameters", program: { key: "elsewhere" }, provider: { key: "code" } },
    ]);
    assert.deepEqual((await stack.export()).resources, []);
  });

  it("leaves out the only match if a secret of it differs, although a preview masks it", async () => {
    const resources = program("elsewhere", "planted-elsewhere");
    await stack.declare({ resources: resources.filter(({ name }) => name === "same") });
    const { outcome, resources: found } = await reported(1, "--yes");
    assert.deepEqual(
      [outcome, found.map(({ status, differs }) => [status, differs])],
      ["incomplete", [["differs", ["headers"]]]],
    );
    assert.deepEqual((await stack.export()).resources, []);
  });

  it("enters what exists as declared although a secret of another one differs, and says what a run would still order", async () => {
    await stack.declare({ resources: program("elsewhere", "planted-elsewhere") });
    const adopted = await reported(1, "--yes");
    const others = ["adopted: entered", "missing: absent, would be ordered", "other: differs", "token: absent", "web: entered"];
    assert.deepEqual(results(adopted).sort(), [...others, "same: differs"].sort());
    await stack.declare({ resources: program("elsewhere") });
    assert.deepEqual(
      results(await reported(1, "--yes")).filter((each) => each.endsWith("entered")),
      ["same: entered"],
    );
    const { text } = await stack.export();
    assert.doesNotMatch(text, /planted/);

    await stack.declare({ resources: program("code").filter(({ name }) => !["missing", "token"].includes(name)) });
    const rest = await reported(0, "--yes");
    assert.deepEqual(results(rest), ["other: entered"]);
    const preview = succeeded(await stack.preview("--refresh", "--expect-no-changes"));
    assert.deepEqual(changes(preview), []);
  });

  it("enters the one of several equal objects that --take names, and writes nothing if no object has that id", async () => {
    const { store } = stack.sandbox.control;
    const [one] = store.webhooks.all();
    const twins = ["9001", "9002"].map((id) => ({ ...one!, id, ...hook("twin", "planted-twin") }));
    for (const twin of twins) store.webhooks.insert(twin);
    await stack.declare({ resources: entered });
    assert.deepEqual(results(await reported(1)), ["twin: ambiguous"]);
    const wrong = await run(["adopt", "--cwd", stack.folder, "--take", "Webhook twin=9003", "--yes"], {
      env: { HOME: stack.folder, ...stack.environment },
    });
    assert.equal(wrong.code, 1);
    assert.match(wrong.stderr, /--take Webhook twin=9003: no object with this id .* can get: 9001, 9002\. Nothing was written\./);
    assert.deepEqual(results(await reported(0, "--take", "Webhook twin=9002", "--yes")), ["twin: entered"]);
    const { resources } = await stack.export();
    assert.equal(resources.find(({ urn }) => urn.endsWith("::twin"))!.id, "9002");
  });

  it("says that another stack has an object", async () => {
    succeeded(await stack.pulumi("stack", "init", "two"));
    const shared = { type: "Webhook", name: "shared", args: hook("shared", "planted-shared") };
    await stack.declare({ resources: [shared] });
    succeeded(await stack.up());
    succeeded(await stack.pulumi("stack", "select", "test"));
    await stack.declare({ resources: [...entered, shared] });
    const [found] = (await reported(3)).resources;
    assert.match(found!.elsewhere!, /^Webhook shared belongs to resource "shared" of stack engine-test\/two in .*, too$/);

    await reported(0, "--yes");
    await stack.declare({ resources: entered });
    assert.match(
      succeeded(await stack.preview()).output,
      /- leaves webhook \d+ \(resource "shared"\) at the provider, because others have it as well: resource "shared" of stack engine-test\/two/,
    );
  });
});
