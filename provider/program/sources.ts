import * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../definition/definition.js";
import type { Source, Sources } from "../ownership/expected-objects.js";
import type { Properties } from "../values/properties.js";
import { isDeferred, isKnown, knownValue, sourcesOf } from "../pulumi/outputs.js";
import { definitionOf, wholeNameOf } from "./containers.js";

/**
 * The resource that each unknown identifier comes from: of what contains the object, or of what it refers to. Undefined if all are known. A
 * preview does not know the identifier of an object that it only promises.
 */
export function unknownSources(definition: Definition, args: Properties): Promise<Sources> | undefined {
  const deferred = identifiersIn(definition).filter((argument) => isDeferred(args[argument]));
  return deferred.length === 0 ? undefined : sourcesOfUnknown(definition, deferred, args);
}

async function sourcesOfUnknown(definition: Definition, names: readonly string[], args: Properties): Promise<Sources> {
  const sources = await Promise.all(
    names.map(async (argument): Promise<[string, Source][]> => {
      if ((await knownValue(args[argument])) !== undefined) return [];
      const [source, ...others] = await sourcesOf(args[argument]);
      const of = source === undefined || others.length > 0 ? undefined : definitionOf(source);
      return of === undefined || !isNamedBy(definition, argument, of)
        ? []
        : [[argument, { kind: of.kind, name: wholeNameOf(source!) }]];
    }),
  );
  return Object.fromEntries(sources.flat());
}

const identifiersIn = ({ identity, fields }: Definition): string[] =>
  Object.keys(fields).filter((name) => identity.scope.includes(name) || fields[name]!.refersTo !== undefined);

const isNamedBy = ({ identity, fields }: Definition, argument: string, { kind, contents }: Definition): boolean =>
  identity.scope.includes(argument) ? contents !== undefined : fields[argument]?.refersTo === kind;

/** Names of the arguments that are unknown in an update; `undefined` if all are known. */
export const unknownNames = (args: Properties): Promise<string[] | undefined> | undefined =>
  pulumi.runtime.isDryRun() || !isDeferred(args) ? undefined : namesOfUnknown(args);

async function namesOfUnknown(args: Properties): Promise<string[] | undefined> {
  const names = await Promise.all(Object.entries(args).map(async ([name, value]) => ((await isKnown(value)) ? [] : [name])));
  const unknown = names.flat();
  return unknown.length === 0 ? undefined : unknown;
}
