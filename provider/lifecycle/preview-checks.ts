import type { Context } from "../runtime/context.js";
import { declaredInputs, type Definition } from "../definition/definition.js";
import type { KnownInputs } from "../definition/preview-checks.js";
import { nameOfDeclared } from "../definition/object-name.js";
import { NotLookedUp, PreviewLookups } from "../runtime/preview-lookups.js";
import { messageOf } from "../values/errors.js";
import { pick, type Properties } from "../values/properties.js";
import { maybeGone } from "../values/rejections.js";
import { containsUnknown } from "../values/unknown-values.js";
import { findExisting } from "./existing.js";

/**
 * What prevents the creation or adoption of a resource that is new to the state. Announces what is adopted, and what an order costs.
 *
 * @throws AuthenticationError if the login is refused
 */
export async function newProblems(definition: Definition, context: Context, inputs: Properties): Promise<readonly string[]> {
  const finding = await findExisting(definition, context, inputs);
  if (finding.status === "refused") return [finding.problem];
  if (finding.status === "exists" || context.settings.previewChecks === "off") return [];
  if (finding.status === "not listed") {
    const problem = await ifLookedUp(definition, context, inputs, () => containerProblem(definition, context, inputs));
    if (problem !== undefined) return [problem];
  }
  return inputs["adopt"] === true ? [] : orderProblems(definition, context, inputs);
}

/**
 * What prevents the creation of a new object, according to the API. Announces what it costs.
 *
 * @throws AuthenticationError if the login is refused
 */
export async function orderProblems(definition: Definition, context: Context, inputs: Properties): Promise<readonly string[]> {
  if (context.settings.previewChecks === "off") return [];
  const problems = await ifLookedUp(definition, context, inputs, async () => {
    await verifyLogin(context);
    return creationProblems(definition, context, inputs);
  });
  if (problems === undefined || problems.length > 0) return problems ?? [];
  const cost = await costText(definition, context, inputs);
  if (cost !== undefined) context.warn(`${nameOfDeclared(definition, inputs)} will be ordered: ${cost}.`);
  return [];
}

/** Why the provider refused a creation, according to lookups that begin now; undefined if no reason is known. */
export async function refusalReason(definition: Definition, context: Context, inputs: Properties): Promise<string | undefined> {
  const current = { ...context, lookups: new PreviewLookups(context.client, context.clock) };
  try {
    const problem = await containerProblem(definition, current, inputs);
    const reasons = problem === undefined ? await creationProblems(definition, current, inputs, true) : [problem];
    if (reasons.length > 0) return reasons.join(" ");
  } catch {
    // The refusal itself is what the user has to know.
  }
  return definition.previewChecks?.otherReason?.(declaredInputs(definition, inputs));
}

const containerProblem = async (definition: Definition, context: Context, inputs: Properties): Promise<string | undefined> =>
  definition.previewChecks?.container?.(context, knownOf(definition, inputs));

const creationProblems = async (
  definition: Definition,
  context: Context,
  inputs: Properties,
  isRefused = false,
): Promise<readonly string[]> =>
  (await definition.previewChecks?.problems?.(context, knownOf(definition, inputs, isRefused))) ?? [];

function knownOf(definition: Definition, inputs: Properties, isRefused = false): KnownInputs {
  const isKnown = (name: string) => !containsUnknown(inputs[name]);
  return { isKnown, isRefused, inputs: pick(inputs, Object.keys(definition.fields).filter(isKnown)) };
}

/** A refused login makes every call fail, so the preview must show it even if no check of this kind sends a request. */
async function verifyLogin({ client, lookups }: Context): Promise<void> {
  if (client.providerTime() !== undefined) return;
  try {
    await lookups.once("login", ({ authentication }, options) => authentication.listTokens({}, options));
  } catch (error) {
    if (!maybeGone(error)) throw error;
  }
}

async function costText(definition: Definition, context: Context, inputs: Properties): Promise<string | undefined> {
  try {
    return await definition.previewChecks?.cost?.(context, knownOf(definition, inputs));
  } catch (error) {
    if (error instanceof NotLookedUp || maybeGone(error)) return "its price could not be looked up";
    throw error;
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
    const name = nameOfDeclared(definition, inputs);
    if (maybeGone(error))
      context.warn(`${name} was not checked against the API. ${messageOf(error)} Its creation may still fail.`);
    else if (!(error instanceof NotLookedUp)) throw error;
    else if (error.isLast)
      context.warn(
        `${name} was not checked against the API, nor is any new resource after it: ${messageOf(error)} Their creation may still fail.`,
      );
    return undefined;
  }
}
