import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { commandTimeout, Stack } from "../support/engine.js";
import { writeCommand } from "../support/folder.js";
import { command as hosting, endAll } from "../support/hosting.js";
import { userPages } from "../support/markdown.js";
import { Terminal, walk } from "../support/walkthrough.js";

const page = userPages().find(({ path }) => path === "docs/how-to/take-over.md")!;

describe("docs/how-to/take-over.md on the real engine", function () {
  this.timeout(20 * commandTimeout);
  let stack: Stack;
  let folder: string;
  let environment: NodeJS.ProcessEnv;

  before(async () => {
    stack = await Stack.create({ seed: "agency" });
    folder = join(stack.folder, "agency");
    await mkdir(folder);
    await writeFile(join(folder, "package.json"), '{ "name": "agency", "main": "index.js", "type": "commonjs" }\n');
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

  it("prints what the page shows, and only reads at the provider", async () => {
    const { printed, shown } = await walk(page, new Terminal(folder, environment));
    assert.equal(printed, shown);
    const written = stack.sandbox.control.journal
      .requests()
      .filter(({ method, operation }) => method !== "GET" && operation !== "authenticate");
    assert.deepEqual(written, []);
  });
});
