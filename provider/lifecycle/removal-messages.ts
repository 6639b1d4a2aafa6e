import { inLine } from "../../sdk/redaction/text.js";
import { textOf, type Texts, type Verdict } from "../decisions/decide.js";
import type { RemovalFacts, removalRows } from "../decisions/removal.js";
import type { Inner } from "../definition/definition.js";
import { enumeration, noSubdomainDeletion, readText, renameText } from "../values/phrases.js";
import { explainedBy, Refusal } from "../values/errors.js";
import { labelOf, objectText, resourceText } from "../values/labels.js";
import type { Content, ObjectHolder, OthersContent } from "../ownership/holders.js";
import { awayText } from "./elsewhere.js";
import type { Entry } from "./entry.js";

/** Messages about objects that are not deleted, or that are deleted together with others. */

/** The object of a decision, for messages. */
type Removed = Pick<Entry, "kind" | "resource" | "here">;

const contentText = ({ kind, id }: Pick<Content, "kind" | "id">): string => objectText(kind, id);

const contentOfStack = (each: RemovalFacts["ownStaying"][number]): string =>
  `${contentText(each)} (resource "${inLine(each.name)}" of this ${each.isDeclared ? "program" : "stack"})`;

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];

/** @param contents those whose entries leave the state of this stack together with its entry */
export function heldText(title: string, { who, isOfThisRun }: ObjectHolder, contents: readonly Content[]): string {
  const left =
    contents.length === 0
      ? ""
      : ` Its contents with \`deletedWith\` stay as well: ${enumeration(distinct(contents.map(contentText)))}.`;
  return isOfThisRun
    ? `${title} was not deleted: ${who} holds it. Only this entry left the Pulumi state.${left}`
    : `${title} was not deleted: ${who}, has it as well. Only this entry left the Pulumi state.${left} If no state has that resource any ` +
        `more, delete the object at the provider.`;
}

/** @param isRest whether the message names further contents */
function othersRemedy(others: readonly OthersContent[], isRest: boolean): string {
  const bySettings = others.some(({ kind }) => kind === "subdomain")
    ? " If that refuses to delete a subdomain, run `pulumi state delete <urn>` there instead."
    : "";
  return (
    `Remove ${isRest ? "what other stacks have" : "them"} from the program there and run \`pulumi up\`. To keep what contains them instead, ` +
    `declare that there with \`adopt: true\` and run \`pulumi up\` there.${bySettings} If they have moved from there to another stack, run ` +
    "`pulumi preview` in that one first. If the state there no longer has them, run `hosting recover --yes` there."
  );
}

const withIdentifiers =
  "take its identifiers from the outputs of the resource that contains it, so that both are replaced together; or remove it from the program";

const newWithIdentifiers =
  "take its identifiers from the outputs of the resource that contains it, so that it is created in the new one; or leave it out of this run";

/** @param around title of an object that this run replaces */
export const newInReplacedText = (title: string, around: string): string =>
  `${title} would lie in ${around}, which this run replaces, and would be deleted with it: ${newWithIdentifiers}.`;

/** @param around title of an object that this run replaces */
export const leftOutText = (title: string, around: string): string =>
  `${title} was not created, and nothing was sent: it would lie in ${around}, which this run replaces. Pulumi creates what \`--target\` or ` +
  "`--exclude` leaves out with its earlier arguments. Run `pulumi up` without these options, which creates it in the new one. Next time, add " +
  "`--target-dependents` to `--target`, and exclude nothing in what is replaced.";

const removeOption = "remove `retainOnDelete`, run `pulumi up`, and then make the change again";

const insideText = (inside: readonly string[]): string => `that would also delete ${enumeration(distinct(inside))}`;

const forgetThem =
  "If they moved to another stack, or the stack was renamed, run `pulumi preview` there first. If this state no longer has them, run `hosting recover " +
  "--yes`, which forgets them, and run again";

