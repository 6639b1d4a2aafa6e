import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { temporaryFolder } from "../support/folder.js";

const load = () => import("../../tools/build.mjs");

describe("the build", function () {
  this.timeout(60_000);
  const folder = temporaryFolder();
  const messages: string[] = [];
  const write = (name: string, text: string) => writeFile(join(folder.path, name), text);
  const run = async () => {
    const { build } = await load();
    messages.length = 0;
    await build(folder.path, (line) => messages.push(line));
  };

  before(async () => {
    const options = { module: "nodenext", declaration: true, incremental: true, rootDir: ".", outDir: "dist", types: [] };
    const compilerOptions = { ...options, tsBuildInfoFile: "dist/.tsbuildinfo", skipLibCheck: true };
    await mkdir(join(folder.path, "sdk"));
    await symlink(resolve("node_modules"), join(folder.path, "node_modules"));
    await write("package.json", "{}");
    await write("package-lock.json", "{}");
    await write("tsconfig.json", JSON.stringify({ compilerOptions, include: ["sdk"] }));
    await write("sdk/a.ts", "export const a = 1;");
    await write("sdk/b.ts", "export const b = 2;");
  });

  it("compiles, and has nothing to do the second time", async () => {
    await run();
    assert.match(await readFile(join(folder.path, "dist/sdk/a.js"), "utf8"), /a = 1/);
    assert.equal(messages.length, 1);
    await run();
    assert.deepEqual(messages, []);
  });

  it("removes the output of a deleted source", async () => {
    await rm(join(folder.path, "sdk/b.ts"));
    await run();
    assert.ok(!existsSync(join(folder.path, "dist/sdk/b.js")));
    assert.ok(!existsSync(join(folder.path, "dist/sdk/b.d.ts")));
    assert.ok(existsSync(join(folder.path, "dist/sdk/a.js")));
  });

  it("fails with the compiler's errors, and again until they are fixed", async () => {
    await write("sdk/a.ts", "export const a: string = 1;");
    for (let attempt = 0; attempt < 2; attempt++) {
      await assert.rejects(run, (error: Error) => {
        assert.match(error.message, /do not compile/);
        assert.match(error.message, /sdk\/a\.ts\(1,14\): error TS2322/);
        return true;
      });
    }
    await write("sdk/a.ts", "export const a: string = 'right';");
    await run();
  });
});
