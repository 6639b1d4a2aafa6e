import { adoption, announce, takeoverProblem } from "./adopt.js";
import type { Context } from "../runtime/context.js";
import { declaredInputs, type Definition } from "../definition/definition.js";
import { nameOfDeclared } from "../definition/object-name.js";
import type { Found } from "../definition/found.js";
import { ProviderError } from "../values/errors.js";
import { givenUpText, isGivenUp } from "./given-up.js";
import { isWholeId } from "../values/id.js";
import { earlier, forgetSettled, leftoverIn, mayAppear } from "./interrupted-creations.js";
import { resourceText } from "../values/labels.js";
import { candidates, nameIds } from "./find.js";
import { alreadyHas, readoptionProblem } from "./readopt.js";
import type { Claimant } from "../ownership/holders.js";
import type { Properties } from "../values/properties.js";
import { nameOf } from "../values/reserved-properties.js";
import type { Settings } from "../runtime/settings.js";
import { soon } from "./soon.js";
import { mayBeOurs } from "./unanswered.js";
import { containsUnknown } from "../values/unknown-values.js";

/**
 * Why a resource that is new to the state cannot be created or adopted, according to a listing. Announces an adoption. Without
 * this check, a preview would promise what `up` refuses: creating an object that already exists, as with `--replace`, after
 * `pulumi state taint` and after a rename, or adopting one that does not exist. Needs one listing for each collection and
 * process. The creation checks whatever cannot be told yet.
 */
export async function existingProblem(definition: Definition, context: Context, inputs: Properties): Promise<string | undefined> {
  const adopts = inputs["adopt"] === true;
  if (definition.create === undefined || definition.identity.singleton === true) return undefined;
  if (!adopts) return creationProblem(definition, context, inputs);
  const isKnown = !containsUnknown(declaredInputs(definition, inputs));
  const adoptable = isKnown
    ? await soon(definition, context, inputs, () => adoptableNow(definition, context, inputs))
    : undefined;
  if (adoptable === undefined) {
    context.warn(`adopt: ${nameOfDeclared(definition, inputs)} will be adopted if it exists, which is not known yet.`);
    return undefined;
  }
  const plan = adoption(definition, context, inputs, adoptable);
  if (plan.status === "none") return creationProblem(definition, context, inputs);
  if (plan.status === "refused") return plan.problem;
  const problem = takeoverProblem(definition, inputs, plan.found);
  if (problem !== undefined) return problem;
  const hasIt = await alreadyHas(definition, context, inputs, plan.found);
  const again = await readoptionProblem(definition, context, inputs, plan.found, hasIt);
  if (again !== undefined) return again;
  await announce(definition, context, inputs, plan.found, hasIt);
  return undefined;
}

/** Why the resource cannot be created: its object already exists. */
async function creationProblem(definition: Definition, context: Context, inputs: Properties): Promise<string | undefined> {
  const {
    identity: { takesOver, unique },
  } = definition;
  if (unique === false || containsUnknown(declaredInputs(definition, inputs))) return undefined;
  const found = await soon(definition, context, inputs, async () => {
    const creations = await earlier(definition, context, inputs);
    if (creations.some((creation) => mayAppear(definition, context, inputs, creation))) return undefined;
    return { creations, ...(await candidates(definition, context, inputs, "once")) };
  });
  const staying = (found?.matching ?? []).filter((each) => !isLeaving(definition, context, each));
  const [first] = staying;
  if (found === undefined || first === undefined || takesOver?.(first, inputs) === true) return undefined;
  try {
    const { creations, all } = found;
    const { own, named } = await leftoverIn(definition, context, inputs, creations, all);
    // The creation takes it over from an interrupted run.
    if (own !== undefined) return undefined;
    // Notes of objects to be named stay in the journal, for `hosting recover` to settle.
    if (named.length === 0) forgetSettled(context, inputs, creations);
  } catch (error) {
    if (error instanceof ProviderError) return error.message;
    throw error;
  }
  return existsAlready(definition, context, inputs, staying);
}

/** Objects that could be adopted; `undefined` if this run or an interrupted one may still change the answer. */
async function adoptableNow(definition: Definition, context: Context, inputs: Properties): Promise<readonly Found[] | undefined> {
  for (const freshness of ["once", "lately"] as const) {
    const { adoptable } = await candidates(definition, context, inputs, freshness);
    if (adoptable.some((found) => isLeaving(definition, context, found))) return undefined;
    if (adoptable.length > 0) return adoptable;
  }
  return (await earlier(definition, context, inputs)).length > 0 ? undefined : [];
}

const isLeaving = ({ kind }: Definition, { ownership }: Context, { id }: Found): boolean =>
  isWholeId(id) && ownership.run.isLeaving(kind, id);

/** Stands for an unreadable claim: anybody may have the object. */
const unreadable: Claimant = { who: "", isOfThisStack: true };

/** Why a resource is not created if its object exists: who has the object, and what to do. */
export async function existsAlready(
  definition: Definition,
  context: Context,
  inputs: Properties,
  matching: readonly Found[],
): Promise<string> {
  const {
    kind,
    deletion: { undeletable },
  } = definition;
  const { ownership, settings } = context;
  const whole = matching.filter(({ id }) => isWholeId(id));
  const exists = `${nameOfDeclared(definition, inputs)} already exists (${nameIds(matching)}), so no second one is created.`;
  for (const found of whole) {
    const holder = ownership.run.declaredHolder(kind, found.id);
    if (holder === undefined || holder === nameOf(inputs)) continue;
    return isGivenUp(definition, ownership, found)
      ? `${exists} ${givenUpText(holder, nameOf(inputs), ownership.run.isReplaced(kind, nameOf(inputs)))}`
      : `${exists} The program already manages it as ${resourceText(kind, holder)}: declare it once.`;
  }
  const claimants = await Promise.all(whole.map(({ id }) => ownership.holders.claimant(kind, id, inputs))).catch(() => [
    unreadable,
  ]);
  const claimant = claimants.find((each) => each !== undefined);
  const ids = whole.map(({ id }) => id);
  const ours = await mayBeOurs(definition, context, ids, inputs).catch(() => undefined);
  return [
    exists,
    ...(ours === undefined ? [] : [ours]),
    ...(claimant === undefined || claimant.who === "" ? [] : [`It belongs to ${claimant.who}.`]),
    ...(claimant?.isOfThisStack === false
      ? []
      : [
          `If the resource was renamed or moved in the program, give it ${ours === undefined ? "an alias, or " : ""}\`adopt: true\`.`,
        ]),
    `If this run should replace it (\`--replace\`, \`pulumi state taint\`), ` +
      (claimant === undefined ? replaceFirst(definition, settings) : "") +
      `keep it (\`pulumi state untaint <urn>\`).`,
    `If it is not in this stack yet, adopt it with \`adopt: true\`` +
      (claimant === undefined && undeletable === undefined ? `, or delete it at the provider.` : `.`),
    ...(undeletable === undefined ? [] : [undeletable]),
    `\`hosting recover\` shows what an interrupted run left behind.`,
  ].join(" ");
}

/** How to delete an object before it is replaced, as the first alternative in a sentence. */
function replaceFirst({ deletion }: Definition, settings: Settings): string {
  if (deletion.undeletable !== undefined) return "";
  const refusal = deletion.refuses?.(settings);
  return refusal === undefined
    ? `delete it first with \`pulumi destroy --target <urn>\` (and \`--target-dependents\` if other resources depend on it), or `
    : `delete it at the provider (${refusal}), run \`pulumi refresh\` and then \`pulumi up\`, or `;
}
