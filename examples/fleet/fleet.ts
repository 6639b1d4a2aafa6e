import type { Clock } from "pulumi-hosting/sdk";
import type { Command } from "./command.js";
import { linesOf, type Outcome } from "./report.js";
import type { Room } from "./room.js";
import { failedResult, type StackResult } from "./stack.js";

/** A stack on which a command will run. */
export interface Planned {
  readonly name: string;
  /** The maximum number of requests of the command there. */
  readonly requests: number;
}

export interface FleetOptions {
  readonly command: Command;
  readonly stacks: readonly Planned[];
  /** Number of stacks that run at the same time. */
  readonly concurrency: number;
  readonly room: Room;
  readonly clock: Clock;
  readonly run: (name: string) => Promise<StackResult>;
  readonly tell: (line: string) => void;
  /** No further stack starts once it aborts. */
  readonly stop: AbortSignal;
}

/** Runs a command on all stacks, a few at a time. A failed stack does not stop the others. */
export async function runFleet(options: FleetOptions): Promise<Outcome[]> {
  const queue = options.stacks.entries();
  const outcomes: Outcome[] = [];
  const work = async (): Promise<void> => {
    // The workers share the queue.
    for (const [index, stack] of queue) outcomes[index] = await runOne(stack, options);
  };
  await Promise.all(Array.from({ length: options.concurrency }, work));
  return outcomes;
}

async function runOne({ name, requests }: Planned, { command, room, clock, run, tell, stop }: FleetOptions): Promise<Outcome> {
  const notStarted: Outcome = { name, result: undefined, seconds: 0 };
  if (stop.aborted) return notStarted;
  const onWait = () => tell(`${name}: waiting, because there is no room for ${requests} more requests`);
  try {
    return await room.within(
      requests,
      async (sent) => {
        tell(`${name}: started`);
        const start = clock.now();
        const result = await run(name);
        if (result.requests !== undefined) sent(result.requests);
        const seconds = (clock.now() - start) / 1000;
        for (const line of linesOf(command, result, seconds)) tell(`${name}: ${line}`);
        return { name, result, seconds };
      },
      onWait,
    );
  } catch (error) {
    if (stop.aborted) return notStarted;
    // The request for the window failed.
    const result = failedResult(error);
    for (const line of linesOf(command, result, 0)) tell(`${name}: ${line}`);
    return { name, result, seconds: 0 };
  }
}
