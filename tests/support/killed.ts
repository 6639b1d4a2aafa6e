import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { descendants, kill } from "./processes.js";

interface Killable {
  readonly pid: number | undefined;
  readonly outcome: Promise<{ readonly output: string }>;
}

/** Waits until a condition holds, or a command has ended, which it must not. */
export async function whileRunning(outcome: Killable["outcome"], isEarly: () => boolean): Promise<void> {
  let ended: { readonly output: string } | undefined;
  void outcome.then((all) => (ended = all));
  while (isEarly()) {
    assert.ok(ended === undefined, ended?.output);
    await sleep(20);
  }
}

/** Kills the engine of a command and all its child processes once the sandbox meets a condition. */
export async function killedOnce({ pid, outcome }: Killable, there: () => boolean): Promise<void> {
  await whileRunning(outcome, () => !there());
  const started = descendants(pid!);
  process.kill(pid!, "SIGKILL");
  await outcome;
  for (const each of started) kill(each);
}
