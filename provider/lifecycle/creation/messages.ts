import { inLine } from "../../../sdk/redaction/text.js";
import { textOf, type Texts, type Verdict } from "../../decisions/decide.js";
import type { creationRows, Gets } from "../../decisions/creation.js";
import { marksOf } from "../../definition/secrets.js";
import type { ObservedObject } from "../../definition/definition.js";
import { explainedBy } from "../../../sdk/values/explained.js";
import { isWholeId } from "../../values/ids.js";
import type { NotedChange } from "../../journal/noted.js";
import type { Properties } from "../../values/properties.js";
import { resourceText } from "../../values/phrases.js";
import { nameIds } from "../find.js";
import { concernsOf } from "./facts.js";
import type { DeclaredObject } from "./declared-object.js";

/** For a resource whose object another resource of the stack has. */
const otherNameText = (kind: string, holder: string): string =>
  `It belongs to ${resourceText(kind, holder)} of this stack. If that was renamed, give it an alias; otherwise declare it once.`;

/** For an object that a claim gives to another resource of the stack, and that this run replaces: a state may have dropped that entry. */
const exchangedText = (kind: string, holder: string): string =>
  `It belongs to ${resourceText(kind, holder)} of this stack. If the state has that, declare it once; otherwise run \`hosting recover --yes\` first.`;

/** Why an object that another process is deleting is not adopted. */
export const beingDeleted = (name: string, { pid }: Pick<NotedChange, "pid">): string =>
  `${name} was not adopted: another run (process ${pid}) is deleting it. Run again when it has ended.`;

const nameWith = ({ name }: DeclaredObject, objects: readonly ObservedObject[]): string => `${name} (${nameIds(objects)})`;

const existsAlready = (of: DeclaredObject, existing: readonly ObservedObject[], advice: string): string => {
  const concern = concernsOf(of, existing);
  return `${of.name} already exists (${nameIds(existing)})${concern === undefined ? "" : `; ${concern}`}. ${advice}`;
};

const byTaking = "with `npx hosting adopt --take`.";

const sentence = (text: string): string => text;

/** Why a resource gets no object: one or several sentences. */
const texts: Texts<typeof creationRows, [of: DeclaredObject, existing: readonly ObservedObject[]]> = {
  misplaced: sentence,
  "shown at creation only": (revealed, { name, definition: { className } }) =>
    `${name} cannot be adopted: its ${revealed.join(", ")} is shown at creation only. Remove \`adopt: true\`, or use \`${className}.get\`.`,
  misnamed: sentence,
  "container missing": sentence,
  "not there yet": (_, { name }) => `${name} cannot exist yet, because this run creates what it lies in. Remove \`adopt: true\`.`,
  "name elsewhere": sentence,
  "nothing to adopt": (_, of) => `${of.name} does not exist, so it cannot be adopted. ${insteadOfAdopting(of)}`,
  taken: ({ all, holder = "" }, of) => `${nameWith(of, all)} was not adopted. ${otherNameText(of.definition.kind, holder)}`,
  "several to adopt": (objects, { name, definition: { deletion } }) =>
    `${name}: several objects match (${nameIds(objects)}). ` +
    (deletion.undeletable === undefined
      ? `Delete the others at the provider if nobody uses them, or name the right one ${byTaking}`
      : `Name the right one ${byTaking}`),
  endangered: (concern, { name, definition: { label } }, objects) =>
    `${name} exists (${nameIds(objects)}), and ${concern}. The replacement would delete the present ${label}. Undo the change.`,
  "being deleted": (deletion, { name }) => beingDeleted(name, deletion),
  exchanged: (holder, of, objects) => `${nameWith(of, objects)} was not adopted. ${exchangedText(of.definition.kind, holder)}`,
  "several results": (objects, { name }) =>
    `${name}: several objects could be what an interrupted run created (${nameIds(objects)}). Delete the unwanted ones at the provider, or name ` +
    `the right one ${byTaking}`,
  "changed since": ({ own, isCreated, changed }, { name, definition: { deletion } }) =>
    `${name} (${nameIds(own)}): ${originOf(isCreated)}, and ${changed.join(", ")} changed since. Undo that change and run ` +
    `once${deletion.undeletable === undefined ? ", or delete the object at the provider." : "."}`,
  "cannot become": (gets, of) => cannotBecomeText(gets, of),
  unshown: ({ object, unshown }, of) =>
    `${nameWith(of, [object])} was not adopted: the API neither shows nor changes ${unshown.join(", ")}. Leave that out to adopt it as it is.`,
  "exists beside": (holder, of, existing) => existsAlready(of, existing, otherNameText(of.definition.kind, holder)),
  "exists in stack": ({ holder, isExchanged }, of, existing) =>
    existsAlready(
      of,
      existing,
      isExchanged ? exchangedText(of.definition.kind, holder) : otherNameText(of.definition.kind, holder),
    ),
  "exists elsewhere": (who, of, existing) =>
    existsAlready(of, existing, `It belongs to ${who}. Did you mean that stack? To share it: \`adopt: true\`.`),
  "existed before": (_, of, existing) =>
    existsAlready(
      of,
      existing,
      "The state may have it: run without `--replace`, or untaint it; otherwise run `npx hosting adopt`.",
    ),
  exists: (existing, of) =>
    existsAlready(
      of,
      existing,
      of.definition.identity.existing?.(existing[0]!, of.inputs) ??
        "Nobody is known to have it: declare `adopt: true`, or run `npx hosting adopt`.",
    ),
  journal: (why, { name }) => `${name} cannot be created. ${why}`,
  "not creatable": (_, { name }) => `${name} does not exist, and the API cannot create it.`,
  "arguments missing": (missing, { name, definition: { costly } }) =>
    `${name} does not exist (any more), and a new${costly === true ? ", billed" : ""} one needs ${missing.join(", ")}. Declare it, undo the ` +
    "change or, if it was deleted, remove the resource.",
};

