import type { Context } from "../runtime/context.js";
import type { Fields, Inputs, Outputs, OutputValues, PartialInputs } from "./field.js";
import type { Kind } from "../values/kinds.js";
import type { Removal } from "../values/removals.js";
import { pick, type Properties } from "../values/properties.js";
import type { Settings } from "../runtime/settings.js";
import type { Cost } from "../values/money.js";
import type { NewSource } from "../ownership/run-record.js";
import { mask } from "../../sdk/redaction/mask.js";
import { inLine } from "../../sdk/redaction/text.js";
import { marksOf, replaced } from "./secrets.js";
import { isUnknown } from "../values/unknown-values.js";

/** An object as the provider shows it, with the names of the arguments and outputs. */
export interface ObservedObject<F extends Fields = Fields, O extends Outputs = Outputs> {
  /** Pulumi's id. */
  readonly id: string;
  /** Arguments as the provider shows them; absent if it does not show them. */
  readonly inputs: { readonly [K in keyof F]?: unknown };
  readonly outputs: OutputValues<O>;
}

/** How to tell objects of a kind apart, and which objects a resource may have. */
interface KindIdentity<F extends Fields = Fields, O extends Outputs = Outputs> {
  /** The object's name for people: `shop.example.de of account p123456`. Never holds secrets. */
  title(inputs: PartialInputs<F>): string;
  /** Arguments that the id holds. They are enough to list and to name the object. */
  parse(id: string): PartialInputs<F>;
  /** Arguments that identify a listing among others of the kind. {@link parse} returns all of them. */
  readonly scope: readonly (keyof F & string)[];
  /** Whether an object is what the arguments declare: the natural key. */
  matches(found: ObservedObject<F, O>, inputs: Inputs<F>): boolean;
  /** Whether `adopt: true` may adopt it. Default: {@link matches}. */
  adopts?(found: ObservedObject<F, O>, inputs: Inputs<F>): boolean;
  /** The arguments in one spelling, if several spellings mean the same object. Default: as declared. */
  oneSpelling?(inputs: PartialInputs<F>): PartialInputs<F>;
  /**
   * A text among the arguments that an object has in common, in {@link oneSpelling}, with every declaration that it matches or may be
   * adopted for. By it, an object is found among thousands. Default: each is compared.
   */
  readonly sharedArgument?: keyof F & string;
  /** Whether the object is created with its container. Default: never. */
  comesWithContainer?(inputs: PartialInputs<F>): boolean;
  /** Whether a resource uses the existing object without `adopt: true`. Default: never. */
  usesExisting?(found: ObservedObject<F, O>, inputs: Inputs<F>): boolean;
  /** What to do about an existing object that the resource does not use: sentences. Default: what counts for every kind. */
  existing?(found: ObservedObject<F, O>, inputs: Inputs<F>): string | undefined;
  /** Whether the id consists of names that the program chose, so that an object created again has the same id. Default: false. */
  readonly hasNaturalId?: boolean;
  /** The id that a new object will have, in some spelling, if the arguments tell. Default: only the provider knows. */
  expectedId?(inputs: PartialInputs<F>): string | undefined;
  /** Whether only one object can have a natural key. Default: true. */
  readonly unique?: boolean;
  /**
   * The name of the declared object, at the end of its id, if it can exist only once, in whatever container, and is known. Default: an
   * object of the same name may exist in each.
   */
  worldwideName?(inputs: PartialInputs<F>): string | undefined;
  /** Whether the object exists as long as its owner does, so that it is never created and the existing one is used. Default: false. */
  readonly singleton?: boolean;
}

/** What a listing needs of a context: no run, no journal. */
export type Reader = Pick<Context, "client">;

/** How the provider shows objects of a kind, and how far that is proof. */
interface KindReading<F extends Fields = Fields, O extends Outputs = Outputs> {
  /** The complete listing that contains the object if it exists. */
  list(context: Reader, scope: PartialInputs<F>): Promise<ObservedObject<F, O>[]>;
  /** The single object; `undefined` if the answer leaves open whether it exists. Absent if only the listing can be read. */
  get?(context: Reader, id: string): Promise<ObservedObject<F, O> | undefined>;
  /** Fails unless an empty listing is credible, because the objects' container exists. Default: it is credible. */
  confirmContainer?(context: Context, scope: PartialInputs<F>): Promise<void>;
  /**
   * Whether the object's container is proven gone, and the object with it. Called if its listing is refused. Default: not known.
   */
  containerIsGone?(context: Context, id: string): Promise<boolean>;
  /**
   * What needs attention about an object, although no declared value differs and the API cannot change it: a clause without an end. Default:
   * nothing.
   *
   * @param declared what a new resource declares that would get it
   */
  concern?(found: ObservedObject<F, O>, declared?: PartialInputs<F>): string | undefined;
  /** Of whom an object is that is shown in place of one of its own: a clause without an end. Default: it is its own. */
  inherited?(found: ObservedObject<F, O>): string | undefined;
  /** What nothing undoes and has happened to an object since its state was written: a clause without an end. Default: nothing. */
  irrevocable?(found: ObservedObject<F, O>, state: Properties): string | undefined;
}

