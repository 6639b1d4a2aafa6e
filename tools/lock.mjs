import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, stat, unlink, utimes } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** The holder touches its lock this often, and counts as dead once it has missed it twice; both in milliseconds. */
const heartbeat = 5_000;
const silence = 60_000;

/**
 * @param {unknown} error
 * @param {string} code
 */
const hasCode = (error, code) => error instanceof Error && "code" in error && error.code === code;

/**
 * @param {number} pid
 * @returns {boolean} whether a process with that id exists on this machine
 */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !hasCode(error, "ESRCH");
  }
}

/**
 * @param {string} path
 * @returns {Promise<{ text: string, age: number } | undefined>} undefined if the file no longer exists
 */
async function readLock(path) {
  try {
    const text = await readFile(path, "utf8");
    return { text, age: Date.now() - (await stat(path)).mtimeMs };
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

/**
 * @param {string} path
 * @param {string} text
 * @returns {Promise<boolean>} false if the file exists
 */
async function createExclusively(path, text) {
  try {
    const file = await open(path, "wx");
    await file.writeFile(text);
    await file.close();
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}

/**
 * Whether the holder of a lock is gone. Its process id shows that at once, but only on the same machine and outside of
 * containers; the missing heartbeat shows it everywhere.
 *
 * @param {{ text: string, age: number }} lock
 */
function isStale({ text, age }) {
  if (age > silence) return true;
  const [pid, host] = text.split(" ");
  return host === hostname() && /^\d+$/.test(pid ?? "") && !isAlive(Number(pid));
}

/**
 * Removes a stale lock. Of several processes that find the same one, only the holder of a second lock may do so, and only
 * while the first still has the text that was judged.
 *
 * @param {string} path
 * @param {string} text
 */
async function removeStale(path, text) {
  const guard = `${path}.stale`;
  if (!(await createExclusively(guard, ""))) {
    const held = await readLock(guard);
    if (held !== undefined && held.age > silence) await unlink(guard).catch(() => undefined);
    return;
  }
  try {
    if ((await readLock(path))?.text === text) await unlink(path);
  } finally {
    await unlink(guard);
  }
}

/**
 * Runs `task` while no other process runs one under the same lock.
 *
 * @template T
 * @param {string} path file that represents the lock
 * @param {(holder: string) => void} onWait called once if another process holds the lock
 * @param {() => Promise<T>} task
 * @returns {Promise<T>}
 */
export async function withLock(path, onWait, task) {
  await mkdir(dirname(path), { recursive: true });
  const text = `${process.pid} ${hostname()} ${randomUUID()}`;
  let waiting = false;
  while (!(await createExclusively(path, text))) {
    const lock = await readLock(path);
    if (lock === undefined) continue;
    if (isStale(lock)) {
      await removeStale(path, lock.text);
      await delay(20);
      continue;
    }
    if (!waiting && lock.text !== "") {
      waiting = true;
      onWait(`process ${lock.text.split(" ")[0]}`);
    }
    await delay(200);
  }
  const timer = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, heartbeat);
  try {
    return await task();
  } finally {
    clearInterval(timer);
    if ((await readLock(path))?.text === text) await unlink(path);
  }
}
