import { type Cell, cells, type OperationName, operationNames } from "./cells.js";
import { type FaultName, faultNames } from "./faults.js";
import { kinds } from "./kinds.js";
import { isEasy } from "./plan.js";

/** The cells of every operation under every fault. */
const classes: readonly (readonly Cell[])[] = operationNames.flatMap((operation: OperationName) =>
  faultNames.map((fault: FaultName) => cells.filter((cell) => cell.operation === operation && cell.fault === fault)),
);

/**
 * A part of the matrix that holds every operation under every fault, and every kind, each about equally often. It is the same in
 * every run. Where any kind would do, it is one that needs no stack of its own.
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
