import assert from "node:assert/strict";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { commandTimeout, type Stack, useStack } from "../support/engine.js";
import { endAll, start } from "../support/hosting.js";
import { blockWith, type Page, root, userPages } from "../support/markdown.js";
import { isAsShown } from "../support/transcript.js";
import { projectTerminal, type Terminal, walk, type WalkOptions } from "../support/walkthrough.js";

const pageOf = (name: string): Page => userPages().find(({ path }) => path === name)!;

const typescript = { "Pulumi.yaml": "name: shop\nruntime: nodejs\nmain: index.ts\n" };
const commonjs = { "package.json": '{ "name": "shop", "main": "index.js", "type": "commonjs" }\n' };

/** What the pages of commands say that the program declares: one domain that exists, and one that does not. */
const twoDomains = `import * as hosting from "pulumi-hosting";
new hosting.Domain("garden", { accountIdentifier: "p100001", sld: "sommer-gartenbau", tld: "de" });
new hosting.Domain("shop", { accountIdentifier: "p100001", sld: "sommer-shop", tld: "de" });
`;

const withoutDigests = (output: string): string => output.replace(/\bv3(?:\.[0-9a-f]{32}){7}/g, "v3.…");

/** Creations and updates of resources that need nothing of each other end in any order. */
const sideBySide = /(?:^hosting: (?:created|updated) .*\n)+/gm;
/** Pulumi shows the diagnostics of several resources in any order. */
const diagnostics = /(?:^ {2}\S+ \(.*\):\n(?: {4}.*\n)+\n?)+/gm;

const identity = ["user.name Ada", "user.email ada@agency.example"].map((setting) => `git config ${setting}`);

interface Walk {
  readonly seed?: "agency";
  /** Files of the project before, and commands that its owner has typed. */
  readonly files: Readonly<Record<string, string>>;
  readonly typed?: readonly string[];
  readonly pages: Readonly<Record<string, WalkOptions>>;
  /** Domains that were ordered in the end. */
  readonly orders: number;
  readonly before?: (terminal: Terminal) => Promise<void>;
}

const inTutorial = {
  /** Without what only a pipe shows, and without ports. */
  steady: (output: string): string =>
    output
      .replace(diagnostics, (all) => `${all.trimEnd().split("\n\n").sort().reverse().join("\n\n")}\n\n`)
      .replace(/^@ .*\n/gm, "")
      .replace(/ +$/gm, "")
      .replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:4010"),
};

/** The page begins with the sandbox, which stays open in another terminal, and ends with a preview. */
async function walkStart(terminal: Terminal): Promise<void> {
  const page = pageOf("docs/start.md");
  assert.equal(blockWith(page, "new hosting.Site"), blockWith(pageOf("README.md"), "new hosting.Site"));
  const banner = async () => {
    const sandbox = start(["sandbox", "--port", "0"]);
    const shown = await sandbox.output(/Ctrl-C ends it\.\n/);
    sandbox.child.kill("SIGINT");
    await sandbox.ended;
    return [shown];
  };
  const { printed, shown } = await walk(page, terminal, { ...inTutorial, typed: banner });
  assert.equal(printed, shown);
  const commands = blockWith(page, "pulumi stack init").split("\n");
  const preview = (await terminal.type(commands.filter((line) => line.startsWith("pulumi ")))).at(-1)!;
  assert.ok(isAsShown(inTutorial.steady(preview), blockWith(page, "+ 5 to create")), preview);
}

const walks: Readonly<Record<string, Walk>> = {
  "commands, one after the other": {
    files: { ...typescript, "index.ts": twoDomains },
    typed: ["pulumi stack init production"],
    pages: Object.fromEntries(
      ["adopt", "review", "rehearse", "apply"].map((name) => [`docs/commands/${name}.md`, { steady: withoutDigests }]),
    ),
    orders: 1,
  },
  "a review": {
    files: typescript,
    typed: ["pulumi stack init production", "git init --quiet --initial-branch main", ...identity],
    pages: {
      "docs/how-to/review.md": {
        // Without the numbers of webhooks that are created side by side, and which step ends first.
        steady: (output) =>
          withoutDigests(output)
            .replace(/\b103\d\b/g, "1032")
            .replace(sideBySide, (lines) => `${lines.trimEnd().split("\n").sort().join("\n")}\n`),
      },
    },
    orders: 2,
  },
  "what exists": { seed: "agency", files: commonjs, pages: { "docs/how-to/take-over.md": {} }, orders: 0 },
  policies: {
    files: { "Pulumi.yaml": "name: engine-test\nmain: index.ts\nruntime: nodejs\n" },
    typed: ["pulumi stack init policies"],
    pages: { "docs/how-to/policies.md": {} },
    orders: 0,
  },
  "the start and the tutorial": { files: commonjs, before: walkStart, pages: { "docs/tutorial.md": inTutorial }, orders: 1 },
};

for (const [name, { seed = "default", files, typed = [], pages, orders, before: first }] of Object.entries(walks))
  describe(`pages that a reader follows, on the real engine: ${name}`, function () {
    this.timeout(30 * commandTimeout);
    const stack: Stack = useStack({ seed });
    let terminal: Terminal;

    before(async () => {
      // The name of its folder is that of a project that an import makes there.
      const folder = seed === "agency" ? "agency" : "shop";
      terminal = await projectTerminal(stack, folder, files);
      await symlink(join(root, "node_modules"), join(stack.folder, folder, "node_modules"), "dir");
      await terminal.type(typed);
      await first?.(terminal);
    });
    after(endAll);

    for (const [path, options] of Object.entries(pages))
      it(`${path} prints what it shows`, async () => {
        const { printed, shown } = await walk(pageOf(path), terminal, options);
        assert.equal(printed, shown);
      });

    it("has ordered what it says, and changed nothing else that exists", () => {
      const { store, journal } = stack.sandbox.control;
      assert.equal(journal.requests({ operation: "registerDomain" }).length, orders);
      if (name === "what exists") assert.deepEqual(stack.writes(), []);
      if (name === "the start and the tutorial") assert.deepEqual([store.webhooks.all(), store.accounts.all().length], [[], 3]);
    });
  });
