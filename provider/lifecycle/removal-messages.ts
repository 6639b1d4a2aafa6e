import { inLine } from "../../sdk/redaction/text.js";
import { textOf, type Texts, type Verdict } from "../decisions/decide.js";
import type { RemovalFacts, removalRows } from "../decisions/removal.js";
import type { Inner } from "../definition/definition.js";
import { enumeration, readText, objectsText, objectText, resourceText } from "../values/phrases.js";
import { Refusal } from "../values/errors.js";
import type { Content, ObjectHolder } from "../ownership/holders.js";
import { awayText } from "./absence.js";
import type { Entry } from "./entry.js";
import { explainedBy } from "../../sdk/values/explained.js";

/** Messages about objects that are not deleted, or that are deleted together with others. */

/** The object of a decision, for messages. */
type RemovedEntry = Pick<Entry, "kind" | "resource" | "here">;

const contentText = ({ kind, id }: Pick<Content, "kind" | "id">): string => objectText(kind, id);

const contentOfStack = (each: RemovalFacts["ownStaying"][number]): string =>
  `${contentText(each)} (resource "${inLine(each.name)}" of this ${each.isDeclared ? "program" : "stack"})`;

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];

/** @param contents those whose entries leave the state of this stack together with its entry */
export function heldText(title: string, { who, isOfThisRun }: ObjectHolder, contents: readonly Content[]): string {
  const left = contents.length === 0 ? "" : `; its contents stay: ${objectsText(contents)}`;
  return isOfThisRun
    ? `${title} was not deleted: ${who} holds it. Only this entry left the state${left}.`
    : `${title} was not deleted: ${who}, has it as well. Only this entry left the state${left}.${explainedBy("held")}`;
}

const withIdentifiers = "take its identifiers from the outputs of what contains it";

/** @param around title of an object that this run replaces */
export const newInReplacedText = (title: string, around: string): string =>
  `${title} would lie in ${around}, which this run replaces: ${withIdentifiers}.`;

/** @param around title of an object that this run replaces */
export const leftOutText = (title: string, around: string): string =>
  `${title} was not created: it would lie in ${around}, which this run replaces. Run \`pulumi up\` without \`--target\` and \`--exclude\`.`;

const insideText = (inside: readonly string[]): string => `that would also delete ${enumeration(distinct(inside))}`;

/** Why an object may not go: the end of a sentence, or sentences that follow one. */
const refusals: Texts<typeof removalRows, [of: RemovedEntry]> = {
  read: (reader, { resource }) => readText(resource, reader),
  adopted: (adopter, { resource }) =>
    `resource "${inLine(adopter)}" adopts it. Declare it as "${inLine(resource)}" again, or remove \`adopt: true\` there`,
  shared: (holder, { resource }) =>
    `resource "${inLine(holder)}" of this stack has it as well. Remove "${inLine(resource)}", run \`pulumi up\`, and declare it again`,
  doubted: ({ who }) => `${who}, had it. Preview its new stack, or \`hosting recover --yes\` there`,
  "declared elsewhere": ({ name, here, there }) =>
    `${name === undefined ? "another resource" : `resource "${inLine(name)}"`} of this run declares the same name in ${there}. Declare it in ${here} ` +
    "again, or remove that resource first",
  login: () => "this run logs in with it. Log in with another token, and run again",
  wanted: (resource) =>
    `resource "${inLine(resource)}" of this run was refused because it exists. Give that an alias if it was renamed; otherwise remove it`,
  "retained in replaced": (around) =>
    `it has \`retainOnDelete\`, but would be deleted with ${around}. Undo the change, or remove \`retainOnDelete\` first`,
  "in replaced": (around) => `it lies in ${around}, which this run replaces. To keep both together, ${withIdentifiers}`,
  "given up inside": (given) =>
    `replacing ${given.join(", ")} would delete it first, which the API cannot do. Delete it at the provider, and run \`pulumi refresh\``,
  elsewhere: (presence, { here }) => awayText(presence, here),
  "kind refuses": (refusal) => refusal,
  "own inside": (inside) =>
    `${insideText(inside.map(contentOfStack))}. ` +
    (inside.some(({ isDeclared }) => isDeclared)
      ? "Remove it from the program as well, or declare its container again"
      : "Undo the change, or run `pulumi destroy --target` for that first"),
  "declared inside": (inside) => `${insideText(inside.map(contentOfStack))}. There, ${withIdentifiers}`,
  "arriving inside": (inside) =>
    `the program declares ${enumeration(inside.map(({ kind, name }) => resourceText(kind, name)))} in it. Keep it declared, and there, ${withIdentifiers}`,
  "retained inside": (inside) =>
    `${insideText(inside.map(contentOfStack))}, which has \`retainOnDelete\`. Undo the change, or remove \`retainOnDelete\` first`,
  "others inside": (inside) =>
    `${insideText(inside.map(({ text }) => text))}. ${inside.every(({ isRead }) => isRead) ? "Remove the `get` from the program" : "Remove it there first"}`,
  "ordered inside": ({ sent, isOwn }) =>
    `it may hold ${enumeration(distinct(sent))}. Run \`hosting recover --yes\`${isOwn ? "" : " there"}`,
  "billed inside": (inside) =>
    `${insideText(inside.map(contentText))}, which is billed. Undo it, or first run \`pulumi up --target <urn>\` with only \`forceDestroy: true\``,
};

