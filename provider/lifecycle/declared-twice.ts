import { createHash } from "node:crypto";
import { inLine } from "../../sdk/redaction/text.js";
import { declaredInputs, type Definition } from "../definition/definition.js";
import type { Found } from "../definition/found.js";
import { marksOf } from "../definition/marks.js";
import { nameOfDeclared, naturalKey } from "../definition/object-name.js";
import type { Declarer } from "../ownership/run-record.js";
import type { Ownership } from "../ownership/ownership.js";
import { canonicalText, equal } from "../values/equality.js";
import { joinId } from "../values/id.js";
import { resourceText } from "../values/labels.js";
import { withSources } from "./expected.js";
import type { Properties } from "../values/properties.js";
import { nameOf } from "../values/reserved-properties.js";
import { containsUnknown } from "../values/unknown-values.js";

/**
 * Two resources of a program with one object. If it always exists, nothing would refuse the second one, and each would overwrite the other;
 * otherwise a preview would promise two objects.
 */

/** A value that a resource declares for a member of its object. */
interface Member {
  readonly path: string;
  readonly argument: string;
  readonly value: unknown;
}

/** The id of the declared object, if it always exists and is known. */
function singletonId({ identity: { singleton, scope } }: Definition, inputs: Properties): string | undefined {
  const parts = scope.map((name) => inputs[name]);
  return singleton !== true || parts.some((part) => part === undefined || containsUnknown(part))
    ? undefined
    : joinId(...parts.map(String));
}

/** The declared members that are known. An argument whose members the kind compares one by one has several. */
function membersOf({ fields, identity: { scope } }: Definition, inputs: Properties): Member[] {
  return Object.entries(fields)
    .filter(([argument]) => !scope.includes(argument))
    .flatMap(([argument, { shows }]): Member[] => {
      const value = inputs[argument];
      return shows === undefined || typeof value !== "object" || value === null
        ? [{ path: argument, argument, value }]
        : Object.entries(value).map(([name, member]: [string, unknown]) => ({
            path: `${argument}.${name}`,
            argument,
            value: member,
          }));
    })
    .filter(({ value }) => value !== undefined && !containsUnknown(value));
}

/** A digest that is the same for all values that mean the same; empty if another value may mean the same too. */
function digestOf({ fields }: Definition, { argument, value }: Member): string {
  const text = fields[argument]!.same === equal ? canonicalText(value) : undefined;
  return text === undefined ? "" : createHash("sha256").update(text).digest("base64url");
}

/**
 * Problems of a resource with valid arguments whose object another resource of the program declares. Records the resource, so that others
 * find it.
 *
 * @param isNew whether the state does not have the resource
 */
export function declaredTwice(definition: Definition, ownership: Ownership, isNew: boolean, inputs: Properties): string[] {
  noteDeclarer(definition, ownership, isNew, inputs);
  return contradictions(definition, ownership, inputs);
}

function noteDeclarer(definition: Definition, { run }: Ownership, isNew: boolean, inputs: Properties): void {
  const id = singletonId(definition, inputs);
  const name = nameOf(inputs);
  if (id === undefined || name === "") return;
  const marks = marksOf(inputs);
  const isSecret = ({ argument }: Member) => marks.has(argument) || definition.fields[argument]!.secret !== undefined;
  const digests = (isWithheld: (member: Member) => boolean): Declarer["members"] =>
    Object.fromEntries(
      membersOf(definition, inputs).map((member) => [member.path, isWithheld(member) ? "" : digestOf(definition, member)]),
    );
  // A digest of a secret would let a reader of the journal guess it.
  const once = { id, isNew, members: digests(() => false) };
  run.recordDeclaration({ kind: definition.kind, name }, { once, toldOnce: { ...once, members: digests(isSecret) } });
}

const othersOf = (definition: Definition, { run }: Ownership, inputs: Properties): (Declarer & { readonly name: string })[] => {
  const id = singletonId(definition, inputs);
  return id === undefined ? [] : run.declarersOf(definition.kind, id, nameOf(inputs));
};

/** Other resources of the program that declare other values for the same members: each would overwrite the other's. */
function contradictions(definition: Definition, ownership: Ownership, inputs: Properties): string[] {
  const members = membersOf(definition, inputs).map((member) => ({ ...member, digest: digestOf(definition, member) }));
  return othersOf(definition, ownership, inputs).flatMap((other) => {
    const differing = members.filter(({ path, digest }) => {
      const theirs = other.members[path] ?? "";
      return digest !== "" && theirs !== "" && digest !== theirs;
    });
    if (differing.length === 0) return [];
    const [mine, theirs] = [nameOf(inputs), other.name].map((name) => resourceText(definition.kind, name));
    return (
      `${mine} and ${theirs} of this program declare the same ${nameOfDeclared(definition, inputs)} with different values of ` +
      `${differing.map(({ path }) => inLine(path)).join(", ")}, so each would overwrite the other's. Declare it once.`
    );
  });
}

/**
 * Problems of a resource with valid arguments whose object is created, if another resource of the program declares an equal one. Two entries
 * of the state may have the same natural key only since before: other rules decide about them. Records the resource, so that others find
 * it.
 */
export function objectDeclaredTwice(definition: Definition, { run }: Ownership, olds: Properties, inputs: Properties): string[] {
  const { kind, identity } = definition;
  const name = nameOf(inputs);
  if (identity.singleton === true || identity.unique === false || name === "") return [];
  run.recordDeclaration({ kind, name }, { inputs: declaredInputs(definition, inputs) });
  const placed = withSources(definition, run, inputs);
  if (containsUnknown(placed)) return [];
  const key = naturalKey(definition, { ...inputs, ...placed });
  const isNew = Object.keys(olds).length === 0 || naturalKey(definition, olds) !== key;
  run.recordDeclaration({ kind, name }, { object: { naturalKey: key, isNew, inputs: placed } });
  const other = run
    .declaringSame(kind, key, name)
    .find((each) => (isNew || each.isNew) && areEqual(definition, each.inputs, placed));
  if (other === undefined) return [];
  const [mine, theirs] = [name, other.name].map((each) => resourceText(kind, each));
  return [`${mine} and ${theirs} of this program declare the same ${nameOfDeclared(definition, inputs)}: declare it once.`];
}

/** Whether an object that is as one resource declares is what the other one declares, either way: one may declare more than the other. */
function areEqual({ fields, identity }: Definition, first: Properties, second: Properties): boolean {
  const shown = (inputs: Properties): Found => ({ id: "", inputs, outputs: {} });
  return (
    identity.scope.every((argument) => fields[argument]!.same(first[argument], second[argument])) &&
    identity.matches(shown(first), second) &&
    identity.matches(shown(second), first)
  );
}

/** Who else in the program has an object that always exists, as the rest of a sentence; undefined if nobody is known to. */
export function alsoDeclared(definition: Definition, ownership: Ownership, inputs: Properties): string | undefined {
  const others = othersOf(definition, ownership, inputs).map(({ name }) => resourceText(definition.kind, name));
  return others.length === 0 ? undefined : `also belongs to ${others.join(" and ")} of this program.`;
}

/**
 * The same for a resource that the state has, as a warning. Only of new resources: their own announcement could not name this one, which
 * was not declared yet.
 */
export function alsoDeclaredLater(definition: Definition, ownership: Ownership, inputs: Properties): string | undefined {
  const isNew = othersOf(definition, ownership, inputs).some((other) => other.isNew);
  return isNew ? `${nameOfDeclared(definition, inputs)} ${alsoDeclared(definition, ownership, inputs)}` : undefined;
}
