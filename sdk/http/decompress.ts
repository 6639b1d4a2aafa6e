import { pipeline, type Transform } from "node:stream";
import type * as Zlib from "node:zlib";

/** A coding that a proxy may have added. */
interface Coding {
  /** Whether a body can begin like this. Some servers only claim the coding. */
  begins(octet: number): boolean;
  decoder(zlib: typeof Zlib): Transform;
}

const gzip: Coding = { begins: (octet) => octet === 0x1f, decoder: (zlib) => zlib.createGunzip() };

/** RFC 9110, 8.4.1. Newer ones need a newer Node. */
const codings: Readonly<Record<string, Coding>> = {
  gzip,
  "x-gzip": gzip,
  // The low half of a zlib header is the method, 8.
  deflate: { begins: (octet) => (octet & 15) === 8, decoder: (zlib) => zlib.createInflate() },
  br: { begins: () => true, decoder: (zlib) => zlib.createBrotliDecompress() },
};

/** How to decompress a body with this `Content-Encoding`; undefined if it is not compressed, or in a way that is not known. */
export function codingOf(field: string | undefined): Coding | undefined {
  const name = field?.trim().toLowerCase() ?? "";
  return Object.hasOwn(codings, name) ? codings[name] : undefined;
}

/**
 * A body without its coding. The client asks for none, but a proxy may compress all the same, and then the request has already
 * had its effect. The library's own interceptor is experimental, and warns on standard error.
 */
export async function* decompressed(body: AsyncIterable<Uint8Array>, { begins, decoder }: Coding): AsyncGenerator<Uint8Array> {
  const pieces: AsyncIterator<Uint8Array, unknown> = body[Symbol.asyncIterator]();
  const first = await pieces.next();
  if (first.done === true) return;
  const beginning = first.value;
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield beginning;
    yield* { [Symbol.asyncIterator]: (): AsyncIterator<Uint8Array, unknown> => pieces };
  }
  if (!begins(beginning[0]!)) return void (yield* whole());
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- rarely needed
  const stream = decoder(require("node:zlib") as typeof Zlib);
  yield* pipeline(whole(), stream, () => undefined) as AsyncIterable<Uint8Array>;
}
