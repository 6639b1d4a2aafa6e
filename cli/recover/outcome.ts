/**
 * - `nothing`: no operation is pending.
 * - `planned`: --yes was not given.
 * - `withheld`: nothing was written, and --yes alone writes nothing, because something has to be left.
 * - `settled`: the state was written.
 */
export type Outcome = "nothing" | "planned" | "withheld" | "settled";
