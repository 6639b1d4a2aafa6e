import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { contenderNames, stepNames } from "../../proofs/bench/contenders.js";
import { numberOption } from "../../proofs/bench/options.js";

const main = join(__dirname, "..", "..", "proofs", "bench", "main.js");
const args = (line: string) => line.split(" ");

describe("the options of the benchmark", () => {
  it("are whole numbers", () => {
    assert.equal(numberOption("runs", "0", 0), 0);
    assert.equal(numberOption("sizes", "100", 10), 100);
    for (const text of ["2.5", "9", "-1", "", "many", "1e3", " 10"])
      assert.throws(() => numberOption("sizes", text, 10), {
        message: `--sizes ${text}: must be a whole number of at least 10`,
      });
  });

  for (const [line, reason] of [
    ["--sizes 20.5", "--sizes 20.5: must be a whole number of at least 10"],
    ["--runs 1.5", "--runs 1.5: must be a whole number of at least 1"],
    ["--sandbox --runs 0", "--runs 0: must be a whole number of at least 1"],
    ["--startup --runs 0", "--runs 0: must be a whole number of at least 1"],
    ["--mix agency,toString", "--mix toString: there is none of that name; there are agency, webhooks"],
    ["--steps apply,up", `--steps up: there is none of that name; there are ${stepNames.join(", ")}`],
    ["--contenders toString", `--contenders toString: there is none of that name; there are ${contenderNames.join(", ")}`],
    ["--contenders ours,", `--contenders : there is none of that name; there are ${contenderNames.join(", ")}`],
  ] as const)
    it(`end the command at once if wrong: ${line}`, () => {
      const { status, stderr, stdout } = spawnSync(process.execPath, [main, ...args(line)], { encoding: "utf8" });
      assert.deepEqual([status, stdout, stderr], [1, "", `${reason}\n`]);
    });

  for (const line of ["--startup --sandbox", "--startup --sizes 10", "--sandbox --sizes 10", "--requests 10"])
    it(`must belong together: ${line}`, () => {
      const { status, stderr } = spawnSync(process.execPath, [main, ...args(line)], { encoding: "utf8" });
      assert.equal(status, 1);
      assert.match(stderr, /^Unknown option '--/);
    });
});
