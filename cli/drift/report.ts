import { type Cell, listsOf, type Redact, type Section } from "../shared/document.js";
import { counted, firstNames } from "../shared/text.js";
import { groupedBy, redactedValue, valueText } from "../shared/values.js";
import { kindIn } from "../stack/definitions.js";
import { nameOf, titleOf } from "../stack/deployment.js";
import type { Drift, DriftComparison, Named, NotRead } from "./compare.js";
import type { UnmanagedReport } from "./unmanaged.js";

export type StackReport = { readonly stack: string } & (DriftComparison | { readonly failure: string });

/** Whether something could not be compared, so that the absence of drift proves nothing. */
export const isIncomplete = (report: StackReport): boolean =>
  "failure" in report || report.notRead.length > 0 || report.notCompared.length > 0 || report.problems.length > 0;

export const hasDrift = (report: StackReport): boolean => "drift" in report && report.drift.length > 0;

export function stackSection(report: StackReport, redact: Redact): Section {
  const { stack } = report;
  if ("failure" in report) return { heading: `Stack ${stack} could not be compared. ${redact(report.failure)}` };
  const { drift, notRead, notCompared, attention, problems } = report;
  const explained = drift.filter(({ message }) => message !== undefined);
  const lists = {
    Why: firstOf(explained.map((each) => `${titleOf(each.urn)}: ${each.message}`)),
    "Could not be read": unreadItems(notRead),
    "Why the comparison is not complete": problems,
    "Compared with the state, not with the program":
      notCompared.length === 0 ? [] : [`${counted(notCompared.length, "resource")}: ${namesOf(notCompared)}`],
    "No drift, but needs attention": attention,
  };
  return {
    heading: `Stack ${stack}: ${driftText(report)}`,
    table: [driftColumns, ...drift.flatMap((each) => driftRows(each, redact))],
    lists: listsOf(lists, redact),
  };
}

const mostReasons = 10;

/** Hundreds of objects that one change has hit have the same reason, which each names. */
const firstOf = (reasons: readonly string[]): readonly string[] =>
  reasons.length <= mostReasons
    ? reasons
    : [...reasons.slice(0, mostReasons), `and ${reasons.length - mostReasons} more, which --json has`];

const namesOf = (all: readonly Named[]): string => {
  const titles = all.map(({ urn }) => titleOf(urn));
  return firstNames(titles, 3);
};

/** One item for each reason: a refused listing concerns everything in it. */
const unreadItems = (notRead: readonly NotRead[]): string[] =>
  groupedBy(notRead, ({ reason }) => reason).map((all) => `${namesOf(all)}: ${all[0].reason}`);

function driftText(report: DriftComparison & { readonly stack: string }): string {
  const { drift, notRead } = report;
  const unread = notRead.length === 0 ? undefined : `${counted(notRead.length, "resource")} could not be read`;
  if (drift.length > 0)
    return `${counted(drift.length, "resource differs", "resources differ")} from the program.${unread === undefined ? "" : ` ${unread}.`}`;
  return isIncomplete(report) ? `${unread ?? "not everything could be compared"}; no drift in the rest.` : "no drift.";
}

const driftColumns = ["RESOURCE", "DIFFERENCE", "PROPERTY", "PROGRAM", "PROVIDER", "CHANGED"];

function driftRows(drift: Drift, redact: Redact): Cell[][] {
  const first: Cell[] = [{ value: titleOf(drift.urn) }, differenceText(drift)];
  if (drift.properties.length === 0) return [[...first, "", "", "", ""]];
  return drift.properties.map((property) => [
    ...first,
    { value: property.path },
    {
      value: redact(
        `${valueText(property.program ?? property.recorded)}${property.recorded === undefined ? "" : " (in the state)"}`,
      ),
    },
    { value: redact(valueText(property.provider)) },
    originText[property.changed],
  ]);
}

const differenceText = ({ difference, isOrdered, leavesOld }: Drift): string =>
  [difference, isOrdered && "would be ordered and billed", leavesOld && "the old one stays"].filter(Boolean).join("; ");

const originText = { provider: "at the provider", program: "in the program", both: "in both" } as const;

export function unmanagedSection(
  { objects, listed, ignored, automatic, ownTokens, failed }: UnmanagedReport,
  stacks: readonly string[],
  redact: Redact,
): Section {
  const named = `stack${stacks.length === 1 ? "" : "s"} ${stacks.join(", ")}`;
  const left = [
    ...(ignored > 0 ? [`${counted(ignored, "object")} of the ignore list`] : []),
    ...(automatic > 0 ? [`${counted(automatic, "subdomain")} www: every registration creates one`] : []),
    ...(ownTokens > 0 ? [`${counted(ownTokens, "application token")} that this command logs in with`] : []),
  ];
  const lists = { "Could not be listed": failed.map(({ what, why }) => `${what}: ${why}`), "Not managed and left out": left };
  const count = objects.length === 0 ? "nothing" : counted(objects.length, "object");
  return {
    heading: `Not managed by ${named}: ${count} (of ${counted(listed, "listed object")}).`,
    table: [
      ["KIND", "ID", "OBJECT", "BILLED"],
      ...objects.map(({ kind, id, title, isBilled }) => [kind, { value: id }, { value: redact(title) }, isBilled ? "yes" : ""]),
    ],
    lists: listsOf(lists, redact),
  };
}

/** For programs. Ids, names and URNs are not redacted: a secret can equal a part of one by chance. */
export function stackAsJson(report: StackReport, redact: Redact): object {
  const { stack } = report;
  if ("failure" in report) return { stack, failure: redact(report.failure) };
  const { drift, notRead, notCompared, attention, problems } = report;
  const identity = ({ urn }: Named) => ({ urn, kind: kindIn(urn), name: nameOf(urn) });
  return {
    stack,
    drift: drift.map(({ id, difference, isOrdered, leavesOld, properties, message, ...each }) => ({
      ...identity(each),
      id,
      difference,
      ordered: isOrdered,
      ...(leavesOld && { oldStays: true }),
      properties: properties.map(({ path, changed, ...values }) => ({
        path,
        changed,
        ...(redactedValue(values, redact) as object),
      })),
      message: message && redact(message),
    })),
    notRead: notRead.map(({ reason, ...each }) => ({ ...identity(each), message: redact(reason) })),
    notCompared: notCompared.map(identity),
    problems: problems.map(redact),
    attention: attention.map(redact),
  };
}

export const unmanagedAsJson = (
  { objects, listed, ignored, automatic, ownTokens, failed }: UnmanagedReport,
  stacks: readonly string[],
  redact: Redact,
): object => ({
  stacks,
  unmanaged: objects.map(({ kind, id, title, isBilled }) => ({ kind, id, title: redact(title), billed: isBilled })),
  listed,
  leftOut: { ignored, www: automatic, ownTokens },
  notListed: failed.map(({ what, why }) => ({ what: redact(what), why: redact(why) })),
});
