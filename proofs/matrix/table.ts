import { type Cell, leftOut, type Omission, omissionOf, operationNames } from "./cells.js";
import { chainFaults, type ChainOmission, chainOmissionOf, chainRows, leftOutOfChains } from "./chains/cells.js";
import { editOmissionOf } from "./edit-cells.js";
import { editNames, type EditOmission, leftOutEdits } from "./edits.js";
import { faultNames } from "./faults.js";
import { kinds } from "../../provider/values/kinds.js";
import type { AnyCell } from "./parts.js";
import type { Results } from "./results.js";

const signs = { passed: "+", failed: "X", missing: "?" } as const;

const letter = (index: number): string => String.fromCharCode("A".charCodeAt(0) + index);

function signOf(cell: AnyCell, results: Results): string {
  const problems = results.problemsOf(cell);
  if (problems === undefined) return signs.missing;
  return problems.length === 0 ? signs.passed : signs.failed;
}

const resultLegend = [`${signs.passed}  passed`, `${signs.failed}  failed`, `${signs.missing}  not run`];

/** Kinds by operations down, faults across, one sign a cell, and what the signs mean. */
export function formatTable(results: Results): string {
  const widest = Math.max(...kinds.map(({ length }) => length));
  const first = Math.max(...operationNames.map(({ length }) => length));
  const heading = [" ".repeat(first + widest + 2), ...faultNames.map((_, index) => letter(index))].join(" ");
  const rows = operationNames.flatMap((operation) =>
    kinds.flatMap((kind) => {
      const marks = faultNames.map((fault) => {
        const cell: Cell = { kind, operation, fault };
        const omission = omissionOf(cell);
        return omission === undefined ? signOf(cell, results) : leftOut[omission][0];
      });
      return [operation.padEnd(first), kind.padEnd(widest + 1), ...marks].join(" ");
    }),
  );
  const faultLegend = faultNames.map((name, index) => `${letter(index)}  ${name}`);
  const omissions = (Object.keys(leftOut) as Omission[]).map((name) => `${leftOut[name][0]}  ${leftOut[name][1]}`);
  return [heading, ...rows, "", ...faultLegend, "", ...resultLegend, ...omissions, ""].join("\n");
}

/** Edits down, kinds across, one sign a cell, and what the signs mean. */
export function formatEditTable(results: Results): string {
  const first = Math.max(...editNames.map(({ length }) => length));
  const heading = [" ".repeat(first + 1), ...kinds.map((_, index) => letter(index))].join(" ");
  const rows = editNames.map((edit) => {
    const marks = kinds.map((kind) => {
      const omission = editOmissionOf({ kind, edit });
      return omission === undefined ? signOf({ kind, edit }, results) : leftOutEdits[omission][0];
    });
    return [edit.padEnd(first + 1), ...marks].join(" ");
  });
  const kindLegend = kinds.map((kind, index) => `${letter(index)}  ${kind}`);
  const omissions = (Object.keys(leftOutEdits) as EditOmission[]).map((name) => leftOutEdits[name].join("  "));
  return [heading, ...rows, "", ...kindLegend, "", ...resultLegend, ...omissions, ""].join("\n");
}

/** Changes of chains and their requests down, faults across, one sign a cell, and what the signs mean. */
export function formatChainTable(results: Results): string {
  const width = (column: "change" | "point") => Math.max(...chainRows.map((row) => row[column].length)) + 1;
  const [first, second] = [width("change"), width("point")];
  const heading = [" ".repeat(first + second), ...chainFaults.map((_, index) => letter(index))].join(" ");
  const rows = chainRows.map((row) => {
    const marks = chainFaults.map((fault) => {
      const cell = { ...row, fault };
      const omission = chainOmissionOf(cell);
      return omission === undefined ? signOf(cell, results) : leftOutOfChains[omission][0];
    });
    return [row.change.padEnd(first) + row.point.padEnd(second), ...marks].join(" ");
  });
  const faultLegend = chainFaults.map((name, index) => `${letter(index)}  ${name}`);
  const omissions = (Object.keys(leftOutOfChains) as ChainOmission[]).map((name) => leftOutOfChains[name].join("  "));
  return [heading, ...rows, "", ...faultLegend, "", ...resultLegend, ...omissions, ""].join("\n");
}
