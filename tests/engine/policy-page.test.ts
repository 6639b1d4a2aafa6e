import assert from "node:assert/strict";
import { symlink, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { commandTimeout, Stack } from "../support/engine.js";
import { root, userPages } from "../support/markdown.js";
import { Terminal, walk } from "../support/walkthrough.js";

const page = userPages().find(({ path }) => path === "docs/how-to/policies.md")!;

describe("docs/how-to/policies.md on the real engine", function () {
  this.timeout(6 * commandTimeout);
  let stack: Stack;

  before(async () => {
    stack = await Stack.create();
    await writeFile(join(stack.folder, "Pulumi.yaml"), "name: engine-test\nmain: index.ts\nruntime: nodejs\n");
    await symlink(join(root, "node_modules"), join(stack.folder, "node_modules"), "dir");
  });
  after(() => stack.dispose());

  it("prints what the page shows", async () => {
    const PATH = [dirname(process.execPath), process.env["PATH"]].join(delimiter);
    const terminal = new Terminal(stack.folder, { ...stack.environment, HOME: stack.folder, PATH });
    const { printed, shown } = await walk(page, terminal);
    assert.equal(printed, shown);
  });
});
