import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { UsageError } from "../shared/exit.js";
import { reasonOf } from "../shared/input.js";

/** The file that keeps names stable from run to run, beside the program. */
export const mappingFile = "hosting-import.json";

const mapping = z.strictObject({
  version: z.literal(1),
  /** Base address of the API. */
  address: z.string(),
  customers: z.array(z.int()),
  accounts: z.array(z.string()),
  /** Digests of the files as they were written, to tell whether a person has edited them. */
  files: z.record(z.string(), z.string()),
  objects: z.array(z.strictObject({ kind: z.string(), id: z.string(), name: z.string(), file: z.string() })),
});

/** What earlier runs have imported. */
export type Mapping = z.output<typeof mapping>;

/** @throws UsageError if it cannot be read */
export async function readMapping(folder: string): Promise<Mapping | undefined> {
  const file = join(folder, mappingFile);
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new UsageError(`${file} cannot be read: ${reasonOf(error)}`);
  }
  try {
    return mapping.parse(JSON.parse(text));
  } catch {
    throw new UsageError(
      `${file} is damaged, or a later version wrote it. It has the names of what is imported: restore it, or name another folder with --out.`,
    );
  }
}

export const mappingText = (value: Mapping): string => `${JSON.stringify(value, undefined, 2)}\n`;

export const digestOf = (text: string): string => createHash("sha256").update(text).digest("base64url");
