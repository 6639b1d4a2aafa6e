/** Signals that end a process. */
export const endSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Listens to signals. @returns stops that: without a listener, a signal ends the process as if there had been none */
export function onSignals<S extends NodeJS.Signals>(signals: readonly S[], listener: (signal: S) => void): () => void {
  for (const signal of signals) process.on(signal, listener);
  return () => {
    for (const signal of signals) process.off(signal, listener);
  };
}

/**
 * Does work, and something else first if a signal ends the process meanwhile.
 *
 * @param first synchronous, because the process is about to end
 */
export async function ifEnded<T>(first: (signal: NodeJS.Signals) => void, work: () => Promise<T>): Promise<T> {
  const leave = onSignals(endSignals, (signal) => {
    first(signal);
    leave();
    process.kill(process.pid, signal);
  });
  try {
    return await work();
  } finally {
    leave();
  }
}
