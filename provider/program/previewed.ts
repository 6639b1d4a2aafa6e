import * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../definition/definition.js";
import { attempt } from "../journal/journal-storage.js";
import { isKnown, knownValue } from "../pulumi/outputs.js";
import { isMocked } from "../pulumi/runs.js";
import { once } from "../../sdk/values/once.js";
import { type Properties, unlessUndefined } from "../values/properties.js";
import { adoptedIdKey, unknownKey } from "../values/reserved-properties.js";
import { unknownSources } from "./sources.js";

type Outputs = Readonly<Record<string, pulumi.Output<unknown> | undefined>>;

/** The properties by which a check gets to know what it can tell a preview. */
export const previewProperties = (definition: Definition, args: Properties): Properties =>
  !pulumi.runtime.isDryRun() || isMocked()
    ? {}
    : {
        ...unlessUndefined(unknownKey, unknownSources(definition, args) ?? (definition.derived && {})),
        ...(definition.derived && { [adoptedIdKey]: undefined }),
      };

async function firstKnown<T>(outputs: readonly pulumi.Output<T>[]): Promise<pulumi.Output<T>[]> {
  for (const output of outputs) if (await isKnown(output)) return [output];
  return [];
}

/** An output that is chosen later. In a list, because Pulumi would unwrap it alone. */
const chosenOf = <T>(choice: Promise<readonly pulumi.Output<T>[]>): pulumi.Output<T> =>
  (pulumi.output(choice) as unknown as pulumi.Output<T[]>).apply(([chosen]) => chosen!);

async function expectedId({ identity, fields }: Definition, args: Properties): Promise<string | undefined> {
  const values = await Promise.all(Object.keys(fields).map(async (name) => [name, await knownValue(args[name])] as const));
  // Invalid arguments are refused by the check.
  return attempt(() => identity.expectedId?.(Object.fromEntries(values)));
}

/**
 * The id of a resource. In the preview of a new one, the id that it will have, if its arguments or the adopted object tell: Pulumi knows none,
 * and what lies in the object could not be checked.
 */
export function previewedId(definition: Definition, resource: pulumi.CustomResource, args: Properties): pulumi.Output<string> {
  const { id, urn } = resource;
  const { [adoptedIdKey]: adopted } = resource as unknown as Outputs;
  if (definition.derived === undefined || adopted === undefined || !pulumi.runtime.isDryRun()) return id;
  const choose = async (): Promise<pulumi.Output<string>[]> => {
    const known = await firstKnown([id, adopted as pulumi.Output<string>]);
    if (known.length > 0) return known;
    const expected = await expectedId(definition, args);
    return [expected === undefined ? id : urn.apply(() => expected)];
  };
  return chosenOf(choose());
}

/**
 * Tells outputs that the object lacks from those that are not known yet. In a preview, Pulumi's SDK takes every output that the state
 * lacks for unknown, and a resource that uses it would be changed in each preview. But Pulumi passes the outputs of the state only together.
 */
export function settleAbsentOutputs({ outputs }: Definition, resource: pulumi.Resource): void {
  if (!pulumi.runtime.isDryRun()) return;
  const all = Object.keys(outputs).map((name) => [name, (resource as unknown as Outputs)[name]!] as const);
  for (const [name, value] of all.filter(([each]) => outputs[each]!.optional)) {
    const choose = async (): Promise<pulumi.Output<unknown>[]> => {
      const [known] = await firstKnown([value, ...all.flatMap(([, other]) => (other === value ? [] : [other]))]);
      return [known === undefined || known === value ? value : known.apply(() => undefined)];
    };
    // Only when the program uses it, because most outputs are never used.
    Object.defineProperty(resource, name, { get: once(() => chosenOf(choose())), enumerable: true, configurable: true });
  }
}
