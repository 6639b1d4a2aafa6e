const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Does work. If a signal ends the process meanwhile, it says first what that leaves behind. */
export async function sayingIfEnded<T>(say: () => void, work: () => Promise<T>): Promise<T> {
  const leave = () => {
    for (const signal of signals) process.off(signal, end);
  };
  const end = (signal: NodeJS.Signals) => {
    say();
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
