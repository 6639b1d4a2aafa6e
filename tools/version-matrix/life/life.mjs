import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../../root.mjs";
import { writeFiles } from "../install.mjs";
import { tsconfig, uncompiled } from "../projects.mjs";
import { before } from "./agency.mjs";
import { objectsOf } from "./objects.mjs";
import { stackIn, Unexpected } from "./stack.mjs";
import { declare, steps } from "./steps.mjs";

const program = join(root, "tools", "version-matrix", "life", "program");

/**
 * The project is the folder into which the packages are installed, as a user has it.
 *
 * @param {string} folder
 */
async function writeProject(folder) {
  await writeFiles(folder, {
    "Pulumi.yaml": "name: life\nmain: index.ts\nruntime: nodejs\n",
    "tsconfig.json": tsconfig(uncompiled),
    "index.ts": await readFile(join(program, "index.ts"), "utf8"),
    "agency.ts": await readFile(join(program, "agency.ts"), "utf8"),
  });
}

/**
 * Takes one program from its first preview to its end.
 *
 * @type {import("../install.mjs").Trial}
 */
export const life = {
  columns: steps.map(({ name }) => name),
  async run(place) {
    const { folder, sandbox } = place;
    const stack = stackIn(place);
    const own = { folder, stack, sandbox, others: objectsOf(sandbox) };
    await writeProject(folder);
    await declare(own, before);
    /** @type {string[]} */
    const results = [];
    for (const { run } of steps) {
      try {
        await run(own);
        results.push("ok");
      } catch (error) {
        if (!(error instanceof Unexpected)) throw error;
        results.push(error.message);
        break;
      }
    }
    return steps.map((_, index) => results[index] ?? "not run");
  },
};
