import assert from "node:assert/strict";
import { commandTimeout, Stack } from "../support/engine.js";
import { endAll } from "../support/hosting.js";
import { userPages } from "../support/markdown.js";
import { projectTerminal, type Terminal, walk } from "../support/walkthrough.js";

const page = userPages().find(({ path }) => path === "docs/how-to/take-over.md")!;

describe("docs/how-to/take-over.md on the real engine", function () {
  this.timeout(20 * commandTimeout);
  let stack: Stack;
  let terminal: Terminal;

  before(async () => {
    stack = await Stack.create({ seed: "agency" });
    terminal = await projectTerminal(stack, "agency", {
      "package.json": '{ "name": "agency", "main": "index.js", "type": "commonjs" }\n',
    });
  });
  after(async () => {
    await endAll();
    await stack.dispose();
  });

  it("prints what the page shows, and only reads at the provider", async () => {
    const { printed, shown } = await walk(page, terminal);
    assert.equal(printed, shown);
    const written = stack.sandbox.control.journal
      .requests()
      .filter(({ method, operation }) => method !== "GET" && operation !== "authenticate");
    assert.deepEqual(written, []);
  });
});
