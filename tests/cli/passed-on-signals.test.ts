import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { temporaryFolder, writeCommand } from "../support/folder.js";
import { start } from "../support/hosting.js";

describe("a Pulumi command that hosting runs", () => {
  const folder = temporaryFolder();

  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const)
    it(`gets the ${signal} that reaches hosting alone`, async () => {
      const messages = join(folder.path, signal);
      const tells = (word: string) => `printf ${word} > "${messages}"`;
      const trap = `trap '${tells("ended")}; exit 1' ${signal.slice(3)}`;
      await writeCommand(folder.path, "pulumi", `${trap}; ${tells("started")}; for turn in $(seq 500); do sleep 0.05; done`);
      const drift = start(["drift", "--cwd", folder.path], {
        env: { HOME: folder.path, PATH: [folder.path, process.env["PATH"]].join(delimiter) },
      });
      const isSaid = async (word: string) => {
        while ((await readFile(messages, "utf8").catch(() => "")) !== word)
          await new Promise((resolve) => setTimeout(resolve, 20));
      };
      await isSaid("started");
      drift.child.kill(signal);
      assert.equal((await drift.ended).signal, signal);
      await isSaid("ended");
    });
});
