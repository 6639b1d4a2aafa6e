import { declaredInputs, type Definition, type Found, mayAdopt } from "../../provider/definition/definition.js";
import type { Properties } from "../../provider/values/properties.js";
import { sameId } from "../../provider/values/ids.js";
import { filledToCompare } from "../enter/filled.js";
import type { PlannedStep } from "../enter/planned.js";
import { classOf, type StoredResource } from "../stack/deployment.js";
import { plainProperties } from "../stack/plaintext.js";

/** What is known about the objects of a state. */
export interface Holders {
  readonly objects: readonly { readonly definition: Definition; readonly found: Found }[];
  readonly resources: readonly StoredResource[];
}

/**
 * The entries that a run would delete and whose objects new resources declare, which were then only renamed or moved: URN of the entry by that
 * of the new resource.
 */
export function holdersIn(steps: readonly PlannedStep[], { objects, resources }: Holders): ReadonlyMap<string, string> {
  const leaving = new Set(steps.flatMap(({ op, urn }) => (op === "delete" ? [urn] : [])));
  const holders = resources.filter(({ urn }) => leaving.has(urn));
  const found = new Map<string, string>();
  for (const step of steps) {
    const { op, urn, entry } = step;
    const className = op === "create" && entry !== undefined ? classOf(entry) : undefined;
    if (entry === undefined || className === undefined) continue;
    const inputs = plainProperties(entry.inputs);
    const isDeclared = (id: string) =>
      objects.some((object) => sameId(object.found.id, id) && isDeclaredBy(object, step, inputs));
    const taken = new Set(found.values());
    const holder = holders.find((each) => classOf(each) === className && !taken.has(each.urn) && isDeclared(each.id ?? ""));
    if (holder !== undefined) found.set(urn, holder.urn);
  }
  return found;
}

type Shown = Holders["objects"][number];

/** Whether a resource would take an object, by its class and what is known of its arguments. */
const isDeclaredBy = ({ definition, found }: Shown, { entry, isDeclared }: PlannedStep, inputs: Properties): boolean =>
  entry !== undefined &&
  definition.className === classOf(entry) &&
  mayAdopt(definition, found, declaredInputs(definition, filledToCompare(definition, inputs, found, isDeclared)));

/** Of new resources, the object that each declares and no earlier one does. */
export function declaredBy<T extends Shown>(creations: readonly PlannedStep[], objects: readonly T[]): ReadonlySet<T> {
  const declared = new Set<T>();
  for (const step of creations) {
    if (step.entry === undefined || classOf(step.entry) === undefined) continue;
    const inputs = plainProperties(step.entry.inputs);
    const object = objects.find((each) => !declared.has(each) && isDeclaredBy(each, step, inputs));
    if (object !== undefined) declared.add(object);
  }
  return declared;
}