/** Why an object may not go: the end of a sentence, or sentences that follow one. */
const refusals: Texts<typeof removalRows, [of: Removed]> = {
  read: (reader, { resource }) => readText(resource, reader),
  adopted: (adopter, { resource }) =>
    `resource "${inLine(adopter)}" adopts it. Declare it as "${inLine(resource)}" again, or remove \`adopt: true\` and ${renameText(resource, adopter)}`,
  shared: (holder, { resource }) =>
    `resource "${inLine(holder)}" of this stack has it as well. Remove "${inLine(resource)}" from the program, and run \`pulumi up\`, which keeps the ` +
    `object. Then declare "${inLine(resource)}" again`,
  doubted: ({ who }) =>
    `${who}, had it under an earlier entry of the state. If that entry was moved to another stack, or its stack was renamed, run \`pulumi preview\` ` +
    "there. Otherwise run `hosting recover --yes` in that stack, which forgets it. Then run again",
  "declared elsewhere": ({ name, here, there }, { kind }) =>
    `${name === undefined ? "another resource" : `resource "${inLine(name)}"`} of this run declares the same name in ${there}. A name is registered ` +
    `only once, and the API cannot move a ${labelOf(kind)}, so the name would be lost. To keep it, declare it in ${here}. To cancel it, which cannot be ` +
    "undone, first remove that resource from the program. Then run again",
  login: () => "this run logs in with it. Log in with another token, and run again",
  wanted: (resource) =>
    `resource "${inLine(resource)}" of this run was refused because it exists. If that is its new name, give it an alias; otherwise remove that ` +
    "resource from the program",
  "retained in replaced": (around) =>
    `the state says \`retainOnDelete\` for it, but it would be deleted together with ${around}. To keep it, undo the change. To delete it ` +
    `too, undo the change, ${removeOption}`,
  "in replaced": (around) =>
    `it lies in ${around}, which this run replaces, and would be deleted with it. To keep it, undo that replacement. Otherwise, ` +
    `${withIdentifiers}. Then run again. If this run has already deleted ${around}, run \`pulumi refresh\` first`,
  "given up inside": (given) =>
    `it stays in the program, so replacing ${given.join(", ")} would have to delete it first, and ${noSubdomainDeletion}. Delete it at the provider and run \`pulumi refresh\`, ` +
    "or remove it from the state with `pulumi state delete <urn>`. Then run again",
  elsewhere: (presence, { here }) => awayText(presence, here),
  "kind refuses": (refusal) => refusal,
  "own inside": (inside) =>
    `${insideText(inside.map(contentOfStack))}. ` +
    (inside.some(({ isDeclared }) => isDeclared)
      ? "Remove them from the program as well, or declare their container again."
      : "To keep them, undo the change. To delete them too, run `pulumi destroy --target` for them first.") +
    ` ${forgetThem}`,
  "declared inside": (inside) =>
    `${insideText(inside.map(contentOfStack))}. For each of them, ${withIdentifiers}. Then run again`,
  "arriving inside": (inside) =>
    `the program declares ${enumeration(inside.map(({ kind, name }) => resourceText(kind, name)))} in it, which would be deleted with it. For ` +
    `each of them, ${newWithIdentifiers}. Then run again`,
  "retained inside": (inside) =>
    `${insideText(inside.map(contentOfStack))}, although \`retainOnDelete\` is to keep them. To keep them, undo the change. To delete them too, undo it, ` +
    `${removeOption}. ${forgetThem}`,
  "others inside": (inside) => {
    const others = inside.filter(({ isRead }) => !isRead);
    const reading = others.length === inside.length ? [] : ["Remove the `get` from the program."];
    const remedies = [...reading, ...(others.length === 0 ? [] : [othersRemedy(others, reading.length > 0)])];
    return `${insideText(inside.map(({ text }) => text))}. ${remedies.join(" ")} Then run again`;
  },
  "ordered inside": ({ sent, isOwn }) =>
    `that might also delete ${enumeration(sent)}. ` +
    (isOwn
      ? "Run `hosting recover --yes` and follow its advice. Then run again"
      : "Run `pulumi up` in that stack, which takes over what was created, or run `hosting recover --yes` there and follow its advice. Then run again"),
  "billed inside": (inside) =>
    `${insideText(inside.map(contentText))}, which is billed. Delete or move it first. To delete it too, declare \`forceDestroy: true\` for what contains ` +
    "it, run `pulumi up --target <urn>` for that alone, and then repeat this",
};

