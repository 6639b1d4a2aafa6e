import type { Context } from "../runtime/context.js";
import type { Fields, Inputs, Outputs, PartialInputs } from "./field.js";
import type { Found } from "./found.js";
import type { KindContents, KindDeletion, KindIdentity, KindReading, KindRecovery, KindReplacement } from "./members.js";
import type { KindPreviewChecks } from "./preview-checks.js";
import type { Kind } from "../values/kinds.js";
import { kindLabels } from "../values/labels.js";
import { pick, type Properties } from "../values/properties.js";
import { titled } from "./title.js";

/** Outputs that the id holds, each with the function that reads it from the id. */
export type Derived = Readonly<Record<string, (id: string) => string>>;

/** What the file of a kind says of it: its arguments, its identity, its operations, and what the API cannot do. */
interface Declaration<F extends Fields, O extends Outputs, D extends Derived> {
  /** Permanent: the text by which every stored resource loads its provider contains it. */
  readonly kind: Kind;
  readonly fields: F;
  readonly outputs: O;
  /** Outputs taken from the id, so that they are known even in the preview of an update. */
  readonly derived?: D;
  /** Outputs that have the value of the last one of {@link derived} too. Default: none. */
  readonly identifierOutputs?: readonly (keyof O & string)[];
  /** Whether it is billed: protected by default, never ordered twice, never removed from the state unasked. Default: false. */
  readonly costly?: boolean;

  /** Problems of valid arguments together, each beginning with the path of its property. Arguments that are not known yet are absent. */
  conflicts?(inputs: PartialInputs<F>): readonly string[];

  readonly identity: KindIdentity<F, O>;
  readonly reading: KindReading<F, O>;
  /** Creates an object. Absent if the API cannot, as for a singleton. */
  create?(context: Context, inputs: Inputs<F>): Promise<Found<F, O>>;
  /** Changes an object in place. Absent if the API cannot. */
  update?(context: Context, id: string, inputs: Inputs<F>): Promise<Found<F, O>>;
  readonly recovery?: KindRecovery;
  /** Undefined if the API can tell nothing about a creation beforehand. */
  readonly previewChecks?: KindPreviewChecks<F>;
  readonly deletion: KindDeletion<F>;
  /** Undefined if the object holds no others. */
  readonly contents?: KindContents;
  /** Default: the new object is created first. */
  readonly replacement?: KindReplacement;
}

/** Everything that the lifecycle needs to know about a kind of resource. Rules for all kinds are in the lifecycle. */
export interface Definition<
  F extends Fields = Fields,
  O extends Outputs = Outputs,
  D extends Derived = Derived,
> extends Declaration<F, O, D> {
  /** Name of the Pulumi class. Permanent: it is the last part of the resource type. */
  readonly className: string;
  /** Name of the kind in messages, as in `domain shop.example.de`. */
  readonly label: string;
  readonly replacement: KindReplacement;
}

/**
 * A definition for code that handles all kinds. TypeScript's inference of this assignment depends on the order of its checks,
 * hence a cast.
 */
export const ofAnyKind: <F extends Fields, O extends Outputs, D extends Derived>(
  definition: Definition<F, O, D>,
) => Definition = (definition: unknown) => definition as Definition;

/** Whether `adopt: true` may adopt an object for the arguments. */
export const mayAdopt = ({ identity }: Definition, found: Found, inputs: Properties): boolean =>
  (identity.adopts ?? identity.matches)(found, inputs);

/** Whether `adopt: true` can adopt objects of the kind: without a secret that only the creation shows, they are of no use. */
export const isAdoptable = ({ recovery }: Definition): boolean => recovery?.revealed === undefined;

/** The declared arguments of the object, without the arguments that control its lifecycle. */
export const declaredInputs = (definition: Definition, properties: Properties): Properties =>
  pick(properties, Object.keys(definition.fields));

/** Names of the arguments without which no object can be created, although an existing one does not need them. */
export const missingToCreate = (definition: Definition, inputs: Properties): string[] =>
  Object.entries(definition.fields)
    .filter(([name, { neededToCreate }]) => neededToCreate && inputs[name] === undefined)
    .map(([name]) => name);

/**
 * The declared arguments according to the state; undefined if they are invalid, as in a state that is damaged or of another
 * version.
 */
export function soundInputs(definition: Definition, state: Properties): Properties | undefined {
  const inputs = declaredInputs(definition, state);
  const isSound = Object.entries(definition.fields).every(([name, { required, schema, readable }]) =>
    inputs[name] === undefined ? !required || !readable : schema.safeParse(inputs[name]).success,
  );
  return isSound ? inputs : undefined;
}

/** The definition of a kind, whose types follow from its fields and outputs. Its titles use only valid arguments. */
export const define = <const F extends Fields, const O extends Outputs, const D extends Derived = Record<never, never>>(
  declaration: Declaration<F, O, D>,
): Definition<F, O, D> => ({
  replacement: { order: "create-first" },
  ...declaration,
  className: `${declaration.kind.charAt(0).toUpperCase()}${declaration.kind.slice(1)}`,
  label: kindLabels[declaration.kind],
  identity: { ...declaration.identity, title: titled(declaration.fields, declaration.identity.title) },
});
