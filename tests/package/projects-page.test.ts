import assert from "node:assert/strict";
import { appendFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Sandbox, startSandbox } from "../../sandbox/index.js";
import { lightStart } from "../support/backend.js";
import { temporaryFolder } from "../support/folder.js";
import { type Page, userPages } from "../support/markdown.js";
import { filesIn, type RecipeFile, writeRecipe } from "../support/recipe.js";
import { pack, succeed } from "./packed.js";

const page = userPages().find(({ path }) => path === "docs/how-to/projects.md")!;
const [introduction = "", ...sections] = page.text.split(/^## /m);

const filesOf = (text: string): readonly RecipeFile[] => filesIn({ ...page, text } satisfies Page);

describe("docs/how-to/projects.md", function () {
  this.timeout(10 * 60_000);
  const folder = temporaryFolder();
  let sandbox: Sandbox;
  let tarball = "";
  let versions: Readonly<Record<string, string>> = {};

  before(async () => {
    sandbox = await startSandbox({ registrationDelay: 0 });
    ({ tarball } = await pack(folder.path));
    const manifest = JSON.parse(await readFile(join(resolve("."), "package.json"), "utf8")) as {
      devDependencies: Record<string, string>;
    };
    versions = manifest.devDependencies;
    const { "@pulumi/pulumi": pulumi, "@types/node": node, typescript } = versions;
    const dependencies = { "pulumi-hosting": `file:${tarball}`, "@pulumi/pulumi": pulumi };
    const devDependencies = { "@types/node": node, typescript, tsx: "^4.20.0", pnpm: "^10.0.0" };
    await writeFile(join(folder.path, "package.json"), JSON.stringify({ private: true, dependencies, devDependencies }));
    await succeed("npm", ["install", "--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund"], folder.path);
  });
  after(() => sandbox.close());

  /** From the first preview to the end. */
  async function live(project: string, state: string): Promise<void> {
    await mkdir(state, { recursive: true });
    const [, nodeOptions = ""] = /nodeargs: (.*)/.exec(await readFile(join(project, "Pulumi.yaml"), "utf8")) ?? [];
    const environment = {
      ...lightStart,
      // The language host that can be built from Go modules does not get the option.
      NODE_OPTIONS: `${lightStart["NODE_OPTIONS"]} ${nodeOptions}`,
      HOSTING_BASE_URL: sandbox.url,
      HOSTING_USERNAME: "reseller",
      HOSTING_PASSWORD: "sandbox-password",
      PULUMI_BACKEND_URL: `file://${state}`,
      PULUMI_CONFIG_PASSPHRASE: "test",
      PULUMI_HOME: join(folder.path, "home"),
      PULUMI_SKIP_UPDATE_CHECK: "true",
    };
    const pulumi = (...args: string[]) =>
      succeed("pulumi", [...args, "--non-interactive", "--color", "never"], project, environment);
    await pulumi("stack", "init", "test");
    await pulumi("up", "--yes", "--skip-preview");
    assert.equal((await pulumi("stack", "output", "url")).trim(), "https://garden-of-sommer.de");
    await pulumi("preview", "--refresh", "--expect-no-changes");
    await pulumi("state", "unprotect", "--all", "--yes");
    await pulumi("destroy", "--yes", "--skip-preview");
  }

  const tool = (name: string) => join(folder.path, "node_modules", ".bin", name);

  const compiled = sections.find((each) => each.startsWith("Compiled"))!;
  const tsconfig = filesOf(compiled).filter(({ path }) => path === "tsconfig.json");
  const projects: readonly { title: string; section: string; module: "commonjs" | "module" }[] = [
    { title: "CommonJS, not compiled", section: sections.find((each) => each.startsWith("CommonJS"))!, module: "commonjs" },
    { title: "CommonJS, compiled", section: compiled, module: "commonjs" },
    { title: "ESM, compiled", section: compiled, module: "module" },
    { title: "ESM, not compiled", section: sections.find((each) => each.startsWith("ESM"))!, module: "module" },
  ];

  // `tests/engine/inline-programs.test.ts` runs inline programs.
  for (const { title, section, module } of projects)
    it(`runs a project: ${title}`, async () => {
      const project = join(folder.path, title.replace(/\W+/g, "-"));
      const files = [...tsconfig, ...filesOf(introduction), ...filesOf(section)];
      await writeRecipe(project, [{ path: "package.json", text: JSON.stringify({ type: module }) }, ...files]);
      if (title.includes("not compiled")) await succeed(tool("tsc"), ["--noEmit"], project);
      else await succeed(tool("tsc"), [], project);
      await live(project, join(folder.path, "states", title.replace(/\W+/g, "-")));
    });

  it("runs a workspace with pnpm", async () => {
    const workspace = join(folder.path, "workspace");
    const section = sections.find((each) => each.includes("pnpm-workspace.yaml"))!;
    await writeRecipe(workspace, filesOf(section));
    const settings = join(workspace, "pnpm-workspace.yaml");
    await appendFile(settings, `overrides:\n  pulumi-hosting: "file:${tarball}"\n`);
    await succeed(tool("pnpm"), ["install", "--ignore-scripts", "--prefer-offline"], workspace);
    await live(join(workspace, "shop"), join(folder.path, "states", "pnpm"));
  });
});
