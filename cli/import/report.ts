import { inLine } from "../../sdk/redaction/text.js";
import { stackSection } from "../drift/report.js";
import { asText as documentText, type Redact, type Section } from "../shared/document.js";
import { exitCodes } from "../shared/exit.js";
import { inFolder, shortPath } from "../shared/files.js";
import { painter } from "../shared/terminal.js";
import { counted, firstNames } from "../shared/text.js";
import { groupedBy } from "../shared/values.js";
import type { NotListed } from "../stack/collections.js";
import { nameOf, titleOf } from "../stack/deployment.js";
import type { Placed } from "./objects.js";
import { importLine, isPartFile, type PlannedFile } from "./program/files.js";
import { type Earlier, earlierText } from "./reading.js";
import type { LeftOut } from "./select.js";
import type { Remaining, StateResult } from "./state.js";

export interface Imported {
  readonly folder: string;
  readonly stack: string | undefined;
  readonly isDryRun: boolean;
  readonly newFiles: readonly string[];
  readonly files: readonly PlannedFile[];
  /** Compiled files that Pulumi runs in place of those of the program. */
  readonly stale: readonly string[];
  /** Objects that no earlier import has declared. */
  readonly fresh: readonly Placed[];
  /** Keys of the configuration that have the secrets of the program. */
  readonly secretKeys: readonly string[];
  readonly leftOut: readonly LeftOut[];
  readonly attention: readonly LeftOut[];
  readonly notRead: readonly NotListed[];
  /** What was not read again, because an import that entered no state has read it. */
  readonly earlier: Earlier | undefined;
  /** `not installed`: the program cannot run yet, because its packages are missing. */
  readonly state: ImportedState | "not installed" | undefined;
}

export interface ImportedState extends StateResult {
  readonly remaining: readonly Remaining[];
}

/** What entered the state, or did not; undefined if nothing was to, or could. */
const stateOf = ({ state }: Imported): ImportedState | undefined => (state === "not installed" ? undefined : state);

const hasStateProblem = (imported: Imported): boolean => {
  const { difference, undeclared = [], withoutReference = [], remaining = [] } = stateOf(imported) ?? {};
  const isLost = remaining.some(({ op, isOrdered, isImported }) => isOrdered || isImported || op === "delete");
  return (
    imported.state === "not installed" || difference !== undefined || undeclared.length + withoutReference.length > 0 || isLost
  );
};

const enteredIn = (imported: Imported): number => stateOf(imported)?.urns.length ?? 0;

/** Whether something was not read, not written or not entered, would not run, or would be ordered. */
const isIncomplete = (imported: Imported): boolean =>
  imported.notRead.length > 0 || imported.stale.length > 0 || hasStateProblem(imported);

export const exitCodeOf = (imported: Imported): number => (isIncomplete(imported) ? exitCodes.failed : exitCodes.done);

export function asJson(imported: Imported, redact: Redact): object {
  const { folder, stack, isDryRun, newFiles, files, stale, fresh, secretKeys, leftOut, attention, notRead, earlier, state } =
    imported;
  return {
    outcome: isIncomplete(imported) ? "incomplete" : fresh.length === 0 && enteredIn(imported) === 0 ? "nothing new" : "imported",
    dryRun: isDryRun,
    folder,
    stack,
    files: [...newFiles.map((file) => ({ file, action: "write" })), ...files.map(({ file, action }) => ({ file, action }))],
    stale,
    objects: fresh.map(({ definition, found, name, file }) => ({ kind: definition.kind, id: found.id, name, file })),
    secrets: secretKeys,
    leftOut: leftOut.map(({ what, why }) => ({ what: redact(what), why })),
    attention: attention.map(({ what, why }) => ({ what: redact(what), why: redact(why) })),
    notRead: notRead.map(({ what, why }) => ({ what: redact(what), why: redact(why) })),
    earlier: earlier && { listings: earlier.count, since: earlier.since.toISOString() },
    state: typeof state === "object" ? stateAsJson(state) : state,
  };
}

const stateAsJson = ({ urns, undeclared, withoutReference, remaining, difference, backup }: ImportedState): object => ({
  entered: urns,
  proven: difference === undefined,
  undeclared: undeclared.map(({ name }) => name),
  withoutReference: withoutReference.map(({ urn }) => urn),
  rest: remaining.map(({ op, urn, isOrdered, why }) => ({ op, urn, ordered: isOrdered, why })),
  backup: urns.length > 0 || difference !== undefined ? backup : undefined,
});

export function asText(imported: Imported, redact: Redact): string {
  const sections = [summary(imported, redact), ...differenceSections(imported, redact)];
  return [documentText(sections, painter(process.stdout)), ...nextSteps(imported)].join("\n\n");
}

