const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Does work, and something else first if a signal ends the process meanwhile.
 *
 * @param first synchronous, because the process is about to end
 */
export async function ifEnded<T>(first: (signal: NodeJS.Signals) => void, work: () => Promise<T>): Promise<T> {
  const leave = () => {
    for (const signal of signals) process.off(signal, end);
  };
  const end = (signal: NodeJS.Signals) => {
    first(signal);
    leave();
    // Without a listener, the signal ends the process as if there had been none.
    process.kill(process.pid, signal);
  };
  for (const signal of signals) process.on(signal, end);
  try {
    return await work();
  } finally {
    leave();
  }
}
