import type { Command } from "./command.js";
import { requestsOf } from "./command.js";
import type { Customer } from "./customers.js";
import { linesOf, type Outcome } from "./report.js";
import { failedResult, type StackResult } from "./stack.js";
import type { SharedWindow } from "./window.js";

export interface FleetOptions {
  readonly command: Command;
  readonly customers: readonly Customer[];
  /** Stacks that run at a time. */
  readonly concurrency: number;
  readonly window: SharedWindow;
  readonly run: (name: string) => Promise<StackResult>;
  readonly tell: (line: string) => void;
  /** No further stack is started once it aborts. */
  readonly stop: AbortSignal;
}

/** Runs a command on the stacks of all customers, a few at a time. One that fails does not keep others from running. */
export async function runFleet(options: FleetOptions): Promise<Outcome[]> {
  const queue = options.customers.entries();
  const outcomes: Outcome[] = [];
  const work = async (): Promise<void> => {
    // Those who work share the queue.
    for (const [index, customer] of queue) outcomes[index] = await runOne(customer, options);
  };
  await Promise.all(Array.from({ length: options.concurrency }, work));
  return outcomes;
}

async function runOne(customer: Customer, { command, window, run, tell, stop }: FleetOptions): Promise<Outcome> {
  const { name } = customer;
  const need = requestsOf(command, customer);
  const notStarted: Outcome = { name, result: undefined, seconds: 0 };
  if (stop.aborted) return notStarted;
  const onWait = () => tell(`${name}: waiting, as the rate window has no room for ${need} more requests`);
  try {
    return await window.within(
      need,
      async () => {
        tell(`${name}: started`);
        const start = Date.now();
        const result = await run(name);
        const seconds = (Date.now() - start) / 1000;
        for (const line of linesOf(result, seconds)) tell(`${name}: ${line}`);
        return { name, result, seconds };
      },
      onWait,
    );
  } catch (error) {
    if (stop.aborted) return notStarted;
    // The window could not be asked for.
    const result = failedResult(error);
    for (const line of linesOf(result, 0)) tell(`${name}: ${line}`);
    return { name, result, seconds: 0 };
  }
}
