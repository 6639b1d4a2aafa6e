import { adoptionProblem } from "./adopt.js";
import type { Context, Severity } from "../runtime/context.js";
import { declaredInputs, type Definition } from "../definition/definition.js";
import { type KnownInputs, willBeOrdered } from "../definition/preview-checks.js";
import { nameOfDeclared } from "../definition/object-name.js";
import { AuthenticationError, HostingError, NotFoundError } from "../../sdk/values/errors.js";
import { isLasting, NotLookedUp, PreviewLookups } from "../runtime/preview-lookups.js";
import { messageOf } from "../values/errors.js";
import { pick, type Properties } from "../values/properties.js";
import { maybeGone } from "../values/rejections.js";
import { nameOf } from "../values/reserved-properties.js";
import { containsUnknown, isUnknown } from "../values/unknown-values.js";
import { inLine } from "../../sdk/redaction/text.js";
import { findExisting } from "./existing.js";
import { isInNew } from "./find.js";
import { journalProblem } from "./unnoted.js";
import { newSource, noteExpected, placementProblem } from "./expected.js";

/** Shows the user a message once in a command: the engine checks a resource several times. */
export type Announce = (message: string, options?: { readonly severity?: Severity }) => void;

/** What is known about a creation, apart from the arguments. */
type Known = Pick<KnownInputs, "isRefused" | "isUnlisted" | "isIndependent">;

const nothingKnown: Known = { isRefused: false, isUnlisted: false, isIndependent: false };

/**
 * What prevents the creation or adoption of a resource that is new to the state. Announces what is adopted, what an order costs, and
 * what cannot be deleted again.
 *
 * @param isIndependent whether Pulumi waits for no other resource before it creates this one
 * @throws HostingError if every call fails like this one
 */
export async function newProblems(
  definition: Definition,
  context: Context,
  inputs: Properties,
  announce: Announce,
  isIndependent: boolean,
): Promise<readonly string[]> {
  const isOnline = context.settings.previewChecks !== "off";
  const { run } = context.ownership;
  const misplaced = placementProblem(definition, run, inputs, noteExpected(definition, run, inputs));
  if (misplaced !== undefined) return [misplaced];
  const unadoptable = adoptionProblem(definition, context, inputs);
  if (unadoptable !== undefined) return [unadoptable];
  const misnamed =
    isOnline && definition.previewChecks?.misnamed !== undefined
      ? await ifLookedUp(definition, context, inputs, async () =>
          definition.previewChecks?.misnamed?.(context, knownOf(definition, context, inputs)),
        )
      : undefined;
  if (misnamed !== undefined) return [misnamed];
  const isToCome = () => definition.previewChecks?.isContainerToCome?.(context, knownOf(definition, context, inputs)) === true;
  if (isOnline && (isInNew(definition, context, inputs) || isToCome()))
    return problemsInNew(definition, context, inputs, announce, isIndependent);
  const finding = await findExisting(definition, context, inputs);
  if (finding.status === "refused") return [finding.problem];
  if (finding.status === "exists") return [];
  const isWhole = !containsUnknown(declaredInputs(definition, inputs));
  const known = { ...nothingKnown, isUnlisted: finding.status === "absent" && isWhole, isIndependent };
  if (isOnline && finding.status === "not listed") {
    const problem = await ifLookedUp(definition, context, inputs, async () => {
      const found = await containerProblem(definition, context, inputs, known);
      if (found !== undefined) await verifyAddress(context);
      return found;
    });
    if (problem !== undefined) return [problem];
    // Adoptions and uses of an existing object say so themselves.
    if (definition.identity.singleton !== true && inputs["adopt"] !== true)
      announce(`${nameOfDeclared(definition, inputs)} could not be looked up, so whether it exists already is not known yet.`);
  }
  if (finding.status === "not listed" && finding.unless !== undefined) context.warn(finding.unless);
  return inputs["adopt"] === true ? [] : orderProblems(definition, context, inputs, announce, known);
}

/** The same in a container that this run is to create: nothing is in it but what comes with it. */
async function problemsInNew(
  definition: Definition,
  context: Context,
  inputs: Properties,
  announce: Announce,
  isIndependent: boolean,
): Promise<readonly string[]> {
  const known = { ...nothingKnown, isIndependent };
  const problem = await ifLookedUp(definition, context, inputs, () => containerProblem(definition, context, inputs, known));
  if (problem !== undefined) return [problem];
  if (inputs["adopt"] !== true) return orderProblems(definition, context, inputs, announce, known);
  return definition.identity.comesWithContainer?.(inputs) === true
    ? []
    : [
        `adopt: ${nameOfDeclared(definition, inputs)} cannot exist yet, because this run creates what it lies in. Remove \`adopt: true\`.`,
      ];
}

/**
 * What prevents the creation of a new object, according to the API. Announces what it costs, and that it cannot be deleted again.
 *
 * @throws HostingError if every call fails like this one
 */