function summary(imported: Imported, redact: Redact): Section {
  const { isDryRun, newFiles, files, stale, fresh, leftOut, attention, notRead, earlier } = imported;
  const written = files.filter(({ action }) => action === "write");
  const action = isDryRun ? "would be written" : "written";
  const state = stateOf(imported);
  const isProven = state !== undefined && state.difference === undefined;
  const rows = [
    ...newFiles.map((file) => [{ value: file }, "", action]),
    ...written.map(({ file, count }) => [{ value: file }, count === 0 ? "" : String(count), action]),
  ];
  const lists = [
    { title: "The state", items: isProven ? stateItems(state, imported) : [] },
    {
      title: "The next `up` would order, which is billed",
      items: (state?.remaining ?? []).filter(({ isOrdered }) => isOrdered).map(({ urn, why }) => `${titleOf(urn)}: ${why}`),
    },
    { title: "Pulumi runs these compiled files in place of the program, so delete them", items: stale },
    { title: "Names, which --names can change", items: isDryRun ? fresh.map(nameText).map(redact) : [] },
    { title: "Needs attention", items: grouped(attention).map(redact) },
    { title: "Left out", items: grouped(leftOut).map(redact) },
    {
      title: "Could not be read (--forget takes back a wrong customer or account)",
      items: notRead.map(({ what, why }) => redact(`${what}: ${why}`)),
    },
    { title: "May have changed since", items: earlier === undefined || isProven ? [] : [earlierText(earlier)] },
  ];
  return {
    heading: headingOf(imported),
    ...(rows.length === 0 ? {} : { table: [["FILE", "OBJECTS", "ACTION"], ...rows] }),
    lists,
  };
}

function headingOf(imported: Imported): string {
  const { folder, isDryRun, fresh, stack = "" } = imported;
  const entered = enteredIn(imported);
  if (fresh.length === 0 && entered > 0)
    return `${counted(entered, "object")} entered stack ${stack}. The program in ${inFolder(folder)} declares everything that it can.`;
  if (fresh.length === 0) return `Nothing new: the program in ${inFolder(folder)} declares everything that it can.`;
  const unused = fresh.filter((each) => stateOf(imported)?.undeclared.includes(each)).length;
  const parts: readonly [count: number, text: string][] = [
    [fresh.length - unused, `${isDryRun ? "to declare" : "declared"} in ${inFolder(folder)}.`],
    [unused, `in files of ${inFolder(folder)} that the program does not use.`],
  ];
  return parts
    .filter(([count]) => count > 0)
    .map(([count, text]) => `${counted(count, "object")} ${text}`)
    .join(" ");
}

const nameText = ({ definition, found, name }: Placed): string => `${definition.kind} ${inLine(found.id)}: ${inLine(name)}`;

const mostNamed = 5;

/** One item for each reason. */
const grouped = (leftOut: readonly LeftOut[]): string[] =>
  groupedBy(leftOut, ({ why }) => why).map(
    (all) =>
      `${firstNames(
        all.map(({ what }) => what),
        mostNamed,
      )}: ${all[0].why}`,
  );

function stateItems(state: ImportedState, { stack = "" }: Imported): string[] {
  const { urns, undeclared, withoutReference, remaining, backup } = state;
  const objects = counted(urns.length, "object");
  return [
    urns.length === 0
      ? `nothing new for stack ${stack}`
      : `${objects} entered stack ${stack}, and a preview after a refresh has nothing to change in them`,
    ...(urns.length === 0 ? [] : [`the earlier state is in ${shortPath(backup)}`]),
    ...undeclared.map(
      ({ definition, name }) => `${definition.className} ${name} did not enter it, because the program does not declare it`,
    ),
    ...withoutReference.map(({ urn }) => `${nameOf(urn)} did not enter it, because the state lacks something that it refers to`),
    ...remaining
      .filter(({ isOrdered }) => !isOrdered)
      .map(({ op, urn, why }) => `the next \`up\` would ${op} ${titleOf(urn)}: ${why}`),
  ];
}

function differenceSections(imported: Imported, redact: Redact): Section[] {
  const { stack = "" } = imported;
  const difference = stateOf(imported)?.difference;
  if (difference === undefined) return [];
  const { heading, ...section } = stackSection({ stack, ...difference }, redact);
  return [
    {
      ...section,
      heading: `A preview after a refresh would not be empty, so what had entered stack ${stack} was taken back. ${heading}`,
    },
  ];
}

function nextSteps({ state, files, folder, stack, secretKeys, isDryRun }: Imported): string[] {
  if (state === "not installed")
    return [
      `The state is not written yet, because ${inFolder(folder)} does not have the packages of the program. Run \`npm install\` there, and then the same command again.`,
    ];
  const part = files.find(({ file }) => isPartFile(file));
  const isUnused = state === undefined ? part?.action === "write" : state.undeclared.length > 0;
  if (part !== undefined && isUnused && !isDryRun)
    return [
      `The program has to import ${part.file}: add \`${importLine(part.file, part.text.includes('.js"'))}\` to it, unless it does so already` +
        (stack === undefined ? "." : ", and run the same command again."),
    ];
  if (stack !== undefined || isDryRun || secretKeys.length === 0) return [];
  const lines = secretKeys.map((key) => `  pulumi config set --secret ${key}`);
  return [
    `The program reads these secrets from the configuration of its stack. An import with --stack sets them itself:\n${lines.join("\n")}`,
  ];
}