/** The beginning of a sentence, and why: its end, or sentences of their own. */
const joined = (beginning: string, why: string): string =>
  `${beginning}${/^It /.test(why) ? "." : ":"} ${why}${why.endsWith(".") ? "" : "."}`;

/** Why an object may not go, after the beginning of a sentence. */
export const refusal = (beginning: string, verdict: Verdict<typeof removalRows>, of: RemovedEntry): Refusal =>
  new Refusal(joined(beginning, textOf(refusals, verdict, of)) + explainedBy(verdict.code), verdict.code);

/** Why only an entry leaves the state. */
const reasonsToLeave: Texts<typeof removalRows, [title: string, together: readonly Content[]]> = {
  undeletable: (why, title) => `${title} was removed from the Pulumi state only. ${why}`,
  read: (reader, title) =>
    `${title} was not deleted: resource "${inLine(reader)}" of this run reads it. It only left the state. To manage it again, declare it with ` +
    "`adopt: true`.",
  adopted: (adopter, title) =>
    `${title} was not deleted: resource "${inLine(adopter)}" of this run adopts it. Only this entry left the state.`,
  held: (holder, title, together) => heldText(title, holder, together),
  "perhaps ordered": (perhaps, title) =>
    `${title} was not deleted. ${perhaps} Only this entry left the state.${explainedBy("perhaps ordered")}`,
  "goes with container": (container, title) =>
    `${title} was not deleted: it is deleted with ${container}. Its entry left the state.`,
};

/** @param together contents whose entries leave the state of this stack with it */
export const leaveText = (verdict: Verdict<typeof removalRows>, title: string, together: readonly Content[]): string =>
  textOf(reasonsToLeave, verdict, title, together);

/** @param inside billed contents that were deleted with an object, as `forceDestroy` says */
export const deletedBilledText = (title: string, inside: readonly Inner[]): string =>
  `Deleting ${title} also deleted ${objectsText(inside)}, as \`forceDestroy\` says.`;

/** Contents that were deleted with an object; undefined if there are none or if the program declared `deletedWith` for all. */
export function deletedContentsText(title: string, contents: readonly Content[]): string | undefined {
  const undeclared = contents.filter(({ declaresDeletedWith }) => !declaresDeletedWith);
  return undeclared.length === 0
    ? undefined
    : `Deleting ${title} also deleted ${objectsText(undeclared)}. Remove entries that are left with ` +
        `\`pulumi state delete <urn>\`.`;
}

/** What became of an object that another entry got before its deletion took effect. */
const outcomes = {
  lost: ["was deleted.", " Run `pulumi refresh` and then `pulumi up` there."],
  open: ["was not deleted a second time.", " The first request may still delete it: run `pulumi refresh` there."],
  lives: ["exists, although its deletion was accepted.", ""],
  listed: ["may still exist, although its deletion was accepted: check at the provider.", ""],
} as const;

export const outcomeText = (title: string, { who }: ObjectHolder, outcome: keyof typeof outcomes): string => {
  const [what, then] = outcomes[outcome];
  return `${title} ${what} By then, it belonged to ${who}.${then}`;
};
