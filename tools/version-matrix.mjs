/*
 * Tries the package, as others install it, with versions of Node, Pulumi, TypeScript and package managers: `npm run versions`.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { npm, run } from "./process.mjs";
import { runTool, SetupError } from "./report.mjs";
import { root } from "./root.mjs";
import { setUp } from "./setup.mjs";
import { cellsOf, tableOf } from "./version-matrix/cells.mjs";
import { install } from "./version-matrix/install.mjs";
import { life } from "./version-matrix/life/life.mjs";
import { previews } from "./version-matrix/previews.mjs";

const help = `npm run versions -- [options]

  --node <path>           a Node binary; repeat it for several (default: the running one)
  --pulumi <version>      of @pulumi/pulumi; repeat it (default: 3.248.0, 3.216.0, latest)
  --typescript <version>  repeat it (default: 5.9, latest)
  --manager <name>        npm, pnpm@<version>, yarn@<version>; repeat it (default: npm, pnpm@9, yarn@1, yarn@4)
  --life                  takes a program of 53 resources through its life, which takes minutes in each cell

Every Node is tried with each of the others; the first of each list is used where another one varies. In each cell the packed package is
installed into an empty folder, and three programs are compiled and previewed against the sandbox, and what the package uses
of Pulumi's SDK without a public type is tried. With --life, one program is previewed,
created, edited, repaired after drift, and destroyed instead. Prints a Markdown table.
`;

/**
 * @param {Promise<import("./process.mjs").RunResult>} running
 * @returns {Promise<string>} what it printed to its standard output
 */
async function outputOf(running) {
  const { status, stdout, output } = await running;
  if (status !== 0) throw new SetupError(output);
  return stdout.trim();
}

/** @param {string} folder */
async function pack(folder) {
  const packed = await outputOf(npm(["pack", "--ignore-scripts", "--json", "--pack-destination", folder], { cwd: root }));
  const [{ filename }] = /** @type {[{ filename: string }]} */ (JSON.parse(packed));
  return join(folder, filename);
}

/**
 * @param {import("./version-matrix/cells.mjs").Axes} axes
 * @param {import("./version-matrix/install.mjs").Trial} trial
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<boolean>} whether every result of every cell is good
 */
async function tryAll(axes, trial, env) {
  /** @type {typeof import("../sandbox/index.js")} */
  const { startSandbox } = createRequire(import.meta.url)(join(root, "dist", "sandbox", "index.js"));
  const folder = await mkdtemp(join(tmpdir(), "pulumi-hosting-versions-"));
  const rows = [["Node", "@pulumi/pulumi", "TypeScript", "package manager", ...trial.columns]];
  try {
    const tarball = await pack(folder);
    const registry = await outputOf(npm(["config", "get", "registry"]));
    for (const [index, cell] of cellsOf(axes).entries()) {
      const place = join(folder, `cell-${index}`);
      const sandbox = await startSandbox({ seed: "agency" });
      try {
        const installed = await install(cell, { folder: place, tarball, registry, env, sandbox });
        const results =
          typeof installed === "string" ? trial.columns.map(() => `not run: ${installed}`) : await trial.run(installed);
        const node = await outputOf(run(cell.node, ["--version"]));
        const row = [node.replace(/^v/, ""), cell.pulumi, cell.typescript, cell.manager, ...results];
        process.stderr.write(`${row.join("  ")}\n`);
        rows.push(row);
      } finally {
        await sandbox.close();
      }
      await rm(place, { recursive: true, force: true });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  process.stdout.write(`${tableOf(rows)}\n`);
  return rows.slice(1).every((row) => row.slice(-trial.columns.length).every((result) => result === "ok"));
}

await runTool(async () => {
  const { values } = parseArgs({
    options: {
      node: { type: "string", multiple: true, default: [process.execPath] },
      pulumi: { type: "string", multiple: true, default: ["3.248.0", "3.216.0", "latest"] },
      typescript: { type: "string", multiple: true, default: ["5.9", "latest"] },
      manager: { type: "string", multiple: true, default: ["npm", "pnpm@9", "yarn@1", "yarn@4"] },
      life: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const { help: isHelp, life: isLife, ...axes } = values;
  if (isHelp) {
    process.stdout.write(help);
    return 0;
  }
  const { env } = await setUp({ cli: true });
  return (await tryAll(axes, isLife ? life : previews, env)) ? 0 : 1;
});
