import { inLine } from "../../sdk/redaction/text.js";
import type { Inner } from "../definition/contents.js";
import { labelOf, objectText, resourceText } from "../values/labels.js";
import type { Content, ObjectHolder, OthersContent } from "../ownership/holders.js";

/** What is said of an object that is not deleted, or not for its entry alone. */

/** As many objects a message names. */
const mostNamed = 10;

function enumeration(objects: readonly string[]): string {
  const more = objects.length > mostNamed ? `; and ${objects.length - mostNamed} more` : "";
  return `${objects.slice(0, mostNamed).join("; ")}${more}`;
}

const contentText = ({ kind, id }: Pick<Content, "kind" | "id">): string => objectText(kind, id);

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];

/** @param along what leaves the state of this stack along with its entry */
export function heldText(title: string, { who, isOfThisRun, isReader }: ObjectHolder, along: readonly Content[]): string {
  const left =
    along.length === 0
      ? ""
      : ` What goes with it by \`deletedWith\` stays as well: ${enumeration(distinct(along.map(contentText)))}.`;
  if (isReader)
    return (
      `${title} was not deleted: ${who} reads it. Only this entry left the Pulumi state, and Pulumi no longer manages the object: declare it ` +
      `with \`adopt: true\` to manage it again.${left}`
    );
  return isOfThisRun
    ? `${title} was not deleted: ${who} holds it. Only this entry left the Pulumi state.${left}`
    : `${title} was not deleted: ${who}, has it as well. Only this entry left the Pulumi state.${left} If no state has that resource any ` +
        `more, delete the object at the provider.`;
}

/**
 * @param inside what lies in an object that is to be deleted or replaced, and who has that
 * @param bound kinds of which the API may delete no single object
 */
export function withinText(inside: readonly OthersContent[], bound: readonly string[]): string {
  const stuck = distinct(inside.map(({ kind }) => kind).filter((kind) => bound.includes(kind)));
  const bySettings =
    stuck.length === 0
      ? ""
      : ` Where that refuses to delete a ${stuck.map(labelOf).join(" or ")}, run \`pulumi state delete <urn>\` there instead.`;
  return (
    `it holds ${enumeration(inside.map(({ text }) => text))}. All that lies in it would go with it. Take that out of the program there and run ` +
    `\`pulumi up\`.${bySettings} If it has moved from there to another stack, run \`pulumi preview\` in that one first. Where the state there has let go of it already, run \`hosting recover --yes\` there. Then run again`
  );
}

/**
 * @param sent what may lie in an object that is to be deleted or replaced, and who has sent that
 * @param isOwn whether all of it is of the same stack
 */
export const unansweredWithinText = (sent: readonly string[], isOwn: boolean): string =>
  `it may hold ${enumeration(sent)}. All that lies in it would go with it. ` +
  (isOwn
    ? "Run `hosting recover --yes`, and do what it says of that. Then run again"
    : "Run `pulumi up` in that stack, which takes up what was created, or `hosting recover --yes` there, and do what it says of that. Then run again");

/** @param sent who has sent its creation, in words */
export const perhapsOfText = (title: string, sent: string): string =>
  `${title} was not deleted: it may be what ${sent} without an answer. Only this entry left the Pulumi state. If that resource is not ` +
  `wanted any more, delete the object at the provider; \`hosting recover --yes\` in that stack then forgets the note.`;

/** @param along what it goes with, in words */
export const goesAlongText = (title: string, along: string): string =>
  `${title} is not deleted by itself: it goes with ${along}. Its entry left the Pulumi state.`;

export const doubtedText = (title: string, { who }: ObjectHolder): string =>
  `${title} was not deleted: ${who}, had it under an earlier entry of the state. If that entry has moved to another stack, or its ` +
  `stack has another name now, run \`pulumi preview\` there. Otherwise run \`hosting recover --yes\` in that stack, which forgets it. ` +
  `Then run again.`;

/** @param problem what keeps it from being deleted, as part of the sentence */
export const notDeletedText = (title: string, problem: string): string => `${title} was not deleted: ${problem}.`;

/** @param inside what the same stack has in it */
export function ownInsideText(title: string, inside: readonly Content[]): string {
  const whose = (each: Content) =>
    `${contentText(each)}, which resource "${inLine(each.name)}" of this ${each.isDeclared ? "program" : "stack"} has`;
  const wayOn = inside.some(({ isDeclared }) => isDeclared)
    ? "Take that out of the program as well, or declare again what it lies in."
    : "To keep it, undo the change. To delete it too, run `pulumi destroy --target` for it first.";
  return (
    `${title} was not deleted: it holds ${enumeration(distinct(inside.map(whose)))}. All that lies in it would go with it. ${wayOn} ` +
    "If this state no longer has it: where it has moved to another stack, or the stack has been renamed, run `pulumi preview` " +
    "there first. Then run `hosting recover --yes`, which forgets it. Then run again: what still lies in it by then is deleted with it."
  );
}

const ofNobody = (inner: readonly Inner[]): string =>
  `${enumeration(inner.map(contentText))}, which no entry of a state is known to have`;

/** @param inner what lies in an object that is to be replaced, and that nobody is known to have */
export const goesUnownedText = (title: string, inner: readonly Inner[]): string =>
  `With ${title} goes ${ofNobody(inner)}. Where that is to stay, undo the change.`;

/** @param inner what lay in an object that was deleted, and that nobody is known to have */
export const wentUnownedText = (title: string, inner: readonly Inner[]): string => `With ${title} went ${ofNobody(inner)}.`;

/** What a deletion has taken along; undefined where the program has said so, or where it is nothing. */
export function alongText(title: string, along: readonly Content[]): string | undefined {
  const unsaid = along.filter(({ saysWithWhat }) => !saysWithWhat);
  return unsaid.length === 0
    ? undefined
    : `With ${title} went ${enumeration(distinct(unsaid.map(contentText)))}. What is still in the state of that has to be taken out with ` +
        `\`pulumi state delete <urn>\`; \`deletedWith\` sees to that.`;
}

/**
 * Which billed objects a deletion has taken along because they say `deletedWith`. Their entries may have left this stack before, and
 * nobody tells a provider of that.
 */
export function billedAlongText(title: string, billed: readonly Content[]): string | undefined {
  const objects = billed.map((each) => `${contentText(each)} of ${resourceText(each.kind, each.name)}`);
  return billed.length === 0
    ? undefined
    : `With ${title}, ${enumeration(distinct(objects))} ${objects.length === 1 ? "was" : "were"} deleted, as \`deletedWith\` says. If another ` +
        "stack has it by now, run `pulumi refresh` there.";
}

const meanwhile = ({ who }: ObjectHolder): string => `Its entry left the Pulumi state; meanwhile it belongs to ${who}.`;

/** @param what is known, as part of the sentence */
export const acceptedText = (title: string, holder: ObjectHolder, what: string): string =>
  `The provider accepted the deletion of ${title}${what}. ${meanwhile(holder)}`;

/** Another entry got the object before its deletion took effect. */
export const lostText = (title: string, holder: ObjectHolder): string =>
  `${title} was deleted, and another resource has lost it. ${meanwhile(holder)} Run \`pulumi refresh\` and then \`pulumi up\` in that stack.`;

export const openText = (title: string, holder: ObjectHolder): string =>
  `${title} was not deleted a second time. ${meanwhile(holder)} The first request had no answer and may still delete it: run ` +
  `\`pulumi refresh\` in that stack.`;
