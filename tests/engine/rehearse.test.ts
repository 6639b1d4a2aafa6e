import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { ownerKey } from "../../provider/values/reserved-properties.js";
import { commandTimeout, type ResourceSpec, Stack, type StoredResource, succeeded } from "../support/engine.js";
import { temporaryFolder, writeCommand } from "../support/folder.js";
import { type Ended, run } from "../support/hosting.js";

const hook = {
  eventType: "DOMAIN_REGISTRATION_STATUS",
  method: "POST",
  url: "https://agency.example/hook",
  headers: { "X-Secret": { $secret: "planted-header-value" } },
};
const domain = (name: string, sld: string, rest: Partial<ResourceSpec> = {}): ResourceSpec => ({
  type: "Domain",
  name,
  args: { accountIdentifier: "p110001", sld, tld: "de" },
  options: { protect: false },
  ...rest,
});

interface JsonReport {
  readonly outcome: string;
  readonly resources: readonly {
    readonly name: string;
    readonly effect: string;
    readonly ordered: boolean;
    readonly oldStays?: true;
    readonly cost?: string;
    readonly properties: readonly string[];
    readonly message?: string;
  }[];
  readonly problems: readonly string[];
  readonly leftOut: readonly { readonly what: string }[];
}

const digest = (content: Buffer): string => createHash("sha256").update(content).digest("hex");

/** Digests of all files below a folder by name, except the logs of Pulumi itself. */
async function filesIn(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const kept = files.filter((file) => !file.startsWith(join(folder, "home", "logs")));
  return Object.fromEntries(await Promise.all(kept.map(async (file) => [file, digest(await readFile(file))] as const)));
}

