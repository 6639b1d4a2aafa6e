import { createHash } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { UsageError } from "../shared/exit.js";
import { readTextIfThere } from "../shared/input.js";

/** The file that keeps names stable from run to run, beside the program. */
export const mappingFile = "hosting-import.json";

/** The file with what a run has read, in the folder of the program: a line for each listing. */
export const readingFile = "hosting-import.reading";

export const mapping = z.strictObject({
  version: z.literal(1),
  address: z.string(),
  customers: z.array(z.int()),
  accounts: z.array(z.string()),
  /** Absent in a file of an earlier version. */
  kinds: z.array(z.string()).optional(),
  /** Digests of the files as they were written, to tell whether a person has edited them. */
  files: z.record(z.string(), z.string()),
  /** Keys of the configuration, by what each is the secret of. Absent in a file of an earlier version. */
  secrets: z.record(z.string(), z.string()).optional(),
  objects: z.array(z.strictObject({ kind: z.string(), id: z.string(), name: z.string(), file: z.string() })),
});

export type Mapping = z.output<typeof mapping>;

export async function readMapping(folder: string): Promise<Mapping | undefined> {
  const file = join(folder, mappingFile);
  const text = await readTextIfThere(file);
  if (text === undefined) return undefined;
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
