import { readFile } from "node:fs/promises";
import type { z } from "zod";
import { isFile } from "../models/schema.js";
import type { Operation } from "../operations/operation.js";
import { codeOf } from "./cause.js";
import { unlessAborted } from "./deadline.js";
import { invalidInput, membersOf, type AnyInput, type Request, type UnreadFile } from "./request.js";

/** Stands for a file until that has been read; Base64, as the schema of a file demands. */
const standIn = "AA==";

/** An input whose bytes are in Base64, and the files that must be read first, by their members of the body. */
interface InputWithFiles {
  readonly input: AnyInput;
  readonly files: ReadonlyMap<string, UnreadFile>;
}

/** Finds the files of an input without waiting: what the program changes afterwards is not sent. */
export function withoutFiles(operation: Operation, given: AnyInput): InputWithFiles {
  const files = new Map<string, UnreadFile>();
  const { shape = {} } = (operation.body ?? {}) as { readonly shape?: z.core.$ZodShape };
  const names = Object.keys(shape).filter((name) => isFile(shape[name]!));
  if (names.length === 0) return { input: given, files };
  const members = membersOf(given);
  const body: Record<string, unknown> | undefined = membersOf(members?.["body"]);
  if (body === undefined) return { input: given, files };
  for (const name of names) {
    const file = body[name];
    if (typeof file !== "object" || file === null) continue;
    if (ArrayBuffer.isView(file))
      body[name] = contentOf(operation, name, Buffer.from(file.buffer, file.byteOffset, file.byteLength));
    else if (file instanceof URL || Symbol.asyncIterator in file || "arrayBuffer" in file) {
      files.set(name, file as UnreadFile);
      body[name] = standIn;
    }
  }
  return { input: { ...members, body }, files };
}

/**
 * The request with its files. They are read before the first attempt, so that each sends the same.
 *
 * @throws InputError for a file that cannot be read, or is empty
 */
export async function withFiles({ files, ...request }: Request, signal: AbortSignal): Promise<Request> {
  const { operation } = request;
  const body = JSON.parse(request.body!) as Record<string, unknown>;
  for (const [name, file] of files) {
    let bytes: Buffer;
    try {
      bytes = await unlessAborted(bytesOf(file, signal), signal);
    } catch (error) {
      if (signal.aborted) throw error;
      const code = codeOf(error);
      throw invalidInput(operation, [`body.${name}: cannot be read${code === undefined ? "" : ` (${code})`}`]);
    }
    body[name] = contentOf(operation, name, bytes);
  }
  return { ...request, files: new Map(), body: JSON.stringify(body) };
}

/** @throws InputError for an empty file: nobody means it, and a stream that has been read is one. */
function contentOf(operation: Operation, name: string, bytes: Buffer): string {
  if (bytes.length === 0) throw invalidInput(operation, [`body.${name}: is empty; a stream can be read only once`]);
  return bytes.toString("base64");
}

async function bytesOf(file: UnreadFile, signal: AbortSignal): Promise<Buffer> {
  if (file instanceof URL) return readFile(file, { signal });
  if (!(Symbol.asyncIterator in file)) return Buffer.from(await file.arrayBuffer());
  const end = () => (file as { destroy?: () => void }).destroy?.();
  signal.addEventListener("abort", end, { once: true });
  const pieces: Uint8Array[] = [];
  for await (const piece of file) pieces.push(Buffer.from(piece as Uint8Array));
  signal.removeEventListener("abort", end);
  return Buffer.concat(pieces);
}
