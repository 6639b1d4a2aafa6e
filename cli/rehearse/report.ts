import type { NotListed } from "../stack/attempts.js";
import type { Redact, Section } from "../shared/document.js";
import type { Outcome, Result } from "../preview/outcome.js";
import { happeningAsJson, reasonsIn, summaryOf, tableOf } from "../preview/table.js";

/** What a rehearsal of a stack has shown. */
export interface Rehearsal extends Outcome {
  readonly stack: string;
  /** What the copy lacks. */
  readonly leftOut: readonly NotListed[];
}

const headings: Readonly<Record<Result, string>> = {
  succeeds: "`pulumi up` would succeed",
  fails: "`pulumi up` would fail",
  "not rehearsed": "only the preview could be rehearsed",
};

export function rehearsalSection({ stack, happenings, problems, result, leftOut }: Rehearsal, redact: Redact): Section {
  const lists = [
    { title: "Why", items: reasonsIn(happenings) },
    { title: "What stopped the run", items: problems },
    { title: "Not in the copy, so that it may go differently", items: leftOut.map(({ what, why }) => `${what}: ${why}`) },
  ];
  return {
    heading: `Stack ${stack}: ${headings[result]}: ${summaryOf(happenings) ?? "nothing would change"}.`,
    ...tableOf(happenings, redact),
    lists: lists.map(({ title, items }) => ({ title, items: items.map(redact) })),
  };
}

/** For programs. */
export const rehearsalAsJson = ({ stack, happenings, problems, result, leftOut }: Rehearsal, redact: Redact): object => ({
  stack,
  outcome: result,
  resources: happenings.map((each) => happeningAsJson(each, redact)),
  problems: problems.map(redact),
  leftOut: leftOut.map(({ what, why }) => ({ what: redact(what), why: redact(why) })),
});
