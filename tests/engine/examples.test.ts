import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { text } from "node:stream/consumers";
import { lightStart } from "../support/backend.js";
import { changes, commandTimeout, failed, type Stack, succeeded, useStack } from "../support/engine.js";
import { root } from "../support/markdown.js";

const example = (name: string) => join(root, "examples", name);

/** The tests that run those that this file does not. */
const elsewhere: Readonly<Record<string, string>> = {
  ci: "tests/engine/ci-examples.test.ts",
  fleet: "tests/engine/fleet.test.ts",
  policy: "tests/engine/policy.test.ts",
  questions: "tests/docs/questions.test.ts",
};

/** Makes the project of a stack that of an example. */
async function become(stack: Stack, name: string): Promise<void> {
  const project = await readFile(join(example(name), "Pulumi.yaml"), "utf8");
  const main = relative(stack.folder, join(root, "dist", "examples", name, "index.js"));
  const changed = project.replace(/^name: .*$/m, "name: engine-test").replace(/^main: .*$/m, `main: ${main}`);
  await writeFile(join(stack.folder, "Pulumi.yaml"), changed);
}

describe("examples", function () {
  this.timeout(5 * commandTimeout);

  it("are all run by a test", async () => {
    const entries = await readdir(join(root, "examples"), { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    assert.deepEqual(folders.sort(), ["agency", "logins", "quickstart", ...Object.keys(elsewhere)].sort());
    for (const test of Object.values(elsewhere)) assert.ok(existsSync(join(root, test)), test);
  });

  it("run completely, from the first preview to the destruction of everything: quickstart", async () => {
    const options = { cwd: root, env: { ...process.env, ...lightStart }, timeout: 4 * commandTimeout } as const;
    const child = spawn(process.execPath, [join(root, "tools/demo.mjs")], { ...options, stdio: ["ignore", "pipe", "pipe"] });
    const [stdout, stderr, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close") as Promise<[number | null]>,
    ]);
    assert.equal(status, 0, stdout + stderr);
    const [introduction, ...parts] = stdout.split("\n━━ ");
    const announced = Array.from(introduction!.matchAll(/^ {2}(\d\. .*)$/gm), ([, title]) => title);
    assert.deepEqual(
      parts.slice(0, -1).map((part) => part.split("\n")[0]),
      announced,
    );
    assert.match(parts.at(-1)!, /^Done: /);
    for (const part of parts.slice(0, -1)) assert.match(part, /^\d\. .*\n[A-Z].*\.\n\$ pulumi /, "it says what it proves");
    assert.ok(!stdout.includes("a-password-of-the-agency") && !stdout.includes("a-secret-of-the-agency"));
    assert.ok(!existsSync(join(root, "Pulumi.rehearsal.yaml")), "nothing is left behind");
  });
});

type Customers = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

describe("the example of an agency on the real engine", function () {
  this.timeout(12 * commandTimeout);
  const stack = useStack({ seed: "agency" });
  let customers: Customers;

  const declare = (changed: Customers) => writeFile(join(stack.folder, "customers.json"), JSON.stringify(changed));
  const sent = (operation: string) => stack.sandbox.control.journal.requests({ operation });

  before(async () => {
    await become(stack, "agency");
    succeeded(await stack.pulumi("config", "set", "customersFile", join(stack.folder, "customers.json")));
    customers = JSON.parse(await readFile(join(example("agency"), "customers.json"), "utf8")) as Customers;
    await declare(customers);
  });

  it("names what is missing or wrong, then creates six sites, and adopts what exists", async () => {
    failed(await stack.preview(), /accountPasswords/);
    const passwords = ["baker", "joiner", "roofer"].flatMap((name) => ["--secret", `accountPasswords.${name}=a-password`]);
    succeeded(await stack.pulumi("config", "set-all", "--path", ...passwords));
    await declare({ ...customers, roofer: { ...customers["roofer"], subdomains: { "not a name": {} } } });
    failed(await stack.preview(), /customers\.json:\n\s+roofer\.subdomains\.not a name: /);
    await declare(customers);
    const { steps } = succeeded(await stack.up());
    assert.equal(steps.filter(({ op }) => op === "create").length, 24);
    assert.deepEqual([sent("createVirtualAccount").length, stack.sandbox.control.store.gdprContracts.all().length], [3, 6]);
    assert.ok(!sent("registerDomain").some(({ path }) => path.includes("p110003")), "the domain of the doctor exists");
  });

  it("changes nothing but what is added, also when the adoption is no longer declared, and removes a customer who leaves", async () => {
    const settled = Object.entries(customers).map(([name, { adopt: _, ...customer }]) => [name, customer]);
    const { baker, roofer, ...others } = Object.fromEntries(settled) as Customers;
    const subdomains = { ...(baker!["subdomains"] as object), cafe: { target: "/cafe" } };
    const rest = { ...others, baker: { ...baker, subdomains } };
    await declare({ ...rest, roofer: { ...roofer, leaving: true } });
    assert.deepEqual(changes(succeeded(await stack.up())), ["create cafe.brot-von-albrecht.de"]);
    const { output } = succeeded(await stack.pulumi("stack", "output", "--json"));
    assert.ok((JSON.parse(output) as { addresses: Customers }).addresses["baker"]);
    await stack.settled();
    await declare(rest);
    const host = "dach-von-fischer.de";
    const gone = [`delete ${host}`, ...Array<string>(2).fill("delete 110006/fischer-web"), `delete www.${host}`];
    assert.deepEqual(changes(succeeded(await stack.up())).sort(), gone.sort());
  });
});

describe("the example of several logins on the real engine", function () {
  this.timeout(12 * commandTimeout);
  const stack = useStack();
  const tokens = () => stack.sandbox.control.store.applicationTokens.all().map(({ id }) => id);
  const ofWebhooks = () => stack.writes().filter(({ operation = "" }) => /Webhook/.test(operation)).length;
  const rotate = async (period: string) => {
    succeeded(await stack.pulumi("config", "set", "tokenPeriod", period));
    succeeded(await stack.up());
  };

  before(async () => {
    await become(stack, "logins");
    const values = ["--plaintext", `baseUrl=${stack.sandbox.url}`, "--plaintext", "branchUsername=agency"];
    succeeded(await stack.pulumi("config", "set-all", ...values, "--secret", "branchPassword=agency-password"));
  });

  it("creates a token and logs in with it, in one run, and rotates it without a change of what it manages", async () => {
    succeeded(await stack.up());
    const owners = stack.sandbox.control.store.webhooks.all().map(({ login, url }) => `${url.split("/").at(-1)} ${login}`);
    assert.deepEqual(owners.sort(), ["branch agency", "own reseller", "shop reseller"]);
    assert.equal(succeeded(await stack.pulumi("stack", "output", "customerOfBranch")).output.trim(), "200000");
    const [first, created] = [tokens(), ofWebhooks()];
    await rotate("2030-2");
    assert.equal(tokens().length, 1);
    assert.notDeepEqual(tokens(), first);
    // It records the new login, so that a preview asks nothing.
    succeeded(await stack.refresh());
    stack.sandbox.control.journal.clear();
    succeeded(await stack.preview("--expect-no-changes"));
    assert.ok(!stack.sandbox.control.journal.requests().some(({ operation }) => /Webhook/.test(operation ?? "")));
    assert.deepEqual([ofWebhooks(), created], [0, 3]);
    assert.doesNotMatch((await stack.export()).text, /agency-password|sandbox-password/);
  });
});
