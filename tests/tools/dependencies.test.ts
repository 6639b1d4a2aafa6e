import assert from "node:assert/strict";
import { mkdir, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "../support/folder.js";

const load = () => import("../../tools/dependencies.mjs");

describe("installed dependencies", () => {
  const wanted = {
    packages: {
      "": { version: "0.1.0" },
      "node_modules/a": { version: "1.0.0", integrity: "sha512-a" },
      "node_modules/only-on-another-system": { version: "2.0.0", optional: true },
    },
  };

  it("match if every needed package is installed, with its version and content", async () => {
    const { mismatches } = await load();
    const optional = "node_modules/only-on-another-system";
    for (const [installed, missing] of [
      [{ "node_modules/a": { version: "1.0.0", integrity: "sha512-a" } }, []],
      [{}, ["node_modules/a"]],
      [{ "node_modules/a": { version: "1.0.1", integrity: "sha512-a" } }, ["node_modules/a"]],
      [{ "node_modules/a": { version: "1.0.0", integrity: "sha512-b" } }, ["node_modules/a"]],
      [{ ...wanted.packages, [optional]: { version: "1.0.0" } }, [optional]],
    ] as const)
      assert.deepEqual(mismatches(wanted, { packages: installed }), missing);
  });
});

describe("the link to the checkout itself", () => {
  const folder = temporaryFolder();

  it("is created, kept, and replaced if something else has its name", async () => {
    const { linkItself } = await load();
    const root = join(folder.path, "checkout");
    const link = join(root, "node_modules", "pulumi-hosting");
    await mkdir(join(link, "old"), { recursive: true });
    await writeFile(join(root, "package.json"), "{}");

    await linkItself(root, "pulumi-hosting");
    assert.equal(await realpath(link), await realpath(root));
    await linkItself(root, "pulumi-hosting");
    assert.equal(await realpath(join(link, "package.json")), await realpath(join(root, "package.json")));
  });
});
