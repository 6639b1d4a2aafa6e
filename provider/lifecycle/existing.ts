import { adoption, announce, concernsOf, keepingAdvice, unshownProblem, updateProblem } from "./adopt.js";
import type { Context } from "../runtime/context.js";
import { declaredInputs, type Definition, isAdoptable } from "../definition/definition.js";
import { nameOfDeclared } from "../definition/object-name.js";
import type { Found } from "../definition/found.js";
import { willBeManaged } from "../definition/overwritten.js";
import { ProviderError } from "../values/errors.js";
import { givenUpText, isGivenUp } from "./given-up.js";
import { isWholeId } from "../values/id.js";
import { earlier, forgetSettled, leftoverIn, mayAppear } from "./interrupted-creations.js";
import { resourceText } from "../values/labels.js";
import { candidates, nameIds } from "./find.js";
import { registeredElsewhereProblem } from "./namesakes.js";
import { recordingChange } from "./shared-object.js";
import type { Claimant } from "../ownership/holders.js";
import type { Properties } from "../values/properties.js";
import { isWithin, nameOf } from "../values/reserved-properties.js";
import type { Settings } from "../runtime/settings.js";
import { soon } from "./soon.js";
import { isStandIn } from "../values/stand-in.js";
import { mayBeOurs } from "./unanswered.js";
import { containsUnknown, isUnknown } from "../values/unknown-values.js";

/**
 * What is known about the object of a resource that is new to the state.
 *
 * - `refused`: it can be neither created nor adopted.
 * - `exists`: the resource gets an existing object, or what an interrupted run has created or may still create.
 * - `absent`: it is to be created, as far as can be told: a listing lacks it, its arguments are not known yet, or others may be equal.
 * - `not listed`: the listing is refused, or gives no answer.
 */
export type Finding =
  | { readonly status: "refused"; readonly problem: string }
  | { readonly status: "exists" | "absent" }
  /** With what is to be said unless the container does not exist. */
  | { readonly status: "not listed"; readonly unless?: string };

const refusedAs = (problem: string): Finding => ({ status: "refused", problem });
const exists: Finding = { status: "exists" };
const absent: Finding = { status: "absent" };
const notListed: Finding = { status: "not listed" };

/**
 * Whether a resource that is new to the state can be created or adopted, according to a listing. Announces an adoption. Without
 * this check, a preview would promise what `up` refuses: creating an object that already exists, as with `--replace`, after
 * `pulumi state taint` and after a rename, or adopting one that does not exist. Needs one listing for each collection and
 * process. The creation checks whatever cannot be told yet.
 */
export async function findExisting(definition: Definition, context: Context, inputs: Properties): Promise<Finding> {
  if (definition.identity.singleton === true) return announceUse(definition, context, inputs);
  if (definition.create === undefined) return exists;
  if (isUnknown(inputs["adopt"])) {
    context.warn(
      `adopt: whether ${nameOfDeclared(definition, inputs)} is adopted or created is not known yet, so it was not checked.`,
    );
    return exists;
  }
  return inputs["adopt"] === true && isAdoptable(definition)
    ? findAdoptable(definition, context, inputs)
    : findNew(definition, context, inputs);
}

async function findAdoptable(definition: Definition, context: Context, inputs: Properties): Promise<Finding> {
  const isKnown = !containsUnknown(declaredInputs(definition, inputs));
  const listing = isKnown ? await soon(definition, context, inputs, () => adoptableNow(definition, context, inputs)) : undefined;
  const adoptable = listing?.found;
  // Against a sandbox that stands in for the account, an empty listing proves nothing.
  if (adoptable === undefined || (adoptable.length === 0 && isStandIn())) {
    context.warn(`adopt: ${nameOfDeclared(definition, inputs)} will be adopted if it exists, which is not known yet.`);
    return isKnown && listing === undefined ? notListed : exists;
  }
  const first = adoption(definition, context, inputs, adoptable);
  if (first.status === "found" && isWholeId(first.found.id))
    context.ownership.run.recordDeclaration({ kind: definition.kind, name: nameOf(inputs) }, { adopts: first.found.id });
  // Another process that compares the resource with this object tells what it gives up before it looks for adopters.
  const plan = adoption(definition, context, inputs, adoptable);
  const elsewhere = adoptable.length > 0 ? undefined : await registeredElsewhereProblem(definition, context, inputs);
  if (elsewhere !== undefined) return refusedAs(elsewhere);
  if (plan.status === "none") return findCreatable(definition, context, inputs);
  if (plan.status === "refused") return refused(definition, context, inputs, adoptable, plan.problem);
  const problem =
    (await exchangeProblem(definition, context, inputs, plan.found)) ??
    updateProblem(definition, inputs, plan.found) ??
    unshownProblem(definition, inputs, plan.found);
  if (problem !== undefined) return refused(definition, context, inputs, [plan.found], problem);
  await announce(definition, context, inputs, plan.found);
  return exists;
}

