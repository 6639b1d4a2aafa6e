import { type Cell, leftOut, type Omission, omissionOf, operationNames } from "./cells.js";
import { faultNames } from "./faults.js";
import { kinds } from "./kinds.js";
import type { Results } from "./results.js";

const signs = { passed: "+", failed: "X", missing: "?" } as const;

const letter = (index: number): string => String.fromCharCode("A".charCodeAt(0) + index);

function signOf(cell: Cell, results: Results): string {
  const omission = omissionOf(cell);
  if (omission !== undefined) return leftOut[omission][0];
  const problems = results.problemsOf(cell);
  if (problems === undefined) return signs.missing;
  return problems.length === 0 ? signs.passed : signs.failed;
}

/** Kinds by operations down, faults across, one sign a cell, and what the signs mean. */
export function formatTable(results: Results): string {
  const widest = Math.max(...kinds.map(({ length }) => length));
  const first = Math.max(...operationNames.map(({ length }) => length));
  const heading = [" ".repeat(first + widest + 2), ...faultNames.map((_, index) => letter(index))].join(" ");
  const rows = operationNames.flatMap((operation) =>
    kinds.flatMap((kind) => {
      const marks = faultNames.map((fault) => signOf({ kind, operation, fault }, results));
      return [operation.padEnd(first), kind.padEnd(widest + 1), ...marks].join(" ");
    }),
  );
  const faultLegend = faultNames.map((name, index) => `${letter(index)}  ${name}`);
  const omissions = (Object.keys(leftOut) as Omission[]).map((name) => `${leftOut[name][0]}  ${leftOut[name][1]}`);
  return [
    heading,
    ...rows,
    "",
    ...faultLegend,
    "",
    `${signs.passed}  passed`,
    `${signs.failed}  failed`,
    `${signs.missing}  not run`,
    ...omissions,
    "",
  ].join("\n");
}
