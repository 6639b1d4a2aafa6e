import type { Context } from "../runtime/context.js";
import { type Definition, isAdoptable } from "../definition/definition.js";
import { nameOfDeclared } from "../definition/object-name.js";
import type { Found } from "../definition/found.js";
import { otherNameText } from "./given-up.js";
import { enumeration } from "../values/enumeration.js";
import { isAbsent } from "../values/equality.js";
import { marksOf } from "../definition/marks.js";
import { inLine } from "../../sdk/redaction/text.js";
import { isWholeId } from "../values/id.js";
import type { Deletion } from "../journal/journal.js";
import { nameIds } from "./find.js";
import { deviations, hiddenArguments } from "./state.js";
import { sameId } from "../values/object-keys.js";
import type { Properties } from "../values/properties.js";
import { nameOf } from "../values/reserved-properties.js";
import { recordingChange } from "./shared-object.js";

/** Why a new resource adopts nothing, although it says `adopt: true`; undefined if its kind can. A replacement creates its object anyway. */
export function adoptionProblem(definition: Definition, { ownership }: Context, inputs: Properties): string | undefined {
  const { kind, className, recovery: { revealed = [] } = {} } = definition;
  if (inputs["adopt"] !== true || isAdoptable(definition) || ownership.run.declaration({ kind, name: nameOf(inputs) }).isReplaced)
    return undefined;
  return (
    `adopt: ${nameOfDeclared(definition, inputs)} cannot be adopted: its ${revealed.join(", ")} is shown at creation only. Remove ` +
    `\`adopt: true\` to create a new one, or read the existing one with \`${className}.get\`.`
  );
}

/** Outcome of `adopt: true`: an object to adopt, a refusal, or none, so that an object is created. */
export type Adoption =
  | { readonly status: "found"; readonly found: Found }
  | { readonly status: "refused"; readonly problem: string }
  | { readonly status: "none" };

/**
 * Finds the object that a resource adopts. If there is none, one is created only for a resource whose object this run has already
 * deleted.
 *
 * @param adoptable objects that can be updated to match the declaration
 */
export function adoption(definition: Definition, context: Context, inputs: Properties, adoptable: readonly Found[]): Adoption {
  const {
    kind,
    identity: { singleton, unique },
  } = definition;
  const { ownership } = context;
  const self = nameOf(inputs);
  const name = nameOfDeclared(definition, inputs);
  const { run } = ownership;
  const holderOf = ({ id }: Found) => (isWholeId(id) ? run.holderOf(kind, id) : undefined);
  const { isReplaced, adopts = "" } = run.declaration({ kind, name: self });
  if (isReplaced) {
    // If objects need not be unique, an equal one usually belongs to somebody else.
    if (unique === false) return { status: "none" };
    const isCreated =
      adoptable.length === 0 ? run.hasMadeRoom({ kind, name: self }) : adoptable.every((found) => holderOf(found) !== undefined);
    if (isCreated) return { status: "none" };
  }
  if (adoptable.length === 0)
    return {
      status: "refused",
      problem: `${name} does not exist, so it cannot be adopted. Nothing was created. ${insteadOfAdopting(definition)}`,
    };
  /** Another resource of the program that has the object, adopts it in this run, or has it deleted in this run. */
  const otherHolder = (found: Found): string | undefined => {
    const { id } = found;
    const leaver = sameId(adopts, id) ? undefined : run.leaverOf(kind, id);
    return [holderOf(found), run.otherAdopter(kind, id, self), leaver, run.movingOn(kind, id)?.name].find(
      (holder) => holder !== undefined && holder !== self,
    );
  };
  const free = singleton === true ? adoptable : adoptable.filter((found) => otherHolder(found) === undefined);
  // Of several that could be brought to what is declared, one that needs no change is meant.
  const equal = free.filter((found) => definition.identity.matches(found, inputs));
  const [first, ...others] = equal.length === 1 ? equal : free;
  if (first === undefined) {
    const [taken] = adoptable as readonly [Found];
    return {
      status: "refused",
      problem: `${name} (${nameIds(adoptable)}) was not adopted. ${otherNameText(kind, otherHolder(taken)!, self)}`,
    };
  }
  if (others.length > 0)
    return {
      status: "refused",
      problem:
        `${name}: several objects match (${nameIds(free)}), and the API does not show which one is meant. ` +
        (definition.deletion.undeletable === undefined
          ? `Delete the others at the provider if nobody uses them, or import the right one ${throughState}.`
          : `${definition.deletion.undeletable} Import the right one ${throughState}.`),
    };
  const keeping = keepingAdvice(definition, context, inputs, [first]);
  if (keeping !== undefined)
    return {
      status: "refused",
      problem: `${name} (${nameIds([first])}) was not adopted: ${concernsOf(definition, [first])!} ${keeping}`,
    };
  const deletion = singleton !== true && isWholeId(first.id) ? ownership.notes.deletionUnderWay(kind, first.id) : undefined;
  return deletion === undefined
    ? { status: "found", found: first }
    : { status: "refused", problem: beingDeleted(name, deletion) };
}

/** What to do if there is no object to adopt. One that exists elsewhere should not be ordered a second time. */
function insteadOfAdopting({ identity: { scope }, costly }: Definition): string {
  if (scope.length === 0) return "Remove `adopt: true` to create it.";
  const places = scope.map((argument) => `\`${argument}\``).join(" and ");
  const effect = costly === true ? "orders a new, billed one" : "creates a new one";
  return `Check ${places}. Remove \`adopt: true\` only if it exists nowhere else: that ${effect}.`;
}