/** The beginning of a sentence, and why: its end, or sentences of their own. */
const joined = (beginning: string, why: string): string =>
  `${beginning}${/^It /.test(why) ? "." : ":"} ${why}${why.endsWith(".") ? "" : "."}`;

/** Why an object may not go, after the beginning of a sentence. */
export const refusal = (beginning: string, verdict: Verdict<typeof removalRows>, of: Removed): Refusal =>
  new Refusal(joined(beginning, textOf(refusals, verdict, of)) + explainedBy(verdict.code), verdict.code);

/** Why only an entry leaves the state. */
const reasonsToLeave: Texts<typeof removalRows, [title: string, together: readonly Content[]]> = {
  undeletable: (why, title) => `${title} was removed from the Pulumi state only. ${why}`,
  read: (reader, title) =>
    `${title} was not deleted: resource "${inLine(reader)}" of this run reads it. Only this entry left the Pulumi state, so Pulumi no longer manages the ` +
    "object. Declare it with `adopt: true` to manage it again.",
  adopted: (adopter, title) =>
    `${title} was not deleted: resource "${inLine(adopter)}" of this run adopts it. Only this entry left the Pulumi state. If that adoption fails, ` +
    "run again.",
  held: (holder, title, together) => heldText(title, holder, together),
  "perhaps ordered": (perhaps, title) =>
    `${title} was not deleted. ${perhaps} Only this entry left the Pulumi state. If that resource is no longer wanted, delete the object at the provider. Then \`hosting recover --yes\` in that stack forgets the note.`,
  "goes with container": (container, title) =>
    `${title} is not deleted separately: it is deleted with ${container}. Its entry left the Pulumi state.`,
};

/** @param together contents whose entries leave the state of this stack with it */
export const leaveText = (verdict: Verdict<typeof removalRows>, title: string, together: readonly Content[]): string =>
  textOf(reasonsToLeave, verdict, title, together);

/** @param inside billed contents that were deleted with an object, as `forceDestroy` says */
export const deletedBilledText = (title: string, inside: readonly Inner[]): string =>
  `Deleting ${title} also deleted ${enumeration(inside.map(contentText))}, as \`forceDestroy\` says.`;

/** Contents that were deleted with an object; undefined if there are none or if the program declared `deletedWith` for all. */
export function deletedContentsText(title: string, contents: readonly Content[]): string | undefined {
  const undeclared = contents.filter(({ declaresDeletedWith }) => !declaresDeletedWith);
  return undeclared.length === 0
    ? undefined
    : `Deleting ${title} also deleted ${enumeration(distinct(undeclared.map(contentText)))}. Remove entries that are still in the state with ` +
        `\`pulumi state delete <urn>\`. With \`deletedWith\`, Pulumi removes them itself.`;
}

/** What became of an object that another entry got before its deletion took effect. */
const outcomes = {
  lost: ["was deleted, and another resource has lost it.", " Run `pulumi refresh` and then `pulumi up` in that stack."],
  open: [
    "was not deleted a second time.",
    " The first request had no answer and may still delete it: run `pulumi refresh` in that stack.",
  ],
  lives: ["exists, although the provider accepted its deletion.", ""],
  listed: ["may still exist, although the provider accepted its deletion: check at the provider.", ""],
} as const;

export const outcomeText = (title: string, { who }: ObjectHolder, outcome: keyof typeof outcomes): string => {
  const [what, then] = outcomes[outcome];
  return `${title} ${what} Its entry left the Pulumi state. By then, the object belonged to ${who}.${then}`;
};
