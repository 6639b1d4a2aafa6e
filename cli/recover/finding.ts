import type { StackIdentity } from "../../provider/journal/journal-events.js";
import { exitCodes } from "../shared/exit.js";
import type { StackFlags } from "../shared/around.js";
import type { Judged } from "./judge.js";
import type { Dangling } from "./references.js";
import type { Stray } from "./stray.js";
import type { Unseen } from "./unseen.js";
import { isLeft } from "./verdict.js";

/**
 * - `nothing`: no operation is pending.
 * - `planned`: --yes was not given.
 * - `withheld`: nothing was written, and --yes alone writes nothing, because something has to be left.
 * - `settled`: the state was written.
 */
export type Outcome = "nothing" | "planned" | "withheld" | "settled";

/** What the command reports. */
export interface Finding {
  readonly stack: StackIdentity;
  readonly judged: readonly Judged[];
  /** Resources that refer to others that the original state does not have. */
  readonly dangling: readonly Dangling[];
  /** Resources for which Pulumi refuses to read the state. */
  readonly misplaced: readonly Dangling[];
  /** Sent creations that neither the state nor a pending operation knows. */
  readonly unseen: readonly Unseen[];
  /** Objects that the stack had and that are no longer in its state. */
  readonly letGo: readonly Stray[];
  /** Whether finished creations are forgotten now. */
  readonly isForgotten: boolean;
  /** Whether the stack's former objects are forgotten now. */
  readonly isLetGo: boolean;
  readonly outcome: Outcome;
  /** The stack and the folder as they were passed to the command. */
  readonly place: Pick<StackFlags, "stack" | "cwd">;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Whether --yes would forget something that is listed. */
export const hasForgettable = ({ unseen, letGo, isForgotten, isLetGo }: Finding): boolean =>
  (!isForgotten && unseen.some(({ isSettled }) => isSettled)) || (!isLetGo && letGo.length > 0);

/** Whether the user agrees to write, and to forget what cannot be settled. */
interface Consent {
  readonly yes?: true;
  readonly forgetRest?: true;
}

/**
 * What happens. Pulumi forgets every pending operation when a state is imported. For an update or a deletion the state still has the
 * resource; for a creation it has nothing but the operation.
 */
export function outcomeOf(judged: readonly Judged[], { yes, forgetRest }: Consent): Outcome {
  if (judged.length === 0) return "nothing";
  if (forgetRest) return "settled";
  if (judged.every(isLeft)) return "withheld";
  if (!yes) return "planned";
  return judged.some((each) => isLeft(each) && each.operation.type === "creating") ? "withheld" : "settled";
}

export function exitCodeOf(finding: Finding, { forgetRest }: Consent): number {
  const { judged, unseen, misplaced, outcome } = finding;
  if (misplaced.length > 0) return exitCodes.failed;
  if (outcome === "planned" || (outcome === "nothing" && hasForgettable(finding))) return exitCodes.refused;
  const isOpen = judged.some(isLeft) || unseen.some(({ isSettled }) => !isSettled);
  return outcome === "withheld" || (!forgetRest && isOpen) ? exitCodes.failed : exitCodes.done;
}
