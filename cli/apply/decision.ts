import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { canonicalJson, differingArguments } from "../../provider/values/reviewed.js";
import { nameIn, unequal } from "../preview/properties.js";
import { type Before, contentOf, reviewedFiles } from "../review/before.js";
import { changesOf } from "../preview/changes.js";
import { differingParts, type Digest, previewedBy } from "../review/digest.js";
import { operationOf, type PlannedChange, plannedChanges, reviewedRun } from "../preview/plan.js";
import { UsageError } from "../shared/exit.js";
import { parseJson, readText } from "../shared/input.js";
import { valueText } from "../shared/values.js";
import { type Frozen, parseExport, titleOf } from "../stack/deployment.js";
import { readEvents, type RunEvents } from "../stack/events.js";

const text = z.string();
const digests = z.record(text, text.nullable());
const review = z.object({
  digest: text,
  plan: z.array(
    z.looseObject({
      urn: text,
      operations: z.array(text),
      declares: digests.optional(),
      found: digests.nullish(),
    }),
  ),
  changes: z.array(z.object({ urn: text, properties: z.array(z.object({ path: text, after: z.unknown().optional() })) })),
  settings: z.array(z.object({ what: text, urn: text.optional(), name: text, after: z.unknown().optional() })),
});

/** What a review has shown, so that a refusal can say what differs. It decides nothing. */
export type ReviewFile = Frozen<Omit<z.output<typeof review>, "digest">>;

/** Reads what `hosting review --json` has printed. @param digest that the review must have @throws UsageError */
export async function readReview(file: string, digest: string): Promise<ReviewFile> {
  const { data } = review.safeParse(parseJson(`--review ${file}`, await readText("--review", file)));
  if (data === undefined) throw new UsageError(`--review ${file}: this is not what \`hosting review --json\` prints`);
  if (data.digest !== digest.trim()) throw new UsageError(`--review ${file}: the review has another digest than --digest`);
  return data;
}

export interface Proposed {
  readonly preview: RunEvents;
  /** Of the digests. */
  readonly key: string;
  readonly digest: Digest;
  readonly settings: ReviewFile["settings"];
  /** The run so far: its refresh, if it has one. */
  readonly begun: RunEvents;
  /** Whether the state is the one that was read before the preview. */
  readonly isSameState: boolean;
  /** Whether the files of the digest are those that were read before the preview. */
  readonly areSameFiles: boolean;
}

export interface Objection {
  readonly message: string;
  readonly isForcible: boolean;
}

/** Why a run must not go on; undefined if it is what was reviewed, and is about what was previewed. */
export async function objectionTo(
  { preview, key, digest, settings, begun, isSameState, areSameFiles }: Proposed,
  reviewed: Digest,
  review: ReviewFile | undefined,
): Promise<Objection | undefined> {
  if (!preview.isWhole) return final("The events of the preview are incomplete, so it cannot be compared with the review.");
  if (!isSameState && !isSameRefresh(preview, begun)) return final("The state of the stack was changed during the preview.");
  if (!areSameFiles)
    return final(
      "The configuration file of the stack, the project file or the lock file of the dependencies was changed during the preview.",
    );
  const parts = differingParts(reviewed, digest);
  if (parts.length === 0) return undefined;
  const proposed = { plan: plannedChanges(preview, key), changes: await changesOf(preview), settings };
  const details = digest.key !== reviewed.key || digest.changes === reviewed.changes ? "" : differenceText(review, proposed);
  return { message: `This is not what was reviewed. Different: ${parts.join(", ")}.${details}`, isForcible: true };
}

const final = (message: string): Objection => ({ message: `${message} Run again.`, isForcible: false });

/** A refresh writes what it read to the state, so the state differs by that. It must have found the same twice. */
const isSameRefresh = (preview: RunEvents, begun: RunEvents): boolean =>
  begun.refreshed.length > 0 && refreshText(preview) === refreshText(begun);

const refreshText = ({ refreshed }: RunEvents): string =>
  canonicalJson(refreshed.map((step) => canonicalJson([step.urn, step.old ?? null, step.new ?? null])).sort());

function differenceText(review: ReviewFile | undefined, proposed: ReviewFile): string {
  const lines = (resources: readonly string[]) => resources.map((each) => `\n  ${each}`).join("");
  if (review !== undefined) return lines([...differingChanges(review, proposed), ...differingSettings(review, proposed)]);
  if (proposed.plan.length === 0) return " The run would change nothing.";
  return ` The run would do this:${lines(proposed.plan.map((each) => `${titleOf(each.urn)}: ${operationOf(each)}`))}`;
}

