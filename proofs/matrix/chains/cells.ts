import { rowOf } from "../cells.js";
import { type FaultName, faultNames, faultOf } from "../faults.js";
import type { Place } from "../../../tests/support/place.js";
import { changeNames, type ChangeName, changeOf, type Point } from "./changes.js";

/** One fault at one request of one change of a chain; both undefined if the change sends none. */
export interface ChainCell {
  readonly change: ChangeName;
  readonly point: string;
  readonly fault: FaultName | typeof noFault;
}

/** A change without a fault. */
export const noFault = "none";

/** No request is struck. */
const nowhere = "all";

export const nameOfChain = ({ change, point, fault }: ChainCell): string => `chains/${change}/${point}/${fault}`;

/** Undefined if no request is struck. */
export const pointOf = ({ change, point }: Pick<ChainCell, "change" | "point">): Point | undefined =>
  changeOf(change).points[point];

/** Why a cell is impossible, with its sign in the table. */
export const leftOutOfChains = {
  "no-body": ["b", "the answer has no body"],
  "nothing-hidden": ["h", "nothing is created that could stay hidden"],
  "no-request": ["w", "the whole command is struck, or none of its requests"],
} as const;
export type ChainOmission = keyof typeof leftOutOfChains;

export const chainFaults: readonly ChainCell["fault"][] = [
  noFault,
  // The effect of a stale listing on each kind is tested separately.
  ...faultNames.filter((name) => {
    const fault = faultOf(name);
    return fault.scope === "command" || fault.meets !== "listing";
  }),
];

/** Whether a fault strikes the whole command instead of a single request. */
const isForWhole = (name: ChainCell["fault"]): boolean => {
  if (name === noFault) return true;
  const fault = faultOf(name);
  return fault.scope === "command" && fault.held === undefined;
};

const anywhere: Place = { name: "", mark: "-", customerNumber: 1, account: "", domain: "" };

/** Why a cell is impossible; undefined if it is possible. */
export function chainOmissionOf(cell: ChainCell): ChainOmission | undefined {
  const point = pointOf(cell);
  if (point === undefined || cell.fault === noFault || isForWhole(cell.fault))
    return point === undefined && isForWhole(cell.fault) ? undefined : "no-request";
  const fault = faultOf(cell.fault);
  const { answers } = rowOf(point.target(anywhere, () => "-/-"));
  if (fault.spoilsBody === true && !Object.values(answers).some(({ kind }) => kind === "json")) return "no-body";
  if (fault.scope === "request" && fault.meets === "creation" && !point.creates) return "nothing-hidden";
  return undefined;
}

/** The rows of the table. */
export const chainRows: readonly Pick<ChainCell, "change" | "point">[] = changeNames.flatMap((change) =>
  [nowhere, ...Object.keys(changeOf(change).points)].map((point) => ({ change, point })),
);

export const chainCells: readonly ChainCell[] = chainRows
  .flatMap((row) => chainFaults.map((fault) => ({ ...row, fault })))
  .filter((cell) => chainOmissionOf(cell) === undefined);
