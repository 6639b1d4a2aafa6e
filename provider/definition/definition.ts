import { inLine } from "../../sdk/redaction/text.js";
import type { Context } from "../runtime/context.js";
import type { Fields, Inputs, Outputs, OutputValues, PartialInputs } from "./field.js";
import { pick, type Properties } from "../values/properties.js";
import { markedKey } from "../values/reserved-properties.js";
import type { Settings } from "../runtime/settings.js";
import { titled } from "./title.js";

/** An object as the provider shows it, in the names of the arguments and outputs. */
export interface Found<F extends Fields = Fields, O extends Outputs = Outputs> {
  /** Pulumi's id. */
  readonly id: string;
  /** Arguments as the provider shows them; absent where it does not. */
  readonly inputs: { readonly [K in keyof F]?: unknown };
  readonly outputs: OutputValues<O>;
}

/** Outputs that the id holds, each by how it is read off it. */
export type Derived = Readonly<Record<string, (id: string) => string>>;

/** An object that the program wants replaced. */
export interface Replaced {
  readonly id: string;
  readonly state: Properties;
  readonly news: Properties;
}

/** Name of a kind: `webhook`, `virtualAccount`. */
export type Kind = Uncapitalize<string>;

/** An object that lies in another one. */
export interface Inner {
  readonly kind: Kind;
  readonly id: string;
}

/**
 * Everything there is to know about a kind of resource: its arguments, its identity, its operations, and what the
 * interface cannot do. All rules that hold for every kind live in the kernel.
 */
export interface Definition<F extends Fields = Fields, O extends Outputs = Outputs, D extends Derived = Derived> {
  /**
   * Name of the definition's file, its export and the exported handler. Permanent: it stands in the text by which
   * every stored resource finds its provider.
   */
  readonly kind: Kind;
  /** Name of the Pulumi class, permanent as well: it is the last part of the resource type. */
  readonly className: string;
  /** What the object is called in messages. */
  readonly label: string;
  readonly fields: F;
  readonly outputs: O;
  /** Outputs taken from the id, which alone stays known in the preview of an update. */
  readonly derived?: D;
  /** People pay for it: protected by default, never ordered twice, never dropped from the state unasked. */
  readonly costly?: boolean;
  /** Order of replacement. `delete-first` where the new object cannot stand beside the old one. */
  readonly replacement: "create-first" | "delete-first";
  /** It exists as long as what it belongs to: never created, always taken over. */
  readonly standing?: boolean;
  /** Whether the natural key tells one object from all others. Default: true. */
  readonly unique?: boolean;
  /** When an object was made, as it shows itself, in milliseconds since the epoch; undefined where that cannot be read. */
  madeAt?(found: Found<F, O>): number | undefined;
  /** Outputs that only the answer of the creation shows. */
  readonly revealed?: readonly (keyof O & string)[];

  /** The object in a message: `domain shop.example.de of account p123456`. No secrets. */
  title(inputs: PartialInputs<F>): string;
  /** Arguments that the id holds, enough to list and to name the object. */
  parse(id: string): PartialInputs<F>;
  /** Arguments that tell one listing of the kind from another, all of which {@link parse} finds in the id. */
  readonly scope: readonly (keyof F & string)[];
  /** The complete listing in which the object would be. */
  list(context: Context, scope: PartialInputs<F>): Promise<Found<F, O>[]>;
  /** Fails unless an empty listing can be believed. Default: it can. */
  vouch?(context: Context, scope: PartialInputs<F>): Promise<void>;
  /** Whether an object is what the arguments declare: the natural key. */
  matches(found: Found<F, O>, inputs: Inputs<F>): boolean;
  /** Whether `adopt: true` may take it over. Default: {@link matches}. */
  adopts?(found: Found<F, O>, inputs: Inputs<F>): boolean;
  /** Whether it is taken over without being asked. Default: never. */
  takesOver?(found: Found<F, O>, inputs: Inputs<F>): boolean;
  /**
   * Whether the id is made of names that the program chose, so that what is created anew has the id of what was there before.
   * Default: false.
   */
  readonly hasNaturalId?: boolean;
  /** The single object, `undefined` where the answer leaves open whether it exists. Without it the listing is read. */
  get?(context: Context, id: string): Promise<Found<F, O> | undefined>;
  /** Makes a new object; without it nothing can, as for what is {@link standing}. */
  create?(context: Context, inputs: Inputs<F>): Promise<Found<F, O>>;
  /** What a look at the provider tells of a refused creation, beyond the provider's answer. */
  explainsRefusal?(context: Context, inputs: Inputs<F>): Promise<string | undefined>;
  update?(context: Context, id: string, inputs: Inputs<F>): Promise<Found<F, O>>;
  /** Either it deletes the object … */
  delete?(context: Context, id: string, state: PartialInputs<F>): Promise<void>;
  /** … or this says why nothing can. */
  readonly undeletable?: string;
  /** Why nothing is sent to delete a single one, by the settings, so that a person has to. Default: it is sent. */
  refusesDeletion?(settings: Settings): string | undefined;
  /** Whether a deleted object may stay listed, so that its disappearance is not waited for. Default: false. */
  readonly lingers?: boolean;
  /**
   * The beginning of the ids of objects that lie within it and are deleted along with it, up to a slash. Default: there are none.
   */
  contents?(id: string): string;
  /**
   * Whether what the object lay in is proven gone, and the object with it: asked where its listing is refused. Default: not
   * known.
   */
  wentAlong?(context: Context, id: string): Promise<boolean>;
  /** In words, what the object goes with in this run, so that nothing is sent for it. Default: it never does. */
  goesAlong?(context: Context, id: string, state: Properties): Promise<string | undefined>;
  /** What people pay for that lies in it, as the provider shows it now, whoever has it. Default: nothing. */
  costlyWithin?(context: Context, id: string): Promise<readonly Inner[]>;
  /**
   * Kinds among its contents that are never deleted along with it, unless the program says so by `deletedWith`. Default: none.
   */
  readonly costlyContents?: readonly Kind[];
  /** Kinds among its contents of which a single one may not be deleted, by the settings of whoever has it. Default: none. */
  readonly boundContents?: readonly Kind[];
  /** Why the object may not be replaced, given what the state knows. */
  refusesReplacement?(replaced: Replaced, context: Context): string | undefined | Promise<string | undefined>;
  /** What a person should know of the object as it is, though nothing that is declared differs. Default: nothing. */
  concern?(found: Found<F, O>): string | undefined;
  /** What a person should know of a replacement. */
  remarkOnReplacement?(id: string): string;
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

/** The object of an id in a message, as far as its properties tell more. */
export const nameOfObject = (definition: Definition, id: string, properties: Properties): string =>
  [definition.label, definition.title({ ...definition.parse(id), ...properties }), `(${inLine(id)})`].filter(Boolean).join(" ");

/** The title with what the program has marked as secret in it, which tells objects apart. Never to be shown or written down. */
export const wholeTitle = ({ title }: Definition, properties: Properties): string =>
  title({ ...properties, [markedKey]: undefined });

/** Types a definition by its fields and outputs; its titles tell of sound arguments only. */
export const define = <const F extends Fields, const O extends Outputs, const D extends Derived = Record<never, never>>(
  definition: Definition<F, O, D>,
): Definition<F, O, D> => ({ ...definition, title: titled(definition.fields, definition.title) });
