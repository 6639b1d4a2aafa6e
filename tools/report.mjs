/** A failure whose message tells the user what to do; a stack trace would only hide that. */
export class SetupError extends Error {}

/** @typedef {(line: string) => void} Log Prints one line of progress. */

/** @type {Log} */
export const logToStderr = (line) => {
  process.stderr.write(`setup: ${line}\n`);
};

/**
 * @param {number} milliseconds
 * @returns {string} such as `45 s` or `2 min 5 s`
 */
export function duration(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/**
 * Runs `task` and reports every 15 seconds that it is still running.
 *
 * @template T
 * @param {string} what such as `installing the dependencies`
 * @param {Log} log
 * @param {(detail: (text: string) => void) => Promise<T>} task may report its progress through its argument
 * @returns {Promise<T>}
 */
export async function withProgress(what, log, task) {
  const started = Date.now();
  let detail = "";
  log(what);
  const timer = setInterval(() => {
    log(`${what}: ${duration(Date.now() - started)}${detail}`);
  }, 15_000);
  try {
    return await task((text) => {
      detail = `, ${text}`;
    });
  } finally {
    clearInterval(timer);
  }
}

/**
 * Runs the main function of a tool. A {@link SetupError} ends the process with its message and status 1.
 *
 * @param {() => Promise<number>} main resolves to the exit status
 */
export async function runTool(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
