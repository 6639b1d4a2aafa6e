import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { lightStart } from "../support/backend.js";
import { temporaryFolder } from "../support/folder.js";
import { userPages } from "../support/markdown.js";
import { filesIn, writeRecipe } from "../support/recipe.js";
import { pack, succeed } from "./packed.js";
import { templateOptions } from "./programs.js";

const page = userPages().find(({ path }) => path === "docs/how-to/testing.md")!;

/** What the page says to install, with its versions. */
const installed = Object.fromEntries(
  Array.from(page.text.matchAll(/^npm install --save-dev (.*)$/gm), ([, packages]) => packages!.split(" "))
    .flat()
    .map((each) => /^(.+)@(.+)$/.exec(each)!.slice(1)),
) as Record<string, string>;

describe("docs/how-to/testing.md", function () {
  this.timeout(10 * 60_000);
  const folder = temporaryFolder();

  before(async () => {
    const { tarball } = await pack(folder.path);
    const { devDependencies } = JSON.parse(await readFile(join(resolve("."), "package.json"), "utf8")) as {
      devDependencies: Record<string, string>;
    };
    const versionsOf = (...names: string[]) => Object.fromEntries(names.map((name) => [name, devDependencies[name]]));
    const manifest = {
      name: "tested-program",
      private: true,
      main: "index.ts",
      dependencies: { "pulumi-hosting": `file:${tarball}`, ...versionsOf("@pulumi/pulumi") },
      devDependencies: { ...versionsOf("@types/node", "typescript"), ...installed },
    };
    const compilerOptions = { ...templateOptions, noEmit: true, skipLibCheck: true, types: ["node", "mocha"] };
    await writeFile(join(folder.path, "package.json"), JSON.stringify(manifest));
    await writeFile(join(folder.path, "Pulumi.yaml"), "name: tested-program\nruntime: nodejs\n");
    await writeFile(join(folder.path, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["index.ts", "test"] }));
    await writeRecipe(folder.path, filesIn(page));
    await succeed("npm", ["install", "--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund"], folder.path);
  });

  const run = (tool: string, ...args: string[]) => {
    const environment = { ...lightStart, PULUMI_HOME: join(folder.path, "home"), PULUMI_SKIP_UPDATE_CHECK: "true" };
    return succeed(join(folder.path, "node_modules", ".bin", tool), args, folder.path, environment);
  };

  it("has programs that compile", () => run("tsc", "-p", "."));

  for (const [command] of page.text.matchAll(/(?<=`)npx (?:mocha|vitest) [^`]*(?=`)/g))
    it(`has tests that pass: ${command}`, () => {
      const [, tool, ...args] = command.split(" ");
      return run(tool!, ...args);
    });
});
