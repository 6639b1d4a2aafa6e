/**
 * - `nothing`: no operation is pending.
 * - `planned`: nobody has agreed to anything so far.
 * - `withheld`: nothing was written, and --yes alone writes nothing: something has to be left.
 * - `settled`: the state was written.
 */
export type Outcome = "nothing" | "planned" | "withheld" | "settled";