/** Says what a new resource changes in an object that always exists, and who else has it. The creation says it otherwise. */
async function announceUse(definition: Definition, context: Context, inputs: Properties): Promise<Finding> {
  const text = `the existing ${nameOfDeclared(definition, inputs)}${willBeManaged}`;
  if (containsUnknown(declaredInputs(definition, inputs))) {
    context.warn(`${text} What will be changed is not known yet.`);
    return exists;
  }
  const found = await soon(definition, context, inputs, () => candidates(definition, context, inputs, "once"));
  const [first] = found?.matching ?? [];
  if (first === undefined) {
    const unless = `${text} It could not be looked up, so what will be changed and who else has it is not known yet.`;
    return { status: "not listed", unless };
  }
  context.ownership.run.recordAnnouncement({ kind: definition.kind, name: nameOf(inputs) }, first.id);
  context.warn(`${text}${await recordingChange(definition, context, inputs, first)}`);
  return exists;
}

/** Why a resource that is replaced does not adopt an object: another resource of the stack may get its present one. */
async function exchangeProblem(
  definition: Definition,
  context: Context,
  inputs: Properties,
  found: Found,
): Promise<string | undefined> {
  const claimant = await context.ownership.holders.claimant(definition.kind, found.id, inputs).catch(() => undefined);
  const holder = exchanger(definition, context, inputs, claimant);
  return holder === undefined
    ? undefined
    : `${nameOfDeclared(definition, inputs)} (${nameIds([found])}) was not adopted. ` +
        givenUpText(definition, { holder, resource: nameOf(inputs), isChanged: false });
}

/**
 * The other resource of the stack, if it may exchange objects with one that is replaced: its new object may then be the one that the
 * replacement deletes. Not once it holds an object in this run, which no replacement deletes.
 */
function exchanger(
  { kind }: Definition,
  { ownership: { run } }: Context,
  inputs: Properties,
  claimant: Claimant | undefined,
): string | undefined {
  if (claimant?.isOfThisStack !== true || run.declaration({ kind, name: nameOf(inputs) }).isReplaced !== true) return undefined;
  return run.heldOf(kind).some(({ name }) => name === claimant.name) ? undefined : claimant.name || undefined;
}

/** Whether the resource can be created: its object must not exist, and its name must not be registered elsewhere. */
async function findNew(definition: Definition, context: Context, inputs: Properties): Promise<Finding> {
  const finding = await findCreatable(definition, context, inputs);
  if (finding.status === "refused") return finding;
  const elsewhere = await registeredElsewhereProblem(definition, context, inputs);
  return elsewhere === undefined ? finding : refusedAs(elsewhere);
}

/** Whether the resource can be created: its object must not exist. */
async function findCreatable(definition: Definition, context: Context, inputs: Properties): Promise<Finding> {
  const {
    identity: { usesExisting, unique },
  } = definition;
  if (unique === false || containsUnknown(declaredInputs(definition, inputs))) return absent;
  const found = await soon(definition, context, inputs, async () => {
    const creations = await earlier(definition, context, inputs);
    const isUnderWay = creations.some((creation) => mayAppear(definition, context, inputs, creation));
    return isUnderWay ? "under way" : { creations, ...(await candidates(definition, context, inputs, "once")) };
  });
  if (found === undefined) return notListed;
  if (found === "under way") return exists;
  const staying = found.matching.filter((each) => !makesRoom(definition, context, inputs, each));
  const [first] = staying;
  if (first === undefined) return absent;
  if (usesExisting?.(first, inputs) === true) return exists;
  try {
    const { creations, all } = found;
    const { own, named } = await leftoverIn(definition, context, inputs, creations, all);
    // The creation takes it over from an interrupted run.
    if (own !== undefined) return exists;
    // Notes of objects to be named stay in the journal, for `hosting recover` to settle.
    if (named.length === 0) forgetSettled(context, inputs, creations);
  } catch (error) {
    if (error instanceof ProviderError) return refusedAs(error.message);
    throw error;
  }
  return refused(definition, context, inputs, staying, await existsAlready(definition, context, inputs, staying));
}

