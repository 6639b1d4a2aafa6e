import * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../definition/definition.js";
import { attempt } from "../journal/journal-storage.js";
import type { Properties } from "../values/properties.js";
import { isKnown, knownValue } from "./knowing.js";

async function expectedId({ identity, fields }: Definition, args: Properties): Promise<string | undefined> {
  const values = await Promise.all(Object.keys(fields).map(async (name) => [name, await knownValue(args[name])] as const));
  // Invalid arguments are refused by the check.
  return attempt(() => identity.expectedId?.(Object.fromEntries(values)));
}

/**
 * The id of a resource. In the preview of a new one, the id that it will have, if its arguments tell: Pulumi knows none, and what lies in the
 * object could not be checked.
 */
export function previewedId(definition: Definition, { id, urn }: pulumi.CustomResource, args: Properties): pulumi.Output<string> {
  if (definition.identity.expectedId === undefined || !pulumi.runtime.isDryRun()) return id;
  const choose = async (): Promise<pulumi.Output<string>[]> => {
    if (await isKnown(id)) return [id];
    const expected = await expectedId(definition, args);
    return [expected === undefined ? id : urn.apply(() => expected)];
  };
  return pulumi.output(choose()).apply(([chosen]) => chosen!);
}
