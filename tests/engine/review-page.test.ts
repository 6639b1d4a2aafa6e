import assert from "node:assert/strict";
import { commandTimeout, Stack } from "../support/engine.js";
import { endAll } from "../support/hosting.js";
import { userPages } from "../support/markdown.js";
import { projectTerminal, type Terminal, walk } from "../support/walkthrough.js";

const page = userPages().find(({ path }) => path === "docs/how-to/review.md")!;

/** Creations and updates of resources that need nothing of each other end in any order. */
const sideBySide = /(?:^hosting: (?:created|updated) .*\n)+/gm;

/** Without what differs from run to run: digests, the numbers of webhooks that are created side by side, and which step ends first. */
const steady = (output: string): string =>
  output
    .replace(/\bv3(?:\.[0-9a-f]{32}){7}/g, "v3.…")
    .replace(/\b103\d\b/g, "1032")
    .replace(sideBySide, (lines) => `${lines.trimEnd().split("\n").sort().join("\n")}\n`);

describe("docs/how-to/review.md on the real engine", function () {
  this.timeout(10 * commandTimeout);
  let stack: Stack;
  let terminal: Terminal;

  before(async () => {
    stack = await Stack.create();
    terminal = await projectTerminal(stack, "shop", { "Pulumi.yaml": "name: shop\nruntime: nodejs\nmain: index.ts\n" });
    const identity = ["user.name Ada", "user.email ada@agency.example"].map((setting) => `git config ${setting}`);
    await terminal.type(["pulumi stack init production", "git init --quiet --initial-branch main", ...identity]);
  });
  after(async () => {
    await endAll();
    await stack.dispose();
  });

  it("prints what the page shows, and orders only what was reviewed", async () => {
    const { printed, shown } = await walk(page, terminal, { steady });
    assert.equal(printed, shown);
    const ordered = stack.sandbox.control.journal.requests().filter(({ operation }) => operation === "registerDomain");
    assert.equal(ordered.length, 2);
  });
});
