import type { Context } from "../../provider/runtime/context.js";
import { isWholeId } from "../../provider/values/ids.js";
import type { Properties } from "../../provider/values/properties.js";

/**
 * Says who else has an object besides the resource of the arguments, as far as runs of any stack have shown.
 *
 * @returns a function that throws if that cannot be read
 */
export async function claimantOf(
  kind: string,
  { ownership }: Context,
  inputs: Properties,
): Promise<(id: string) => string | undefined> {
  const claimantsOf = await ownership.holders.claimantsOf(kind, inputs);
  return (id) => (isWholeId(id) ? claimantsOf(id).find(({ isOwn }) => !isOwn)?.who : undefined);
}
