import assert from "node:assert/strict";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { commandTimeout, Stack } from "../support/engine.js";
import { endAll, start } from "../support/hosting.js";
import { blockWith, type Page, root, userPages } from "../support/markdown.js";
import { isAsShown } from "../support/transcript.js";
import { projectTerminal, type Terminal, walk } from "../support/walkthrough.js";

const pageOf = (name: string): Page => userPages().find(({ path }) => path === name)!;

describe("docs/start.md and docs/tutorial.md, read one after the other, on the real engine", function () {
  this.timeout(30 * commandTimeout);
  let stack: Stack;
  let terminal: Terminal;

  before(async () => {
    stack = await Stack.create();
    terminal = await projectTerminal(stack, "shop", { "package.json": '{ "name": "shop", "type": "commonjs" }\n' });
    await symlink(join(root, "node_modules"), join(stack.folder, "shop", "node_modules"), "dir");
  });
  after(async () => {
    await endAll();
    await stack.dispose();
  });

  /** Pulumi shows the diagnostics of several resources in any order. */
  const diagnostics = /(?:^ {2}\S+ \(.*\):\n(?: {4}.*\n)+\n?)+/gm;

  /** Without what only a pipe shows, and without ports; diagnostics in one order. */
  const steady = (output: string): string =>
    output
      .replace(diagnostics, (all) => `${all.trimEnd().split("\n\n").sort().reverse().join("\n\n")}\n\n`)
      .replace(/^@ .*\n/gm, "")
      .replace(/ +$/gm, "")
      .replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:4010");

  async function banner(): Promise<readonly string[]> {
    const sandbox = start(["sandbox", "--port", "0"]);
    const shown = await sandbox.output(/Ctrl-C ends it\.\n/);
    sandbox.child.kill("SIGINT");
    await sandbox.ended;
    return [shown];
  }

  it("preview the first program as the page says", async () => {
    const page = pageOf("docs/start.md");
    assert.equal(blockWith(page, "new hosting.Site"), blockWith(pageOf("README.md"), "new hosting.Site"));
    const { printed, shown } = await walk(page, terminal, { steady, typed: () => banner() });
    assert.equal(printed, shown);
    const commands = blockWith(page, "pulumi stack init")
      .split("\n")
      .filter((line) => line.startsWith("pulumi "));
    const preview = (await terminal.type(commands)).at(-1)!;
    assert.ok(isAsShown(steady(preview), blockWith(page, "+ 5 to create")), preview);
  });

  it("print what the tutorial shows, and leave at the provider what it says", async () => {
    const { printed, shown } = await walk(pageOf("docs/tutorial.md"), terminal, { steady });
    assert.equal(printed, shown);
    const { accounts, domains, webhooks } = stack.sandbox.control.store;
    assert.deepEqual(webhooks.all(), []);
    assert.deepEqual(
      domains.all().filter(({ id }) => id === "shop-of-the-customer.de" || id === "sommer-gartenbau.de"),
      [],
    );
    assert.equal(accounts.all().length, 3);
    const orders = stack.sandbox.control.journal.requests({ operation: "registerDomain" });
    assert.equal(orders.length, 1);
  });
});
