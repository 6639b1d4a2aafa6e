import { leftOut, omissionOf, operationNames } from "./cells.js";
import { chainFaults, chainOmissionOf, chainRows, leftOutOfChains } from "./chains/cells.js";
import { editOmissionOf } from "./edit-cells.js";
import { editNames, leftOutEdits } from "./edits.js";
import { faultNames } from "./faults.js";
import { kinds } from "../../provider/values/kinds.js";
import type { AnyCell } from "./parts.js";
import type { Results } from "./results.js";

const signs = { passed: "+", failed: "X", missing: "?" } as const;

function signOf(cell: AnyCell, results: Results): string {
  const problems = results.problemsOf(cell);
  if (problems === undefined) return signs.missing;
  return problems.length === 0 ? signs.passed : signs.failed;
}

/** One sign a cell, and what the signs mean. */
interface Table<C extends AnyCell, O extends string> {
  readonly columns: readonly string[];
  /** The names of each row, and its cells. */
  readonly rows: readonly (readonly [names: readonly string[], cells: readonly C[]])[];
  readonly omissionOf: (cell: C) => O | undefined;
  readonly leftOut: Readonly<Record<O, readonly [sign: string, meaning: string]>>;
}

function format<C extends AnyCell, O extends string>({ columns, rows, omissionOf, leftOut }: Table<C, O>, results: Results) {
  const widths = rows[0]![0].map((_, index) => Math.max(...rows.map(([names]) => names[index]!.length)) + 1);
  const letter = (index: number): string => String.fromCharCode("A".charCodeAt(0) + index);
  const mark = (cell: C): string => {
    const omission = omissionOf(cell);
    return omission === undefined ? signOf(cell, results) : leftOut[omission][0];
  };
  const label = (names: readonly string[]) => names.map((name, index) => name.padEnd(widths[index]!)).join("");
  return [
    [label(widths.map(() => "")), ...columns.map((_, index) => letter(index))].join(" "),
    ...rows.map(([names, cells]) => [label(names), ...cells.map(mark)].join(" ")),
    "",
    ...columns.map((name, index) => `${letter(index)}  ${name}`),
    "",
    ...[`${signs.passed}  passed`, `${signs.failed}  failed`, `${signs.missing}  not run`],
    ...Object.values<readonly [string, string]>(leftOut).map((each) => each.join("  ")),
    "",
  ].join("\n");
}

/** Kinds by operations down, faults across. */
export const formatTable = (results: Results): string =>
  format(
    {
      columns: faultNames,
      rows: operationNames.flatMap((operation) =>
        kinds.map((kind) => [[operation, kind], faultNames.map((fault) => ({ kind, operation, fault }))] as const),
      ),
      omissionOf,
      leftOut,
    },
    results,
  );

/** Edits down, kinds across. */
export const formatEditTable = (results: Results): string =>
  format(
    {
      columns: kinds,
      rows: editNames.map((edit) => [[edit], kinds.map((kind) => ({ kind, edit }))] as const),
      omissionOf: editOmissionOf,
      leftOut: leftOutEdits,
    },
    results,
  );

/** Changes of chains and their requests down, faults across. */
export const formatChainTable = (results: Results): string =>
  format(
    {
      columns: chainFaults,
      rows: chainRows.map((row) => [[row.change, row.point], chainFaults.map((fault) => ({ ...row, fault }))] as const),
      omissionOf: chainOmissionOf,
      leftOut: leftOutOfChains,
    },
    results,
  );
