import assert from "node:assert/strict";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { commandTimeout, withoutSettings } from "../support/engine.js";
import { temporaryFolder } from "../support/folder.js";
import { root } from "../support/markdown.js";
import { type Sandbox, startSandbox } from "../../sandbox/index.js";

const load = () => import("../../tools/process.mjs");

const files = {
  "packages/components/package.json": '{ "name": "components", "main": "index.js" }',
  "packages/components/index.js": `
const hosting = require("pulumi-hosting");
exports.createHook = (name) =>
  new hosting.Webhook(name, { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://agency.example/hook" });
`,
  "apps/shop/package.json": '{ "name": "shop", "main": "index.js" }',
  "apps/shop/Pulumi.yaml": "name: shop\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n",
  "apps/shop/index.js": `
const pulumi = require("@pulumi/pulumi");
const { createHook } = require("components");
const part = new pulumi.ComponentResource("test:index:Part", "part");
createHook("hook");
`,
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
  const folder = temporaryFolder();
  let sandbox: Sandbox;

  const link = async (path: string, target: string): Promise<void> => {
    await mkdir(dirname(join(folder.path, path)), { recursive: true });
    await symlink(resolve(folder.path, target), join(folder.path, path), "dir");
  };

  before(async () => {
    sandbox = await startSandbox();
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder.path, path)), { recursive: true });
      await writeFile(join(folder.path, path), text);
    }
    for (const [path, target] of Object.entries(links)) await link(path, target);
    await mkdir(join(folder.path, "state"));
    await pulumi("stack", "init", "test");
  });
  after(() => sandbox.close());

  const pulumi = async (...args: string[]) => {
    const { run } = await load();
    return run("pulumi", [...args, "--non-interactive", "--color", "never"], {
      cwd: join(folder.path, "apps", "shop"),
      timeout: commandTimeout,
      env: {
        ...withoutSettings(process.env),
        PULUMI_BACKEND_URL: `file://${join(folder.path, "state")}`,
        PULUMI_HOME: join(folder.path, "home"),
        PULUMI_CONFIG_PASSPHRASE: "test",
        PULUMI_SKIP_UPDATE_CHECK: "true",
        HOSTING_BASE_URL: sandbox.url,
        HOSTING_USERNAME: "reseller",
        HOSTING_PASSWORD: "sandbox-password",
      },
    });
  };

  it("is refused with the line to add, before a provider process is needed", async () => {
    const { status, output } = await pulumi("preview");
    assert.notEqual(status, 0, output);
    assert.match(output, /cannot load pulumi-hosting in .*shop: .*Add "pulumi-hosting": "/);
    assert.doesNotMatch(output, /MODULE_NOT_FOUND|Cannot find module|\n\s+at /);
  });

  it("works once the project depends on it too", async () => {
    await link("apps/shop/node_modules/pulumi-hosting", root);
    const { status, output } = await pulumi("preview");
    assert.equal(status, 0, output);
    assert.match(output, /hosting:Webhook hook create/);
  });
});