/** Why a resource gets no object. @param existing the objects in question */
export const creationProblems = (
  verdict: Verdict<typeof creationRows>,
  of: DeclaredObject,
  existing: readonly ObservedObject[],
): readonly string[] =>
  verdict.code === "problems" ? verdict.about : [textOf(texts, verdict, of, existing) + explainedBy(verdict.code)];

/**
 * Records that a resource is refused because of objects, so that this run deletes none of them for another entry.
 *
 * @returns why it gets none
 */
export function recordRefusal(
  of: DeclaredObject,
  verdict: Verdict<typeof creationRows>,
  objects: readonly ObservedObject[],
): readonly string[] {
  const because = verdict.code === "cannot become" || verdict.code === "unshown" ? [verdict.about.object] : objects;
  if (because.length > 0) of.context.ownership.run.recordDeclaration(of.resource, { refusedFor: because.map(({ id }) => id) });
  return creationProblems(verdict, of, because);
}

/** What to do if there is no object to adopt. One that exists elsewhere should not be ordered a second time. */
function insteadOfAdopting({ definition: { identity, costly } }: DeclaredObject): string {
  if (identity.scope.length === 0) return "Remove `adopt: true` to create it.";
  const places = identity.scope.map((argument) => `\`${argument}\``).join(" and ");
  return `Check ${places}. Removing \`adopt: true\` ${costly === true ? "orders a new, billed one" : "creates a new one"}.`;
}

/** Why a run takes over an object. */
const originOf = (isCreated: boolean): string =>
  isCreated ? "an interrupted run created it" : "an interrupted run began to take it over";

/** Why an existing object cannot be updated to match the declaration. */
function cannotBecomeText({ as, object, stuck }: Gets, { definition, inputs, name }: DeclaredObject): string {
  if (!isWholeId(object.id)) return `${name} exists, but the provider does not show its identifier, so it cannot be managed.`;
  const remedy =
    as === "take over" ? "An interrupted run left it: undo the change and run once." : "Declare what the provider has.";
  return (
    `${name} exists (${nameIds([object])}), but the API cannot change ${stuck.join(", ")}` +
    `${bothValues(definition.fields, inputs, object, stuck.slice(0, 1))}. ${remedy}`
  );
}

/** The value at the provider and the declared one, of arguments that are short and certainly not secret: parts of a sentence. */
function bothValues(
  fields: DeclaredObject["definition"]["fields"],
  inputs: Properties,
  found: ObservedObject,
  names: readonly string[],
): string {
  const marks = marksOf(inputs);
  return names
    .filter((name) => !marks.has(name) && fields[name]?.secret === undefined)
    .flatMap((name) => {
      const [shown, declared] = [shortText((found.inputs as Properties)[name]), shortText(inputs[name])];
      return shown === undefined || declared === undefined ? [] : [`; at the provider, ${name} is ${shown}, not ${declared}`];
    })
    .join("");
}

const longestValue = 40;

function shortText(value: unknown): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return typeof value === "string" && value.length <= longestValue ? `"${inLine(value)}"` : undefined;
}
