import type { Context } from "../runtime/context.js";
import { declaredInputs, type Definition, type ObservedObject } from "../definition/definition.js";
import { attempt } from "../journal/journal-storage.js";
import type { Ownership } from "../ownership/ownership.js";
import { messageOf } from "../values/errors.js";
import { resourceText } from "../values/phrases.js";
import { nameIn, sameId, joinId } from "../values/ids.js";
import type { Properties } from "../values/properties.js";
import { isUnconfirmed, nameOf } from "../values/reserved-properties.js";
import { containsUnknown } from "../values/unknown-values.js";
import type { RemovalFacts } from "../decisions/removal.js";
import type { DeclaredObject } from "./creation/declared-object.js";
import type { Entry } from "./entry.js";
import { candidates, look, containerText, unlessScopeGone } from "./find.js";
import { inLine } from "../../sdk/redaction/text.js";
import { nameOfDeclared, naturalKey } from "../definition/object-name.js";
import type { RunResources } from "../ownership/run-resources.js";
import { withSources } from "./expected.js";

/** The name of the declared object, if it exists only once; its container may be unknown. */
const worldwideName = ({ identity }: Definition, inputs: Properties): string | undefined =>
  // Invalid arguments are refused elsewhere.
  attempt(() => identity.worldwideName?.(inputs));

/** The id of the declared object, if its name exists only once and everything is known. */
function worldwideId(definition: Definition, inputs: Properties): string | undefined {
  const name = worldwideName(definition, inputs);
  const containers = definition.identity.scope.map((argument) => inputs[argument]);
  if (name === undefined || containers.includes(undefined)) return undefined;
  return attempt(() =>
    containsUnknown(declaredInputs(definition, inputs)) ? undefined : joinId(...containers.map(String), name),
  );
}

/** Records the name that the program declares for a resource, so that no run deletes the object that has it in another container. */
export function noteDeclaredName(definition: Definition, { run }: Ownership, news: Properties): void {
  const registers = worldwideId(definition, news);
  if (registers !== undefined) run.recordDeclaration({ kind: definition.kind, name: nameOf(news) }, { registers });
}

/**
 * Whether an object has left its container, where this run declares or has one of the same name in another: proven like any absence.
 * Its entry then leaves the state, and no deletion is sent for a name that is still in use.
 *
 * @throws if the container cannot be listed
 */
export async function hasMovedElsewhere({ definition, context, kind, id, state }: Entry): Promise<boolean> {
  const { ownership } = context;
  if (worldwideId(definition, state) === undefined) return false;
  // A listing proves nothing of an object that was never listed, or that another login has seen.
  if (isUnconfirmed(state) || ownership.elsewhere(state) !== undefined) return false;
  if (ownership.run.declaredElsewhere(kind, id, "") === undefined && ownership.run.withSameName(kind, id).length === 0)
    return false;
  return (await look(definition, context, id, state)) === undefined;
}

/** Another resource of this run that declares the name of an object in another container, where the name cannot be while this object exists. */
export async function declaredElsewhere({ definition, context, id, state }: Entry): Promise<RemovalFacts["declaredElsewhere"]> {
  if (worldwideId(definition, state) === undefined) return undefined;
  const declared = context.ownership.run.declaredElsewhere(definition.kind, id, nameOf(state));
  if (declared === undefined || (await look(definition, context, id, state)) === undefined) return undefined;
  const [here, there] = [id, declared.id].map((each) => containerText(definition, definition.identity.parse(each)));
  return { name: declared.name, here: here!, there: there! };
}

/**
 * Why a resource cannot get a new object: a resource of this run or an earlier one has the name in another container, which still
 * lists it. Warns if that listing fails.
 *
 * @param replaced the id of the object that the new one replaces
 */
