import type { Context } from "../runtime/context.js";
import type { Definition } from "../definition/definition.js";
import { nameOfDeclared } from "../definition/object-name.js";
import type { Found } from "../definition/found.js";
import { nameIds } from "./find.js";
import { earlier } from "./interrupted-creations.js";
import type { Properties } from "../values/properties.js";

/** Whether the resource is known to have an object; `false` if its stack cannot be determined. */
export const alreadyHas = ({ kind }: Definition, { ownership }: Context, inputs: Properties, { id }: Found): Promise<boolean> =>
  ownership.holders.isClaimed(kind, id, inputs).catch(() => false);

/**
 * Why a resource does not adopt an object that it already has. Pulumi checks a forced replacement like a new resource, and adopting the
 * object again would lose what only its creation showed. An interrupted adoption is continued.
 *
 * @param hasIt whether the resource is known to have the object
 */
export async function readoptionProblem(
  definition: Definition,
  context: Context,
  inputs: Properties,
  found: Found,
  hasIt: boolean,
): Promise<string | undefined> {
  const { revealed = [] } = definition.recovery ?? {};
  if (revealed.length === 0 || !hasIt) return undefined;
  if ((await earlier(definition, context, inputs)).length > 0) return undefined;
  return (
    `${nameOfDeclared(definition, inputs)} (${nameIds([found])}) was not adopted: this resource already has it. Adopting it again would ` +
    `replace nothing, and the state would lose its ${revealed.join(", ")}. To replace it, remove \`adopt: true\`. If the state no longer ` +
    `has it, as after \`pulumi state delete\`, run \`hosting recover --yes\`, which forgets it. Then run again.`
  );
}
