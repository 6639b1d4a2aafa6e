import { constants } from "node:os";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs work that a signal ends early. This process then has the status of the signal.
 *
 * @param work stops on its own when its signal is aborted; what fails after that counts as stopped
 * @param onSignal called once, at the first signal
 * @returns whether the work was completed
 */
export async function interruptible(work: (stop: AbortSignal) => Promise<void>, onSignal: () => void): Promise<boolean> {
  const stop = new AbortController();
  // Further signals change nothing: on Ctrl-C a process receives one from the terminal and one from each process that passes it on.
  const onEach = (signal: (typeof signals)[number]): void => {
    if (stop.signal.aborted) return;
    process.exitCode = 128 + constants.signals[signal];
    onSignal();
    stop.abort();
  };
  for (const signal of signals) process.on(signal, onEach);
  try {
    await work(stop.signal);
    return !stop.signal.aborted;
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    return false;
  } finally {
    if (!stop.signal.aborted) for (const signal of signals) process.removeListener(signal, onEach);
  }
}

/** What a command says at a signal if it keeps its results. */
export const keptAfterSignal = (folder: string, fresh: boolean): string =>
  `Interrupted. The results so far are kept in ${folder}; the same command${fresh ? " without --fresh" : ""} measures what is missing.`;
