import { type EffectLabel, happeningAsJson, reasonsIn, summaryOf, tableOf } from "../preview/table.js";
import type { Redact, Section } from "../shared/document.js";
import type { Application } from "./application.js";
import type { ApplyResult } from "./record.js";

/** What is told about an application. */
export interface Report extends Application {
  readonly stack: string;
  /** Why something else was applied than reviewed. */
  readonly force: string | undefined;
  /** What was sent without a known answer. */
  readonly unsettled: readonly string[];
  /** What to do next. */
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
  const { stack, happenings, problems, result, elsewhere, unforeseen, force, unsettled, advice } = report;
  const heading =
    result === "applied" && force !== undefined ? "applied, although it is not what was reviewed" : headings[result];
  const lists = [
    { title: "Reason of --force", items: force === undefined ? [] : [force] },
    { title: "Why", items: reasonsIn(happenings) },
    { title: "What stopped the run", items: problems },
    { title: "Without a known result", items: unsettled },
    { title: "Not in the preview", items: unforeseen },
    { title: "Changed with other packages", items: elsewhere },
    { title: "What to do", items: advice },
  ];
  const open = unsettled.length === 0 ? undefined : `${unsettled.length} without a known result`;
  const summary = [summaryOf(happenings, effectLabel), open].filter((each) => each !== undefined).join(", ");
  const counts = summary === "" && elsewhere.length === 0 ? "nothing was changed" : summary;
  return {
    heading: `Stack ${stack}: ${heading}${counts === "" || result === "refused" ? "" : `: ${counts}`}.`,
    ...tableOf(happenings, redact, effectLabel),
    lists: lists.map(({ title, items }) => ({ title, items: items.map(redact) })),
  };
}

/** For programs. */
export const applicationAsJson = (report: Report, redact: Redact): object => ({
  stack: report.stack,
  outcome: report.result,
  ...(report.force === undefined ? {} : { force: redact(report.force) }),
  resources: report.happenings.map((each) => ({ ...happeningAsJson(each, redact), effect: effectLabel(each.effect) })),
  unsettled: report.unsettled,
  elsewhere: report.elsewhere.map(redact),
  unforeseen: report.unforeseen,
  problems: report.problems.map(redact),
  advice: report.advice,
});
