import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { createProgram } from "../../cli/program.js";
import { type Sandbox, startSandbox } from "../../sandbox/index.js";
import { endAll, loginAt, run, start } from "../support/hosting.js";
import { temporaryFolder, writeCommand } from "../support/folder.js";
import { cutOff } from "./cut-off-run.js";
import { drifted } from "./drifted-run.js";
import { linksOf, root, userPages } from "../support/markdown.js";
import { isAsShown, type Transcript, transcriptsIn, type Typed } from "../support/transcript.js";

/** Pages of commands that need Pulumi's engine are tried in tests/engine/walked-pages.test.ts. */
const needsEngine = /\/(?:adopt|apply|rehearse|review)\.md$/;

const pages = userPages().filter(({ path }) => path.startsWith("docs/commands/") && !needsEngine.test(path));

/** What differs from run to run. */
const steady = (output: string): string =>
  output
    .replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:4010")
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "2026-01-01T00:00:00.000Z");

/** Reads members and elements of JSON, as far as the page needs. */
const jq = `let text = "";
process.stdin.on("data", (piece) => (text += piece)).on("end", () => {
  const path = process.argv.at(-1).split(".").slice(1);
  const values = path.reduce((from, part) => from.flatMap((each) => (part === "[]" ? each : each[part])), [JSON.parse(text)]);
  for (const value of values) console.log(value);
});`;

const files = {
  "webhook.json": JSON.stringify({
    eventType: "DOMAIN_REGISTRATION_STATUS",
    method: "POST",
    url: "https://agency.example/hook",
    headers: { "X-Key": "key-of-the-agency" },
  }),
  "contract.json": JSON.stringify({
    html: "<p>The agency hosts the website of Sommer Gartenbau.</p>",
    client: "5f0000000000000000000002",
    recipient: "5f0000000000000000000001",
    tom: "5f0000000000000000000005",
  }),
  "login.json": JSON.stringify({ username: "reseller", password: "sandbox-password" }),
};

/** The commands of the pages print what the pages say, except for times and ports. */
describe("docs/commands", function () {
  this.timeout(60_000);
  const folder = temporaryFolder();
  let sandbox: Sandbox;

  before(async () => {
    await writeFile(join(folder.path, "jq.js"), jq);
    const node = `exec "${process.execPath}"`;
    await writeCommand(folder.path, "hosting", `${node} "${join(root, "dist/cli/main.js")}" "$@"`);
    await writeCommand(folder.path, "npx", 'exec "$@"');
    await writeCommand(folder.path, "jq", `${node} "${join(folder.path, "jq.js")}" "$@"`);
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder.path, name), content);
  });
  beforeEach(async () => {
    sandbox = await startSandbox();
  });
  afterEach(async () => {
    await endAll();
    await sandbox.close();
  });

  it("has a page for each command, which its table names", () => {
    const program = createProgram();
    const visible = program.createHelp().visibleCommands(program);
    const names = visible.map((command) => command.name()).filter((name) => name !== "help");
    assert.ok(names.length > 5);
    const table = linksOf(userPages().find(({ path }) => path === "docs/commands/README.md")!);
    const missing = names.filter((name) => !existsSync(join(root, `docs/commands/${name}.md`)) || !table.includes(`${name}.md`));
    assert.deepEqual(missing, []);
  });

  /** Runs everything in one shell, as in a terminal that shows both outputs. */
  async function type(commands: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<string[]> {
    const script = commands.map((command) => `{ ${command}\n} 2>&1\nprintf '\\0'`).join("\n");
    const child = spawn("sh", ["-c", script], {
      cwd: folder.path,
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        PATH: [folder.path, dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter),
        ...loginAt(sandbox.url),
        ...environment,
      },
    });
    return (await text(child.stdout)).split("\0").slice(0, -1);
  }

  const isOf =
    (...names: string[]) =>
    ({ typed }: Transcript) => {
      const [npx, hosting, name = ""] = typed[0]!.command.split(" ");
      return npx === "npx" && hosting === "hosting" && names.includes(name);
    };
  const all = pages.flatMap((page) => transcriptsIn(page).map((transcript) => ({ ...transcript, path: page.path })));

  const assertShown = (output: string, shown: string, command: string) => {
    if (!isAsShown(steady(output), steady(shown))) assert.equal(output, shown, command);
  };

  for (const { path, line, typed } of all.filter((each) => !isOf("sandbox", "recover", "drift")(each)))
    it(`${path}:${line}: ${typed[0]!.command}`, async () => {
      const outputs = await type(typed.map(({ command }) => command));
      typed.forEach(({ command, output }, index) => assertShown(outputs[index]!, output, command));
    });

  for (const { path, line, typed } of all.filter(isOf("recover")))
    it(`${path}:${line}: ${typed[0]!.command}`, async () => {
      const environment = await cutOff(sandbox, folder.path);
      const outputs = await type(
        typed.map(({ command }) => command),
        environment,
      );
      assertShown(outputs[0]!, typed[0]!.output, typed[0]!.command);
      assert.match(outputs.at(-1)!, /^Settled: the state no longer has pending operations\.$/m);
    });

  for (const { path, line, typed } of all.filter(isOf("drift")))
    it(`${path}:${line}: ${typed[0]!.command}`, async () => {
      const environment = await drifted(sandbox, folder.path);
      const outputs = await type(
        typed.map(({ command }) => command),
        environment,
      );
      typed.forEach(({ command, output }, index) => assertShown(outputs[index]!, output, command));
    });

  it("has a script log in once", async () => {
    const { typed } = all.find(({ typed }) => typed[0]!.command.startsWith("export HOSTING_ACCESS_TOKEN="))!;
    assert.ok(typed.length > 1);
    await type(typed.map(({ command }) => command));
    const requests = sandbox.control.journal.requests().map(({ operation }) => operation);
    assert.deepEqual(requests, ["authenticate", "getCurrentCustomer"]);
  });

  for (const { path, line, typed } of all.filter(isOf("sandbox")))
    it(`${path}:${line}: ${typed[0]!.command}`, async () => {
      const [{ command, output }] = typed as readonly [Typed];
      // Port 4010, the default, may be in use.
      const words = command.replace(" --port 0", "").split(" ").slice(2);
      const emulator = start([...words, "--port", "0"], { cwd: folder.path });
      const announced = await emulator.output(/Ctrl-C ends it\.\n|\}\n$/);
      const [, url] = /(http:[^\s"]+)/.exec(announced)!;
      const { code } = await run(["call", "customers.getCurrent"], { env: loginAt(url!) });
      emulator.child.kill("SIGINT");
      const { code: end, stdout, stderr } = await emulator.ended;
      assert.deepEqual([code, end], [0, 0]);
      assertShown(stdout + stderr, output, command);
    });
});
