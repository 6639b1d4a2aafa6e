import assert from "node:assert/strict";
import { mkdir, readFile, symlink } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { whyNotLoadable } from "../../provider/program/loadable.js";
import { temporaryFolder } from "../support/folder.js";

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
