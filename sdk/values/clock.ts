/** Time as the package sees it; tests have their own clock. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `milliseconds`; rejects with the reason of `signal` as soon as that aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  // Node's own version makes an error with its stack for each abort, and nearly every sleep of a call is aborted.
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason as Error);
      const end = () => {
        clearTimeout(timer);
        reject(signal?.reason as Error);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener("abort", end);
        resolve();
      }, milliseconds);
      signal?.addEventListener("abort", end, { once: true });
    }),
};

/** Why a sleep ends that nobody waits for any more. */
const notNeeded = new Error("the time is not needed any more");

/**
 * Runs an action after `milliseconds`, unless it is stopped before.
 *
 * @returns stops it
 */
export function after(clock: Clock, milliseconds: number, action: () => void): () => void {
  const stop = new AbortController();
  clock.sleep(milliseconds, stop.signal).then(action, () => undefined);
  return () => stop.abort(notNeeded);
}
