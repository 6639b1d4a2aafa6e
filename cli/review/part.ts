import type { Cell } from "../shared/document.js";

/** A change, a finding, or a sentence: shown whole or not at all. */
export interface Unit {
  /** The lower, the more important; what does not fit is left out from the other end. */
  readonly rank: number;
  /** Rows of the table of the part, or … */
  readonly rows?: readonly (readonly Cell[])[];
  /** … an item of its list. */
  readonly item?: string;
}

/** A part of a review. */
export interface Part {
  readonly heading: string;
  /** Names of the columns, if the part is a table. */
  readonly columns?: readonly string[];
  readonly units: readonly Unit[];
  /** What all of the table has in common, below it. */
  readonly notes?: readonly string[];
  /** Whether a reader opens it only for the details. */
  readonly isFolded?: boolean;
}
