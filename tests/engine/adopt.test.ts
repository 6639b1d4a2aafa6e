import assert from "node:assert/strict";
import { createClient } from "../../sdk/index.js";
import { commandTimeout, type ResourceSpec, succeeded, useStack } from "../support/engine.js";
import { start } from "../support/hosting.js";
import { descendants, kill } from "../support/processes.js";
import { account, domain, inAccount, token, webhook } from "../support/resources.js";

interface Told {
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

const hook = (path: string, key = `planted-${path}`, parameter = "code") => ({
  eventType: "DOMAIN_REGISTRATION_STATUS" as const,
  method: "POST" as const,
  url: `https://agency.example/${path}`,
  headers: { "X-Key": key },
  parameters: { key: parameter },
});

describe("hosting adopt, with the real CLI", function () {
  this.timeout(6 * commandTimeout);
  const stack = useStack();
  const client = () =>
    createClient({ baseUrl: stack.sandbox.url, credentials: { username: "reseller", password: "sandbox-password" } });

  before(async () => {
    const provider = client();
    const web = { virtualName: "web", description: "Shop", article: { articleNumber: 1101 }, password: "planted-password" };
    const { name: accountIdentifier = "" } = await provider.accounts.createVirtual({ customerNumber: 100001, body: web });
    await provider.domains.register({ accountIdentifier, body: { sld: "adopted", tld: "de" } });
    for (const path of ["same", "other"]) await provider.webhooks.create({ body: hook(path) });
    await provider.authentication.createToken({ body: { description: "CI" } });
    await provider.close();
  });

  /** What exists as declared, unless `other` has another parameter or `same` another header. */
  const existing = (parameter = "code", key?: string): readonly ResourceSpec[] => [
    account("web", { password: undefined }),
    domain("adopted", inAccount("web")),
    webhook("same", hook("same", key)),
    webhook("other", hook("other", undefined, parameter)),
  ];
  const missing = [domain("missing"), token("token", { description: "CI" })];

  async function told(code: number, ...flags: string[]): Promise<Told> {
    const since = stack.writes().length;
    const ended = await stack.hosting(["adopt", "--json", ...flags]);
    assert.equal(ended.code, code, ended.stderr + ended.stdout);
    assert.doesNotMatch(ended.stdout + ended.stderr, /planted|sandbox-password/);
    assert.deepEqual(stack.writes().slice(since), []);
    return JSON.parse(ended.stdout) as Told;
  }
  const results = ({ resources }: Told): string[] =>
    resources
      .map(
        ({ name, status, entered, ordered }) => `${name}: ${entered ? "entered" : status}${ordered ? ", would be ordered" : ""}`,
      )
      .sort();

  it("shows what exists, and writes nothing without --yes", async () => {
    await stack.declare({ resources: [...existing("elsewhere"), ...missing] });
    const found = await told(3);
    assert.deepEqual(results(found), [
      "adopted: matches",
      "missing: absent, would be ordered",
      "other: differs",
      "same: matches",
      "token: absent",
      "web: matches",
    ]);
    const { differs, properties } = found.resources.find(({ name }) => name === "other")!;
    assert.deepEqual(
      [differs, properties],
      [["parameters"], [{ path: "parameters", program: { key: "elsewhere" }, provider: { key: "code" } }]],
    );
    assert.deepEqual((await stack.export()).resources, []);
  });

  it("enters what exists as declared and leaves out what differs, also in a secret, which a preview masks", async () => {
    await stack.declare({ resources: [...existing("elsewhere", "planted-elsewhere"), ...missing] });
    const adopted = await told(1, "--yes");
    assert.equal(adopted.outcome, "incomplete");
    assert.deepEqual(results(adopted), [
      "adopted: entered",
      "missing: absent, would be ordered",
      "other: differs",
      "same: differs",
      "token: absent",
      "web: entered",
    ]);
    assert.doesNotMatch((await stack.export()).text, /planted/);
    await stack.declare({ resources: existing() });
    assert.deepEqual(results(await told(0, "--yes")), ["other: entered", "same: entered"]);
    await stack.settled();
  });

  it("enters the one of several equal objects that --take names, and writes nothing if no object has that id", async () => {
    const { webhooks } = stack.sandbox.control.store;
    for (const id of ["9001", "9002"]) webhooks.insert({ ...webhooks.all()[0]!, id, ...hook("twin") });
    await stack.declare({ resources: [...existing(), webhook("twin", hook("twin"))] });
    assert.deepEqual(results(await told(1)), ["twin: ambiguous"]);
    const wrong = await stack.hosting(["adopt", "--take", "Webhook twin=9003", "--yes"]);
    assert.deepEqual([wrong.code, /9001, 9002\. Nothing was written/.test(wrong.stderr)], [1, true], wrong.stderr);
    assert.deepEqual(results(await told(0, "--take", "Webhook twin=9002", "--yes")), ["twin: entered"]);
    assert.equal((await stack.entries())["twin"]?.id, "9002");
  });

  it("says that another stack has an object, which then stays when it leaves this one", async () => {
    const shared = webhook("shared", hook("shared"));
    succeeded(await stack.pulumi("stack", "init", "two"));
    await stack.applied(shared);
    succeeded(await stack.pulumi("stack", "select", "test"));
    const own = [...existing(), webhook("twin", hook("twin"))];
    await stack.declare({ resources: [...own, shared] });
    assert.match((await told(3)).resources[0]!.elsewhere!, /resource "shared" of stack engine-test\/two/);
    await told(0, "--yes");
    assert.match(succeeded(await stack.previewed(...own)).output, /- leaves webhook \d+ \(resource "shared"\) at the provider/);
  });
});

describe("hosting adopt, ended before its proof", function () {
  this.timeout(6 * commandTimeout);
  const stack = useStack();

  it("says what to do, and later takes back only what nothing else needs", async () => {
    const { webhooks } = stack.sandbox.control.store;
    for (const name of ["early", "late"]) webhooks.insert({ id: name, login: "reseller", ...hook(name) });
    const early = webhook("early", hook("early"));
    await stack.declare({ resources: [early] });
    const running = start(["adopt", "--cwd", stack.folder, "--yes"], { env: stack.surroundings });
    await running.errors(/A preview after a refresh proves the result/);
    const below = descendants(running.child.pid!);
    running.child.kill("SIGTERM");
    for (const each of below) kill(each);
    const { signal, stderr } = await running.ended;
    assert.equal(signal, "SIGTERM");
    assert.match(stderr, /1 object that no preview has proven\. Run the same `hosting adopt` again/);

    await stack.applied(early, domain("bought"));
    webhooks.update("early", { parameters: { key: "orderId" } });
    await stack.declare({ resources: [early, domain("bought"), webhook("late", hook("late"))] });
    const ended = await stack.hosting(["adopt", "--yes"]);
    assert.equal(ended.code, 1, ended.stdout + ended.stderr);
    assert.deepEqual(Object.keys(await stack.entries()).sort(), ["bought", "default", "engine-test-test", "late"]);
    await stack.settled("--target", "**bought", "--target", "**late");
  });
});
