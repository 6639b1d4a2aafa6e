import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

let collect: (() => void) | undefined;

/** Collects all garbage of this process, once nothing of the current turn holds any. */
async function collectGarbage(): Promise<void> {
  if (collect === undefined) {
    setFlagsFromString("--expose-gc");
    collect = runInNewContext("gc") as () => void;
  }
  await new Promise(setImmediate);
  collect();
}

/** Bytes of the heap and of buffers that are in use. */
export async function bytesInUse(): Promise<number> {
  await collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
