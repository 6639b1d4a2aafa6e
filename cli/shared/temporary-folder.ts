import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ifEnded } from "./if-ended.js";

/** Does work with a folder of its own, which is removed afterwards, and also if a signal ends the process. */
export async function withTemporaryFolder<T>(purpose: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), `hosting-${purpose}-`));
  const options = { recursive: true, force: true } as const;
  try {
    return await ifEnded(
      () => rmSync(folder, options),
      () => work(folder),
    );
  } finally {
    await rm(folder, options);
  }
}
