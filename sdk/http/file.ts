import { LinkedController } from "./deadline.js";
import { checkDocument } from "./decode.js";
import type { BinaryContent } from "../operations/operation.js";
import type { TransportAnswer } from "./transport.js";

/** The abort reason of a discarded file. */
export class Discarded extends Error {}

/** Answers whose files are neither read to the end nor discarded. */
export type OpenFiles = Set<TransportAnswer>;

interface FileContext {
  readonly open: OpenFiles;
  /** Each of them ends the file. */
  readonly signals: readonly (AbortSignal | undefined)[];
  /** The error for a file that could not be read; `interruption` is the signal that ended it, if any. */
  failure(error: unknown, interruption: AbortSignal | undefined): unknown;
  /** The error for reading a file twice. */
  readAgain(): unknown;
}

/** A file whose beginning shows that it is one. */
export interface BegunFile {
  readonly beginning: readonly Uint8Array[];
  readonly rest: AsyncIterator<Uint8Array, unknown>;
}

/** A document does not begin with more whitespace than this. */
const longestBlank = 1024;

const blank = new Set(Buffer.from("\t\n\f\r \u00ef\u00bb\u00bf", "latin1"));

/**
 * Reads until the first character that is not whitespace.
 *
 * @throws UnreadableBody if the answer is not a document.
 */
export async function beginFile(answer: TransportAnswer): Promise<BegunFile> {
  const rest = answer.stream()[Symbol.asyncIterator]();
  const beginning: Uint8Array[] = [];
  let length = 0;
  for (let shows = false; !shows && length < longestBlank;) {
    const piece = await rest.next();
    if (piece.done === true) break;
    beginning.push(piece.value);
    length += piece.value.byteLength;
    shows = piece.value.some((octet) => !blank.has(octet));
  }
  checkDocument(
    Buffer.concat(beginning).subarray(0, longestBlank),
    answer.header("content-type"),
    answer.header("content-encoding"),
  );
  return { beginning, rest };
}

/** A file that is read while it arrives. Reading it has no deadline. Whatever ends it frees its connection, whether it was read or not. */
export function openFile(
  answer: TransportAnswer,
  { beginning, rest }: BegunFile,
  contentType: string,
  { open, signals, failure, readAgain }: FileContext,
): BinaryContent {
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

  let isBegun = false;
  async function* read(): AsyncGenerator<Uint8Array> {
    if (isBegun && !signal.aborted) throw readAgain();
    isBegun = true;
    const unread = beginning.values();
    try {
      for (;;) {
        const piece = unread.next();
        const { done, value } = piece.done === true ? await rest.next() : piece;
        signal.throwIfAborted();
        if (done === true) return;
        yield value;
      }
    } catch (error) {
      throw failure(error, signal.aborted ? signal : undefined);
    } finally {
      over();
      await rest.return?.();
    }
  }
  const discard = () => {
    if (open.has(answer)) controller.abort(new Discarded("the file was discarded"));
  };
  return { contentType, content: { [Symbol.asyncIterator]: read }, discard, [Symbol.asyncDispose]: async () => discard() };
}
