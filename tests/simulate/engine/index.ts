export { deleteEntry, taint, unprotect, untaint } from "./edits.js";
export { run } from "./run.js";
export type * from "./types.js";
