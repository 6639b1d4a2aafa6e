import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, readFile, symlink } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { whyNotLoadable } from "../../provider/program/loadable.js";
import * as hosting from "../../provider/index.js";
import { temporaryFolder } from "../support/folder.js";

const root = join(__dirname, "..", "..", "..");

/** The files that a script has loaded, relative to the checkout. */
async function loadedBy(script: string): Promise<string[]> {
  const tell = "console.log(JSON.stringify(Object.keys(require.cache)))";
  const whole = `(async () => { ${script} })().then(() => ${tell})`;
  const { stdout } = await promisify(execFile)(process.execPath, ["-e", whole], { cwd: root });
  return (JSON.parse(stdout) as string[]).map((file) => file.slice(root.length + 1).replaceAll("\\", "/"));
}

const needless = /^node_modules\/undici\/|^dist\/sdk\/(client|transport|operations\/)|^dist\/provider\/lookups\.js$/;

describe("what is loaded before it is needed", function () {
  this.timeout(60_000);

  it("excludes the resources and their schemas in a program that imports the package", async () => {
    const files = await loadedBy('require("pulumi-hosting")');
    assert.ok(files.includes("dist/provider/main.generated.js"));
    assert.deepEqual(
      files.filter((file) => /^node_modules\/zod\/|^dist\/provider\/resources\//.test(file)),
      [],
    );
  });

  it("excludes the client and the operation table in a program without lookups", async () => {
    const files = await loadedBy('Object.values(require("pulumi-hosting"))');
    assert.ok(files.includes("dist/provider/resources/webhook.js"));
    assert.deepEqual(
      files.filter((file) => needless.test(file)),
      [],
    );
  });

  it("is one file of this package and zod in the provider process, whatever its kinds", async () => {
    const files = await loadedBy('const { webhook, domain, subdomain } = require("pulumi-hosting/provider")');
    const ofPulumi = await loadedBy('require("@pulumi/pulumi")');
    assert.deepEqual(
      files.filter((file) => !file.startsWith("node_modules/zod/") && !ofPulumi.includes(file)),
      ["dist/provider/bundled.js"],
    );
  });
});

describe("the entries of the package", () => {
  it("export the same names with require and import", () => {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- as programs do that are no modules
    const required = require("pulumi-hosting") as Readonly<Record<string, unknown>>;
    assert.deepEqual(Object.keys(required).sort(), Object.keys(hosting).sort());
    for (const [name, value] of Object.entries(hosting)) assert.equal(required[name], value, name);
  });
});

describe("whether Pulumi can load the provider from a project", () => {
  const folder = temporaryFolder();

  /** Links the package into a folder below the temporary one, as package managers do. */
  async function link(within: string): Promise<void> {
    const path = join(folder.path, within, "node_modules", "pulumi-hosting");
    await mkdir(dirname(path), { recursive: true });
    await symlink(resolve("."), path, "dir");
  }

  it("depends on the node_modules of the project and of the folders above it", async () => {
    await link("direct");
    await link("workspace");
    for (const project of ["direct", "workspace/apps/shop"])
      assert.equal(whyNotLoadable(join(folder.path, project)), undefined, project);
  });

  it("does not depend on what a dependency of the project has", async () => {
    await link("strict/packages/components");
    const project = join(folder.path, "strict", "apps", "shop");
    const { version } = JSON.parse(await readFile("package.json", "utf8")) as { version: string };
    const problem = whyNotLoadable(project) ?? "";
    assert.ok(problem.includes(`in ${project}: `), problem);
    assert.ok(problem.includes(`Add "pulumi-hosting": "${version}" to the "dependencies" in ${project}/package.json,`));
  });
});
