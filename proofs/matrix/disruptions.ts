import { rename, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Outcome, Running, Stack } from "../../tests/support/engine.js";
import type { Disruption } from "./faults.js";
import { descendants, isProvider, kill, type ProcessMark } from "../../tests/support/processes.js";

/** What a disruption leaves behind. */
export interface Aftermath {
  readonly outcome: Outcome;
  /** Processes that outlive the engine. They finish their calls, which is part of the fault, and are ended at the very end. */
  readonly orphans: readonly ProcessMark[];
}

const arrivalTimeout = 60_000;
const pause = 20;

/** Waits until every fault holds a request, or can no longer hold one. Returns the faults that do. */
export async function arrivals(stack: Stack, running: Running, faults: readonly string[]): Promise<Set<string>> {
  let over = false;
  const end = () => (over = true);
  running.outcome.then(end, end);
  const limit = Date.now() + arrivalTimeout;
  for (;;) {
    const held = new Set(stack.sandbox.control.faults.held().map(({ fault }) => fault));
    if (faults.every((fault) => held.has(fault)) || over || Date.now() > limit) return held;
    await sleep(pause);
  }
}

/**
 * The engine has no space for its state: writing below the stack's folder fails, as on a full disk. A file system cannot be
 * filled without privileges, and permissions do not apply to every user; a file in place of the folder works.
 */
async function withoutRoom(stack: Stack, work: () => Promise<void>): Promise<void> {
  const folder = join(stack.folder, "state", ".pulumi", "stacks", "engine-test");
  const away = `${folder}.away`;
  await rename(folder, away);
  await writeFile(folder, "");
  try {
    await work();
  } finally {
    await rm(folder);
    await rename(away, folder);
  }
}

function killCommand(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself; requests that it did not send show that.
  }
}

/** Runs a command that is struck while the requests of all these faults are held. Returns which of them were held. */
export async function disrupt(
  stack: Stack,
  disruption: Exclude<Disruption, "refuse">,
  args: readonly string[],
  faults: readonly string[],
): Promise<Aftermath & { readonly held: Set<string> }> {
  const { control } = stack.sandbox;
  const running = await stack.start(args);
  const held = await arrivals(stack, running, faults);
  const pid = running.pid!;
  let orphans: readonly ProcessMark[] = [];
  const goOn = async (): Promise<void> => {
    control.faults.clear();
    await running.outcome;
  };
  switch (disruption) {
    case "expire":
      for (const { id } of control.store.sessions.all()) control.store.sessions.delete(id);
      await goOn();
      break;
    case "kill-provider":
      for (const provider of descendants(pid).filter(isProvider)) kill(provider);
      // No process is left that could have sent the requests held before their effect.
      control.faults.release("drop");
      await goOn();
      break;
    case "kill-engine":
      orphans = descendants(pid);
      killCommand(pid);
      await goOn();
      break;
    case "fill-disk":
      await withoutRoom(stack, goOn);
  }
  return { outcome: await running.outcome, orphans, held };
}

/** An address at which nothing listens. */
export async function deadAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}
