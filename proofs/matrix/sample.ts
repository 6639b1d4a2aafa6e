import { type Cell, cells, type OperationName, operationNames } from "./cells.js";
import { type EditCell, editCells } from "./edit-cells.js";
import { type ChainCell, chainCells, noFault } from "./chains/cells.js";
import { changeNames } from "./chains/changes.js";
import { isEasyChain } from "./chains/plan.js";
import { type FaultName, faultNames, faultOf, isForAll } from "./faults.js";
import { kinds } from "../../provider/values/kinds.js";
import { specimens } from "../../tests/support/kinds.js";
import { isEasy } from "./plan.js";

/**
 * Operations that meet a fault in the sample. Those that meet faults of single requests share a command; every other fault needs commands of
 * its own, which cost seconds, and the whole matrix has all of them.
 */
const operationsOf = (fault: FaultName): number => (faultOf(fault).scope === "command" || isForAll(fault) ? 1 : 3);

/** The cells of some operations under every fault, evenly distributed: each operation under about as many faults. */
const classes: readonly (readonly Cell[])[] = faultNames.flatMap((fault: FaultName, index) => {
  const all = operationNames
    .map((operation: OperationName) => cells.filter((cell) => cell.operation === operation && cell.fault === fault))
    .filter(({ length }) => length > 0);
  const step = Math.max(1, Math.floor(all.length / operationsOf(fault)));
  const chosen = Array.from({ length: operationsOf(fault) }, (_, turn) => (index + turn * step) % all.length);
  return [...new Set(chosen)].map((position) => all[position]!);
});

/**
 * A part of the matrix with every operation, every fault, and every kind about equally often. It is the same in every run. Where
 * any kind would do, it uses one that needs no separate stack.
 */
export function sample(): Cell[] {
  const used = new Map<string, number>(kinds.map((kind) => [kind, 0]));
  const usesOf = ({ kind }: Cell): number => used.get(kind)!;
  return classes.flatMap((all) => {
    const easy = all.filter(isEasy);
    const candidates = easy.length > 0 ? easy : all;
    const [first, ...others] = candidates;
    if (first === undefined) return [];
    const rarest = others.reduce((best, cell) => (usesOf(cell) < usesOf(best) ? cell : best), first);
    used.set(rarest.kind, usesOf(rarest) + 1);
    return [rarest];
  });
}

/** A sample of the second part, the same in every run: the edits for which a kind matters most. */
export const sampleOfEdits = (): EditCell[] => editCells.filter(({ edit, kind }) => specimens[kind].edits.includes(edit));

/** Each change of the chains once: without a fault if it sends nothing, otherwise under a fault of some request. */
export function sampleOfChains(): ChainCell[] {
  const ofChanges = (isMeant: (cell: ChainCell) => boolean): ChainCell[][] =>
    changeNames.map((change) => chainCells.filter((cell) => cell.change === change && isMeant(cell)));
  // A step without a common divisor with most numbers of cells leads to another fault each time.
  const step = 7;
  const easy = ofChanges(isEasyChain);
  const faulted = easy.flatMap((cells, index) => (cells.length === 0 ? [] : [cells[(index * step) % cells.length]!]));
  const plain = ofChanges(({ fault }) => fault === noFault).flatMap((cells, index) => (easy[index]!.length === 0 ? cells : []));
  return [...plain, ...faulted];
}
