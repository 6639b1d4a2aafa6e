import type { Context } from "../runtime/context.js";
import type { Definition } from "../definition/definition.js";
import { nameOfDeclared } from "../definition/object-name.js";
import type { Found } from "../definition/found.js";
import { givenUpText, isGivenUp } from "./given-up.js";
import { isWholeId } from "../values/id.js";
import type { Deletion } from "../journal/journal.js";
import { resourceText } from "../values/labels.js";
import { nameIds } from "./find.js";
import { deviations, unseen } from "./state.js";
import type { Properties } from "../values/properties.js";
import { nameOf } from "../values/reserved-properties.js";
import { adoptedChange } from "./shared-object.js";

/** What `adopt: true` leads to: an object, a refusal, or a new object. */
export type Adoption =
  | { readonly status: "found"; readonly found: Found }
  | { readonly status: "refused"; readonly problem: string }
  | { readonly status: "none" };

/**
 * The object that a resource adopts. A replacement is created where there is none, as it was the first object that the program asked
 * to adopt.
 *
 * @param adoptable objects that could be brought to what is declared
 */
export function adoption(definition: Definition, context: Context, inputs: Properties, adoptable: readonly Found[]): Adoption {
  const {
    kind,
    identity: { singleton, unique },
  } = definition;
  const { ownership } = context;
  const self = nameOf(inputs);
  const name = nameOfDeclared(definition, inputs);
  const holderOf = ({ id }: Found) => (isWholeId(id) ? ownership.run.declaredHolder(kind, id) : undefined);
  if (ownership.run.isReplaced(kind, self)) {
    // Among objects that need not be unique, one like it is as a rule somebody else's.
    if (unique === false || adoptable.every((found) => holderOf(found) !== undefined)) return { status: "none" };
  }
  if (adoptable.length === 0)
    return {
      status: "refused",
      problem: `${name} does not exist, so there is nothing to adopt, and nothing was created. Remove \`adopt: true\` to have it created.`,
    };
  /** Another resource of the program that has the object, or adopts it in this run. */
  const otherHolder = (found: Found): string | undefined =>
    [holderOf(found), ownership.run.adopterOf(kind, found.id)].find((holder) => holder !== undefined && holder !== self);
  const free = singleton === true ? adoptable : adoptable.filter((found) => otherHolder(found) === undefined);
  const [first, ...others] = free;
  if (first === undefined) {
    const [taken] = adoptable as readonly [Found];
    const holder = otherHolder(taken)!;
    return {
      status: "refused",
      problem: isGivenUp(definition, ownership, taken)
        ? `${name} (${nameIds([taken])}) was not adopted. ${givenUpText(holder, self, ownership.run.isReplaced(kind, self))}`
        : `${name} (${nameIds(adoptable)}) already belongs to ${resourceText(kind, holder)} of this program, so it was not adopted. ` +
          `Declare it once.`,
    };
  }
  if (others.length > 0)
    return {
      status: "refused",
      problem:
        `${name}: several objects could be meant (${nameIds(free)}), and the API does not tell which. ` +
        (definition.deletion.undeletable === undefined
          ? `Remove the others at the provider if nobody uses them, or import the right one ${throughState}.`
          : `${definition.deletion.undeletable} Import the right one ${throughState}.`),
    };
  const deletion = singleton !== true && isWholeId(first.id) ? ownership.notes.deletionUnderWay(kind, first.id) : undefined;
  return deletion === undefined
    ? { status: "found", found: first }
    : { status: "refused", problem: beingDeleted(name, deletion) };
}

/** `pulumi import` fails for every dynamic resource. */
export const throughState = 'through the state, as the guide describes under "Taking over what exists"';

/** Why an object is not adopted that another process deletes. */
export const beingDeleted = (name: string, { ending, pid }: Deletion): string =>
  `${name} was not adopted: process ${pid ?? "unknown"} ${ending === "elsewhere" ? "on another machine or in another container" : "of this machine"} is ` +
  `deleting it. Run again when that has ended.`;

/** Why an existing object cannot become what is declared. */
export function takeoverProblem(definition: Definition, inputs: Properties, found: Found): string | undefined {
  const name = nameOfDeclared(definition, inputs);
  if (!isWholeId(found.id))
    return `${name} exists, but the provider does not show its identifier, so it cannot be managed, and no second one was created.`;
  const differing = deviations(definition, inputs, found);
  const stuck = differing.filter((field) => definition.fields[field]!.policy !== "update");
  const needsUpdate = differing.length > 0 || unseen(definition, inputs).length > 0;
  if (stuck.length === 0 && (definition.update !== undefined || !needsUpdate)) return undefined;
  return (
    `${name} exists (${nameIds([found])}), but differs in ${stuck.join(", ")}, which the API cannot change. Declare what the provider ` +
    (definition.deletion.undeletable === undefined
      ? `has, or delete the object there if nobody else uses it.`
      : `has. ${definition.deletion.undeletable}`)
  );
}

/**
 * Says once in a process that a resource adopts an object; of what is always there, that was said without looking.
 *
 * @param hasIt whether the resource was shown to have the object: a replacement looks like a new resource, and this run may delete the object first
 */
export async function announce(
  definition: Definition,
  context: Context,
  inputs: Properties,
  found: Found,
  hasIt = false,
): Promise<void> {
  if (definition.identity.singleton === true) return;
  const { run } = context.ownership;
  if (run.adopterOf(definition.kind, found.id) !== undefined) return;
  run.adopts(definition.kind, found.id, nameOf(inputs));
  const change = await adoptedChange(definition, context, inputs, found);
  context.warn(
    `adopt: the existing ${nameOfDeclared(definition, inputs)} (${nameIds([found])}) is taken over; none is created` +
      (hasIt ? `, unless this run first deletes it in order to replace it.` : `.`) +
      change,
  );
}
