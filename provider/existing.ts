import type { Context } from "./context.js";
import { declaredInputs, type Definition } from "./definition.js";
import { isWholeId } from "./id.js";
import type { Listings } from "./listings.js";
import { candidates, nameIds } from "./lookup.js";
import type { Properties } from "./properties.js";
import { nameOf } from "./reserved.js";
import { containsUnknown } from "./unknown.js";

/** How long checks may wait for the provider, in milliseconds: Pulumi checks one resource at a time. */
const patience = 10_000;

/** Processes in which the provider did not answer a check: the others are not held up as well. */
const unanswered = new WeakSet<Listings>();

/**
 * Why a resource that is new to the state cannot be created, as far as a listing tells: its object exists already. Otherwise a
 * preview would promise what `up` refuses, as with `--replace`, after `pulumi state taint` and after a rename. One listing for each
 * collection and process. What cannot be told is left to the creation.
 */
export async function existingProblem(definition: Definition, context: Context, inputs: Properties): Promise<string | undefined> {
  const { create, kind, standing, takesOver, title, unique } = definition;
  if (create === undefined || standing === true || unique === false || inputs["adopt"] === true) return undefined;
  if (containsUnknown(declaredInputs(definition, inputs)) || unanswered.has(context.listings)) return undefined;
  const matching = await soon(context, async () => {
    // What an interrupted run may have created is taken over.
    if ((await context.ownership.earlier(inputs, kind, title(inputs))).length > 0) return [];
    return (await candidates(definition, context, inputs, "once")).matching;
  });
  const staying = (matching ?? []).filter(({ id }) => !isWholeId(id) || !context.ownership.isLeaving(kind, id));
  const [first] = staying;
  if (first === undefined || takesOver?.(first, inputs) === true) return undefined;
  const holder = isWholeId(first.id) ? context.ownership.declaredHolder(kind, first.id) : undefined;
  return existsAlready(`${definition.label} ${title(inputs)}`, nameIds(staying), holder, nameOf(inputs));
}

/** What `look` finds, if it does in time. */
async function soon<T>({ clock, listings }: Context, look: () => Promise<T>): Promise<T | undefined> {
  const stop = new AbortController();
  const late = clock.sleep(patience, stop.signal).then(
    () => undefined,
    () => undefined,
  );
  const found = await Promise.race([look().catch(() => undefined), late]);
  stop.abort();
  if (found === undefined) unanswered.add(listings);
  return found;
}

/**
 * @param holder name of a resource of the program that has the object
 * @param resource name of the resource that was to be created
 */
export const existsAlready = (name: string, ids: string, holder: string | undefined, resource: string): string =>
  `${name} exists already (${ids}), so no second one is created. ` +
  (holder === undefined || holder === resource
    ? `If the resource was renamed or moved in the program, give it an alias. If this run is to replace it (\`--replace\`, ` +
      `\`pulumi state taint\`), delete it first with \`pulumi destroy --target <urn>\`, or keep it (\`pulumi state untaint <urn>\`). If it is not ` +
      `in this stack yet, take it over with \`adopt: true\`, import it, or delete it at the provider. \`hosting recover\` shows what an ` +
      `interrupted run left.`
    : `It belongs to resource "${holder}" of this program: declare it once.`);
