import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";
import { UsageError } from "./exit.js";

/** A file that is not UTF-8. Read as if it were, it would lose characters without a word. */
export class NotUtf8 extends UsageError {}

/** The text that the bytes of a file are. @throws NotUtf8 */
export function textIn(bytes: Buffer): string {
  // With a mark at its beginning, or with a zero in its first character, which is of ASCII in any JSON or YAML.
  const isWide = /^(fffe|feff|00|..00)/.test(bytes.subarray(0, 2).toString("hex"));
  if (isWide) throw new NotUtf8("it is UTF-16; save it as UTF-8");
  const text = bytes.toString("utf8");
  if (isUtf8(bytes)) return text;
  const at = Buffer.from(text).findIndex((byte, index) => byte !== bytes[index]);
  const line = bytes.subarray(0, at).toString("latin1").split("\n").length;
  throw new NotUtf8(`it is not UTF-8 at line ${line}, byte ${at + 1}; save it as UTF-8`);
}

/** The text of a file. @throws NotUtf8 */
export const readUtf8 = async (path: string): Promise<string> => textIn(await readFile(path));
