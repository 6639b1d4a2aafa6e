import * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../definition/definition.js";
import type { Properties } from "../values/properties.js";
import { expectedIdKey, previewKey, sourcesKey } from "../values/reserved-properties.js";
import { isKnown } from "./knowing.js";
import { isMocked } from "./mistakes.js";
import { unknownSources } from "./sources.js";

/** The properties by which a check gets to know what it can tell a preview. */
export const previewProperties = (definition: Definition, args: Properties): Properties =>
  !pulumi.runtime.isDryRun() || isMocked()
    ? {}
    : {
        [previewKey]: true,
        [sourcesKey]: unknownSources(definition, args),
        ...(definition.derived === undefined ? {} : { [expectedIdKey]: undefined }),
      };

/**
 * The id of a resource. In the preview of a new one, the id that it will have, if the check tells: Pulumi knows none, and what lies in the
 * object could not be checked.
 */
export function previewedId({ derived }: Definition, resource: pulumi.CustomResource): pulumi.Output<string> {
  const { id } = resource;
  const { [expectedIdKey]: expected } = resource as unknown as Readonly<Record<string, pulumi.Output<string> | undefined>>;
  if (derived === undefined || expected === undefined || !pulumi.runtime.isDryRun()) return id;
  const choose = async (): Promise<pulumi.Output<string>[]> => [
    (await isKnown(id)) || !(await isKnown(expected)) ? id : expected,
  ];
  return pulumi.output(choose()).apply(([chosen]) => chosen!);
}
