import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { temporaryFolder } from "../support/folder.js";

const load = () => import("../../tools/lock.mjs");
const lockModule = pathToFileURL(resolve("tools/lock.mjs")).href;

/** Id of a process that has just ended. */
async function deadProcess(): Promise<number> {
  const child = spawn(process.execPath, ["--version"], { stdio: "ignore" });
  await once(child, "close");
  return child.pid!;
}

describe("the lock between set-ups", function () {
  this.timeout(30_000);
  const folder = temporaryFolder();
  const never = (holder: string) => {
    assert.fail(`waited for ${holder}`);
  };

  it("lets in one process at a time", async () => {
    const lock = join(folder.path, "counter.lock");
    const counter = join(folder.path, "counter");
    await writeFile(counter, "0");
    // Two processes that read, pause and write at the same time lose counts.
    const script = `
      import { readFileSync, writeFileSync } from "node:fs";
      import { setTimeout as delay } from "node:timers/promises";
      import { withLock } from ${JSON.stringify(lockModule)};
      for (let i = 0; i < 3; i++)
        await withLock(${JSON.stringify(lock)}, () => {}, async () => {
          const count = Number(readFileSync(${JSON.stringify(counter)}, "utf8"));
          await delay(10);
          writeFileSync(${JSON.stringify(counter)}, String(count + 1));
        });`;
    const children = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "ignore", "inherit"] }),
    );
    const statuses = await Promise.all(children.map(async (child) => (await once(child, "close"))[0] as number));
    assert.deepEqual(statuses, [0, 0, 0, 0]);
    assert.equal(await readFile(counter, "utf8"), "12");
  });

  it("is taken over from a dead process", async () => {
    const { withLock } = await load();
    const path = join(folder.path, "dead.lock");
    await writeFile(path, `${await deadProcess()} ${hostname()} left-behind`);
    assert.equal(await withLock(path, never, async () => "done"), "done");
    assert.equal(existsSync(path), false);
  });
});
