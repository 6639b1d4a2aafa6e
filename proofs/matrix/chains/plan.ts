import { faultOf, isForAll } from "../faults.js";
import { mostHeld, mostWithoutRoom, packed } from "../packing.js";
import { type ChainCell, noFault, pointOf } from "./cells.js";

/** Chains that share one stack and one faulted command. */
export interface ChainPlan {
  readonly cells: readonly ChainCell[];
  /** Whether the struck requests wait for each other. */
  readonly gathered: boolean;
  /** Whether the command continues after errors. */
  readonly goesOn: boolean;
  /** Whether it mostly waits, so that others can use the processor meanwhile. */
  readonly idle: boolean;
}

const mostBeside = 20;

const strikesAll = ({ fault }: ChainCell): boolean => fault !== noFault && isForAll(fault);

const isGathered = (cell: ChainCell): boolean => strikesAll(cell) || pointOf(cell)?.endsCommand === true;

const isSlow = (cell: ChainCell): boolean =>
  pointOf(cell)?.costly === true && cell.fault !== noFault && faultOf(cell.fault).leavesOpen === true;

/** Cells with the same key may meet their faults in one command. */
function keyOf(cell: ChainCell): string {
  const point = pointOf(cell);
  if (point === undefined) return cell.fault;
  if (strikesAll(cell)) return `${cell.fault} ${point.late ? "late" : "early"}`;
  if (point.endsCommand) return "ending";
  return isSlow(cell) ? "slow" : "plain";
}

/** A cell that can share a stack with those of any other change. */
export const isEasyChain = (cell: ChainCell): boolean => keyOf(cell) === "plain";

const capacityOf = (cell: ChainCell): number => {
  if (cell.fault === "disk-full") return mostWithoutRoom;
  return isGathered(cell) ? mostHeld : mostBeside;
};

function planFor(cells: readonly ChainCell[]): ChainPlan {
  const [cell] = cells;
  const gathered = isGathered(cell!);
  return {
    cells,
    gathered,
    goesOn: !gathered && cell!.fault !== "refused",
    idle: isSlow(cell!) || cell!.fault === "disk-full",
  };
}

/** Plans how all chains meet their faults. */
export function planOfChains(cells: readonly ChainCell[], isolate = false): ChainPlan[] {
  if (isolate) return cells.map((cell) => planFor([cell]));
  return packed(cells, { keyOf, capacityOf }).map(planFor);
}
