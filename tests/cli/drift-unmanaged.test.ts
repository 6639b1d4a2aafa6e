import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { type StoredResource, secret } from "../../cli/stack/deployment.js";
import { type Sandbox, startSandbox } from "../../sandbox/index.js";
import { entry, type FakeStack, fakePulumi } from "../support/drifted-stack.js";
import { temporaryFolder } from "../support/folder.js";
import { type Ended, loginAt } from "../support/hosting.js";
import { runInProcess } from "../support/hosting-in-process.js";
import { Api } from "../support/sandbox.js";

interface JsonReport {
  readonly outcome: string;
  readonly unmanaged: readonly { readonly kind: string; readonly id: string; readonly title: string; readonly billed: boolean }[];
  readonly listed: number;
  readonly leftOut: { readonly ignored: number; readonly www: number; readonly ownTokens: number };
  readonly notListed: readonly { readonly what: string; readonly why: string }[];
}

const hook = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://agency.example/hook" } as const;

describe("hosting drift --unmanaged", function () {
  this.timeout(60_000);
  const folder = temporaryFolder();
  let sandbox: Sandbox;

  beforeEach(async () => {
    sandbox = await startSandbox({ registrationDelay: 0 });
  });
  afterEach(() => sandbox.close());

  async function drift(stacks: Readonly<Record<string, readonly StoredResource[]>>, ...flags: string[]): Promise<Ended> {
    const fakes = Object.entries(stacks).map(([name, resources]): [string, FakeStack] => [name, { resources }]);
    const bin = await fakePulumi(folder.path, Object.fromEntries(fakes));
    const path = [bin, dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter);
    return runInProcess(["drift", "--unmanaged", ...flags], {
      cwd: folder.path,
      env: { PATH: path, PULUMI_BACKEND_URL: "file:///srv/state", ...loginAt(sandbox.url) },
    });
  }

  async function reported(code: number, resources: readonly StoredResource[], ...flags: string[]): Promise<JsonReport> {
    const { code: actual, stdout, stderr } = await drift({ production: resources }, "--json", ...flags);
    assert.equal(actual, code, stderr + stdout);
    return JSON.parse(stdout) as JsonReport;
  }

  const ids = ({ unmanaged }: JsonReport, kind: string): string[] =>
    unmanaged.filter((each) => each.kind === kind).map(({ id }) => id);

  /** How often each operation was sent. */
  const sent = (): Record<string, number> => {
    const counts: Record<string, number> = {};
    for (const { operation = "" } of sandbox.control.journal.requests()) counts[operation] = (counts[operation] ?? 0) + 1;
    return counts;
  };

  /** Two webhooks, of which a stack has one. */
  function webhooks(): { readonly managed: StoredResource; readonly other: string } {
    const { store } = sandbox.control;
    const [first, second] = ["a", "b"].map((id) => store.webhooks.insert({ ...hook, id, login: "reseller" }).id);
    return { managed: entry("Webhook", "hook", first, hook), other: second! };
  }

  it("lists what no state has, with one listing for each collection", async () => {
    const { managed, other } = webhooks();
    const domain = entry("Domain", "garden", "p100001/sommer-gartenbau.de", { accountIdentifier: "p100001" });
    const report = await reported(2, [managed, domain], "--customer", "100001", "--customer", "100002");
    assert.deepEqual(ids(report, "webhook"), [other]);
    assert.ok(ids(report, "domain").includes("p100001/sommer-gartenbau.com"));
    assert.ok(!ids(report, "domain").includes("p100001/sommer-gartenbau.de"));
    assert.ok(report.unmanaged.filter(({ kind }) => kind === "domain").every(({ billed }) => billed));
    assert.deepEqual(report.notListed, []);
    const counts = sent();
    for (const operation of ["listWebhooks", "listApplicationTokens", "listGdprContracts", "listGdprToms", "listGdprPdfs"])
      assert.equal(counts[operation], 1, operation);
    const addressed = sandbox.control.journal.requests().map(({ method, path }) => `${method} ${path}`);
    const collections = addressed.filter((each) => !each.startsWith("POST"));
    // The pages of a collection differ in their query.
    assert.deepEqual(new Set(collections).size, collections.length, collections.join("\n"));
    assert.ok(
      addressed.every((each) => each.startsWith("GET") || each.endsWith("/authenticate")),
      "it reads only",
    );
  });

  it("lists what the customers and accounts have that only the state names, and nothing within a domain that is gone", async () => {
    const report = await reported(2, [
      entry("BillingSettings", "bill", "100001", { customerNumber: 100001 }),
      entry("Subdomain", "blog", "p100002/kueche.de/blog"),
      entry("Domain", "gone", "p100002/gone.de"),
    ]);
    for (const account of ["p100001/", "p100002/"])
      assert.ok(
        ids(report, "domain").some((id) => id.startsWith(account)),
        account,
      );
    assert.deepEqual(report.notListed, []);
  });

  it("takes an object of any of the stacks as managed, in whatever spelling", async () => {
    const { managed, other } = webhooks();
    const domain = entry("Domain", "garden", "p100001/Sommer-Gartenbau.DE", { accountIdentifier: "p100001" });
    const stacks = { production: [managed], branch: [entry("Webhook", "second", other, hook), domain] };
    const { stdout } = await drift(stacks, "--stack", "production", "--stack", "branch", "--json");
    const report = JSON.parse(stdout) as JsonReport;
    assert.deepEqual(ids(report, "webhook"), []);
    assert.ok(!ids(report, "domain").some((id) => /sommer-gartenbau\.de$/i.test(id)));
  });

  it("leaves out the www of a registration, and lists other subdomains of a managed domain", async () => {
    const { store } = sandbox.control;
    const domain = store.domains.get("sommer-gartenbau.de")!;
    for (const { id, domain: of } of store.subdomains.all()) if (of === domain.id) store.subdomains.delete(id);
    for (const name of ["www", "blog"])
      store.subdomains.insert({ id: `${name}-1`, domain: domain.id, name, target: undefined } as never);
    const report = await reported(2, [
      entry("Domain", "garden", "p100001/sommer-gartenbau.de", { accountIdentifier: "p100001" }),
    ]);
    assert.deepEqual(ids(report, "subdomain"), ["p100001/sommer-gartenbau.de/blog"]);
    assert.equal(report.leftOut.www, 1);
  });

  it("leaves out the token that it logs in with, and no other", async () => {
    const { store } = sandbox.control;
    const token = (id: string) =>
      store.applicationTokens.insert({ id, login: "reseller", description: id, secretHash: "", created: Date.now() });
    token("5f1e0c52-8f0a-4a3e-9d10-1c4e8a7b2f60");
    const api = await Api.login(sandbox.url);
    const created = await api.expect<{ uuid: string; token: string }>(201, "createApplicationToken", {
      body: { description: "CI" },
    });
    const bin = await fakePulumi(folder.path, { production: { resources: [] } });
    const { stdout } = await runInProcess(["drift", "--unmanaged", "--json"], {
      cwd: folder.path,
      env: {
        PATH: [bin, dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter),
        HOSTING_BASE_URL: sandbox.url,
        HOSTING_USERNAME: created.uuid,
        HOSTING_PASSWORD: created.token,
      },
    });
    const report = JSON.parse(stdout) as JsonReport;
    assert.deepEqual(ids(report, "applicationToken"), ["5f1e0c52-8f0a-4a3e-9d10-1c4e8a7b2f60"]);
    assert.equal(report.leftOut.ownTokens, 1);
  });

  /** The entry of a further provider. */
  const branchOf = (login: Readonly<Record<string, unknown>> = {}): StoredResource => ({
    urn: "urn:pulumi:production::agency::pulumi:providers:pulumi-nodejs::branch",
    type: "pulumi:providers:pulumi-nodejs",
    custom: true,
    id: "2",
    inputs: { "hosting:provider": "branch", "hosting:baseUrl": sandbox.url, ...login },
  });

  it("knows several logins of a stack, and lists once what both show", async () => {
    const { managed, other } = webhooks();
    const branch = branchOf({
      "hosting:username": "reseller",
      "hosting:password": secret("sandbox-password"),
      "hosting:requestTimeout": "50s",
    });
    const elsewhere = { ...managed, provider: `${branch.urn}::2` };
    const { stdout, stderr } = await drift({ production: [branch, elsewhere] });
    assert.match(stdout, new RegExp(`^webhook +${other} +webhook POST https://agency\\.example/hook on \\S+$`, "m"));
    assert.equal(stdout.match(/^webhook /gm)?.length, 1, stdout);
    assert.doesNotMatch(stdout + stderr, /sandbox-password/);
    assert.equal(sent()["listWebhooks"], 2);
  });

  it("reports a provider whose login is not known, and takes its objects as managed", async () => {
    const { managed, other } = webhooks();
    const branch = branchOf();
    const report = await reported(2, [branch, { ...managed, provider: `${branch.urn}::2` }]);
    assert.deepEqual(ids(report, "webhook"), [other]);
    assert.equal(report.notListed[0]!.what, "what provider branch shows");
    assert.match(report.notListed[0]!.why, /username is missing: set HOSTING_BRANCH_USERNAME/);
  });

  it("leaves out what the ignore list names, and does not list what it names as a whole", async () => {
    const { managed, other } = webhooks();
    const file = join(folder.path, "unmanaged.txt");
    await writeFile(file, `# webhooks of the shop\n\nwebhook ${other}\r\ngdpr* *\n`);
    const report = await reported(0, [managed], "--ignore-file", file, "--ignore", "applicationToken *");
    assert.deepEqual(report.unmanaged, []);
    assert.equal(report.leftOut.ignored, 1);
    const counts = sent();
    assert.equal(counts["listWebhooks"], 1);
    assert.equal(counts["listGdprToms"] ?? counts["listApplicationTokens"], undefined);
  });

  for (const [flags, message] of [
    [["--ignore", "webhook"], /--ignore: must be a kind and an id/],
    [["--ignore", "webhok *"], /there is no kind webhok[^]*webhook/],
    [["--ignore-file", "missing.txt"], /missing\.txt cannot be read: no such file/],
    [["--customer", "x"], /--customer must be a whole number/],
  ] as const)
    it(`refuses ${flags.join(" ")}, with exit code 1`, async () => {
      const { code, stderr } = await drift({ production: [] }, ...flags);
      assert.equal(code, 1);
      assert.match(stderr, message);
      assert.deepEqual(sent(), {});
    });

  it("says what could not be listed and why, and shows the rest", async () => {
    const { managed, other } = webhooks();
    sandbox.control.faults.add({ operation: "listGdprPdfs", effect: { kind: "status", status: 403 } });
    const report = await reported(2, [managed], "--customer", "999999");
    assert.deepEqual(ids(report, "webhook"), [other]);
    assert.deepEqual(
      report.notListed.map(({ what }) => what),
      ["contract PDFs", "virtual accounts of customer 999999", "accounts of customer 999999"],
    );
    assert.match(report.notListed[0]!.why, /listGdprPdfs .*403/);
  });
});