/** Records that the resource is refused because of these objects, so that this run deletes none of them for another entry. */
function refused(
  { kind }: Definition,
  { ownership }: Context,
  inputs: Properties,
  because: readonly Found[],
  problem: string,
): Finding {
  ownership.run.recordDeclaration({ kind, name: nameOf(inputs) }, { refusedFor: because.map(({ id }) => id) });
  return refusedAs(problem);
}

/** Objects that could be adopted. There are none in the answer if this run or an interrupted one may still change it. */
async function adoptableNow(
  definition: Definition,
  context: Context,
  inputs: Properties,
): Promise<{ readonly found?: readonly Found[] }> {
  for (const freshness of ["once", "lately"] as const) {
    const { adoptable } = await candidates(definition, context, inputs, freshness);
    if (adoptable.some((found) => makesRoom(definition, context, inputs, found))) return {};
    if (adoptable.length > 0) return { found: adoptable };
  }
  return (await earlier(definition, context, inputs)).length > 0 ? {} : { found: [] };
}

/** Whether this run deletes an object of the resource itself, before it replaces it. */
const makesRoom = ({ kind }: Definition, { ownership }: Context, inputs: Properties, { id }: Found): boolean =>
  isWholeId(id) && ownership.run.leaverOf(kind, id) === nameOf(inputs);

/** Stands for an unreadable claim: anybody may have the object. */
const unreadable: Claimant = { name: "", who: "", isOfThisStack: true };

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
  const resource = nameOf(inputs);
  const whole = matching.filter(({ id }) => isWholeId(id));
  const concern = concernsOf(definition, matching);
  const exists =
    `${nameOfDeclared(definition, inputs)} already exists (${nameIds(matching)}), so no second one is created.` +
    (concern === undefined ? `` : ` However, ${concern}`);
  for (const found of whole) {
    const holder = ownership.run.holderOf(kind, found.id) ?? ownership.run.leaverOf(kind, found.id);
    if (holder === undefined || holder === resource) continue;
    return isGivenUp(definition, ownership, found)
      ? `${exists} ${givenUpText(definition, { holder, resource, isChanged: true })}`
      : `${exists} The program already manages it as ${resourceText(kind, holder)}: declare it once.`;
  }
  const claimants = await Promise.all(whole.map(({ id }) => ownership.holders.claimant(kind, id, inputs))).catch(() => [
    unreadable,
  ]);
  const claimant = claimants.find((each) => each !== undefined);
  const other = exchanger(definition, context, inputs, claimant);
  if (other !== undefined) return `${exists} ${givenUpText(definition, { holder: other, resource, isChanged: false })}`;
  const ids = whole.map(({ id }) => id);
  const ours = await mayBeOurs(definition, context, ids, inputs).catch(() => undefined);
  const hadIt = await Promise.all(ids.map((id) => ownership.holders.isClaimed(kind, id, inputs)))
    .then((all) => all.includes(true))
    .catch(() => false);
  const isFree = claimant === undefined && ours === undefined;
  const isStaying = (id: string) => nameOf(ownership.run.declarationFor(kind, id) ?? {}) === resource;
  const isBegun =
    hadIt && resource !== "" && ownership.run.declaration({ kind, name: resource }).isReplaced !== true && ids.some(isStaying);
  const advice =
    keepingAdvice(definition, context, inputs, matching) ??
    (isFree && !hadIt ? ownAdvice(definition, inputs, matching) : undefined) ??
    (isFree && isBegun
      ? begunAdvice
      : isFree
        ? unclaimedAdvice(definition, settings, hadIt)
        : claimedAdvice(resource, claimant, ours === undefined, hadIt));
  return [
    exists,
    ...(ours === undefined ? [] : [ours]),
    ...(claimant === undefined || claimant.who === "" ? [] : [`It belongs to ${claimant.who}.`]),
    advice,
    ...(undeletable === undefined ? [] : [undeletable]),
  ].join(" ");
}

