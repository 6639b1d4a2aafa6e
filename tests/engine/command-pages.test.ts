import assert from "node:assert/strict";
import { commandTimeout, Stack } from "../support/engine.js";
import { endAll } from "../support/hosting.js";
import { userPages } from "../support/markdown.js";
import { projectTerminal, type Terminal, walk } from "../support/walkthrough.js";

/** What the pages say that the program declares: one domain that exists, and one that does not. */
const program = `import * as hosting from "pulumi-hosting";
new hosting.Domain("garden", { accountIdentifier: "p100001", sld: "sommer-gartenbau", tld: "de" });
new hosting.Domain("shop", { accountIdentifier: "p100001", sld: "sommer-shop", tld: "de" });
`;

const steady = (output: string): string => output.replace(/\bv3(?:\.[0-9a-f]{32}){7}/g, "v3.…");

describe("docs/commands on the real engine", function () {
  this.timeout(10 * commandTimeout);
  let stack: Stack;
  let terminal: Terminal;

  before(async () => {
    stack = await Stack.create();
    terminal = await projectTerminal(stack, "shop", {
      "Pulumi.yaml": "name: shop\nruntime: nodejs\nmain: index.ts\n",
      "index.ts": program,
    });
    await terminal.type(["pulumi stack init production"]);
  });
  after(async () => {
    await endAll();
    await stack.dispose();
  });

  for (const name of ["adopt", "review", "rehearse", "apply"])
    it(`${name}.md: prints what the page shows`, async () => {
      const page = userPages().find(({ path }) => path === `docs/commands/${name}.md`)!;
      const { printed, shown } = await walk(page, terminal, { steady });
      assert.equal(printed, shown);
    });

  it("ordered one domain, once", () => {
    const orders = stack.sandbox.control.journal.requests({ operation: "registerDomain" });
    assert.equal(orders.length, 1);
  });
});
