import assert from "node:assert/strict";
import { faultNames, faultOf } from "../../proofs/matrix/faults.js";
import { kinds } from "../../provider/values/kinds.js";
import { type Cell, cells, nameOf, operationNames } from "../../proofs/matrix/cells.js";
import { cellsOf, type Plan, planOf } from "../../proofs/matrix/plan.js";
import { formatFailures } from "../../proofs/matrix/report.js";
import { editCells, type EditCell, nameOfEdit } from "../../proofs/matrix/edit-cells.js";
import { planOfEdits } from "../../proofs/matrix/edit-plan.js";
import { runEditPlan } from "../../proofs/matrix/edit-run.js";
import { type ChainCell, chainCells, nameOfChain, noFault } from "../../proofs/matrix/chains/cells.js";
import { changeNames } from "../../proofs/matrix/chains/changes.js";
import { planOfChains } from "../../proofs/matrix/chains/plan.js";
import { runChainPlan } from "../../proofs/matrix/chains/run.js";
import { sample, sampleOfChains, sampleOfEdits } from "../../proofs/matrix/sample.js";
import { runPlan } from "../../proofs/matrix/stack-run.js";
import type { FaultResult } from "../../proofs/matrix/fault-trial.js";
import type { CellResult } from "../../proofs/matrix/trial.js";

/** Each part runs dozens of commands one after another, and other suites may run beside it on the same cores. */
const limit = 40 * 60_000;

/** Stacks that mostly wait run concurrently with the others. */
async function runAll(plans: readonly Plan[]): Promise<FaultResult<Cell>[]> {
  const waiting = plans.filter(({ idle }) => idle).map(runPlan);
  const found: FaultResult<Cell>[] = [];
  try {
    for (const plan of plans.filter(({ idle }) => !idle)) found.push(...(await runPlan(plan)));
  } finally {
    await Promise.allSettled(waiting);
  }
  return [...found, ...(await Promise.all(waiting)).flat()];
}

describe("a sample of the matrix", function () {
  this.timeout(limit);
  const chosen = sample();

  it("covers every operation under every fault that it can meet, and every kind", () => {
    const classesOf = (some: typeof cells) => new Set(some.map(({ operation, fault }) => `${operation}/${fault}`));
    assert.deepEqual(classesOf(chosen), classesOf(cells));
    assert.deepEqual(new Set(chosen.map(({ kind }) => kind)), new Set(kinds));
    assert.deepEqual(new Set(chosen.map(({ operation }) => operation)), new Set(operationNames));
    assert.deepEqual(new Set(chosen.map(({ fault }) => fault)), new Set(faultNames));
  });

  it("is planned so that no cell is left out", () => {
    const planned = planOf(cells).flatMap(cellsOf).map(nameOf).sort();
    assert.deepEqual(planned, cells.map(nameOf).sort());
  });

  it("leaves exactly one of each, nothing to do, no secret in plain text, and nothing behind", async () => {
    const found = await runAll(planOf(chosen));
    const failures = formatFailures(found);
    assert.ok(failures === "", `\n${failures}`);
    assert.equal(found.length, chosen.length);
    for (const { cell, met } of found) {
      const fault = faultOf(cell.fault);
      if (fault.scope === "request") assert.deepEqual(met, fault.effect, nameOf(cell));
    }
  });
});

describe("a sample of the edits without faults", function () {
  this.timeout(limit);
  const chosen = sampleOfEdits();

  it("covers every kind", () => {
    assert.deepEqual(new Set(chosen.map(({ kind }) => kind)), new Set(kinds));
  });

  it("is planned so that no cell is left out", () => {
    const planned = planOfEdits(editCells).flatMap(({ cells: planned }) => planned);
    assert.deepEqual(planned.map(nameOfEdit).sort(), editCells.map(nameOfEdit).sort());
  });

  it("leaves unchanged what the program did not ask to replace", async () => {
    const found: CellResult<EditCell>[] = [];
    for (const plan of planOfEdits(chosen)) found.push(...(await runEditPlan(plan)));
    const failures = formatFailures(found);
    assert.ok(failures === "", `\n${failures}`);
    assert.equal(found.length, chosen.length);
  });
});

describe("a sample of the chains", function () {
  this.timeout(limit);
  const chosen = sampleOfChains();

  it("covers every change", () => {
    assert.deepEqual(new Set(chosen.map(({ change }) => change)), new Set(changeNames));
  });

  it("is planned so that no cell is left out", () => {
    const planned = planOfChains(chainCells).flatMap(({ cells: planned }) => planned);
    assert.deepEqual(planned.map(nameOfChain).sort(), chainCells.map(nameOfChain).sort());
  });

  it("reaches what the program declares, and leaves nothing behind", async () => {
    const found: FaultResult<ChainCell>[] = [];
    for (const plan of planOfChains(chosen)) found.push(...(await runChainPlan(plan)));
    const failures = formatFailures(found);
    assert.ok(failures === "", `\n${failures}`);
    assert.equal(found.length, chosen.length);
    for (const { cell, met } of found) {
      const fault = cell.fault === noFault ? undefined : faultOf(cell.fault);
      if (fault?.scope === "request") assert.deepEqual(met, fault.effect, nameOfChain(cell));
    }
  });
});
