import { inLine } from "../../sdk/redaction/text.js";
import type { Definition } from "../definition/definition.js";
import type { Found } from "../definition/found.js";
import type { Ownership } from "../ownership/ownership.js";
import { pick, type Properties } from "../values/properties.js";
import { equal } from "../values/equality.js";
import { objectKey } from "../values/object-keys.js";

/** What the program declares for objects of the state, by process and object. */
const declarations = new WeakMap<Ownership, Map<string, Properties>>();

/** The program declares this for the resource whose entry of the state has the object: the same one, changed or not, or another one. */
export function noteDeclaration(ownership: Ownership, kind: string, id: string, inputs: Properties): void {
  const known = declarations.get(ownership) ?? new Map<string, Properties>();
  declarations.set(ownership, known.set(objectKey(kind, id), inputs));
}

/** Whether the resource that has an object is to have another one in its place. */
export function isGivenUp(definition: Definition, ownership: Ownership, found: Found): boolean {
  const {
    kind,
    identity: { scope, parse, adopts, matches },
  } = definition;
  const inputs = declarations.get(ownership)?.get(objectKey(kind, found.id));
  if (inputs === undefined) return false;
  return !equal(pick(inputs, scope), pick(parse(found.id), scope)) || !(adopts ?? matches)(found, inputs);
}

/**
 * The way on for a resource that declares what the state still has under the name of another one. Pulumi takes no alias that is in use.
 *
 * @param isReplaced whether the state has an entry of the resource as well, so that nothing can be renamed to its name before that is
 */
export function givenUpText(holder: string, resource: string, isReplaced: boolean): string {
  const [old, wanted] = [inLine(holder), inLine(resource)];
  const first = isReplaced
    ? `, after the entry that is called so now. Where the two are exchanged, rename "${old}" to a spare name, "${wanted}" to "${old}", and ` +
      `the spare name to "${wanted}", and likewise what lies in them`
    : "";
  return (
    `Resource "${old}" has it in the Pulumi state, but the program now declares another one as "${old}". Either declare it as "${old}" again ` +
    `and the other one under a new name, or rename its entry to "${wanted}" with \`pulumi state rename <urn> <new name>\`${first}. Then run again. ` +
    `Where this run has changed "${old}" already, run it once more; where it has replaced it, with \`adopt: true\` for "${wanted}".`
  );
}