export async function orderProblems(
  definition: Definition,
  context: Context,
  inputs: Properties,
  announce: Announce,
  known: Known = nothingKnown,
): Promise<readonly string[]> {
  const unnoted = journalProblem(definition, context);
  if (unnoted !== undefined) return [unnoted];
  if (context.settings.previewChecks === "off") return [];
  const problems = await ifLookedUp(definition, context, inputs, async () => {
    await verifyLogin(context);
    return creationProblems(definition, context, inputs, known);
  });
  if (problems !== undefined && problems.length > 0) return problems;
  const cost = await costText(definition, context, inputs);
  if (cost !== undefined) announce(`${nameOfDeclared(definition, inputs)}${willBeOrdered}${cost}.`);
  noteExpected(definition, context.ownership.run, inputs, true);
  const remark = definition.previewChecks?.remark?.(context, knownOf(definition, context, inputs, known));
  if (remark !== undefined) announce(`${told(definition, inputs)}: ${remark}`, { severity: "warning" });
  const { identity, deletion } = definition;
  if (deletion.undeletable !== undefined && identity.singleton !== true)
    announce(`${nameOfDeclared(definition, inputs)} will be created for good. ${deletion.undeletable}`);
  return [];
}

/** A declared object, with its resource if it is not known yet what it lies in: several would be told alike. */
const told = (definition: Definition, inputs: Properties): string =>
  nameOfDeclared(definition, inputs) +
  (containsUnknown(pick(inputs, definition.identity.scope)) ? ` of resource "${inLine(nameOf(inputs))}"` : "");

/** Why the provider refused a creation, according to lookups that begin now; undefined if no reason is known. */
export async function refusalReason(definition: Definition, context: Context, inputs: Properties): Promise<string | undefined> {
  const current = { ...context, lookups: new PreviewLookups(() => context.client, context.clock) };
  try {
    const known = { ...nothingKnown, isRefused: true, isUnlisted: true };
    const problem = await containerProblem(definition, current, inputs, known);
    const reasons = problem === undefined ? await creationProblems(definition, current, inputs, known) : [problem];
    if (reasons.length > 0) return reasons.join(" ");
  } catch {
    // The refusal itself is what the user has to know.
  }
  return definition.previewChecks?.otherReason?.(declaredInputs(definition, inputs));
}

const containerProblem = async (
  definition: Definition,
  context: Context,
  inputs: Properties,
  known: Known,
): Promise<string | undefined> => definition.previewChecks?.container?.(context, knownOf(definition, context, inputs, known));

const creationProblems = async (
  definition: Definition,
  context: Context,
  inputs: Properties,
  known: Known,
): Promise<readonly string[]> =>
  (await definition.previewChecks?.problems?.(context, knownOf(definition, context, inputs, known))) ?? [];

function knownOf(definition: Definition, { ownership }: Context, inputs: Properties, known: Known = nothingKnown): KnownInputs {
  const isKnown = (name: string) => !containsUnknown(inputs[name]);
  return {
    ...known,
    isKnown,
    isDeclared: (name) => inputs[name] !== undefined && !isUnknown(inputs[name]),
    newSource: (name) => newSource(definition, ownership.run, inputs, name),
    deletedFirst: ownership.run.declaration({ kind: definition.kind, name: nameOf(inputs) }).deletedFirst,
    inputs: pick(inputs, Object.keys(definition.fields).filter(isKnown)),
  };
}

/** A refused login makes every call fail, so the preview must show it even if no check of this kind sends a request. */
async function verifyLogin({ client, lookups }: Context): Promise<void> {
  if (client.providerTime() !== undefined) return;
  await tokens(lookups).catch((error: unknown) => {
    if (!maybeGone(error)) throw error;
  });
}

/** An access token is not logged in with, so only a collection that every login has tells a wrong address from an object that is not there. */
async function verifyAddress({ settings: { credentials, baseUrl }, lookups }: Context): Promise<void> {
  if ("username" in credentials) return;
  await tokens(lookups).catch((error: unknown) => {
    if (error instanceof NotFoundError)
      throw new AuthenticationError(
        `Not even the tokens of this login were found at ${inLine(baseUrl)}: ${messageOf(error)} Check baseUrl: it must be the address of the API.`,
        { status: error.status, cause: error },
      );
    if (!maybeGone(error)) throw error;
  });
}

const tokens = (lookups: PreviewLookups) =>
  lookups.once("login", ({ authentication }, options) => authentication.listTokens({}, options));

async function costText(definition: Definition, context: Context, inputs: Properties): Promise<string | undefined> {
  try {
    return await definition.previewChecks?.cost?.(context, knownOf(definition, context, inputs));
  } catch (error) {
    if (isLasting(error) || !(error instanceof NotLookedUp || error instanceof HostingError)) throw error;
    return "its price could not be looked up";
  }
}

/** The result of a check; undefined, with a warning, if the API gives no answer. */
async function ifLookedUp<T>(
  definition: Definition,
  context: Context,
  inputs: Properties,
  check: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await check();
  } catch (error) {
    const name = `${nameOfDeclared(definition, inputs)} was not checked against the API`;
    if (error instanceof NotLookedUp) {
      if (error.isForAll && context.lookups.tellsEnd())
        context.warn(`${name}, nor is any new resource after it: ${messageOf(error)} Their creation may still fail.`, "warning");
    } else if (error instanceof HostingError && !isLasting(error))
      context.warn(`${name}. ${messageOf(error)} Its creation may still fail.`, "warning");
    else throw error;
    return undefined;
  }
}
