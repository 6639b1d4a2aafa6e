import * as pulumi from "@pulumi/pulumi";
import type { Definition, Derived } from "../definition/definition.js";
import type { Field, Fields, OptionalName, Output, Outputs, RequiredName } from "../definition/field.js";
import { registerDefinition, definitionOf, wholeNameOf } from "./containers.js";
import { deletedWithName, retainedProperties } from "./deleted-with.js";
import { watchDeclarations } from "./declarations.js";
import { maskDebugOutput } from "../pulumi/protocol.js";
import { isOfType, typesAbove } from "../pulumi/resources.js";
import { isMocked, organizationOfStack, perRun } from "../pulumi/runs.js";
import { skipPromiseStacks, withoutFrames } from "../pulumi/stack-traces.js";
import { pick, type Properties, unlessUndefined } from "../values/properties.js";
import { watchDeclaredOptions } from "./declared-options.js";
import { once } from "../../sdk/values/once.js";
import type { Source, Sources } from "../values/unknown-values.js";
import { markedPaths, withSecrets } from "./secret-arguments.js";
import { attempt } from "../journal/journal-storage.js";
import { noteRecorded } from "../journal/recorded.js";
import {
  deletedWithKey,
  markedKey,
  mistakesKey,
  nameKey,
  nameWithin,
  organizationKey,
  providerKey,
  providerText,
  readerKey,
  typeOf,
  unknownKey,
  adoptedIdKey,
} from "../values/reserved-properties.js";
import { secretOutputNames } from "../definition/secrets.js";
import { checkLoadable } from "./loadable.js";
import { mistakesOf, noteMistakes, type DeclaredResource, argumentMistakes, wrongOutputs } from "./mistakes.js";
import { isDeferred, isKnown, knownValue, sourcesOf } from "../pulumi/outputs.js";

/** A value in a program: plain, a promise or an output, at any depth. */
export type Input<T> = pulumi.Input<
  T extends readonly (infer E)[] ? Input<E>[] : T extends object ? { [K in keyof T]: Input<T[K]> } : T
>;

type ValueOf<F> = F extends Field<infer S> ? S["_zod"]["output"] : never;
type RequiredArgs<F extends Fields, K extends keyof F> = { readonly [P in K]: Input<ValueOf<F[P]>> };
type OptionalArgs<F extends Fields, K extends keyof F> = { readonly [P in K]?: Input<NonNullable<ValueOf<F[P]>>> | undefined };

/** Arguments that every resource has, in addition to its own. */
export interface LifecycleArgs {
  /**
   * Adopt the existing object with the same natural key instead of creating one. The creation fails if there is no such object,
   * or if it differs in something that the API cannot change. Used only at creation; later edits have no effect. Default:
   * `false`.
   */
  readonly adopt?: pulumi.Input<boolean> | undefined;
  /**
   * Timeouts, as durations such as `"90s"` or `"10m"`: how long to wait until a new object is visible, an update is confirmed, or
   * a deleted object is gone. Default: 5 minutes each. (The option `customTimeouts` is refused: Pulumi does not pass it to this provider.)
   */
  readonly timeouts?:
    pulumi.Input<{ create?: pulumi.Input<string>; update?: pulumi.Input<string>; delete?: pulumi.Input<string> }> | undefined;
}

/** Arguments of a resource, from its definition's fields. */
export type ArgsOf<F extends Fields> = RequiredArgs<F, RequiredName<F>> & OptionalArgs<F, OptionalName<F>> & LifecycleArgs;

type RequiredOutputs<F extends Fields, K extends keyof F> = { readonly [P in K]: pulumi.Output<ValueOf<F[P]>> };
type OptionalOutputs<F extends Fields, K extends keyof F> = {
  readonly [P in K]: pulumi.Output<NonNullable<ValueOf<F[P]>> | undefined>;
};
type OutputOf<O extends Output> = NonNullable<O["type"]> | (O["optional"] extends true ? undefined : never);
type OutputsOf<O extends Outputs> = { readonly [K in keyof O]: pulumi.Output<OutputOf<O[K]>> };
type DerivedOutputs<D extends Derived> = { readonly [K in keyof D]: pulumi.Output<string> };

/** Properties of a resource object: arguments and outputs. */
type PropertiesOf<F extends Fields, O extends Outputs, D extends Derived> = RequiredOutputs<F, RequiredName<F>> &
  OptionalOutputs<F, OptionalName<F>> &
  OutputsOf<O> &
  DerivedOutputs<D>;

export interface ResourceClass<F extends Fields, O extends Outputs, D extends Derived, Args> {
  new (name: string, args: Args, options?: pulumi.CustomResourceOptions): pulumi.CustomResource & PropertiesOf<F, O, D>;
  /** The type of the resources in URNs. Typed policies compare it. */
  readonly __pulumiType: string;
  /** Whether a value is a resource of this class, also if another copy of this package created it. */
  isInstance(value: unknown): value is pulumi.CustomResource & PropertiesOf<F, O, D>;
  /** Reads an existing object by its id, without managing it. */
  get<T extends pulumi.CustomResource>(
    this: new (name: string, args: Args, options?: pulumi.CustomResourceOptions) => T,
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: pulumi.CustomResourceOptions,
  ): T;
}

/** Whether a file of the journal belongs to this run, by file name. */
const presentFiles = perRun(() => new Map<string, boolean>());

/** The message of a refusal. */
function refusalIn(error: unknown): string {
  if (!pulumi.RunError.isInstance(error)) throw error;
  return error.message;
}

