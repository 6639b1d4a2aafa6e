import * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../definition/definition.js";
import { attempt } from "../journal/journal-storage.js";
import { type Properties, unlessUndefined } from "../values/properties.js";
import { adoptedIdKey, previewKey, sourcesKey } from "../values/reserved-properties.js";
import { isKnown, knownValue } from "./knowing.js";
import { isMocked } from "./mistakes.js";
import { unknownSources } from "./sources.js";

/** The properties by which a check gets to know what it can tell a preview. */
export const previewProperties = (definition: Definition, args: Properties): Properties =>
  !pulumi.runtime.isDryRun() || isMocked()
    ? {}
    : {
        ...unlessUndefined(sourcesKey, unknownSources(definition, args)),
        ...(definition.derived === undefined ? {} : { [previewKey]: true, [adoptedIdKey]: undefined }),
      };

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
  const { [adoptedIdKey]: adopted } = resource as unknown as Readonly<Record<string, pulumi.Output<string> | undefined>>;
  if (definition.derived === undefined || adopted === undefined || !pulumi.runtime.isDryRun()) return id;
  const choose = async (): Promise<pulumi.Output<string>[]> => {
    for (const known of [id, adopted]) if (await isKnown(known)) return [known];
    const expected = await expectedId(definition, args);
    return [expected === undefined ? id : urn.apply(() => expected)];
  };
  return pulumi.output(choose()).apply(([chosen]) => chosen!);
}