export function differingChanges(review: ReviewFile, proposed: ReviewFile): readonly string[] {
  const [before, now] = [review, proposed].map(({ plan }) => Object.fromEntries(plan.map((each) => [each.urn, each])));
  return unequal(before!, now!, isSameJson)
    .sort()
    .map((urn) => {
      const [one, other] = [before![urn], now![urn]];
      const title = titleOf(urn);
      if (one === undefined) return `${title}: ${operationOf(other!)}, which the review does not have`;
      if (other === undefined) return `${title}: the review has ${operationOf(one)}, and the run would not change it`;
      if (operationOf(one) !== operationOf(other)) return `${title}: ${operationOf(other)} instead of ${operationOf(one)}`;
      const values = differingValues(urn, [one, other], [review, proposed]);
      return `${title}: ${operationOf(other)}, but another one than reviewed: ${values}`;
    });
}

function differingSettings(review: ReviewFile, proposed: ReviewFile): readonly string[] {
  const [before, now] = [review, proposed].map(({ settings }) =>
    Object.fromEntries(
      settings
        .filter(({ what }) => what === "output" || what === "option")
        .map(({ what, urn, name, after }) => [
          `${urn === undefined ? "" : `${titleOf(urn)}: `}${what} ${name}`,
          after === undefined ? "nothing" : valueText(after),
        ]),
    ),
  );
  return unequal(before!, now!).map((name) => `${name}: ${now![name] ?? "unchanged"} instead of ${before![name] ?? "unchanged"}`);
}

const isSameJson = (one: unknown, other: unknown): boolean => canonicalJson(one) === canonicalJson(other);

type Pair<T> = readonly [T, T];

function differingValues(urn: string, [one, other]: Pair<ReviewFile["plan"][number]>, reviews: Pair<ReviewFile>): string {
  const shown = ({ changes }: ReviewFile, name: string): string =>
    (changes.find((each) => each.urn === urn)?.properties ?? [])
      .filter(({ path }) => nameIn(path) === name)
      .map(({ after }) => valueText(after))
      .join(", ");
  const names = new Set(differingArguments(one.declares ?? {}, other.declares ?? {}).map(nameIn));
  const declared = [...names].map((name) => {
    const [reviewed, now] = [shown(reviews[0], name), shown(reviews[1], name)];
    return reviewed === now ? `another ${name}` : `${name} ${now || "nothing"} instead of ${reviewed || "nothing"}`;
  });
  const found = [...new Set(differingArguments(one.found ?? {}, other.found ?? {}).map(nameIn))];
  const rest = unequal(one, other, isSameJson).flatMap((name) => otherFacts[name] ?? []);
  return [
    ...declared,
    ...(found.length === 0 ? [] : [`${found.join(", ")} was changed outside the program since`]),
    ...rest,
  ].join("; ");
}

const otherFacts: Readonly<Record<string, string>> = {
  operations: "other steps, or in another order",
  formerUrn: "another name in the state",
  id: "another object",
  before: "other options in the state",
  after: "other options",
  sources: "in another new container",
  options: "other options, such as `ignoreChanges`",
  cost: "another price",
  overwritten: "it overwrites something else",
  inside: "something else goes with it",
  outcome: "another end of its deletion",
} satisfies Partial<Record<keyof PlannedChange, string>>;

export interface Expected {
  readonly digest: Digest;
  /** Undefined if only the digest is known. */
  readonly review: ReviewFile | undefined;
  readonly options: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** Why it is applied even if something else was reviewed. */
  readonly force: string | undefined;
}

/** What becomes of a run that waits after its preview. */
export type Decision = Frozen<Awaited<ReturnType<typeof decide>>>;

/** @param logs event logs of the preview, and of the run so far */
export async function decide(
  before: Before & { readonly key: string },
  { digest: reviewed, review, options, environment, force }: Expected,
  logs: { readonly preview: string; readonly run: string },
) {
  const preview = readEvents(logs.preview);
  const files = await reviewedFiles(before.folder, before.stack);
  const { digest, settings } = await previewedBy(preview, before, environment, options);
  const proposed = {
    preview,
    key: before.key,
    digest: digest!,
    settings,
    begun: readEvents(logs.run),
    isSameState: isDeepStrictEqual(before.content, contentOf(parseExport(await before.pulumi.exportState()))),
    areSameFiles: isDeepStrictEqual(files, before.files),
  };
  const objection = await objectionTo(proposed, reviewed, review);
  const forced = objection?.isForcible === true ? force : undefined;
  return {
    objection,
    previewed: digest!,
    /** Why it goes on although it is not what was reviewed. */
    forced,
    /** What the run may do; undefined if it must not go on. */
    allowed: objection === undefined || forced !== undefined ? reviewedRun(preview) : undefined,
  };
}
