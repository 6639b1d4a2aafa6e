import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { interruptible } from "../../proofs/interruptible.js";

const program = `
  const { interruptible } = require(${JSON.stringify(join(__dirname, "..", "..", "proofs", "interruptible.js"))});
  const work = () => new Promise((done, fail) => {
    process.stdin.once("end", () => fail(new Error("stopped"))).resume();
    console.log("begins");
  });
  interruptible(work, () => console.log("interrupted")).then((complete) => console.log(complete));
`;

describe("work that a signal may end early", () => {
  for (const [signal, expected] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)
    it(`says so once, ends in order, and has the status of ${signal}`, async () => {
      const child = spawn(process.execPath, ["-e", program], { stdio: ["pipe", "pipe", "inherit"] });
      const lines: string[] = [];
      createInterface({ input: child.stdout }).on("line", (line) => {
        lines.push(line);
        // Twice, as on Ctrl-C, which npm passes on once more. The work goes on until both have arrived.
        if (line === "begins" || line === "interrupted") child.kill(signal);
        if (line === "interrupted") child.stdin.end();
      });
      const [status] = (await once(child, "close")) as [number | null];
      assert.deepEqual(lines, ["begins", "interrupted", "false"]);
      assert.equal(status, expected);
    });

  it("is complete without one, and its errors are those of the command", async () => {
    const listeners = process.listenerCount("SIGINT");
    const nobody = () => assert.fail("there was no signal");
    assert.equal(await interruptible(() => Promise.resolve(), nobody), true);
    await assert.rejects(
      interruptible(() => Promise.reject(new Error("failed")), nobody),
      /^Error: failed$/,
    );
    assert.equal(process.listenerCount("SIGINT"), listeners);
  });
});
