/**
 * What the files of tests cost that cost most, in seconds of one processor: those that are not named cost less than five, and have a
 * share of `lightWeight` in a run of their folder. They need not be exact; a run that begins too late only makes the whole longer.
 */
export const weights = new Map([
  ["cli/sandbox", 9],
  ["conformance/operations", 9],
  ["conformance/properties", 11],
  ["docs/code-blocks", 6],
  ["docs/command-line-page", 9],
  ["docs/program-pages", 6],
  ["engine/accounts", 54],
  ["engine/bench", 18],
  ["engine/checkpoints", 14],
  ["engine/chains", 164],
  ["engine/claims", 95],
  ["engine/concurrency", 35],
  ["engine/contents", 113],
  ["engine/deleted-with", 23],
  ["engine/lifecycle", 110],
  ["engine/chosen-password", 11],
  ["package/package", 45],
  ["process/configuration", 10],
  ["process/deletion", 6],
  ["process/exactly-once", 10],
  ["process/hostile", 6],
  ["process/lifecycle", 9],
  ["process/readings", 6],
  ["process/secrets", 9],
  ["provider/fuzz-state", 5],
  ["sandbox/requests", 9],
  ["simulate/found", 6],
  ["tools/build", 6],
]);

export const lightWeight = 1;