/** How an object is deleted, or why it is not. */
interface KindDeletion<F extends Fields = Fields> {
  /** Either this deletes the object … */
  delete?(context: Context, id: string, state: PartialInputs<F>): Promise<void>;
  /** … or this says why nothing can. */
  readonly undeletable?: string;
  /** Whether settings may forbid a request that deletes a single object, so that a person has to delete it. Default: false. */
  readonly dependsOnSettings?: boolean;
  /** Whether the run logs in with the object, so that deleting it would stop the run halfway. Default: no. */
  isLogin?(settings: Settings, id: string): boolean;
  /** Whether a deleted object may stay listed, so that nobody waits until it disappears. Default: false. */
  readonly staysListed?: boolean;
  /** The object that this object is deleted with in this run, for messages; no request is sent then. Default: none. */
  goesWith?(context: Context, id: string, state: Properties): Promise<string | undefined>;
}

/** An object within another one. */
export interface Inner {
  readonly kind: Kind;
  readonly id: string;
}

/** Objects within an object, which are deleted with it. */
interface KindContents {
  /** Prefix of their ids, up to a slash. */
  prefix(id: string): string;
  /** The billed objects in it, whoever has them, as the provider shows them now. Default: none. */
  listCostly?(context: Context, id: string): Promise<readonly Inner[]>;
  /** Kinds that are never deleted with it unless the program declares `deletedWith`. Default: none. */
  readonly costlyKinds?: readonly Kind[];
}

/** An object that is to be replaced. */
export interface Replaced {
  readonly id: string;
  readonly state: Properties;
  readonly news: Properties;
}

/** How an object is replaced, or why it cannot be. */
interface KindReplacement {
  /** `delete-first` if the new object cannot exist at the same time as the old one. */
  readonly order: "create-first" | "delete-first";
  /** Why the object may not be replaced, according to its state. Default: it may. */
  refuses?(replaced: Replaced, context: Context): string | undefined | Promise<string | undefined>;
  /** When the provider refuses to delete the old object: "while …", for a warning. Default: not documented. */
  readonly deletionFails?: string;
  /** What holds if an object of the same name is ordered after the deletion: a sentence, for a warning. Default: nothing. */
  readonly orderedAgain?: string;
}

/** The arguments of a new object, as far as they are known. */
export interface KnownInputs<F extends Fields = Fields> {
  /** Without arguments that are not known yet. */
  readonly inputs: PartialInputs<F>;
  /** Whether nothing of an argument is unknown. */
  isKnown(name: keyof F & string): boolean;
  /** Whether an argument is certainly declared, even if something in it is unknown. */
  isDeclared(name: keyof F & string): boolean;
  /** The object that this run creates and an unknown argument takes its value from; undefined if there is none. */
  newSource(name: keyof F & string): NewSource | undefined;
  /** Id of the resource's earlier object, which this run deletes first because it replaces what contains it; undefined if there is none. */
  readonly deletedFirst: string | undefined;
  /** Whether a listing of the container lacks the object; otherwise it is not known whether the object exists. */
  readonly isUnlisted: boolean;
}

/**
 * What the API can tell about the creation of an object before it is requested, with the context's `lookups`. Problems are sentences
 * that begin with the path of a property. A check throws `NotLookedUp` or an API error if a lookup gives no answer.
 */
