import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {number} [timeout] milliseconds after which the command and its child processes are killed
 * @property {(line: string) => void} [onLine] receives every line of output as it is printed
 *
 * @typedef {object} RunResult
 * @property {number | null} status exit status; null if a signal or `timeout` ended the command
 * @property {string} stdout
 * @property {string} output standard output and standard error, in order
 */

const windows = process.platform === "win32";

/** @type {Set<(signal: NodeJS.Signals) => void>} */
const running = new Set();

/** @type {readonly NodeJS.Signals[]} */
const signals = ["SIGINT", "SIGTERM", "SIGHUP"];

/** How long a command may take to end after a signal, in milliseconds. */
const graceTime = 5_000;

/** @type {NodeJS.Signals | undefined} */
let received;

/**
 * Commands run in their own process groups, so that their child processes can be ended with them. So a signal to this process
 * must be passed on. This process ends when all of them have ended.
 *
 * @param {NodeJS.Signals} signal
 */
function passOn(signal) {
  for (const kill of running) kill(signal);
  if (received !== undefined) return;
  received = signal;
  setTimeout(() => {
    for (const kill of running) kill("SIGKILL");
    // Something that outlives its group may keep an output open.
    running.clear();
    end();
  }, graceTime).unref();
}

/** Ends this process by the signal that it has received, if there is one and nobody else handles it. */
function end() {
  for (const signal of signals) process.removeListener(signal, passOn);
  const signal = received;
  received = undefined;
  if (signal !== undefined && process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}

/** @param {(signal: NodeJS.Signals) => void} kill */
function started(kill) {
  if (received !== undefined) return kill("SIGKILL");
  if (running.size === 0) for (const signal of signals) process.on(signal, passOn);
  running.add(kill);
}

/** @param {(signal: NodeJS.Signals) => void} kill */
function ended(kill) {
  running.delete(kill);
  if (running.size === 0) end();
}

/**
 * Passes signals on to a command until it has ended.
 *
 * @param {import("node:child_process").ChildProcess} child the leader of its own process group
 * @returns {(signal: NodeJS.Signals) => void} sends a signal to the whole group
 */
function passSignalsTo(child) {
  /** @param {NodeJS.Signals} signal */
  const kill = (signal) => {
    if (child.pid === undefined) return;
    try {
      process.kill(windows ? child.pid : -child.pid, signal);
    } catch {
      // It has ended in the meantime.
    }
  };
  started(kill);
  for (const event of ["error", "close"]) child.once(event, () => ended(kill));
  return kill;
}

/**
 * Runs a command to its end without input. What it prints goes where this process prints.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} options
 * @returns {Promise<number | null>} exit status; null if a signal ended the command. Rejects only if the command cannot be started
 */
export function runAttached(command, args, { cwd, env }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", "inherit", "inherit"], detached: !windows });
    passSignalsTo(child);
    child.on("error", reject);
    child.on("close", resolve);
  });
}

/**
 * Runs a command to its end and collects what it prints.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<RunResult>} rejects only if the command cannot be started
 */
export function run(command, args, { cwd, env = process.env, timeout, onLine } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: !windows });
    const kill = passSignalsTo(child);
    let timedOut = false;
    const timer =
      timeout === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true;
            kill("SIGKILL");
          }, timeout);

    let stdout = "";
    let output = "";
    createInterface({ input: child.stdout }).on("line", (line) => {
      stdout += `${line}\n`;
      output += `${line}\n`;
      onLine?.(line);
    });
    createInterface({ input: child.stderr }).on("line", (line) => {
      output += `${line}\n`;
      onLine?.(line);
    });
    child.on("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.on("close", (status) => {
      clearTimeout(timer);
      if (timedOut) output += `stopped after ${timeout} ms\n`;
      resolve({ status, stdout, output });
    });
  });
}

/**
 * Runs npm, which on Windows is a script that only a shell can start.
 *
 * @param {readonly string[]} args without characters that a shell would interpret
 * @param {RunOptions} [options]
 */
export const npm = (args, options) =>
  windows ? run(process.env["ComSpec"] ?? "cmd.exe", ["/d", "/s", "/c", "npm", ...args], options) : run("npm", args, options);

/**
 * @param {string} text
 * @param {number} [count]
 * @returns {string} the last lines that are not empty, which contain the reason of a failure
 */
export const lastLines = (text, count = 20) =>
  text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(-count)
    .join("\n");

/**
 * @param {string} output of a failed command
 * @returns {string} the line that says most
 */
export function reasonOf(output) {
  const lines = output
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const find = (/** @type {RegExp} */ pattern) => lines.find((line) => pattern.test(line));
  return find(/^\w*Error: /) ?? find(/\berr(or)?\b/i) ?? lines.at(-1) ?? "no output";
}
