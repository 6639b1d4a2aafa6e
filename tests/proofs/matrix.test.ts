import assert from "node:assert/strict";
import { cells, nameOf, operationNames } from "../../proofs/matrix/cells.js";
import { chainCells, nameOfChain } from "../../proofs/matrix/chains/cells.js";
import { changeNames } from "../../proofs/matrix/chains/changes.js";
import { planOfChains } from "../../proofs/matrix/chains/plan.js";
import { editCells, nameOfEdit } from "../../proofs/matrix/edit-cells.js";
import { planOfEdits } from "../../proofs/matrix/edit-plan.js";
import { faultNames } from "../../proofs/matrix/faults.js";
import { cellsOf, planOf } from "../../proofs/matrix/plan.js";
import { sample, sampleOfChains, sampleOfEdits } from "../../proofs/matrix/sample.js";
import { specimens } from "../support/kinds.js";
import { kinds } from "../../provider/values/kinds.js";

describe("the matrix", () => {
  it("plans every cell", () => {
    assert.deepEqual(planOf(cells).flatMap(cellsOf).map(nameOf).sort(), cells.map(nameOf).sort());
    assert.deepEqual(
      planOfEdits(editCells)
        .flatMap((plan) => plan.cells)
        .map(nameOfEdit)
        .sort(),
      editCells.map(nameOfEdit).sort(),
    );
    assert.deepEqual(
      planOfChains(chainCells)
        .flatMap((plan) => plan.cells)
        .map(nameOfChain)
        .sort(),
      chainCells.map(nameOfChain).sort(),
    );
  });

  it("has a sample with every kind and every fault, and each operation under several of them", () => {
    const chosen = sample();
    for (const operation of operationNames) {
      const faults = new Set(chosen.filter((cell) => cell.operation === operation).map(({ fault }) => fault));
      assert.ok(faults.size >= 4, `${operation} meets ${faults.size}`);
    }
    assert.deepEqual(new Set(chosen.map(({ kind }) => kind)), new Set(kinds));
    assert.deepEqual(new Set(chosen.map(({ operation }) => operation)), new Set(operationNames));
    assert.deepEqual(new Set(chosen.map(({ fault }) => fault)), new Set(faultNames));
  });

  it("has a sample of edits with every kind (`edits` in its specimen)", () => {
    assert.deepEqual(new Set(sampleOfEdits().map(({ kind }) => kind)), new Set(kinds));
    for (const kind of kinds)
      for (const edit of specimens[kind].edits)
        assert.ok(
          editCells.some((cell) => cell.kind === kind && cell.edit === edit),
          `${kind}: ${edit}`,
        );
  });

  it("has a sample of chains with every change", () => {
    assert.deepEqual(new Set(sampleOfChains().map(({ change }) => change)), new Set(changeNames));
  });
});