/** What needs attention about objects: sentences, of which the first begins in lowercase. */
export const concernsOf = ({ reading }: Definition, objects: readonly Found[]): string | undefined =>
  objects.flatMap((found) => reading.concern?.(found) ?? []).join(" ") || undefined;

/**
 * What to do if a resource that is being replaced declares objects that need attention: one may be about to end, and the replacement
 * would delete the present object for it. `undefined` otherwise, also if this run has already deleted the present object.
 */
export function keepingAdvice(
  definition: Definition,
  { ownership: { run } }: Context,
  inputs: Properties,
  objects: readonly Found[],
): string | undefined {
  const { kind, label } = definition;
  const self = nameOf(inputs);
  if (
    concernsOf(definition, objects) === undefined ||
    !run.declaration({ kind, name: self }).isReplaced ||
    run.hasMadeRoom({ kind, name: self })
  )
    return undefined;
  return `The replacement would delete the present ${label}. Undo the change, or declare this one as a new resource with \`adopt: true\`.`;
}

/** `pulumi import` fails for every dynamic resource. */
export const throughState = 'through the state, as the guide describes under "Managing what exists"';

/** Why an object that another process is deleting is not adopted. */
export const beingDeleted = (name: string, { pid }: Deletion): string =>
  `${name} was not adopted: another run (process ${pid}) is deleting it. Run again when it has ended.`;

/** Why an existing object cannot be updated to match the declaration. */
export function updateProblem(definition: Definition, inputs: Properties, found: Found): string | undefined {
  const name = nameOfDeclared(definition, inputs);
  if (!isWholeId(found.id))
    return `${name} exists, but the provider does not show its identifier, so it cannot be managed. No second one was created.`;
  const differing = deviations(definition, inputs, found);
  const stuck = differing.filter((field) => definition.fields[field]!.policy !== "update");
  const needsUpdate = differing.length > 0 || hiddenArguments(definition, inputs, found).length > 0;
  if (stuck.length === 0 && (definition.update !== undefined || !needsUpdate)) return undefined;
  return (
    `${name} exists (${nameIds([found])}), but differs in ${stuck.join(", ")}, which the API cannot change. Declare what the provider ` +
    (definition.costly === true
      ? `has, or change it there.`
      : definition.deletion.undeletable === undefined
        ? `has, or delete the object there if nobody else uses it.`
        : `has. ${definition.deletion.undeletable}`) +
    bothValues(definition, inputs, found, stuck)
  );
}

/** The value at the provider and the declared one, of arguments that are short and certainly not secret: sentences, each after a space. */
function bothValues({ fields }: Definition, inputs: Properties, found: Found, names: readonly string[]): string {
  const marks = marksOf(inputs);
  return names
    .filter((name) => !marks.has(name) && fields[name]?.secret === undefined)
    .flatMap((name) => {
      const [shown, declared] = [shortText((found.inputs as Properties)[name]), shortText(inputs[name])];
      return shown === undefined || declared === undefined
        ? []
        : [` For ${name}, the provider has ${shown}, and the program declares ${declared}.`];
    })
    .join("");
}

const longestValue = 80;

function shortText(value: unknown): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return typeof value === "string" && value.length <= longestValue ? `"${inLine(value)}"` : undefined;
}

/**
 * Why an object is not adopted as declared: the API shows other objects' value of an argument but not this one's, and cannot change it. The
 * state would claim the declared value, and the API would refuse every correction.
 */
export function unshownProblem(definition: Definition, inputs: Properties, found: Found): string | undefined {
  const unshown = Object.entries(definition.fields)
    .filter(([, { readable, policy, required, absent }]) => readable && policy !== "update" && !required && absent === "anything")
    .map(([name]) => name)
    .filter((name) => inputs[name] !== undefined && isAbsent((found.inputs as Properties)[name]));
  if (unshown.length === 0) return undefined;
  const names = enumeration(unshown.map((name) => `\`${name}\``));
  return (
    `${nameOfDeclared(definition, inputs)} (${nameIds([found])}) was not adopted: the provider does not show its ${unshown.join(", ")}, which the API ` +
    `cannot change. Leave out ${names} to adopt it as it is.`
  );
}

/** What an adoption neither checks nor sets, although the program declares it: a sentence after a space, or an empty text. */
function unchecked({ fields }: Definition, inputs: Properties): string {
  const names = Object.entries(fields)
    .filter(([, { readable, policy, absent }]) => !readable && policy !== "update" && absent === "anything")
    .map(([name]) => name)
    .filter((name) => inputs[name] !== undefined);
  if (names.length === 0) return "";
  const [are, show] = names.length === 1 ? ["is", "it"] : ["are", "them"];
  return ` Its ${names.join(", ")} ${are} neither checked nor set, only recorded in the state: the API neither shows nor changes ${show}.`;
}

/** Warns, once in each process, that a resource adopts an object. */
export async function announce(definition: Definition, context: Context, inputs: Properties, found: Found): Promise<void> {
  if (!context.ownership.run.recordAnnouncement({ kind: definition.kind, name: nameOf(inputs) }, found.id)) return;
  const change = await recordingChange(definition, context, inputs, found);
  const concern = [definition.identity.contradicts?.(found, inputs), concernsOf(definition, [found])]
    .filter((each) => each !== undefined)
    .join(" However, ");
  context.warn(
    `adopt: the existing ${nameOfDeclared(definition, inputs)} (${nameIds([found])}) is adopted; no new one is created.` +
      change +
      unchecked(definition, inputs) +
      (concern === "" ? `` : ` However, ${concern}`),
  );
}
