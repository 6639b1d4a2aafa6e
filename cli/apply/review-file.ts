import { z } from "zod";
import type { Change, PropertyChange } from "../review/changes.js";
import type { Review } from "../review/review.js";
import type { SettingChange } from "../review/settings.js";
import { UsageError } from "../shared/exit.js";
import { parseJson, readText } from "../shared/input.js";

const text = z.string();
const digests = z.record(text, text.nullable());
const review = z.looseObject({
  digest: text,
  plan: z.array(
    z.looseObject({
      urn: text,
      operations: z.array(text),
      declares: digests.optional(),
      found: digests.nullish(),
    }),
  ),
  changes: z.array(
    z.looseObject({ urn: text, properties: z.array(z.looseObject({ path: text, after: z.unknown().optional() })) }),
  ),
  settings: z.array(z.looseObject({ what: text, urn: text.optional(), name: text, after: z.unknown().optional() })),
});

/** What a review has shown, so that a refusal can say what differs. It decides nothing. */
export interface ReviewFile extends Pick<Review, "plan"> {
  readonly changes: readonly (Pick<Change, "urn"> & { readonly properties: readonly Pick<PropertyChange, "path" | "after">[] })[];
  readonly settings: readonly (Pick<SettingChange, "name" | "after"> & {
    readonly what: string;
    readonly urn?: string | undefined;
  })[];
}

/**
 * Reads what `hosting review --json` has printed.
 *
 * @param digest that the review must have
 * @throws UsageError
 */
export async function readReview(file: string, digest: string): Promise<ReviewFile> {
  const { data } = review.safeParse(parseJson(`--review ${file}`, await readText("--review", file)));
  if (data === undefined) throw new UsageError(`--review ${file}: this is not what \`hosting review --json\` prints`);
  if (data.digest !== digest.trim()) throw new UsageError(`--review ${file}: the review has another digest than --digest`);
  return data;
}