const ownAdvice = ({ identity }: Definition, inputs: Properties, [first]: readonly Found[]): string | undefined =>
  first === undefined ? undefined : identity.existing?.(first, inputs);

/** How not to replace a resource, if its replacement was requested and not declared. */
const keepIt =
  "run without `--replace`, undo `pulumi state taint` with `pulumi state untaint <urn>`, or remove `replaceWith`, `replaceOnChanges` or " +
  "`replacementTrigger`.";

/**
 * For a resource that Pulumi has compared, without a difference that replaces it, and then checked like a new one. With `--replace`, and after
 * `pulumi state taint`, Pulumi does not compare.
 */
const begunAdvice =
  "This resource had it before. If the program says `replaceOnChanges` or `replacementTrigger`, remove that to keep it. Otherwise an earlier " +
  "run began to replace it, and `pulumi stack export` shows its entry with `pendingReplacement`. To keep it, remove the entries of its contents " +
  "and then its own from the state with `pulumi state delete <urn>`, which leaves them at the provider. Then declare `adopt: true` for all of " +
  "them, and run `pulumi up`.";

/** @param hadIt whether the resource itself has a claim to the object */
function unclaimedAdvice(definition: Definition, settings: Settings, hadIt: boolean): string {
  const removal = replaceFirst(definition, settings);
  const kept = removal === undefined ? `it cannot be replaced: ${keepIt}` : `to keep it, ${keepIt} To replace it, ${removal}.`;
  if (hadIt) return `This resource had it before. ${outOfThisState} If the state has it, this run was to replace it: ${kept}`;
  const orDelete = removal === undefined ? "" : ", or delete it at the provider";
  return `If this stack does not have it yet, adopt it with \`adopt: true\`${orDelete}. If the state has it, this run was to replace it: ${kept}`;
}

/** For an object that the state may no longer have. */
const outOfThisState =
  "If the state no longer has it, as after `retainOnDelete`, `pulumi state delete` or with an earlier state, adopt it with `adopt: true`. After " +
  "`pulumi state move`, another stack has it: remove it from this program.";

/** Pulumi ignores an alias of a component if the state has the component under both names. */
const recordedComponent =
  " If a failed `up` has already recorded its renamed component, an alias of the component has no effect: give the alias to this resource " +
  "itself, or rename its entry with `pulumi state rename <urn> <new name>`.";

/**
 * @param resource name of the resource that is refused
 * @param isInState whether a state may have the object under another name, so that an alias has an effect
 * @param hadIt whether the resource itself has a claim to the object
 */
function claimedAdvice(resource: string, claimant: Claimant | undefined, isInState: boolean, hadIt: boolean): string {
  const kept = hadIt || claimant?.name === "" ? ` It cannot be replaced: ${keepIt}` : "";
  if (claimant?.isOfThisStack === false) return `To manage it in this stack too, adopt it with \`adopt: true\`.${kept}`;
  const within = isInState && isWithin(resource) ? recordedComponent : "";
  return `If the resource was renamed or moved in the program, give it ${isInState ? "an alias, or " : ""}\`adopt: true\`.${within}${kept}`;
}

/** How to delete an object before it is replaced; undefined if the API cannot delete it. */
function replaceFirst({ deletion }: Definition, settings: Settings): string | undefined {
  if (deletion.undeletable !== undefined) return undefined;
  const refusal = deletion.refuses?.(settings);
  return refusal === undefined
    ? "declare `deleteBeforeReplace: true`, or delete it first with `pulumi destroy --target <urn>` (and `--target-dependents` if other " +
        "resources depend on it)"
    : `delete it at the provider (${refusal}), run \`pulumi refresh\` and then \`pulumi up\``;
}
