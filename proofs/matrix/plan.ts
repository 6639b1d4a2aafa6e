import { type Cell, isShared, nameOf, targetOf } from "./cells.js";
import { faultOf, isForAll } from "./faults.js";
import { definitions } from "../../tests/support/definitions.js";
import { mostHeld, mostWithoutRoom, packed } from "./packing.js";
import { type Place, placeOf } from "../../tests/support/place.js";

/** One faulted command with its cells; no object meets more than one fault in it. */
export interface Round {
  readonly command: "up" | "refresh";
  readonly cells: readonly Cell[];
  /** The decisive requests wait for each other, so that all have been sent before the first fault has any consequence. */
  readonly gathered: boolean;
}

/** The work of one stack. */
export interface Plan {
  readonly rounds: readonly Round[];
  /** Whether it mostly waits, so that others can use the processor meanwhile. */
  readonly idle: boolean;
}

/** The command ends with its first error, unless all others must meet their faults too. */
export const goesOn = ({ gathered, cells }: Round): boolean => !gathered && !cells.some(endsCommand);

const mostInRound = 45;
const mostInStack = 60;
const mostRounds = 4;

const anyPlace: Place = placeOf(0, "");

/** Deletions come after everything else, so none arrives while the others are held. */
const isLate = ({ operation, kind }: Cell): boolean =>
  operation === "delete" || (operation === "replace-old" && definitions[kind].replacement.order === "create-first");

/**
 * Pulumi waits forever if it is to continue after errors and a deletion that a replacement begins with fails. Without that,
 * the first error ends the command.
 */
function endsCommand({ operation, kind, fault: name }: Cell): boolean {
  if (definitions[kind].replacement.order !== "delete-first") return false;
  const fault = faultOf(name);
  // Some faults also meet the deletion, although they are for the creation after it.
  const earlier = fault.scope === "request" ? fault.meets === "listing" : fault.disruption === "refuse";
  return operation === "replace-old" || (operation === "replace-new" && earlier);
}

/** After a lost answer, the provider looks for billed objects for over a minute: these cells wait in parallel. */
const isSlow = ({ operation, kind, fault }: Cell): boolean =>
  definitions[kind].costly === true &&
  (operation === "create" || operation === "replace-new") &&
  faultOf(fault).leavesOpen === true;

/** If `check` finds nothing to adopt, it ends the command before others have sent anything. */
const endsInCheck = ({ operation, fault }: Cell): boolean => operation === "adopt" && fault === "stale-list";

/** Cells with the same key may meet their faults in one command. */
function keyOf(cell: Cell): string {
  const command = commandOf(cell);
  const fault = faultOf(cell.fault);
  // A preview looks for what to adopt before anything of the others.
  if (isForAll(cell.fault))
    return [command, cell.fault, isLate(cell) ? "late" : cell.operation === "adopt" ? "adopt" : "early"].join(" ");
  if (endsInCheck(cell)) return `${command} checked`;
  if (endsCommand(cell)) return `${command} ${fault.scope === "command" ? cell.fault : ""} ending`;
  if (fault.scope === "command") return `${command} ${cell.fault}`;
  return `${command} ${isSlow(cell) ? "slow" : "plain"}`;
}

const commandOf = ({ operation }: Cell): Round["command"] => (operation === "refresh" ? "refresh" : "up");

const isGathered = (cell: Cell): boolean =>
  isForAll(cell.fault) || (endsCommand(cell) && faultOf(cell.fault).scope === "request");

const capacityOf = (cell: Cell): number => {
  if (cell.fault === "disk-full") return mostWithoutRoom;
  if (endsInCheck(cell)) return 1;
  return isGathered(cell) ? mostHeld : mostInRound;
};

/** A cell of a kind that the plan can group with others of its operation and fault. */
export const isEasy = (cell: Cell): boolean =>
  !isGreedy(cell) &&
  !endsCommand(cell) &&
  !endsInCheck(cell) &&
  (!isLate(cell) || cell.operation === "delete" || faultOf(cell.fault).scope === "request");

/** Whether a cell's fault could hit another object of its kind, on a listing of all of them. */
const isGreedy = (cell: Cell): boolean => isShared(targetOf(cell, anyPlace, "-"));

const collides = (a: Cell, b: Cell): boolean => a.kind === b.kind && (isGreedy(a) || isGreedy(b));

const roundOf = (cells: readonly Cell[]): Round => ({
  command: commandOf(cells[0]!),
  cells,
  gathered: isGathered(cells[0]!),
});

const roundsOf = (cells: readonly Cell[]): Round[] => packed(cells, { keyOf, capacityOf, collides }).map(roundOf);

/** A refresh reads every object of the stack, including those of other rounds. */
const standsBeside = (a: Round, b: Round): boolean =>
  (a.command === "up" && b.command === "up") || !a.cells.some((cell) => b.cells.some((other) => collides(cell, other)));

const sizeOf = (rounds: readonly Round[]): number => rounds.reduce((sum, { cells }) => sum + cells.length, 0);

const isIdle = ({ cells: [cell] }: Round): boolean => cell !== undefined && (isSlow(cell) || cell.fault === "disk-full");

/** Distributes rounds over stacks: few, because each costs some commands, but none with too much work. */
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

/** Plans how all cells meet their faults. */
export function planOf(cells: readonly Cell[], isolate = false): Plan[] {
  const rounds = isolate ? cells.map((cell) => roundOf([cell])) : roundsOf(cells);
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
