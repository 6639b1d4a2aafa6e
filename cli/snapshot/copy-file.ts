import { z } from "zod";
import { checkSeed } from "../../sandbox/seeds/plant.js";
import type { Seed } from "../../sandbox/seeds/schema.js";
import { UsageError } from "../shared/exit.js";
import { realPlace, writeWhole } from "../shared/files.js";
import { parseJson, readText, readTextIfThere, reasonOf } from "../shared/input.js";
import type { NotListed } from "../stack/collections.js";

export interface Copy {
  readonly format: typeof format;
  /** When it was read, in ISO 8601. */
  readonly takenAt: string;
  readonly seed: Seed;
  /** Names of the logins in the copy by the names of the explicit providers that use them. */
  readonly providers: Readonly<Record<string, string>>;
  readonly leftOut: readonly NotListed[];
}

export const format = "hosting-snapshot-1";

const schema = z.strictObject({
  format: z.literal(format),
  takenAt: z.string(),
  seed: z.unknown(),
  providers: z.record(z.string(), z.string()),
  leftOut: z.array(z.strictObject({ what: z.string(), why: z.string() })),
});

/** Whether data is a copy of whatever version, rather than something else. */
const isCopy = (data: unknown): boolean =>
  z.looseObject({ format: z.string().startsWith("hosting-snapshot-") }).safeParse(data).success;

/** Reads a copy. @param option that names the file, for messages @throws UsageError */
export async function readCopyFile(option: string, file: string): Promise<Copy> {
  const what = `${option} ${file}`;
  const data = parseJson(what, await readText(option, file));
  if (!isCopy(data)) throw new UsageError(`${what} was not written by \`hosting snapshot\`.`);
  if (!schema.safeParse(data).success)
    throw new UsageError(`${what} is the snapshot of another version. Write it again with \`hosting snapshot\`.`);
  const copy = data as Copy;
  try {
    checkSeed(copy.seed);
  } catch (error) {
    throw new UsageError(`${what} cannot be used: ${(error as Error).message}`);
  }
  return copy;
}

/** A seed in a file of `--seed` must not be a copy: its names of logins and its gaps would be lost. */
export function refuseCopy(file: string, data: unknown): void {
  if (isCopy(data)) throw new UsageError(`--seed ${file} was written by \`hosting snapshot\`: use --from ${file}`);
}

/** Makes sure that a copy can be written, and that nothing else is overwritten. @throws UsageError */
export async function checkOut(file: string): Promise<string> {
  if (file === "") throw new UsageError("--out must name a file");
  let place: string;
  try {
    place = await realPlace(file);
  } catch (error) {
    throw new UsageError(`--out ${file}: its folder cannot be reached: ${reasonOf(error)}`);
  }
  const text = await readTextIfThere(place, `--out ${place}`);
  if (text === undefined) return place;
  try {
    if (isCopy(JSON.parse(text))) return place;
  } catch {
    // It is no JSON, and so no copy.
  }
  throw new UsageError(`--out ${file} exists and was not written by \`hosting snapshot\`. Name another file.`);
}

/** Writes a copy completely or not at all. Only its owner can read it. */
export const writeCopy = (place: string, copy: Copy): Promise<void> =>
  writeWhole(place, `${JSON.stringify(copy, undefined, 2)}\n`, 0o600);
