import { readFile } from "node:fs/promises";
import type { z } from "zod";
import { isFile } from "../models/schema.js";
import type { Operation } from "../operations/operation.js";
import { AbortError } from "../values/errors.js";
import { codeOf } from "./cause.js";
import { unlessAborted } from "./deadline.js";
import { invalidInput, membersOf, type AnyInput } from "./request.js";

/**
 * The input with the contents of its files in Base64, as the API takes them. They are read before the first request, so that each
 * attempt sends the same; reading has no timeout.
 *
 * @throws InputError for a file that cannot be read
 * @throws AbortError
 */
export async function withFilesRead(operation: Operation, input: AnyInput, signal: AbortSignal | undefined): Promise<AnyInput> {
  const { shape = {} } = (operation.body ?? {}) as { readonly shape?: z.core.$ZodShape };
  const names = Object.keys(shape).filter((name) => isFile(shape[name]!));
  if (names.length === 0) return input;
  const members = membersOf(input);
  const body = membersOf(members?.["body"]);
  if (body === undefined) return input;
  const read: Record<string, unknown> = { ...body };
  for (const name of names) {
    try {
      const bytes = bytesOf(body[name]);
      if (bytes !== undefined)
        read[name] = (await unlessAborted(bytes, signal ?? new AbortController().signal)).toString("base64");
    } catch (error) {
      if (signal?.aborted === true)
        throw new AbortError(`${operation.id} was ended by the caller's signal.`, { operation, cause: error });
      const code = codeOf(error);
      throw invalidInput(operation, [`body.${name}: cannot be read${code === undefined ? "" : ` (${code})`}`]);
    }
  }
  return { ...members, body: read };
}

/** The content of a file that is given in another form than Base64; undefined for anything else. */
function bytesOf(file: unknown): Promise<Buffer> | undefined {
  if (typeof file !== "object" || file === null) return undefined;
  if (ArrayBuffer.isView(file)) return Promise.resolve(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
  if (Symbol.asyncIterator in file) return gathered(file as AsyncIterable<Uint8Array | string>);
  if ("arrayBuffer" in file) return (file as Blob).arrayBuffer().then((bytes) => Buffer.from(bytes));
  return file instanceof URL ? readFile(file) : undefined;
}

async function gathered(pieces: AsyncIterable<Uint8Array | string>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(Buffer.from(piece as Uint8Array));
  return Buffer.concat(all);
}
