import { LinkedController } from "./deadline.js";
import type { BinaryContent } from "./operation.js";
import type { TransportAnswer } from "./transport.js";

/** The reason with which a file is discarded. */
export class Discarded extends Error {}

/** Answers whose files are neither read to their end nor discarded. */
export type OpenFiles = Set<TransportAnswer>;

interface Surroundings {
  readonly open: OpenFiles;
  /** Each ends the file. */
  readonly signals: readonly (AbortSignal | undefined)[];
  /** The error for a file that could not be read; `interruption` is the signal that ended it, if one did. */
  failure(error: unknown, interruption: AbortSignal | undefined): unknown;
}

/** A file that is read as it comes. Reading it has no deadline; whatever ends it frees its connection, read or not. */
export function openFile(answer: TransportAnswer, contentType: string, { open, signals, failure }: Surroundings): BinaryContent {
  const controller = new LinkedController(...signals);
  const { signal } = controller;
  const over = () => {
    open.delete(answer);
    controller.release();
    signal.removeEventListener("abort", giveUp);
  };
  const giveUp = () => {
    over();
    answer.abandon();
  };
  open.add(answer);
  if (signal.aborted) giveUp();
  else signal.addEventListener("abort", giveUp, { once: true });

  async function* read(): AsyncGenerator<Uint8Array> {
    try {
      yield* answer.stream();
    } catch (error) {
      throw failure(error, signal.aborted ? signal : undefined);
    } finally {
      over();
    }
  }
  const discard = () => {
    if (open.has(answer)) controller.abort(new Discarded("the file was discarded"));
  };
  return { contentType, content: read(), discard, [Symbol.asyncDispose]: async () => discard() };
}
