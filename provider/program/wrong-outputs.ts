import * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../definition/definition.js";
import { inLine } from "../../sdk/redaction/text.js";
import type { Properties } from "../values/properties.js";
import { containerOf, idPropertiesOf, wholeNameOf } from "./containers.js";

/** Resources that an output comes from, as far as it tells at once: Pulumi keeps this without a public type. */
const sourcesOf = (value: unknown): pulumi.Resource[] =>
  pulumi.Output.isInstance(value) ? [...(value as unknown as { resources(): Set<pulumi.Resource> }).resources()] : [];

/**
 * Arguments that name a container by another output of it, such as `id`, whose type fits too. A preview does not know the value of an output of a
 * container that is new, so only `up` would refuse it, after the container was created.
 */
export const wrongOutputs = ({ identity: { scope } }: Definition, args: Properties): string[] =>
  scope.flatMap((argument) => {
    const value = args[argument];
    return sourcesOf(value).flatMap((source) => {
      const container = containerOf(source);
      if (container === undefined || !idPropertiesOf(container).includes(argument)) return [];
      const passed = Object.entries(source).find(([, output]) => output === value)?.[0];
      if (passed === undefined || [argument, ...(container.identifierOutputs ?? [])].includes(passed)) return [];
      return [
        `${argument}: \`${passed}\` of ${container.className} "${inLine(wholeNameOf(source))}" is not its identifier. Pass on its \`${argument}\`.`,
      ];
    });
  });
