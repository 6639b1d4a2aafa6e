import * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../definition/definition.js";
import { once } from "../../sdk/values/once.js";
import { isKnown } from "./knowing.js";

/** The output in a preview; `undefined`, not unknown, if the state shows one of the others but not this one. */
async function settled(
  value: pulumi.Output<unknown>,
  others: readonly pulumi.Output<unknown>[],
): Promise<pulumi.Output<unknown>[]> {
  if (await isKnown(value)) return [value];
  for (const other of others) if (await isKnown(other)) return [other.apply(() => undefined)];
  return [value];
}

/**
 * Tells outputs that the object lacks from those that are not known yet. In a preview, Pulumi's SDK takes every output that the state
 * lacks for unknown, and a resource that uses it would be changed in each preview. But Pulumi passes the outputs of the state only together.
 */
export function settleAbsentOutputs({ outputs }: Definition, resource: pulumi.Resource): void {
  const shown = resource as unknown as Record<string, pulumi.Output<unknown>>;
  const all = Object.keys(outputs).map((name) => [name, shown[name]!] as const);
  for (const [name, value] of all)
    if (outputs[name]!.optional) {
      const others = all.filter(([other]) => other !== name).map(([, output]) => output);
      // Only when the program uses it, because most outputs are never used.
      const chosen = once(() => pulumi.output(settled(value, others)).apply(([found]) => found));
      Object.defineProperty(shown, name, { get: chosen, enumerable: true, configurable: true });
    }
}
