import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createProgram } from "../../cli/program.js";
import { faultSchema } from "../../sandbox/http/faults.js";
import { temporaryFolder } from "../support/folder.js";
import { endAll, run } from "../support/hosting.js";

const root = join(__dirname, "..", "..", "..");
const commands = createProgram()
  .createHelp()
  .visibleCommands(createProgram())
  .map((command) => command.name());

describe("hosting", function () {
  this.timeout(60_000);

  const folder = temporaryFolder();
  afterEach(endAll);

  it("prints its version", async () => {
    const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { version: string };
    const { code, stdout } = await run(["--version"]);
    assert.deepEqual([code, stdout], [0, `${version}\n`]);
  });

  it("prints its commands, variables, exit codes and examples", async () => {
    const { code, stdout, stderr } = await run(["--help"]);
    assert.deepEqual([code, stderr], [0, ""]);
    for (const command of commands) assert.match(stdout, new RegExp(`^ {2}${command} `, "m"));
    for (const part of ["HOSTING_BASE_URL", "HOSTING_ACCESS_TOKEN", "NO_COLOR", "Exit codes:", "Examples:"])
      assert.ok(stdout.includes(part), part);
  });

  it("prints the arguments of a command, with examples", async () => {
    const { code, stdout } = await run(["recover", "--help"]);
    assert.equal(code, 0);
    assert.match(stdout, /^Usage: hosting recover[^]*\nExamples:\n {2}\$ hosting recover/);
    assert.equal((await run(["help", "recover"])).stdout, stdout);
  });

  it("lists every kind of fault that a sandbox accepts", async () => {
    const { stdout } = await run(["sandbox", "--help"]);
    const [, reported] = /^Kinds of effects: ([^]*?)\.\n\n/m.exec(stdout)!;
    const names = reported!.split(/,\s+(?![^(]*\))/).map((each) => each.split(" ")[0]);
    const kinds = faultSchema.shape.effect.options.map(({ shape }) => shape.kind.value);
    assert.deepEqual(names.sort(), kinds.sort());
  });

  for (const [args, reported] of [
    [[], /^Usage: hosting/],
    [["sandbx"], /unknown command 'sandbx'\n\(Did you mean sandbox\?\)/],
  ] as const)
    it(`fails with help, given ${JSON.stringify(args)}`, async () => {
      const { code, stdout, stderr } = await run(args);
      assert.deepEqual([code, stdout], [2, ""]);
      assert.match(stderr, reported);
    });

  it("loads neither client nor sandbox to print help", async () => {
    const listing = join(folder.path, "loaded.cjs");
    const hook = join(folder.path, "hook.cjs");
    await writeFile(
      hook,
      `process.on("exit", () => require("node:fs").writeFileSync(${JSON.stringify(listing)}, Object.keys(require.cache).join("\\n")));`,
    );
    const { code } = await run(["--help"], { env: { NODE_OPTIONS: `--require ${hook}` } });
    assert.equal(code, 0);
    const loaded = await readFile(listing, "utf8");
    assert.match(loaded, /node_modules\/commander\//);
    assert.doesNotMatch(loaded, /node_modules\/(zod|undici)\/|dist\/(sandbox|provider)\//);
  });
});
