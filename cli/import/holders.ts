import { declaredInputs, type Definition, type Found, mayAdopt } from "../../provider/definition/definition.js";
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
  for (const { op, urn, entry } of steps) {
    const className = op === "create" && entry !== undefined ? classOf(entry) : undefined;
    if (entry === undefined || className === undefined) continue;
    const inputs = plainProperties(entry.inputs);
    const isDeclared = (id: string) =>
      objects.some(
        ({ definition, found: object }) =>
          definition.className === className &&
          sameId(object.id, id) &&
          mayAdopt(definition, object, declaredInputs(definition, filledToCompare(definition, inputs, object))),
      );
    const taken = new Set(found.values());
    const holder = holders.find((each) => classOf(each) === className && !taken.has(each.urn) && isDeclared(each.id ?? ""));
    if (holder !== undefined) found.set(urn, holder.urn);
  }
  return found;
}
