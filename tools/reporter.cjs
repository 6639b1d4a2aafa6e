const { reporters, Runner } = require("mocha");

/** How many milliseconds a run may take to end after its last test, unless the option `restTime` says otherwise. */
const defaultRestTime = 10_000;

/**
 * Mocha's own listing, and after everything else a last line for machines: `12 passed, 0 failed`, then `, 1 skipped` if any
 * were. A run that does not end because a test has left something running fails, and says what it is.
 */
class Reporter extends reporters.Spec {
  /**
   * @param {import("mocha").Runner} runner
   * @param {import("mocha").MochaOptions} options
   */
  constructor(runner, options) {
    super(runner, options);
    const { restTime = defaultRestTime } = /** @type {{ restTime?: number | string }} */ (options.reporterOptions ?? {});
    let left = 0;
    runner.once(Runner.constants.EVENT_RUN_END, () => {
      const timer = setTimeout(() => {
        left = 1;
        const resources = process.getActiveResourcesInfo().join(", ");
        process.stdout.write(`\nThe tests have ended, but left something running: ${resources}\n`);
        // Mocha sets the status from its own count at the exit.
        process.once("exit", () => {
          process.exitCode = 1;
        });
        process.exit();
      }, Number(restTime));
      // What a test has left running keeps the process alive; the timer must not.
      timer.unref();
    });
    process.once("exit", () => {
      const { passes, failures, pending } = this.stats;
      process.stdout.write(`\n${passes} passed, ${failures + left} failed${pending > 0 ? `, ${pending} skipped` : ""}\n`);
    });
  }
}

module.exports = Reporter;