/** The sandbox of the stack stands for the provider: the rehearsal has one of its own. */
describe("hosting rehearse, with the real CLI", function () {
  this.timeout(8 * commandTimeout);
  const temporary = temporaryFolder();
  let stack: Stack;

  const branch: ResourceSpec = {
    type: "Provider",
    name: "branch",
    args: { baseUrl: "", username: "reseller", password: { $secret: "sandbox-password" } },
  };
  const program: readonly ResourceSpec[] = [
    branch,
    { type: "Component", name: "site" },
    { type: "Webhook", name: "hook", args: hook, options: { provider: "branch" } },
    domain("shop", "rehearsed-shop", { options: { protect: false, parent: "site" } }),
    domain("leaving", "rehearsed-leaving"),
    // A copy in a file has other secrets in its address.
    {
      type: "Webhook",
      name: "dropped",
      args: { ...hook, url: { $secret: "https://user:planted-login@shop.example/a?token=planted-key" } },
    },
    { type: "ApplicationToken", name: "token", args: { description: "deployment" } },
    {
      type: "GdprContact",
      name: "contact",
      args: {
        name: "Rehearsed GmbH",
        street: "Weg",
        houseNumber: "1",
        zipCode: "30159",
        city: "Hannover",
        mail: "office@rehearsed.example",
      },
    },
  ];

  /** The address of the provider stands in the program itself, as in many programs. */
  const declare = (resources: readonly ResourceSpec[]) =>
    stack.declare({
      resources: resources.map((each) =>
        each.type === "Provider" ? { ...each, args: { ...(each.args as object), baseUrl: stack.sandbox.url } } : each,
      ),
    });

  before(async () => {
    await writeCommand(
      temporary.path,
      "pulumi",
      `PATH=\${PATH#*:} pulumi "$@"; code=$?; grep -rlE 'planted|sandbox-password' "$TMPDIR"/hosting-rehearse-* >> "$TMPDIR/found"; exit $code`,
    );
    stack = await Stack.create({ seed: "agency" });
    succeeded(await stack.pulumi("config", "set", "--secret", "engine-test:key", "planted-configuration"));
    succeeded(await stack.pulumi("config", "set", "engine-test:plain", "yes: {no}"));
    await declare(program);
    succeeded(await stack.up());
    await forgetOwner("dropped");
  });

  /** Leaves an entry as `hosting import` writes it: only its address tells the object from another one. */
  async function forgetOwner(name: string): Promise<void> {
    const exported = JSON.parse((await stack.export()).text) as { deployment: { resources: StoredResource[] } };
    const { outputs } = exported.deployment.resources.find(({ urn }) => urn.endsWith(`::${name}`))!;
    assert.ok(Reflect.deleteProperty(outputs!, ownerKey));
    await stack.importState(JSON.stringify(exported));
  }
  after(() => stack.dispose());

  const rehearse = (...flags: string[]): Promise<Ended> =>
    run(["rehearse", "--cwd", stack.folder, ...flags], {
      env: {
        HOME: stack.folder,
        ...stack.environment,
        TMPDIR: temporary.path,
        PATH: [temporary.path, process.env["PATH"]].join(delimiter),
      },
    });

  /** Rehearses, and asserts that nothing but the rehearsal itself has changed. */
  async function reported(code: number, ...flags: string[]): Promise<JsonReport> {
    const { journal } = stack.sandbox.control;
    const before = { files: await filesIn(stack.folder), requests: journal.requests().length };
    assert.ok(
      Object.keys(before.files).some((file) => file.includes(join("home", "hosting"))),
      "there is a journal",
    );
    const ended = await rehearse("--json", ...flags);
    assert.equal(ended.code, code, ended.stderr + ended.stdout);
    const requests = journal.requests().slice(before.requests);
    const other = requests.filter(({ method, operation }) => method !== "GET" && operation !== "authenticate");
    assert.deepEqual(other, [], "only reads are sent to the provider");
    assert.deepEqual(await filesIn(stack.folder), before.files, "state, configuration and journal stay as they are");
    const copies = (await readdir(temporary.path)).filter((name) => name.startsWith("hosting-rehearse-"));
    assert.deepEqual(copies, [], "the copy is gone");
    assert.equal(await readFile(join(temporary.path, "found"), "utf8"), "", "no command left a secret in clear text");
    assert.doesNotMatch(ended.stdout + ended.stderr, /planted|sandbox-password/);
    return JSON.parse(ended.stdout) as JsonReport;
  }

  const effects = ({ resources }: JsonReport): string[] =>
    resources
      .map(({ name, effect, ordered, oldStays }) =>
        [`${name}: ${effect}`, ordered && "ordered", oldStays && "the old one stays"].filter(Boolean).join(", "),
      )
      .sort();

  it("would change nothing if nothing has changed", async () => {
    const report = await reported(0);
    assert.deepEqual([report.outcome, report.resources, report.problems, report.leftOut], ["succeeds", [], [], []]);
  });

  const edited = (): ResourceSpec[] => [
    ...program
      .filter(({ name }) => !["leaving", "dropped"].includes(name))
      .map((each) => (each.name === "hook" ? { ...each, args: { ...hook, method: "PUT" } } : each))
      .map((each) => (each.name === "contact" ? { ...each, args: { ...(each.args as object), houseNumber: "2" } } : each))
      .map((each) => (each.name === "token" ? { ...each, args: { description: "deployment", triggers: ["2"] } } : each)),
    { type: "Component", name: "second" },
    domain("ordered", "rehearsed-ordered", { options: { protect: false, parent: "second" } }),
    {
      type: "Subdomain",
      name: "blog",
      args: { accountIdentifier: "p110001", domainIdentifier: { $of: ["ordered", "domainIdentifier"] }, name: "blog" },
    },
  ];
  const expected = [
    "blog: created",
    "contact: replaced, the old one stays",
    "dropped: deleted",
    "hook: changed",
    "leaving: deleted",
    "ordered: ordered, ordered",
    "token: replaced",
  ];

  it("shows what a run would do, order and delete, with the login of each provider", async () => {
    await declare(edited());
    const report = await reported(0);
    assert.deepEqual(effects(report), expected);
    assert.equal(report.outcome, "succeeds");
    assert.deepEqual(report.resources.find(({ name }) => name === "hook")!.properties, ["method"]);
    assert.match(
      report.resources.find(({ name }) => name === "ordered")!.cost!,
      /^12 months in advance, no refund, price 0\.79 EUR/,
    );
  });

  it("does the same with a copy in a file, without a request to the provider", async () => {
    const file = join(stack.folder, "copy.json");
    const { code, stderr } = await run(["snapshot", "--stack", "test", "--cwd", stack.folder, "--out", file], {
      env: { HOME: stack.folder, ...stack.environment },
    });
    assert.equal(code, 0, stderr);
    await declare(edited());
    const before = stack.sandbox.control.journal.requests().length;
    assert.deepEqual(effects(await reported(0, "--from", file)), expected);
    assert.equal(stack.sandbox.control.journal.requests().length, before);
  });

  it("never reaches the provider through an address that only the program knows", async () => {
    const strange: ResourceSpec = { ...branch, name: "strange" };
    await declare([
      ...program,
      strange,
      { type: "Webhook", name: "elsewhere", args: { ...hook, url: "https://new.example/" }, options: { provider: "strange" } },
    ]);
    const { journal } = stack.sandbox.control;
    const before = journal.requests().length;
    const file = join(stack.folder, "copy.json");
    const report = await reported(1, "--from", file);
    assert.equal(journal.requests().length, before, "not even a login");
    const refused = report.resources.find(({ name }) => name === "elsewhere")!;
    assert.equal(refused.effect, "refused");
    assert.match(refused.message!, /this is a rehearsal, which calls only its sandbox/);
  });

  it("changes nothing of other packages, of which there is no copy, even if no preview has shown it", async () => {
    await declare(program);
    const index = join(stack.folder, "index.js");
    const before = await readFile(index, "utf8");
    const other = (mark: string) =>
      `new pulumi.dynamic.Resource({ create: async () => (require("node:fs").writeFileSync(${JSON.stringify(
        join(stack.folder, mark),
      )}, ""), { id: "1" }) }, "other", {})`;
    const also = (line: string) => writeFile(index, `${before}\nconst pulumi = require("@pulumi/pulumi");\n${line};\n`);
    await also(other("shown"));
    const shown = await reported(1);
    assert.equal(shown.outcome, "not rehearsed");
    assert.match(shown.problems.join(), /change what other packages manage.*: pulumi-nodejs:dynamic:Resource other\./);
    const late = 'new (require("pulumi-hosting").ApplicationToken)("late", { description: "late" })';
    await also(`${late}.uuid.apply(() => ${other("unseen")})`);
    const unseen = await reported(0);
    assert.deepEqual(effects(unseen), ["late: created"]);
    assert.ok(!existsSync(join(stack.folder, "shown")) && !existsSync(join(stack.folder, "unseen")));
    await writeFile(index, before);
  });
});
