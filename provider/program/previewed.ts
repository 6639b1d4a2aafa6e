import * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../definition/definition.js";
import { attempt } from "../journal/journal-storage.js";
import { isDeferred, isKnown, knownValue, sourcesOf } from "../pulumi/outputs.js";
import { isMocked } from "../pulumi/runs.js";
import { once } from "../../sdk/values/once.js";
import { type Properties, unlessUndefined } from "../values/properties.js";
import { adoptedIdKey, unknownKey } from "../values/reserved-properties.js";
import type { Source, Sources } from "../ownership/expected-objects.js";
import { definitionOf, wholeNameOf } from "./containers.js";

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

/**
 * The resource that each unknown identifier comes from: of what contains the object, or of what it refers to. Undefined if all are known. A
 * preview does not know the identifier of an object that it only promises.
 */
function unknownSources(definition: Definition, args: Properties): Promise<Sources> | undefined {
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
