import assert from "node:assert/strict";
import { mkdir, symlink } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { commandTimeout, failed, succeeded, useStack } from "../support/engine.js";
import { temporaryFolder } from "../support/folder.js";
import { root } from "../support/markdown.js";
import { writeRecipe } from "../support/recipe.js";

const files = {
  "packages/components/package.json": '{ "name": "components", "main": "index.js" }',
  "packages/components/index.js": `const hosting = require("pulumi-hosting");
exports.createHook = (name) =>
  new hosting.Webhook(name, { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://agency.example/hook" });`,
  "apps/shop/package.json": '{ "name": "shop", "main": "index.js" }',
  "apps/shop/index.js": `const pulumi = require("@pulumi/pulumi");
const { createHook } = require("components");
new pulumi.ComponentResource("test:index:Part", "part");
createHook("hook");`,
  "apps/shop/Pulumi.yaml": "name: engine-test\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n",
};

/** As pnpm links a workspace: each package sees its own dependencies, and no others. */
const links = {
  "packages/components/node_modules/@pulumi/pulumi": join(root, "node_modules", "@pulumi", "pulumi"),
  "packages/components/node_modules/pulumi-hosting": root,
  "apps/shop/node_modules/@pulumi/pulumi": join(root, "node_modules", "@pulumi", "pulumi"),
  "apps/shop/node_modules/components": "packages/components",
};

describe("a strict workspace, where only a shared package depends on this one", function () {
  this.timeout(5 * commandTimeout);
  const stack = useStack();
  // Outside the checkout, below which every folder would find the package.
  const folder = temporaryFolder();

  const link = async (path: string, target: string): Promise<void> => {
    await mkdir(dirname(join(folder.path, path)), { recursive: true });
    await symlink(resolve(folder.path, target), join(folder.path, path), "dir");
  };
  const preview = () => stack.pulumi("preview", "--stack", "test", "--cwd", join(folder.path, "apps", "shop"));

  before(async () => {
    await writeRecipe(
      folder.path,
      Object.entries(files).map(([path, text]) => ({ path, text })),
    );
    for (const [path, target] of Object.entries(links)) await link(path, target);
  });

  it("is refused with the line to add, before a provider process is needed, and works with it", async () => {
    const { output } = failed(await preview(), /cannot load pulumi-hosting in .*shop: .*Add "pulumi-hosting": "/);
    assert.doesNotMatch(output, /MODULE_NOT_FOUND|Cannot find module|\n\s+at /);
    await link("apps/shop/node_modules/pulumi-hosting", root);
    assert.match(succeeded(await preview()).output, /hosting:Webhook hook create/);
  });
});
