/* Loaded into a child process by `--require`: it ends as soon as its parent is gone, however that came about. */
process.stdin.on("end", () => process.exit()).resume();