/** The Pulumi class of a definition. */
export function resourceClass<F extends Fields, O extends Outputs, D extends Derived, Args = ArgsOf<F>>(
  definition: Definition<F, O, D>,
): ResourceClass<F, O, D, Args> {
  const plain = definition as unknown as Definition;
  const { fields, outputs, derived = {} } = plain;
  const undefinedOutputs = Object.fromEntries(Object.keys(outputs).map((name) => [name, undefined]));
  const undefinedFields = Object.fromEntries(Object.keys(fields).map((name) => [name, undefined]));
  const additionalSecretOutputs = secretOutputNames(plain);
  registerDefinition(plain);

  const declared = (args: Properties): pulumi.Inputs => ({
    ...withSecrets(fields, args),
    ...undefinedOutputs,
    ...unlessUndefined(markedKey, markedPaths(fields, args)),
    ...previewProperties(plain, args),
    ...unlessUndefined(unknownKey, unknownNames(args)),
  });

  /** `deletedWith`, and the mistakes of the declaration. A unit test, in which nothing is checked, gets an error instead. */
  const placement = (subject: DeclaredResource, args: Properties, options: pulumi.CustomResourceOptions): Properties => {
    const named = () => deletedWithName(plain, subject.name, { args, options });
    if (isMocked()) return unlessUndefined(deletedWithKey, named());
    noteMistakes(subject, { checked: argumentMistakes(plain, args), refused: wrongOutputs(plain, args) });
    try {
      const verified = named();
      const mistakes = mistakesOf(
        subject,
        verified?.then(() => undefined, refusalIn),
      );
      return {
        ...unlessUndefined(
          deletedWithKey,
          verified?.catch(() => undefined),
        ),
        [mistakesKey]: mistakes,
      };
    } catch (error) {
      noteMistakes(subject, { refused: [refusalIn(error)] });
      return { [mistakesKey]: mistakesOf(subject) };
    }
  };

  const type = typeOf(definition.className);

  class Resource extends pulumi.CustomResource {
    static readonly __pulumiType = type;

    static override isInstance(value: unknown): value is pulumi.CustomResource {
      return isOfType(value, type);
    }

    constructor(name: string, args: Properties | undefined, given?: pulumi.CustomResourceOptions) {
      const options = pick({ ...given }, Object.keys({ ...given })) as pulumi.CustomResourceOptions;
      checkLoadable();
      maskDebugOutput();
      skipPromiseStacks();
      // A program in another process, as with the Automation API, had no stack when it loaded the package.
      watchDeclarations();
      watchDeclaredOptions();
      const isLookup = options.id !== undefined;
      const organization = organizationOfStack();
      const wholeName = nameWithin(typesAbove(options.parent), name);
      const properties = isLookup
        ? { ...undefinedFields, ...undefinedOutputs, [readerKey]: wholeName }
        : {
            ...declared(args ?? {}),
            [nameKey]: wholeName,
            ...placement({ className: definition.className, name, wholeName }, args ?? {}, options),
            ...retainedProperties(options),
            ...unlessUndefined(organizationKey, organization),
          };
      const merged = pulumi.mergeOptions({ additionalSecretOutputs }, options);
      // Options may come from configuration or JavaScript: only `false` removes the protection, not a missing or invalid value.
      if (definition.costly === true && !isLookup) merged.protect = merged.protect !== false;
      const withFrames = withoutFrames();
      try {
        super(type, name, { ...properties, [providerKey]: providerText(definition.kind) }, merged);
      } finally {
        withFrames();
      }
      settleAbsentOutputs(plain, this);
      const files = presentFiles();
      if (!isLookup && !pulumi.runtime.isDryRun()) this.id.apply((id) => noteRecorded(definition.kind, id, process.env, files));
      const id = isLookup ? this.id : previewedId(plain, this, args ?? {});
      for (const [output, ofId] of Object.entries(derived))
        Object.defineProperty(this, output, {
          // Mocks of a unit test may invent ids of another form.
          value: id.apply((known) => attempt(() => ofId(known)) ?? args?.[output] ?? known),
          enumerable: true,
          configurable: true,
          writable: true,
        });
    }

    static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): Resource {
      return new this(name, undefined, { ...options, id });
    }
  }

  return Resource as unknown as ResourceClass<F, O, D, Args>;
}

type ShownOutputs = Readonly<Record<string, pulumi.Output<unknown> | undefined>>;

/** The properties by which a check gets to know what it can tell a preview. */
const previewProperties = (definition: Definition, args: Properties): Properties =>
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
function previewedId(definition: Definition, resource: pulumi.CustomResource, args: Properties): pulumi.Output<string> {
  const { id, urn } = resource;
  const { [adoptedIdKey]: adopted } = resource as unknown as ShownOutputs;
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
function settleAbsentOutputs({ outputs }: Definition, resource: pulumi.Resource): void {
  if (!pulumi.runtime.isDryRun()) return;
  const all = Object.keys(outputs).map((name) => [name, (resource as unknown as ShownOutputs)[name]!] as const);
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
const unknownNames = (args: Properties): Promise<string[] | undefined> | undefined =>
  pulumi.runtime.isDryRun() || !isDeferred(args) ? undefined : namesOfUnknown(args);

async function namesOfUnknown(args: Properties): Promise<string[] | undefined> {
  const names = await Promise.all(Object.entries(args).map(async ([name, value]) => ((await isKnown(value)) ? [] : [name])));
  const unknown = names.flat();
  return unknown.length === 0 ? undefined : unknown;
}
