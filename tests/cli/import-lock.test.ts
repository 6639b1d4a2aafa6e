import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lockFile, withFolder } from "../../cli/import/project.js";
import { thisProcess } from "../../provider/journal/sender.js";

describe("two imports into one folder", () => {
  let parent: string;
  let folder: string;
  before(async () => {
    parent = await mkdtemp(join(tmpdir(), "hosting-lock-"));
    folder = join(parent, "imported");
  });
  after(() => rm(parent, { recursive: true, force: true }));

  it("are kept apart, and leave no new folder behind that has nothing", async () => {
    await withFolder(folder, async () => {
      assert.deepEqual(await readdir(folder), [lockFile]);
      await assert.rejects(
        withFolder(folder, () => assert.fail("the second one began")),
        new RegExp(`imported is in use by the import with the process id ${process.pid} on `),
      );
    });
    assert.ok(!existsSync(folder));
  });

  it("are not confused with one that was killed", async () => {
    await withFolder(folder, () => writeFile(join(folder, "index.ts"), ""));
    const { pid } = spawnSync("true");
    await writeFile(join(folder, lockFile), JSON.stringify({ ...thisProcess(), pid }));
    assert.equal(await withFolder(folder, () => Promise.resolve("done")), "done");
    assert.deepEqual(await readdir(folder), ["index.ts"]);
  });
});
