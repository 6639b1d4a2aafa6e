import type { Creation } from "./journal.js";

/** Whether a creation may still take effect: nothing answered it, and the process that sent it is not known to have ended. */
export const isUnderWay = ({ ending, answered }: Pick<Creation, "ending" | "answered">): boolean =>
  answered === undefined && (ending === "running" || ending === "unknown");
