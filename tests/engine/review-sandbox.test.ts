import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { nothing } from "../../sandbox/seeds/empty.js";
import { standard } from "../../sandbox/seeds/default.js";
import { commandTimeout } from "../support/engine.js";
import { lightStart } from "../support/backend.js";
import { run } from "../support/hosting.js";

const root = resolve(__dirname, "..", "..", "..");

interface Told {
  readonly outcome: string;
  readonly unknown: readonly string[];
  readonly changes: readonly {
    readonly title: string;
    readonly effect: string;
    readonly protection?: string;
    readonly properties: readonly { readonly path: string; readonly before?: unknown; readonly after?: unknown }[];
  }[];
  readonly cautions: readonly string[];
}

/** All texts at any depth of a value. */
const textsIn = (value: unknown): readonly string[] =>
  typeof value === "string" ? [value] : typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];

describe("hosting review against a sandbox that lacks what the program looks up", function () {
  this.timeout(2 * commandTimeout);
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(root, ".cache", "review-sandbox-"));
    await writeFile(join(folder, "package.json"), '{ "name": "fork", "private": true }');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const project = async (program: string) => {
    await writeFile(join(folder, "Pulumi.yaml"), "name: fork\nruntime: nodejs\nmain: index.js\n");
    await writeFile(join(folder, "index.js"), `const hosting = require("pulumi-hosting");\n${program}\n`);
  };
  const review = (...flags: string[]) =>
    run(["review", "--against", "sandbox", "--cwd", folder, ...flags], {
      env: { ...lightStart, HOME: folder, PULUMI_HOME: join(folder, "home"), PATH: process.env["PATH"]! },
    });

  const hook =
    'new hosting.Webhook("hook", { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://a.example/" });';
  it("shows nothing of what a sandbox has, whatever the program reads", async () => {
    const reads = [
      'const { description, customerNumber } = hosting.Account.get("main", "p100001");',
      'const virtual = hosting.VirtualAccount.get("virtual", "100002/p100002");',
      "const partner = hosting.getContractPartnerOutput({ customerNumber: 100001 });",
      "const found = hosting.findAccountOutput({ customerNumber: 100002 });",
      "const offered = hosting.listTopLevelDomainsOutput().apply((all) => all.length);",
      "const all = [description, customerNumber, virtual.description, partner.company, found.description, offered];",
    ];
    const declares = [
      'new hosting.Domain("unseen", { accountIdentifier: hosting.Account.get("other", "p123456").accountIdentifier, sld: "a-shop-of-a-fork", tld: "de" });',
      'new hosting.Webhook("leak", { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: pulumi.interpolate`https://a.example/${pulumi.all(all)}` });',
      'new hosting.ContractPartner("partner", { customerNumber: 100001, company: "Other", city: "Elsewhere" });',
      'new hosting.BillingRecipient("recipient", { customerNumber: 100002, company: "Other", city: "Elsewhere" });',
      'new hosting.Domain("adopted", { accountIdentifier: "p100001", sld: "sommer-gartenbau", tld: "de", adopt: true });',
      "exports.all = all;",
    ];
    const program = ['const pulumi = require("@pulumi/pulumi");', ...reads, ...declares].join("\n");
    await project(program);
    const out = join(folder, "review");
    const { stdout, stderr } = await review("--markdown", "--out", out);
    const { changes, unknown } = JSON.parse(await readFile(join(out, "review.json"), "utf8")) as Told;
    assert.deepEqual(
      changes.map(({ title, effect }) => `${title}: ${effect}`),
      [
        "BillingRecipient recipient: changed",
        "ContractPartner partner: changed",
        "Domain adopted: adopted",
        "Domain unseen: ordered",
        "Webhook leak: created",
      ],
    );
    assert.match(unknown.join(), /p123456/);
    const values = [...textsIn(standard), ...textsIn(nothing)].filter(
      (text) => text.length > 3 && !`${program} sommer-gartenbau.de`.includes(text),
    );
    assert.ok(values.length > 50);
    const shown = (JSON.stringify(changes) + stdout + stderr).replaceAll('login "reseller"', "");
    assert.deepEqual(
      values.filter((text) => shown.includes(text)),
      [],
    );
  });

  describe("and a base", () => {
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.org", ...args], {
        cwd: folder,
        stdio: "pipe",
      }).toString();
    const commit = async (program: string): Promise<void> => {
      await project(program);
      await writeFile(join(folder, ".gitignore"), "home/\nnode_modules\n");
      git("init", "--quiet");
      git("add", ".");
      git("commit", "--quiet", "--message", "base");
    };
    const accountOf = 'const virtual = hosting.VirtualAccount.get("virtual", "345678/p345678");';
    const domain = (name: string, options = "") =>
      `new hosting.Domain("${name}", { accountIdentifier: "p345678", sld: "${name}-of-a-fork", tld: "de" }${options});`;
    const account = (name: string) =>
      `const ${name} = new hosting.VirtualAccount("${name}", { customerNumber: 345678, virtualName: "${name}", description: "Shop", articleNumber: 1101, password: "Planted-12345-${name}" });`;
    const partner =
      'new hosting.ContractPartner("partner", { customerNumber: 345678, company: "Blumen Engel", city: "Wien", phone: virtual.description });';
    const same = [accountOf, account("one"), account("two"), domain("kept"), partner];

    it("shows what differs and nothing else, and is exceeded by a rule as a review with the login is", async () => {
      await commit([...same, domain("leaving", ", { protect: false }"), hook, domain("open")].join("\n"));
      await project([...same, hook.replace("POST", "PUT"), domain("new"), domain("open", ", { protect: false }")].join("\n"));
      const { code, stdout } = await review("--base", "HEAD", "--json", "--max-deletions", "domain=0");
      assert.equal(code, 4, stdout);
      const { changes, unknown, cautions } = JSON.parse(stdout) as Told;
      assert.deepEqual(
        changes.map(({ title, effect, protection }) => [title, effect, protection].filter(Boolean).join(" ")),
        ["Domain leaving deleted", "Domain new ordered", "Domain open kept removed", "Webhook hook changed"],
      );
      assert.deepEqual(changes[3]!.properties, [{ path: "method", before: "POST", after: "PUT", replaces: false }]);
      assert.deepEqual(unknown.length, 1);
      assert.ok(cautions.some((text) => text.includes("not compared: ContractPartner partner (phone)")));
      assert.equal(git("worktree", "list").trim().split("\n").length, 1);
    });
  });
});
