import * as pulumi from "@pulumi/pulumi";
import type { Definition, Derived } from "../definition/definition.js";
import type { Field, Fields, OptionalName, Output, Outputs, RequiredName } from "../definition/field.js";
import { registerDefinition } from "./containers.js";
import { deletedWithName, retainedProperties } from "./deleted-with.js";
import { watchDeclarations } from "./declarations.js";
import { maskDebugOutput } from "../pulumi/protocol.js";
import { isOfType, typesAbove } from "../pulumi/resources.js";
import { isMocked, organizationOfStack, perRun } from "../pulumi/runs.js";
import { skipPromiseStacks, withoutStacks } from "../pulumi/stack-traces.js";
import { pick, type Properties, unlessUndefined } from "../values/properties.js";
import { watchDeclaredOptions } from "./declared-options.js";
import { previewedId, previewProperties, settleAbsentOutputs, unknownNames } from "./previewed.js";
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
} from "../values/reserved-properties.js";
import { secretOutputNames } from "../definition/secrets.js";
import { argumentMistakes, wrongOutputs } from "./argument-mistakes.js";
import { checkLoadable } from "./loadable.js";
import { mistakesOf, noteMistakes, type Subject } from "./mistakes.js";

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
export type PropertiesOf<F extends Fields, O extends Outputs, D extends Derived> = RequiredOutputs<F, RequiredName<F>> &
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
  const placement = (subject: Subject, args: Properties, options: pulumi.CustomResourceOptions): Properties => {
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
            ...retainedProperties(plain, options),
            ...unlessUndefined(organizationKey, organization),
          };
      const merged = pulumi.mergeOptions({ additionalSecretOutputs }, options);
      // Options may come from configuration or JavaScript: only `false` removes the protection, not a missing or invalid value.
      if (definition.costly === true && !isLookup) merged.protect = merged.protect !== false;
      const withStacks = withoutStacks();
      try {
        super(type, name, { ...properties, [providerKey]: providerText(definition.kind) }, merged);
      } finally {
        withStacks();
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
