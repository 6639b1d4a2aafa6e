import type * as pulumi from "@pulumi/pulumi";
import type { Properties } from "../values/properties.js";
import { classNameOf, lifecycleArguments, nameKey } from "../values/reserved-properties.js";
import { inLine } from "../../sdk/redaction/text.js";
import { unknownName } from "../../sdk/values/suggest.js";
import { definitionOf } from "./containers.js";
import { isMocked, transformDeclarations } from "../pulumi/runs.js";
import { noteMistakes } from "./mistakes.js";
import { withSecrets } from "./secret-arguments.js";

/** Options that Pulumi does not support for dynamic resources, each with what to use instead. */
const refusals = {
  // Pulumi's process fails with a stack trace.
  import:
    "the option `import`: Pulumi cannot import this resource. Remove the option, and declare `adopt: true`, which takes the existing object.",
  // Pulumi ignores it.
  customTimeouts:
    'the option `customTimeouts`: Pulumi does not pass it to the provider. Remove it, and use the argument `timeouts`, such as `timeouts: { create: "10m" }`.',
} as const satisfies Partial<Record<keyof pulumi.CustomResourceOptions, string>>;

/** Options with paths of properties, each with the names that a path may begin with. Pulumi ignores any other. */
const pathOptions = ["ignoreChanges", "replaceOnChanges", "additionalSecretOutputs"] as const;

/** The first name in a path, such as `headers` in `headers["x"]`. */
const firstName = (path: string): string => /^(?:\["([^"]*)"\]|([^.[]*))/.exec(path)?.slice(1).find(Boolean) ?? "";

function misspelt(resource: pulumi.Resource, options: pulumi.CustomResourceOptions): string[] {
  const { fields, outputs } = definitionOf(resource) ?? {};
  if (fields === undefined) return [];
  return pathOptions.flatMap((option) => {
    const known = Object.keys({ ...fields, ...lifecycleArguments, ...(option === "additionalSecretOutputs" ? outputs : {}) });
    return (options[option] ?? []).flatMap((path) => {
      const name = firstName(path);
      // Our own names are in the list too.
      return name === "*" || name.startsWith("__") || known.includes(name)
        ? []
        : [`${option}: ${inLine(path)}: ${unknownName("property", name, known)}`];
    });
  });
}

const names = Object.keys(refusals) as (keyof typeof refusals)[];

/** Lets the check of a resource refuse options that would fail in Pulumi or have no effect. */
const passOnOptions: pulumi.ResourceTransformation = ({ type, name, props, opts, resource }) => {
  const className = classNameOf(type);
  const options: pulumi.CustomResourceOptions & pulumi.ComponentResourceOptions = opts;
  if (className === undefined || options.id !== undefined || isMocked()) return undefined;
  const refused = names.filter((option) => options[option] !== undefined);
  const given = props as Properties;
  const mistakes = [...refused.map((each) => refusals[each]), ...misspelt(resource, options)];
  noteMistakes({ className, name, wholeName: String(given[nameKey]) }, { refused: mistakes });
  return {
    // A transformation may have set a secret as plain text.
    props: withSecrets(definitionOf(resource)?.fields ?? {}, given),
    opts: Object.fromEntries(Object.entries(options).filter(([option]) => !(refused as string[]).includes(option))),
  };
};

/**
 * Tells the check of the resource that is declared next of its options. The transformations of the program may add options, so this one sees them
 * last.
 */
export const watchDeclaredOptions = (): void => transformDeclarations(passOnOptions, true);
