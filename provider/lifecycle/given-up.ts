import { inLine } from "../../sdk/redaction/text.js";
import type { Definition } from "../definition/definition.js";
import type { Found } from "../definition/found.js";
import type { Ownership } from "../ownership/ownership.js";
import { pick } from "../values/properties.js";
import { equal } from "../values/equality.js";

/** Whether the resource that has an object now declares a different one. */
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
 * Advice for a resource that declares an object that the state still has under another resource's name. Pulumi refuses an alias
 * that is in use.
 *
 * @param isReplaced whether the state has an entry with the resource's name as well, which must be renamed first
 */
export function givenUpText(holder: string, resource: string, isReplaced: boolean): string {
  const [old, wanted] = [inLine(holder), inLine(resource)];
  const first = isReplaced
    ? `, after you have renamed the entry that has that name now. If the two are swapped, rename "${old}" to a spare name, "${wanted}" to ` +
      `"${old}", and the spare name to "${wanted}", and do the same for their contents`
    : "";
  return (
    `Resource "${old}" has it in the Pulumi state, but the program now declares another one as "${old}". Either declare it as "${old}" again ` +
    `and the other one under a new name, or rename its entry to "${wanted}" with \`pulumi state rename <urn> <new name>\`${first}. Then run again. ` +
    `If this run has already changed "${old}", run again. If it has replaced "${old}", declare \`adopt: true\` for "${wanted}" and run again.`
  );
}
