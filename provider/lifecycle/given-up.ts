import { inLine } from "../../sdk/redaction/text.js";
import type { Definition } from "../definition/definition.js";
import type { Found } from "../definition/found.js";
import type { Ownership } from "../ownership/ownership.js";
import { pick } from "../values/properties.js";
import { equal } from "../values/equality.js";

/** Whether the resource that has an object is to have another one in its place. */
export function isGivenUp(definition: Definition, ownership: Ownership, found: Found): boolean {
  const {
    kind,
    identity: { scope, parse, adopts, matches },
  } = definition;
  const inputs = ownership.run.declarationFor(kind, found.id);
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
