import type { Context } from "../../provider/runtime/context.js";
import { isWholeId } from "../../provider/values/id.js";
import type { Properties } from "../../provider/values/properties.js";

/**
 * Tells who has an object beside the resource of the arguments, in words, as far as runs of any stack have shown.
 *
 * @returns a function that throws where that cannot be read
 */
export async function claimantOf(
  kind: string,
  { ownership }: Context,
  inputs: Properties,
): Promise<(id: string) => string | undefined> {
  const isClaimed = await ownership.holders.claimedBeside(kind, inputs);
  return (id) =>
    isWholeId(id) && isClaimed(id) ? (ownership.holders.holder(kind, id, inputs)?.who ?? "another resource") : undefined;
}
