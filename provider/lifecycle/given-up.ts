import { inLine } from "../../sdk/redaction/text.js";
import { type Definition, mayAdopt } from "../definition/definition.js";
import type { Found } from "../definition/found.js";
import type { Ownership } from "../ownership/ownership.js";
import { pick } from "../values/properties.js";
import { equal } from "../values/equality.js";

/** Whether the resource that has an object now declares a different one. */
export function isGivenUp(definition: Definition, ownership: Ownership, found: Found): boolean {
  const {
    kind,
    identity: { scope, parse },
  } = definition;
  const inputs = ownership.run.declarationFor(kind, found.id);
  if (inputs === undefined) return false;
  return !equal(pick(inputs, scope), pick(parse(found.id), scope)) || !mayAdopt(definition, found, inputs);
}

/** Why an object that the program reads is not replaced. */
export const readText = (resource: string, reader: string): string =>
  `resource "${inLine(reader)}" reads it with \`get\`, and the replacement of "${inLine(resource)}" would delete it. Remove the \`get\`; or, ` +
  `to keep the object, remove "${inLine(resource)}" from the state with \`pulumi state delete <urn>\`. Then run again.`;

/** How a resource gets the entry of another one. Pulumi refuses an alias and a new name that are in use. */
export function renameText(from: string, to: string): string {
  const [old, wanted] = [inLine(from), inLine(to)];
  return (
    `rename the entry "${old}" to "${wanted}" with \`pulumi state rename <urn> <new name>\`. If the state already has "${wanted}", first rename ` +
    `that one to a spare name. If the two are swapped, rename "${old}" to a spare name, "${wanted}" to "${old}", and the spare name to ` +
    `"${wanted}", and do the same for their contents.`
  );
}

/** Why a resource does not get an object that the state still has under another resource's name. */
interface GivenUp {
  /** The other resource. */
  readonly holder: string;
  readonly resource: string;
  /** Whether the program is known to declare a different object for the other resource. */
  readonly isChanged: boolean;
}

/** Advice for a resource that declares such an object. */
export function givenUpText(definition: Definition, { holder, resource, isChanged }: GivenUp): string {
  const [old, wanted] = [inLine(holder), inLine(resource)];
  const rename = `${renameText(holder, resource)} Then run again.`;
  if (!isChanged)
    return (
      `Resource "${old}" has it in the Pulumi state, and a resource that is replaced adopts nothing from another one. If the program still ` +
      `declares it as "${old}", declare it only once. Otherwise ${rename} If the state no longer has "${old}", run \`hosting recover --yes\`, ` +
      `which forgets it, and run again.`
    );
  const replaced =
    definition.replacement.order === "delete-first"
      ? `If it has deleted the object for "${old}", remove \`adopt: true\` and run again, which creates a new one.`
      : `If it has replaced "${old}", declare \`adopt: true\` for "${wanted}" and run again.`;
  return (
    `Resource "${old}" has it in the Pulumi state, but the program now declares another one as "${old}". Either declare it as "${old}" again ` +
    `and the other one under a new name, or ${rename} If this run has already changed "${old}", run again. ${replaced}`
  );
}
