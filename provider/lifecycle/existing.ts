import { adoption, announce, concernsOf, keepingAdvice, unshownProblem, updateProblem } from "./adopt.js";
import type { Context } from "../runtime/context.js";
import { declaredInputs, type Definition, isAdoptable } from "../definition/definition.js";
import { nameOfDeclared } from "../definition/object-name.js";
import type { Found } from "../definition/found.js";
import { willBeManaged } from "../definition/overwritten.js";
import { ProviderError } from "../values/errors.js";
import { otherNameText } from "./given-up.js";
import { isWholeId } from "../values/id.js";
import { earlier, forgetSettled, leftoverIn, mayAppear } from "./interrupted-creations.js";
import { candidates, nameIds } from "./find.js";
import { registeredElsewhereProblem } from "./namesakes.js";
import type { Claimant } from "../ownership/holders.js";
import { recordingChange } from "./shared-object.js";
import type { Properties } from "../values/properties.js";
import { inLine } from "../../sdk/redaction/text.js";
import { nameOf } from "../values/reserved-properties.js";
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
        `${otherNameText(definition.kind, holder, nameOf(inputs))} ${unlessInState(holder, true)}`;
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

/** Why a resource is not created if its object exists: who has the object, and what to do. */
export async function existsAlready(
  definition: Definition,
  context: Context,
  inputs: Properties,
  matching: readonly Found[],
): Promise<string> {
  const concern = concernsOf(definition, matching);
  return [
    `${nameOfDeclared(definition, inputs)} already exists (${nameIds(matching)}), so no second one is created.`,
    ...(concern === undefined ? [] : [`However, ${concern}`]),
    await advice(definition, context, inputs, matching),
  ].join(" ");
}

async function advice(definition: Definition, context: Context, inputs: Properties, matching: readonly Found[]): Promise<string> {
  const { kind, identity, deletion } = definition;
  const { ownership, settings } = context;
  const { run, holders } = ownership;
  const resource = nameOf(inputs);
  const ids = matching.map(({ id }) => id).filter(isWholeId);
  const declared = ids
    .map((id) => run.holderOf(kind, id) ?? run.leaverOf(kind, id))
    .find((holder) => holder !== undefined && holder !== resource);
  if (declared !== undefined) return otherNameText(kind, declared, resource);
  const keeping = keepingAdvice(definition, context, inputs, matching);
  // Without readable claims, nobody is known to have it.
  const [claimant] = await Promise.all(ids.map((id) => holders.claimant(kind, id, inputs))).then(
    (all) => all.filter((each) => each !== undefined),
    () => [],
  );
  const isExchanged = exchanger(definition, context, inputs, claimant) !== undefined;
  if (claimant?.isOfThisStack === true && claimant.name !== "")
    return `${otherNameText(kind, claimant.name, resource)} ${keeping ?? unlessInState(claimant.name, isExchanged)}`;
  if (claimant !== undefined)
    return `It belongs to ${claimant.who}. ${keeping ?? "Did you mean that stack? To share it, declare `adopt: true`."}`;
  if (keeping !== undefined) return keeping;
  const isOwn = await Promise.all(ids.map((id) => holders.isClaimed(kind, id, inputs))).then(
    (all) => all.includes(true),
    () => false,
  );
  if (isOwn) {
    const canDelete = deletion.undeletable === undefined && deletion.refuses?.(settings) === undefined;
    return (
      `This resource had it before. If the state has it, ${canDelete ? "declare `deleteBeforeReplace: true` to replace it, or " : ""}run ` +
      "without `--replace` (`pulumi state untaint`); otherwise declare `adopt: true`."
    );
  }
  const ours = await mayBeOurs(definition, context, ids, inputs).catch(() => undefined);
  if (ours !== undefined) return `${ours} If it is yours, declare \`adopt: true\`.`;
  const [first] = matching;
  const special = first && identity.existing?.(first, inputs);
  return special ?? "Nobody is known to have it: declare `adopt: true`, or enter many with `npx hosting adopt`.";
}

/** For an object that a claim gives to another resource of the stack: a state may have dropped the entry of that one. */
const unlessInState = (holder: string, isReplaced: boolean): string =>
  `If the state has no "${inLine(holder)}", ${isReplaced ? "run `hosting recover --yes` first" : "declare `adopt: true`"}.`;
