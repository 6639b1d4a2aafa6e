import { inLine } from "../../sdk/redaction/text.js";
import type { Inner } from "../definition/contents.js";
import { enumeration } from "../values/enumeration.js";
import { labelOf, objectText, resourceText } from "../values/labels.js";
import type { Source } from "../ownership/expected-objects.js";
import type { Content, ObjectHolder, OthersContent } from "../ownership/holders.js";

/** Messages about objects that are not deleted, or that are deleted together with others. */

const contentText = ({ kind, id }: Pick<Content, "kind" | "id">): string => objectText(kind, id);

const contentOfStack = (each: Content): string =>
  `${contentText(each)} (resource "${inLine(each.name)}" of this ${each.isDeclared ? "program" : "stack"})`;

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];

/** @param contents those whose entries leave the state of this stack together with its entry */
export function heldText(title: string, { who, isOfThisRun, isReader }: ObjectHolder, contents: readonly Content[]): string {
  const left =
    contents.length === 0
      ? ""
      : ` Its contents with \`deletedWith\` stay as well: ${enumeration(distinct(contents.map(contentText)))}.`;
  if (isReader)
    return (
      `${title} was not deleted: ${who} reads it. Only this entry left the Pulumi state, so Pulumi no longer manages the object. Declare it ` +
      `with \`adopt: true\` to manage it again.${left}`
    );
  return isOfThisRun
    ? `${title} was not deleted: ${who} holds it. Only this entry left the Pulumi state.${left}`
    : `${title} was not deleted: ${who}, has it as well. Only this entry left the Pulumi state.${left} If no state has that resource any ` +
        `more, delete the object at the provider.`;
}

/**
 * @param inside contents of an object that is to be deleted or replaced, each with its holder
 * @param bound kinds whose objects the settings may not allow to delete individually
 */
export function withinText(inside: readonly OthersContent[], bound: readonly string[]): string {
  const others = inside.filter(({ isRead }) => !isRead);
  const reading = others.length === inside.length ? [] : ["Remove the `get` from the program."];
  const remedies = [...reading, ...(others.length === 0 ? [] : [othersRemedy(others, bound, reading.length > 0)])];
  return `that would also delete ${enumeration(inside.map(({ text }) => text))}. ${remedies.join(" ")} Then run again`;
}

/** @param isRest whether the message names further contents */
function othersRemedy(others: readonly OthersContent[], bound: readonly string[], isRest: boolean): string {
  const stuck = distinct(others.map(({ kind }) => kind).filter((kind) => bound.includes(kind)));
  const bySettings =
    stuck.length === 0
      ? ""
      : ` If that refuses to delete a ${stuck.map(labelOf).join(" or ")}, run \`pulumi state delete <urn>\` there instead.`;
  return (
    `Remove ${isRest ? "what other stacks have" : "them"} from the program there and run \`pulumi up\`. To keep what contains them instead, ` +
    `declare that there with \`adopt: true\` and run \`pulumi up\` there.${bySettings} If they have moved from there to another stack, run ` +
    "`pulumi preview` in that one first. If the state there no longer has them, run `hosting recover --yes` there."
  );
}

/**
 * @param sent possible contents of an object that is to be deleted or replaced, each with its sender
 * @param isOwn whether all senders belong to the same stack
 */
export const unansweredWithinText = (sent: readonly string[], isOwn: boolean): string =>
  `that might also delete ${enumeration(sent)}. ` +
  (isOwn
    ? "Run `hosting recover --yes` and follow its advice. Then run again"
    : "Run `pulumi up` in that stack, which takes over what was created, or run `hosting recover --yes` there and follow its advice. Then run again");

/** @param adopter the resource of this run that was told that it adopts the object */
export const adoptedText = (title: string, adopter: string): string =>
  `${title} was not deleted: resource "${inLine(adopter)}" of this run adopts it. Only this entry left the Pulumi state. If that adoption fails, ` +
  `run again.`;

/** @param perhaps who may have created it, as a sentence */
export const perhapsOfText = (title: string, perhaps: string): string =>
  `${title} was not deleted. ${perhaps} Only this entry left the Pulumi state. If that resource is no longer wanted, delete the object at the provider. Then \`hosting recover --yes\` in that stack forgets the note.`;

/** @param container the object that it is deleted with, for messages */
export const deletedWithText = (title: string, container: string): string =>
  `${title} is not deleted separately: it is deleted with ${container}. Its entry left the Pulumi state.`;

