import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { contenderNames, stepNames } from "../../proofs/bench/contenders.js";
import { numberOption } from "../../proofs/bench/numbers.js";
import { checkOptions } from "../../proofs/bench/options.js";

const main = join(__dirname, "..", "..", "proofs", "bench", "main.js");
const args = (line: string) => line.split(" ").filter((each) => each !== "");

describe("the options of the benchmark", () => {
  for (const line of [
    "",
    "--help",
    "--sizes 100,300 --latencies 0 --runs 1 --contenders ours --mix agency --steps apply --budget 1 --fresh --write",
    "--startup --fresh --write --replace",
    "--memory --resources=20 --objects 30 --write",
    "--memory --help",
    "--parts --resources 20 --runs 1 --write",
    "--sandbox --runs 5 --requests 100 --write",
  ])
    it(`may be ${line || "none"}`, () => checkOptions(args(line)));

  for (const [line, reason] of [
    ["--memory --startup", /^Error: --startup and --memory exclude each other/],
    ["--startup --sizes 10", /^Error: --sizes has no effect on --startup$/],
    ["--startup --runs=1", /^Error: --runs has no effect on --startup$/],
    ["--memory --fresh", /^Error: --fresh has no effect on --memory$/],
    ["--write --latencies 0 --memory", /^Error: --latencies has no effect on --memory$/],
    ["--runs 0 --replace", /^Error: --replace needs --write$/],
    ["--memory --write --replace", /^Error: --replace has no effect on --memory$/],
    ["--parts --memory", /^Error: --memory and --parts exclude each other/],
    ["--parts --sizes 10", /^Error: --sizes has no effect on --parts$/],
    ["--resources 10", /^Error: --resources needs --memory or --parts$/],
    ["--requests 10", /^Error: --requests needs --sandbox$/],
    ["--objects 10", /^Error: --objects needs --memory$/],
  ] as const)
    it(`may not be ${line}`, () => assert.throws(() => checkOptions(args(line)), reason));

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
    ["--runs 1.5", "--runs 1.5: must be a whole number of at least 0"],
    ["--memory --resources 20.5", "--resources 20.5: must be a whole number of at least 10"],
    ["--sandbox --runs 0", "--runs 0: must be a whole number of at least 1"],
    ["--parts --resources 20.5", "--resources 20.5: must be a whole number of at least 100"],
    ["--memory --startup", "--startup and --memory exclude each other: each selects what is measured"],
    ["--mix agency,toString", "--mix toString: there is none of that name; there are agency, webhooks"],
    ["--steps apply,up", `--steps up: there is none of that name; there are ${stepNames.join(", ")}`],
    ["--contenders toString", `--contenders toString: there is none of that name; there are ${contenderNames.join(", ")}`],
    ["--contenders ours,", `--contenders : there is none of that name; there are ${contenderNames.join(", ")}`],
  ] as const)
    it(`end the command at once if wrong: ${line}`, () => {
      const { status, stderr, stdout } = spawnSync(process.execPath, [main, ...args(line)], { encoding: "utf8" });
      assert.deepEqual([status, stdout, stderr], [1, "", `${reason}\n`]);
    });
});
