import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../support/folder.js";

const root = join(__dirname, "..", "..", "..");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: Record<string, string> };

/** The commands that set the checkout up themselves. */
const commands = Object.entries(manifest.scripts)
  .map(([name, script]) => ({ name, tool: /^node (tools\/[\w-]+\.mjs)$/.exec(script)?.[1] }))
  .filter(({ tool }) => tool !== undefined);

describe("a fresh clone, where nothing is installed", () => {
  const folder = temporaryFolder();

  before(() => {
    cpSync(join(root, "tools"), join(folder.path, "tools"), { recursive: true });
    // The set-up refuses this Node before it installs anything.
    writeFileSync(join(folder.path, "package.json"), JSON.stringify({ ...manifest, engines: { node: ">=999.0.0" } }));
  });

  it("has the commands of the README", () => {
    const names = commands.map(({ name }) => name);
    assert.ok(names.includes("demo") && names.includes("test"), names.join());
  });

  for (const { name, tool } of commands) {
    it(`is set up by npm run ${name}, which until then needs nothing but Node`, () => {
      const { stderr } = spawnSync(process.execPath, [join(folder.path, tool!)], { encoding: "utf8" });
      assert.match(stderr, /^\s*This needs Node 999\.0\.0 or later/);
    });
  }
});
