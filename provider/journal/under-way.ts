import { type Creation, isGoingOn } from "./journal.js";

/** Whether a creation may still take effect: it has no answer, and the process that sent it is not known to have ended. */
export const isUnderWay = (creation: Pick<Creation, "ending" | "answered">): boolean =>
  creation.answered === undefined && isGoingOn(creation);
