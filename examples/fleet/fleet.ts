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
  /** If a preview is worthwhile to find out how many it needs. */
  readonly preview?: {
    /** The maximum number of requests of the preview. */
    readonly requests: number;
    /** The maximum number of requests of the command if it changes that many resources. */
    readonly requestsOfChanges: (changes: number) => number;
  };
}

export interface FleetOptions {
  readonly command: Command;
  readonly stacks: readonly Planned[];
  /** Number of stacks that run at the same time. */
  readonly concurrency: number;
  readonly room: Room;
  readonly clock: Clock;
  readonly run: (name: string) => Promise<StackResult>;
  readonly runPreview: (name: string) => Promise<StackResult>;
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

async function runOne(stack: Planned, options: FleetOptions): Promise<Outcome> {
  const { command, room, clock, run, tell, stop } = options;
  const { name } = stack;
  const notStarted: Outcome = { name, result: undefined, seconds: 0 };
  if (stop.aborted) return notStarted;
  try {
    const need = await needOf(stack, options);
    return await room.within(
      need.requests,
      async (sent) => {
        tell(`${name}: started`);
        const start = clock.now();
        const result = await run(name);
        if (result.requests !== undefined) sent(result.requests);
        const seconds = (clock.now() - start) / 1000;
        for (const line of linesOf(command, result, seconds)) tell(`${name}: ${line}`);
        return { name, result: { ...result, requests: total(need.sent, result.requests) }, seconds };
      },
      onWait(name, need.requests, tell),
    );
  } catch (error) {
    if (stop.aborted) return notStarted;
    // The preview or the request for the window failed.
    const result = error instanceof PreviewFailed ? error.result : failedResult(error);
    for (const line of linesOf(command, result, 0)) tell(`${name}: ${line}`);
    return { name, result, seconds: 0 };
  }
}

const onWait = (name: string, requests: number, tell: (line: string) => void) => () =>
  tell(`${name}: waiting, because there is no room for ${requests} more requests`);

class PreviewFailed extends Error {
  constructor(readonly result: StackResult) {
    super("The preview failed.");
  }
}

/** Both, if both are known. */
const total = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? undefined : one + other;

interface Need {
  /** The maximum number of requests of the command. */
  readonly requests: number;
  /** Requests that were sent to find that out; undefined if that is not known. */
  readonly sent: number | undefined;
}

/** What a command on a stack needs: a large stack would wait for room that it does not need. */
async function needOf({ name, requests, preview }: Planned, { room, runPreview, tell }: FleetOptions): Promise<Need> {
  if (preview === undefined) return { requests, sent: 0 };
  const result = await room.within(
    preview.requests,
    async (sent) => {
      const previewed = await runPreview(name);
      if (previewed.requests !== undefined) sent(previewed.requests);
      return previewed;
    },
    onWait(name, preview.requests, tell),
  );
  const { created, updated, deleted, failed } = result.counts;
  if (result.end !== "done")
    throw new PreviewFailed({ ...result, counts: { created: 0, updated: 0, deleted: 0, unchanged: 0, failed } });
  return { requests: preview.requestsOfChanges(created + updated + deleted), sent: result.requests };
}
