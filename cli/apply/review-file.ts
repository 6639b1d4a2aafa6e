import { z } from "zod";
import type { PlannedChange } from "../review/plan.js";
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

/** A property as a review shows it. */
interface ShownProperty {
  readonly path: string;
  readonly after?: unknown;
}

/** What a review has shown, so that a refusal can say what differs. It decides nothing. */
export interface ReviewFile {
  readonly plan: readonly PlannedChange[];
  readonly changes: readonly { readonly urn: string; readonly properties: readonly ShownProperty[] }[];
  readonly settings: readonly ShownSetting[];
}

/** What changes besides objects, as a review shows it. */
interface ShownSetting {
  readonly what: string;
  readonly urn?: string | undefined;
  readonly name: string;
  readonly after?: unknown;
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