interface KindPreviewChecks<F extends Fields = Fields> {
  /** Why the objects of the container cannot be listed: it does not exist. Called if the listing fails. Default: not known. */
  missingContainer?(context: Context, known: KnownInputs<F>): Promise<string | undefined>;
  /** Why the container must be named otherwise, whether the object exists or not. Default: not known. */
  misnamed?(context: Context, known: KnownInputs<F>): Promise<string | undefined>;
  /** Whether this run is to create the container, so that nothing can be listed in it yet. Default: not known. */
  isContainerToCome?(context: Context, known: KnownInputs<F>): boolean;
  /** What would prevent the creation in a container that exists. Default: not known. */
  problems?(context: Context, known: KnownInputs<F>): Promise<readonly string[]>;
  /**
   * Why an object that its container does not have cannot be ordered, because its name, which exists only once, is in use. Default: not known.
   *
   * @param ids of objects with this name in other containers
   */
  nameInUse?(context: Pick<Context, "lookups">, inputs: Properties, ids: readonly string[]): Promise<string | undefined>;
  /** What the creation costs; undefined if it orders nothing. Default: it orders nothing. */
  cost?(context: Context, known: KnownInputs<F>): Promise<Cost | undefined>;
  /** What may prevent the creation although no lookup tells: a sentence. Default: nothing. */
  remark?(context: Context, known: KnownInputs<F>): string | undefined;
}

/** Outputs that the id holds, each with the function that reads it from the id. */
export type Derived = Readonly<Record<string, (id: string) => string>>;

/** Values for a mock, which are the same in every run. */
export interface Invented {
  /** Name of the resource. */
  readonly name: string;
  readonly number: number;
  readonly uuid: string;
  /** 24 hexadecimal digits. */
  readonly key: string;
  /** Of all objects. */
  readonly time: string;
}

/** What the file of a kind says of it: its arguments, its identity, its operations, and what the API cannot do. */
interface Declaration<F extends Fields, O extends Outputs, D extends Derived> {
  /** Permanent: the text by which every stored resource loads its provider contains it. */
  readonly kind: Kind;
  /** Its name in messages, as in `domain shop.example.de`. */
  readonly label: string;
  /** What a run does with an object that has left the program. */
  readonly removal: Removal;
  /** The arguments and outputs that the id consists of. */
  readonly idParts: readonly string[];
  /**
   * What unit tests of programs see of an object: all outputs, and the arguments that its id tells.
   *
   * @param known its arguments, or what its id tells. Default: nothing but the parts of the id.
   */
  mock?(invented: Invented, known: Properties): Properties;
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
  create?(context: Context, inputs: Inputs<F>): Promise<ObservedObject<F, O>>;
  /** Changes an object in place. Absent if the API cannot. */
  update?(context: Context, id: string, inputs: Inputs<F>): Promise<ObservedObject<F, O>>;
  /**
   * Outputs that only the answer to the creation shows, as its model marks them. Without that answer the object is of no use.
   * Default: none.
   */
  readonly revealed?: readonly string[];
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
export const mayAdopt = ({ identity }: Definition, found: ObservedObject, inputs: Properties): boolean =>
  (identity.adopts ?? identity.matches)(found, inputs);

/** Whether `adopt: true` can adopt objects of the kind: without a secret that only the creation shows, they are of no use. */
export const isAdoptable = ({ revealed }: Definition): boolean => revealed === undefined;

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
  identity: { ...declaration.identity, title: titled(declaration.fields, declaration.identity.title) },
});

const of = Symbol("properties");

/** The properties that the valid arguments are taken from. */
interface Titled {
  readonly [of]: Properties;
}

/** Stands in a title for an argument that is not known yet. */
const notKnownYet = "(not known yet)";

/**
 * A title from valid arguments only, because a state may be older than its reader, or damaged. Values that the program has marked
 * as secret are masked here: once a title has shortened a secret, redaction cannot find it by its text.
 */
const titled = <F extends Fields>(fields: F, title: (inputs: PartialInputs<F>) => string) => {
  const sound = {};
  for (const [name, { schema }] of Object.entries(fields))
    Object.defineProperty(sound, name, {
      // Validated only if the title uses it, because a file may have megabytes.
      get(this: Titled) {
        const value = this[of][name];
        if (isUnknown(value)) return notKnownYet;
        return schema.safeParse(value).success ? replaced(value, marksOf(this[of]).get(name) ?? [], () => mask) : undefined;
      },
    });
  return (properties: Properties): string =>
    inLine(title(Object.create(sound, { [of]: { value: properties } }) as PartialInputs<F>));
};

/**
 * Arguments that a review must have seen before they are sent: of an order, what is bought, of what takes an object, which one, and all that is set
 * for a customer, such as bank details. A secret of an order, such as a generated password, is none.
 *
 * @param call `create` or `update`
 */
export function decisiveArguments({ identity, fields, costly }: Definition, call: string, inputs: Properties): readonly string[] {
  const names = Object.keys(fields);
  if (identity.singleton === true) return names;
  const isDecisive = call === "create" && (costly === true || inputs["adopt"] === true);
  return isDecisive ? names.filter((name) => fields[name]!.secret === undefined) : [];
}
