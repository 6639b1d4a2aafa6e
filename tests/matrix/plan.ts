import { type Cell, isShared, nameOf, targetOf } from "./cells.js";
import { faultOf } from "./faults.js";
import { definitions } from "./kinds.js";
import { type Place, placeOf } from "./place.js";

/** One faulted command with the cells that it decides; no object meets more than one fault in it. */
export interface Round {
  readonly command: "up" | "refresh";
  readonly cells: readonly Cell[];
}

/** What one stack goes through. */
export interface Plan {
  readonly rounds: readonly Round[];
  /** It mostly waits, so that others can use the processor meanwhile. */
  readonly idle: boolean;
}

/** The client has ten connections, and one of them must be free for requests that are not held. */
const mostHeld = 9;
/** The engine tries to write each state for half a minute before it gives up, one after another. */
const mostWithoutRoom = 3;
const mostInRound = 45;
const mostInStack = 60;
const mostRounds = 4;

const anyPlace: Place = placeOf(0, "");

/** Deletions come when everything else is done, so that none arrives while the others are held. */
const isLate = ({ operation, kind }: Cell): boolean =>
  operation === "delete" || (operation === "replace-old" && definitions[kind]!.replacement === "create-first");

/** What people pay for is looked for over a minute after a lost answer: these wait side by side. */
const isSlow = ({ operation, kind, fault }: Cell): boolean =>
  definitions[kind]!.costly === true &&
  (operation === "create" || operation === "replace-new") &&
  faultOf(fault).leavesOpen === true;

/** Cells with the same key may meet their faults in one command. */
function keyOf(cell: Cell): string {
  const command = commandOf(cell);
  const fault = faultOf(cell.fault);
  if (fault.scope === "command") return `${command} ${cell.fault} ${fault.held !== undefined && isLate(cell) ? "late" : "early"}`;
  return `${command} ${isSlow(cell) ? "slow" : "plain"}`;
}

const commandOf = ({ operation }: Cell): Round["command"] => (operation === "refresh" ? "refresh" : "up");

const capacityOf = (cell: Cell): number => {
  const fault = faultOf(cell.fault);
  if (fault.scope === "request" || fault.held === undefined) return mostInRound;
  return fault.blow === "fill-disk" ? mostWithoutRoom : mostHeld;
};

/** A cell of a kind that the plan can put together with others of its operation and fault. */
export const isEasy = (cell: Cell): boolean => !isGreedy(cell) && (!isLate(cell) || cell.operation === "delete");

/** Whether the fault of a cell could hit another object of its kind: on a listing of all of them, or as it closes an operation. */
const isGreedy = (cell: Cell): boolean => cell.fault.startsWith("429") || isShared(targetOf(cell, anyPlace, "-"));

const collides = (a: Cell, b: Cell): boolean => a.kind === b.kind && (isGreedy(a) || isGreedy(b));

function roundsOf(cells: readonly Cell[]): Round[] {
  const open = new Map<string, Cell[][]>();
  for (const cell of cells) {
    const key = keyOf(cell);
    const rounds = open.get(key) ?? [];
    open.set(key, rounds);
    const fitting = rounds.find((round) => round.length < capacityOf(cell) && !round.some((other) => collides(cell, other)));
    if (fitting === undefined) rounds.push([cell]);
    else fitting.push(cell);
  }
  return Array.from(open.values())
    .flat()
    .map((cellsOfRound) => ({ command: commandOf(cellsOfRound[0]!), cells: cellsOfRound }));
}

/** A refresh reads every object of the stack, those of other rounds included. */
const standsBeside = (a: Round, b: Round): boolean =>
  (a.command === "up" && b.command === "up") || !a.cells.some((cell) => b.cells.some((other) => collides(cell, other)));

const sizeOf = (rounds: readonly Round[]): number => rounds.reduce((sum, { cells }) => sum + cells.length, 0);

const isIdle = ({ cells: [cell] }: Round): boolean => cell !== undefined && (isSlow(cell) || cell.fault === "disk-full");

/** Spreads rounds over stacks: few, as each costs some commands of its own, but none with too much on it. */
function stacksOf(rounds: readonly Round[], most: number): Round[][] {
  const stacks: Round[][] = [];
  for (const round of rounds.toSorted((a, b) => b.cells.length - a.cells.length)) {
    const fitting = stacks.find(
      (others) =>
        others.length < most &&
        sizeOf(others) + round.cells.length <= mostInStack &&
        others.every((other) => standsBeside(round, other)),
    );
    if (fitting === undefined) stacks.push([round]);
    else fitting.push(round);
  }
  return stacks;
}

/** How all cells are taken through their faults. */
export function planOf(cells: readonly Cell[], isolate = false): Plan[] {
  const rounds = isolate ? cells.map((cell) => ({ command: commandOf(cell), cells: [cell] })) : roundsOf(cells);
  const most = isolate ? 1 : mostRounds;
  return [
    ...stacksOf(rounds.filter(isIdle), 1).map((each) => ({ rounds: each, idle: true })),
    ...stacksOf(
      rounds.filter((round) => !isIdle(round)),
      most,
    ).map((each) => ({ rounds: each, idle: false })),
  ];
}

export const cellsOf = ({ rounds }: Plan): Cell[] => rounds.flatMap(({ cells }) => cells);

/** Name of a cell's resource: letters, digits and hyphens. */
export const resourceName = (cell: Cell): string => nameOf(cell).replaceAll("/", "-");
