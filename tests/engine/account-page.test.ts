import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { commandTimeout, Stack } from "../support/engine.js";
import { writeCommand } from "../support/folder.js";
import { command as hosting, endAll, start } from "../support/hosting.js";
import { blockWith, userPages } from "../support/markdown.js";
import { Terminal, walk } from "../support/walkthrough.js";

const pageOf = (name: string) => userPages().find(({ path }) => path === name)!;
const page = pageOf("docs/from-account-to-pipeline.md");

describe("docs/from-account-to-pipeline.md on the real engine", function () {
  this.timeout(20 * commandTimeout);
  let stack: Stack;
  let folder: string;
  let environment: NodeJS.ProcessEnv;

  before(async () => {
    stack = await Stack.create({ seed: "agency" });
    folder = join(stack.folder, "agency");
    await mkdir(folder);
    await writeFile(join(folder, "package.json"), '{ "name": "agency", "main": "index.js", "type": "commonjs" }\n');
    await mkdir(join(stack.folder, "shop"));
    await writeFile(join(stack.folder, "shop", "Pulumi.yaml"), "name: shop\nruntime: nodejs\nmain: index.ts\n");
    const bin = join(stack.folder, "bin");
    await writeCommand(bin, "hosting", `exec "${process.execPath}" "${hosting}" "$@"`);
    await writeCommand(bin, "npx", 'exec "$@"');
    environment = {
      ...stack.environment,
      HOME: stack.folder,
      PATH: [bin, dirname(process.execPath), process.env["PATH"]].join(delimiter),
    };
  });
  after(async () => {
    await endAll();
    await stack.dispose();
  });

  it("installs as README says, and logs in as the sandbox says", () => {
    const install = blockWith(page, "npm install");
    assert.ok(install.includes(blockWith(pageOf("README.md"), "npm install pulumi-hosting").split("\n")[0]!), install);
    const login = Object.fromEntries(
      Array.from(
        blockWith(page, "export HOSTING_BASE_URL=http://127.0.0.1:4010").matchAll(/^export (\w+)=(.*)$/gm),
        ([, name, value]) => [name!, value!],
      ),
    );
    assert.deepEqual(Object.keys(login), ["HOSTING_BASE_URL", "HOSTING_USERNAME", "HOSTING_PASSWORD"]);
    const { HOSTING_USERNAME: username, HOSTING_PASSWORD: password } = stack.environment;
    assert.deepEqual([login["HOSTING_USERNAME"], login["HOSTING_PASSWORD"]], [username, password]);
  });

  /** Without what differs from run to run. */
  const steady = (output: string): string =>
    output.replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:4010").replace(/\d{4}-\d\d-\d\d/g, "2026-01-01");

  it("prints what the page shows, and changes only what the page says", async () => {
    const terminal = new Terminal(folder, environment);
    const { printed, shown } = await walk(page, terminal, {
      steady,
      typed: ([first = ""]) =>
        first.startsWith("npx hosting sandbox ") ? sandboxOutput(first).then((output) => [output]) : undefined,
    });
    assert.equal(printed, shown);
    const written = stack.sandbox.control.journal
      .requests()
      .filter(
        ({ method, operation }) => method !== "GET" && operation !== "authenticate" && operation !== "checkDomainAvailability",
      )
      .map(({ operation }) => operation);
    const byHand = ["createWebhook", "createGdprContract", "updateWebhook", "registerDomain"];
    const byProgram = ["registerDomain", "createSubdomains", "updateWebhook"];
    assert.deepEqual(written.sort(), [...byHand, ...byProgram].sort());
  });

  async function sandboxOutput(command: string): Promise<string> {
    const words = command
      .replace(/ --port \d+$/, "")
      .split(" ")
      .slice(2);
    const emulator = start([...words, "--port", "0"], { cwd: folder });
    await emulator.output(/Ctrl-C ends it\.\n/);
    emulator.child.kill("SIGINT");
    const { stdout, stderr } = await emulator.ended;
    return stdout + stderr;
  }
});
