import { inLine } from "../../sdk/redaction/text.js";
import { outcomeOf } from "../preview/changes.js";
import { type EffectLabel, reasonsIn, resourceAsJson, summaryOf, tableOf } from "../preview/table.js";
import { changedElsewhere } from "../rehearse/report.js";
import { isChange } from "../preview/plan.js";
import { listsOf, type Redact, type Section } from "../shared/document.js";
import { type Frozen, isDefaultProvider, titleOf } from "../stack/deployment.js";
import { readEvents, type RunEvents, type Step } from "../stack/events.js";
import type { HeldRun } from "./held-run.js";

/** How an application ended: `other` did something besides its preview. */
export type ApplyResult = "applied" | "other" | "failed" | "refused";

export type Application = Frozen<Awaited<ReturnType<typeof applicationOf>>>;

export async function applicationOf({ preview: previewLog, run: runLog, failure }: HeldRun) {
  const preview = readEvents(previewLog);
  const run = runLog === undefined ? undefined : readEvents(runLog);
  const { resources, problems, result } = await outcomeOf(run ?? preview);
  const refused = resources.filter(({ effect }) => effect === "refused");
  // A policy that stops a run is no failure of a resource.
  const said = [...problems, ...mandatoryIn(run ?? preview)];
  const notReviewed = run === undefined ? [] : notReviewedIn(preview, run);
  const isFailed = result !== "succeeds" || failure !== undefined;
  const ended: ApplyResult = run === undefined ? "refused" : isFailed ? "failed" : notReviewed.length > 0 ? "other" : "applied";
  return {
    resources: run === undefined ? refused : resources,
    // The message of the command says little, so it is only shown if there is no other.
    problems: refused.length > 0 || said.length > 0 || failure === undefined ? said : [failure.message],
    result: ended,
    /** Resources of other packages that it changed. */
    elsewhere: run === undefined ? [] : changedElsewhere(run),
    /** What it did besides its preview. */
    notReviewed,
  };
}

const mandatoryIn = ({ violations }: RunEvents): readonly string[] =>
  violations
    .filter(({ isMandatory }) => isMandatory)
    .map(({ urn, policy, message }) =>
      inLine(`${[...(urn === undefined ? [] : [titleOf(urn)]), `policy ${policy}`].join(", ")}: ${message}`),
    );

/**
 * What a run did besides its preview. The engine decides again in a run, where it knows more values, so an update can turn out to be a
 * replacement.
 */
export function notReviewedIn(preview: RunEvents, run: RunEvents): readonly string[] {
  const foreseen = new Set(changesIn(preview).map(keyOf));
  const strange = changesIn(run).filter((step) => !foreseen.has(keyOf(step)));
  return [...new Set(strange.map(({ op, urn }) => `${titleOf(urn)}: ${op}`))];
}

const keyOf = ({ op, urn }: Step): string => `${op} ${urn}`;

const changesIn = ({ planned }: RunEvents): readonly Step[] =>
  planned.filter((step) => step.isCustom && !isDefaultProvider(step.urn) && isChange(step));

/** The past of each step that changes something. A replacement is told by its creation and its deletion. */
const done: Readonly<Record<string, string>> = {
  create: "created",
  "create-replacement": "created",
  import: "imported",
  "import-replacement": "imported",
  update: "updated",
  delete: "deleted",
  "delete-replaced": "deleted",
  "discard-replaced": "left",
  discard: "left",
};

/** What was finished, one text for each resource: `created Webhook hook`. */
export async function finishedIn(lines: string): Promise<readonly string[]> {
  const events = readEvents(lines);
  const { resources } = await outcomeOf(events);
  const left = new Set(resources.filter(({ effect }) => effect === "left").map(({ urn }) => urn));
  return events.planned
    .filter(({ isCustom, op }) => isCustom && Object.hasOwn(done, op))
    .map(({ op, urn }) => `${left.has(urn) ? "left" : done[op]!} ${inLine(titleOf(urn))}`);
}

export interface Report extends Application {
  readonly stack: string;
  /** Why something else was applied than reviewed. */
  readonly force: string | undefined;
  /** What was sent without a known answer. */
  readonly unsettled: readonly string[];
  readonly advice: readonly string[];
}

/** What a run did not achieve may have had an effect, so it is not called refused. */
export const effectLabel: EffectLabel = (effect) => (effect === "refused" ? "failed" : effect);

const headings: Readonly<Record<ApplyResult, string>> = {
  applied: "applied as reviewed",
  other: "the run did something that its preview did not show",
  failed: "the run failed",
  refused: "the run did not begin, so nothing was changed at the provider",
};

export function applicationSection(report: Report, redact: Redact): Section {
  const { stack, resources, problems, result, elsewhere, notReviewed, force, unsettled, advice } = report;
  const heading =
    result === "applied" && force !== undefined ? "applied, although it is not what was reviewed" : headings[result];
  const lists = {
    "Reason of --force": force === undefined ? [] : [force],
    Why: reasonsIn(resources),
    "What stopped the run": problems,
    "Without a known result": unsettled,
    "Not in the preview": notReviewed,
    "Changed with other packages": elsewhere,
    "What to do": advice,
  };
  const open = unsettled.length === 0 ? undefined : `${unsettled.length} without a known result`;
  const summary = [summaryOf(resources, effectLabel), open].filter((each) => each !== undefined).join(", ");
  const counts = summary === "" && elsewhere.length === 0 ? "nothing was changed" : summary;
  return {
    heading: `Stack ${stack}: ${heading}${counts === "" || result === "refused" ? "" : `: ${counts}`}.`,
    table: tableOf(resources, redact, effectLabel),
    lists: listsOf(lists, redact),
  };
}

export const applicationAsJson = (report: Report, redact: Redact): object => ({
  stack: report.stack,
  outcome: report.result,
  force: report.force && redact(report.force),
  resources: report.resources.map((each) => ({ ...resourceAsJson(each, redact), effect: effectLabel(each.effect) })),
  unsettled: report.unsettled,
  elsewhere: report.elsewhere.map(redact),
  unforeseen: report.notReviewed,
  problems: report.problems.map(redact),
  advice: report.advice,
});