export async function registeredElsewhereProblem(subject: DeclaredObject, replaced?: string): Promise<string | undefined> {
  const { definition, context, inputs, name, resource } = subject;
  const { kind, label, identity } = definition;
  const { run, holders } = context.ownership;
  const id = worldwideId(definition, inputs);
  if (id === undefined) return undefined;
  for (const other of holders.withSameName(kind, id)) {
    if (replaced !== undefined && sameId(other, replaced)) continue;
    const holder = run.holderOf(kind, other);
    // Other rules decide about the replacement of what the resource itself has.
    if ([holder, run.deletedFirstFor(kind, other)].includes(resource.name) || run.removalOf(kind, other) !== undefined) continue;
    const place = containerText(definition, identity.parse(other));
    const isThere = await isListed(definition, context, other).catch((error: unknown) => {
      context.warn(`${name}: ${place} may still have the name, and could not be listed. ${messageOf(error)}`);
      return false;
    });
    if (!isThere) continue;
    const who =
      holder === undefined
        ? (await holders.claimant(kind, other, inputs).catch(() => undefined))?.who
        : resourceText(kind, holder);
    return `${nameIn(other)} is registered in ${place}${who === undefined ? "" : ` (${who})`}. A ${label} cannot move: declare it there.`;
  }
  return undefined;
}

/** Whether the container of an object lists it, in any listing of this process. */
async function isListed(definition: Definition, context: Context, id: string): Promise<boolean> {
  const place = definition.identity.parse(id);
  const listing = await unlessScopeGone(definition, context, place, () => candidates(definition, context, place, "once"));
  return listing?.all.some((found) => sameId(found.id, id)) === true;
}

/** What tells a declared object from those of other resources. */
interface NamedObject {
  readonly key: string;
  /** What an equal object matches; undefined if there is only one with the key. */
  readonly inputs?: Properties;
}

/** The declared object; undefined while it is not known, or if any number of equal ones may exist. */
function declaredObject(definition: Definition, run: RunResources, inputs: Properties): NamedObject | undefined {
  const { singleton, scope, unique } = definition.identity;
  const name = worldwideName(definition, inputs);
  if (name !== undefined) return { key: joinId("", name) };
  const placed = withSources(definition, run, inputs);
  const parts = scope.map((argument) => placed[argument]);
  if (unique === false || containsUnknown(singleton === true ? parts : placed)) return undefined;
  return singleton === true
    ? { key: joinId(...parts.map(String)) }
    : { key: joinId(naturalKey(definition, { ...inputs, ...placed })), inputs: placed };
}

/**
 * Problems of a resource with valid arguments whose object another resource of the program declares: a preview would promise two objects, or
 * each would overwrite the settings of the other. If the state has the object for both, other rules decide about them. Records the resource,
 * so that others find it.
 *
 * @param isEntering whether the program's objects enter the state: then each of several equal ones does, and the command finds what is declared twice
 */
export function declaredTwice(
  definition: Definition,
  { run }: Ownership,
  { olds, news }: { readonly olds: Properties; readonly news: Properties },
  isEntering: boolean,
): string[] {
  const { kind, label, identity } = definition;
  const name = nameOf(news);
  if (name === "") return [];
  const facts = { inputs: declaredInputs(definition, news) };
  const declared = declaredObject(definition, run, news);
  if (declared === undefined || (isEntering && identity.singleton !== true)) {
    run.recordDeclaration({ kind, name }, facts);
    return [];
  }
  const { key, inputs } = declared;
  const isNew = Object.keys(olds).length === 0 || !sameId(declaredObject(definition, run, olds)?.key ?? "", key);
  run.recordDeclaration({ kind, name }, { ...facts, object: { key, isNew, inputs } });
  const other = run
    .declarersOf(kind, key, name, inputs === undefined)
    .find((each) => (isNew || each.isNew) && (inputs === undefined || areEqual(definition, each.inputs ?? {}, inputs)));
  if (other === undefined) return [];
  const [mine, theirs] = [name, other.name].map((each) => resourceText(kind, each));
  const unique = worldwideName(definition, news);
  const object =
    unique === undefined
      ? nameOfDeclared(definition, news)
      : `${label} ${inLine(unique)}, whose name is registered only once, whatever the account`;
  return [`${mine} and ${theirs} of this program declare the same ${object}: declare it once.`];
}

/** Whether an object that is as one resource declares is what the other one declares, either way: one may declare more than the other. */
function areEqual({ fields, identity }: Definition, first: Properties, second: Properties): boolean {
  const shown = (inputs: Properties): ObservedObject => ({ id: "", inputs, outputs: {} });
  return (
    identity.scope.every((argument) => fields[argument]!.same(first[argument], second[argument])) &&
    identity.matches(shown(first), second) &&
    identity.matches(shown(second), first)
  );
}
