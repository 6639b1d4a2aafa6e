import { z } from "zod";
import { UsageError } from "../shared/exit.js";
import { parseJson, readText } from "../shared/input.js";
import type { ChangeHash } from "../review/digest.js";

const review = z.looseObject({
  digest: z.string(),
  changes: z.array(z.looseObject({ urn: z.string(), operation: z.string(), hash: z.string() })),
});

/**
 * The changes in a file of `hosting review --json`.
 *
 * @param digest that the review must have
 * @throws UsageError
 */
export async function reviewedChanges(file: string, digest: string): Promise<readonly ChangeHash[]> {
  const { data } = review.safeParse(parseJson(`--review ${file}`, await readText("--review", file)));
  if (data === undefined) throw new UsageError(`--review ${file}: this is not what \`hosting review --json\` prints`);
  if (data.digest !== digest.trim()) throw new UsageError(`--review ${file}: the review has another digest than --digest`);
  return data.changes;
}
