import assert from "node:assert/strict";
import { descendants, kill } from "./processes.js";
import type { Running } from "./engine.js";

/** Kills the engine of a command and all its child processes once the sandbox meets a condition. */
export async function killedOnce({ pid, outcome }: Running, there: () => boolean): Promise<void> {
  let ended = false;
  void outcome.then(() => (ended = true));
  while (!there()) {
    assert.ok(!ended, ended ? (await outcome).output : "");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const started = descendants(pid!);
  process.kill(pid!, "SIGKILL");
  await outcome;
  for (const each of started) kill(each);
}
