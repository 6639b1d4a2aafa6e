/** A sample runs dozens of commands one after another, and other suites may run beside it on the same cores. */
export const sampleLimit = 40 * 60_000;
