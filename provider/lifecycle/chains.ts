import type { Context } from "../runtime/context.js";
import type { Definition } from "../definition/definition.js";
import { nameOfObject } from "../definition/object-name.js";
import type { Replaced } from "../definition/replacement.js";
import { ProviderError } from "../values/errors.js";
import { attempt } from "../journal/journal-storage.js";
import type { Ownership } from "../ownership/ownership.js";
import { goesUnownedText } from "./removal-messages.js";
import { othersProblem } from "./unanswered.js";
import { unownedWithin } from "./unowned.js";

/** Why an object cannot be replaced; undefined where it can, as far as anybody can tell before. */
export async function replacementProblem(
  definition: Definition,
  context: Context,
  replaced: Replaced,
): Promise<string | undefined> {
  const refusal = await definition.replacement.refuses?.(replaced, context);
  if (refusal !== undefined) return refusal;
  const { id, state } = replaced;
  // What somebody else has stays, and all that lies in it.
  if (definition.contents === undefined || context.ownership.holders.holder(definition.kind, id, state)?.isDoubted === false)
    return undefined;
  // The old object is deleted last as a rule: what keeps it from being deleted is known before the new one is ordered.
  const problem = await othersProblem(definition, context, id, state);
  if (problem !== undefined) return problem;
  const unowned = await unownedWithin(definition, context, id);
  if (unowned.length > 0) context.warn(goesUnownedText(nameOfObject(definition, id, state), unowned));
  return undefined;
}

/**
 * Notes what a comparison makes of an object that holds others.
 *
 * @param isDeclared whether the program declares it
 * @throws where it stays, and something in it was given up before that was known
 */
export function noteComparison(
  definition: Definition,
  { run: { containers } }: Ownership,
  {
    id,
    state,
    isReplaced,
    isDeclared,
  }: Pick<Replaced, "id" | "state"> & { readonly isReplaced: boolean; readonly isDeclared: boolean },
): void {
  const path = attempt(() => definition.contents?.prefix(id));
  // An id that names no such object is for others to refuse.
  const title = path === undefined ? undefined : attempt(() => nameOfObject(definition, id, state));
  if (path === undefined || title === undefined) return;
  containers.compared(path, title, isReplaced);
  const given = isDeclared && !isReplaced ? containers.givenUpIn(path) : [];
  if (given.length > 0)
    throw new ProviderError(
      `${title} stays in the program, and ${given.join(", ")} is replaced: it would have to be deleted, and no known call of the API names ` +
        `the subdomain to delete. Delete it at the provider and run \`pulumi refresh\`; or take it out of the state with \`pulumi state delete <urn>\`. ` +
        `Then run again.`,
    );
}
