import assert from "node:assert/strict";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { commandTimeout } from "../support/engine.js";
import { run } from "../support/hosting.js";

const root = resolve(__dirname, "..", "..", "..");
const compiled = join(root, "dist", "examples", "agency");

interface Told {
  readonly outcome: string;
  readonly unknown: readonly string[];
  readonly changes: readonly { readonly title: string; readonly effect: string }[];
}

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
      env: { HOME: folder, PULUMI_HOME: join(folder, "home"), PATH: process.env["PATH"]! },
    });
  const told = async (): Promise<Told> => {
    const { code, stdout, stderr } = await review("--json");
    assert.equal(code, 0, stdout + stderr);
    return JSON.parse(stdout) as Told;
  };

  it("previews the rest of the program, and names what is not known: the example of an agency", async () => {
    const text = await readFile(join(root, "examples", "agency", "Pulumi.yaml"), "utf8");
    const main = relative(folder, join(compiled, "index.js"));
    await writeFile(join(folder, "Pulumi.yaml"), text.replace(/^main: .*$/m, `main: ${main}`));
    await copyFile(join(root, "examples", "agency", "customers.json"), join(folder, "customers.json"));
    const passwords = ["baker", "joiner", "roofer"].map((name) => `    ${name}:\n      secure: v1:planted`);
    const configuration = [
      "config:",
      `  hosting-agency:customersFile: ${relative(compiled, join(folder, "customers.json"))}`,
      "  hosting-agency:accountPasswords:",
      ...passwords,
    ];
    await writeFile(join(folder, "Pulumi.review.yaml"), `${configuration.join("\n")}\n`);
    const { changes, unknown } = await told();
    assert.equal(changes.length, 24);
    assert.deepEqual([...new Set(changes.map(({ effect }) => effect))].sort(), ["adopted", "created", "ordered"]);
    assert.equal(unknown.length, 6);
    assert.ok(unknown.includes('There is no GDPR contact with name "Bäckerei Albrecht". Looked up: with login "reseller".'));
    const { stdout } = await review();
    assert.match(stdout, /^Stack hosting-agency\/review: a part is not known against the sandbox\. 8 to order, /);
    assert.match(
      stdout,
      /^About this review:\n(?: {2}.*\n)* {2}The sandbox does not have .* name "Bäckerei Albrecht"\. Looked up/m,
    );
  });

  const hook =
    'new hosting.Webhook("hook", { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://a.example/" });';
  const contact = 'hosting.findGdprContact({ name: "Nobody" })';

  it("shows what a program declares until it needs the value itself", async () => {
    await project(`${hook}\nmodule.exports = async () => { const { identifier } = await ${contact}; return { identifier }; };`);
    const { changes, unknown } = await told();
    assert.deepEqual(
      changes.map(({ title }) => title),
      ["Webhook hook"],
    );
    assert.deepEqual(unknown, ['There is no GDPR contact with name "Nobody". Looked up: with login "reseller".']);
  });

  it("knows no account that is not in the sandbox, by whatever lookup", async () => {
    await project(
      'const { accountIdentifier } = hosting.Account.get("main", "p123456");\n' +
        'new hosting.Domain("shop", { accountIdentifier, sld: "a-shop-of-a-fork", tld: "de" });',
    );
    const { changes, unknown } = await told();
    assert.deepEqual(
      changes.map(({ title }) => title),
      ["Domain shop"],
    );
    assert.match(unknown.join(), /p123456/);
  });

  it("still fails at everything else", async () => {
    await project(
      `${hook.replace("POST", "FETCH")}\nexports.contact = ${contact.replace("findGdprContact", "findGdprContactOutput")};`,
    );
    const { code, stdout } = await review();
    assert.equal(code, 1, stdout);
    assert.match(stdout, /: the run would fail\. .*A part is not known against the sandbox\. /);
    assert.match(stdout, /^What the run would fail at:\n {2}Webhook hook: method: /m);
  });
});
