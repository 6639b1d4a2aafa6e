import type { Clock } from "pulumi-hosting/sdk";

/** Why a run stops: its time is over. */
export class TimeOver extends Error {
  constructor() {
    super("The time of the run is over.");
  }
}

export interface Stop {
  /** No further stack starts once it aborts. */
  readonly stop: AbortSignal;
  /** The stacks under way are interrupted once it aborts. */
  readonly interrupt: AbortSignal;
}

export interface StopOptions {
  readonly clock: Clock;
  readonly tell: (line: string) => void;
  /** No further stack starts after so many minutes; undefined: all start. */
  readonly minutes: number | undefined;
  /** Receives the signals. */
  readonly process: { on(signal: "SIGINT" | "SIGTERM", listener: () => void): unknown };
}

/**
 * The first signal, or the end of the time, ends the run once the stacks under way have ended. On Ctrl-C the terminal interrupts them too.
 * SIGTERM reaches only the runner, so the runner must interrupt them.
 */
export function stopOf({ clock, tell, minutes, process }: StopOptions): Stop {
  const [stop, interrupt] = [new AbortController(), new AbortController()];
  const end = (why: string, reason?: Error) => {
    if (!stop.signal.aborted) tell(`${why}: no further stack will start; waiting for those under way.`);
    stop.abort(reason);
  };
  process.on("SIGINT", () => end("Interrupted"));
  process.on("SIGTERM", () => {
    end("Interrupted");
    interrupt.abort();
  });
  if (minutes !== undefined)
    clock.sleep(minutes * 60_000, stop.signal).then(
      () => end(`The ${minutes} minutes are over`, new TimeOver()),
      // A signal came first.
      () => undefined,
    );
  return { stop: stop.signal, interrupt: interrupt.signal };
}

/** Whether the run stopped because its time was over. */
export const isTimeOver = ({ stop }: Stop): boolean => stop.reason instanceof TimeOver;
