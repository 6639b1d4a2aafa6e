import type { Definition } from "../definition/definition.js";
import { inLine } from "../../sdk/redaction/text.js";
import { checkArguments } from "../lifecycle/check.js";
import { isLater, presentSourcesOf } from "../pulumi/outputs.js";
import { deepest } from "../values/joined-outputs.js";
import { type Properties, withoutAbsent } from "../values/properties.js";
import { unknownValue } from "../values/unknown-values.js";
import { containerOf, idPropertiesOf, wholeNameOf } from "./containers.js";

/** The value as the preview of a creation passes it to the check: with a sentinel for all that is not known yet. */
function withSentinels(value: unknown, depth = 0): unknown {
  if (typeof value !== "object" || value === null || depth > deepest) return value;
  if (isLater(value)) return unknownValue;
  if (Array.isArray(value)) return value.map((element) => withSentinels(element, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, member]: [string, unknown]) => [key, withSentinels(member, depth + 1)]),
  );
}

/** Problems of arguments that the program knows at once; whether the resource exists already is not known here. */
export const argumentMistakes = (definition: Definition, args: Properties): string[] =>
  checkArguments(definition, undefined, withoutAbsent(withSentinels(args) as Properties));

/**
 * Arguments that name a container by another output of it, such as `id`, whose type fits too. A preview does not know the value of an output of a
 * container that is new, so only `up` would refuse it, after the container was created.
 */
export const wrongOutputs = ({ identity: { scope } }: Definition, args: Properties): string[] =>
  scope.flatMap((argument) => {
    const value = args[argument];
    return presentSourcesOf(value).flatMap((source) => {
      const container = containerOf(source);
      if (container === undefined || !idPropertiesOf(container).includes(argument)) return [];
      const passed = Object.entries(source).find(([, output]) => output === value)?.[0];
      if (passed === undefined || [argument, ...(container.identifierOutputs ?? [])].includes(passed)) return [];
      return [
        `${argument}: \`${passed}\` of ${container.className} "${inLine(wholeNameOf(source))}" is not its identifier. Pass on its \`${argument}\`.`,
      ];
    });
  });
