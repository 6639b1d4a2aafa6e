import * as pulumi from "@pulumi/pulumi";

const onlyRun = {};

/** What a module keeps for the present run: with the Automation API, a process sees several runs, each with its own monitor. */
export function perRun<T>(make: () => T): () => T {
  const all = new WeakMap<object, T>();
  return () => {
    const run = pulumi.runtime.getMonitor() ?? onlyRun;
    const known = all.get(run) ?? make();
    all.set(run, known);
    return known;
  };
}