export const doubtedText = (title: string, { who }: ObjectHolder): string =>
  `${title} was not deleted: ${who}, had it under an earlier entry of the state. If that entry was moved to another stack, or its ` +
  `stack was renamed, run \`pulumi preview\` there. Otherwise run \`hosting recover --yes\` in that stack, which forgets it. ` +
  `Then run again.`;

/** @param problem why it cannot be deleted, as the end of the sentence */
export const notDeletedText = (title: string, problem: string): string => `${title} was not deleted: ${problem}.`;

/** @param inside contents that the same stack has */
export function ownInsideText(title: string, inside: readonly Content[]): string {
  const remedy = inside.some(({ isDeclared }) => isDeclared)
    ? "Remove them from the program as well, or declare their container again."
    : "To keep them, undo the change. To delete them too, run `pulumi destroy --target` for them first.";
  return (
    `${title} was not deleted, because that would also delete ${enumeration(distinct(inside.map(contentOfStack)))}. ${remedy} If they moved to another ` +
    "stack, or the stack was renamed, run `pulumi preview` there first. If this state no longer has them, run `hosting recover --yes`, " +
    "which forgets them, and run again."
  );
}

const withIdentifiers =
  "take its identifiers from the outputs of the resource that contains it, so that both are replaced together; or remove it from the program";

/** @param inside contents of an object that is to be replaced, which the program declares there as before */
export const staysInsideText = (inside: readonly Content[]): string =>
  `that would also delete ${enumeration(distinct(inside.map(contentOfStack)))}. For each of them, ${withIdentifiers}. Then run again`;

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

/** @param inside new resources that lie in an object that is to be replaced */
export const newInsideText = (inside: readonly Source[]): string =>
  `the program also creates ${enumeration(inside.map(({ kind, name }) => resourceText(kind, name)))} in it, which would be deleted with it. For ` +
  `each of them, ${newWithIdentifiers}. Then run again`;

const removeOption = "remove `retainOnDelete`, run `pulumi up`, and then make the change again";

/** @param inside contents of an object that is to be replaced, which the program retains */
export const retainedInsideText = (inside: readonly Content[]): string =>
  `that would also delete ${enumeration(distinct(inside.map(contentOfStack)))}, although \`retainOnDelete\` is to keep them. To keep them, undo the ` +
  `change. To delete them too, undo it, ${removeOption}. If they moved to another stack, or the stack was renamed, run \`pulumi preview\` there ` +
  `first. If this state no longer has them, run \`hosting recover --yes\`, which forgets them, ` +
  "and run again";

/** @param around title of an object that this run replaces */
export const retainedInReplacedText = (title: string, around: string): string =>
  `${title} cannot be replaced together with ${around}: the state says \`retainOnDelete\` for it, but it would be deleted with what contains it. ` +
  `To keep it, undo the change. To delete it too, undo the change, ${removeOption}.`;

/** @param around title of an object that this run replaces */
export const insideReplacedText = (title: string, around: string): string =>
  `${title} lies in ${around}, which this run replaces, and would be deleted with it. To keep it, undo that replacement. Otherwise, ` +
  `${withIdentifiers}. Then run again. If this run has already deleted ${around}, run \`pulumi refresh\` first.`;

/** @param inside billed contents of an object that is to be deleted or replaced, which this run does not delete for an entry of theirs */
export const billedInsideText = (inside: readonly Inner[]): string =>
  `that would also delete ${enumeration(inside.map(contentText))}, which is billed. Delete or move it first. To delete it too, declare ` +
  "`forceDestroy: true` for what contains it, run `pulumi up --target <urn>` for that alone, and then repeat this";

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

const meanwhile = ({ who }: ObjectHolder): string => `Its entry left the Pulumi state. By then, the object belonged to ${who}.`;

/** @param what further finding, as the end of the sentence */
export const acceptedText = (title: string, holder: ObjectHolder, what: string): string =>
  `The provider accepted the deletion of ${title}${what}. ${meanwhile(holder)}`;

/** For an object that another entry got before its deletion took effect. */
export const lostText = (title: string, holder: ObjectHolder): string =>
  `${title} was deleted, and another resource has lost it. ${meanwhile(holder)} Run \`pulumi refresh\` and then \`pulumi up\` in that stack.`;

export const openText = (title: string, holder: ObjectHolder): string =>
  `${title} was not deleted a second time. ${meanwhile(holder)} The first request had no answer and may still delete it: run ` +
  `\`pulumi refresh\` in that stack.`;
