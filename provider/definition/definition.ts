import type { Context } from "../runtime/context.js";
import type { KindContents } from "./contents.js";
import type { KindDeletion } from "./deletion.js";
import type { Fields, Inputs, Outputs } from "./field.js";
import type { Found } from "./found.js";
import type { KindIdentity } from "./identity.js";
import type { KindReading } from "./reading.js";
import type { KindRecovery } from "./recovery.js";
import type { KindReplacement } from "./replacement.js";
import type { Kind } from "../values/kinds.js";
import { pick, type Properties } from "../values/properties.js";
import { titled } from "./title.js";

/** Outputs that the id holds, each by how it is read off it. */
export type Derived = Readonly<Record<string, (id: string) => string>>;

/**
 * Everything there is to know about a kind of resource: its arguments, its identity, its operations, and what the API cannot do.
 * All rules that hold for every kind live in the kernel.
 */
export interface Definition<F extends Fields = Fields, O extends Outputs = Outputs, D extends Derived = Derived> {
  /** Permanent: it stands in the text by which every stored resource finds its provider. */
  readonly kind: Kind;
  /** Name of the Pulumi class, permanent as well: it is the last part of the resource type. */
  readonly className: string;
  /** What people call an object of the kind, as in `domain shop.example.de`. */
  readonly label: string;
  readonly fields: F;
  readonly outputs: O;
  /** Outputs taken from the id, which alone stays known in the preview of an update. */
  readonly derived?: D;
  /** People pay for it: protected by default, never ordered twice, never dropped from the state unasked. */
  readonly costly?: boolean;

  readonly identity: KindIdentity<F, O>;
  readonly reading: KindReading<F, O>;
  /** Creates an object. Without it nothing can, as for a singleton. */
  create?(context: Context, inputs: Inputs<F>): Promise<Found<F, O>>;
  /** Changes an object in place. Without it the API cannot. */
  update?(context: Context, id: string, inputs: Inputs<F>): Promise<Found<F, O>>;
  readonly recovery?: KindRecovery<F, O>;
  readonly deletion: KindDeletion<F>;
  /** Undefined if no other objects lie in it. */
  readonly contents?: KindContents;
  readonly replacement: KindReplacement;
}

/** A definition for code of all kinds: whether it fits by itself depends on the order in which TypeScript meets the types. */
export const ofAnyKind: <F extends Fields, O extends Outputs, D extends Derived>(
  definition: Definition<F, O, D>,
) => Definition = (definition: unknown) => definition as Definition;

/** What the program declares of the object, without what steers its lifecycle. */
export const declaredInputs = (definition: Definition, properties: Properties): Properties =>
  pick(properties, Object.keys(definition.fields));

/**
 * What the state says that the program declares; undefined where that cannot be, as in a state that is damaged or of another
 * version.
 */
export function soundInputs(definition: Definition, state: Properties): Properties | undefined {
  const inputs = declaredInputs(definition, state);
  const isSound = Object.entries(definition.fields).every(([name, { required, schema, readable }]) =>
    inputs[name] === undefined ? !required || !readable : schema.safeParse(inputs[name]).success,
  );
  return isSound ? inputs : undefined;
}

/** Types a definition by its fields and outputs; its titles tell of sound arguments only. */
export const define = <const F extends Fields, const O extends Outputs, const D extends Derived = Record<never, never>>(
  definition: Definition<F, O, D>,
): Definition<F, O, D> => ({
  ...definition,
  identity: { ...definition.identity, title: titled(definition.fields, definition.identity.title) },
});
