import type { z } from "zod";
import type { Evidence } from "../../sdk/operations/operation.js";
import { equal, type Same } from "../values/properties.js";
import type { Kind } from "../values/kinds.js";

/**
 * What a change of an argument does.
 *
 * - `update`: the API changes it in place.
 * - `replace`: a new object is created in place of the old one.
 * - `fixed`: the API cannot change it, and a replacement would delete a billed object and order a new one, so the preview fails.
 * - `creation`: used once, at creation; later edits have no effect.
 */
export type Policy = "update" | "replace" | "fixed" | "creation";

interface Traits {
  /** How well the API's own argument is known; `none` for an argument that only the state has. */
  readonly evidence: Evidence | "none";
  /**
   * What is secret: the whole `value`, an address with a login, a query or a token in it (`userinfo`), all `members`, or the named members. Default:
   * nothing.
   */
  readonly secret?: "value" | "userinfo" | "members" | readonly string[];
  /** Whether the API shows the value again. Default: true. */
  readonly readable?: boolean;
  /** What omitting the argument declares: that there is `nothing`, or that `anything` is accepted. Default: `anything`. */
  readonly absent?: "nothing" | "anything";
  /** Whether two values mean the same. Default: equal, except for the order of keys and absent members. */
  readonly same?: Same;
  /** Whether the shown value agrees with the declared one, if that is less strict than {@link same}. */
  readonly shows?: (declared: unknown, shown: unknown) => boolean;
  /** Whether the provider may rewrite the value, so that drift is any difference from its first answer. Default: false. */
  readonly reserialised?: boolean;
  /** Whether the provider may choose another value at creation, which the state then holds. Default: false. */
  readonly assigned?: boolean;
  /** Whether a creation needs an argument that an existing object does not need: nobody can know it. Default: false. */
  readonly neededToCreate?: boolean;
  /** The kind of object whose identifier it is, if the provider chooses that and the object lies elsewhere. Default: none. */
  readonly refersTo?: Kind;
}

type Defaulted = "readable" | "absent" | "same" | "reserialised" | "assigned" | "neededToCreate";

/** One argument of a resource. */
export interface Field<S extends z.ZodType = z.ZodType, R extends boolean = boolean>
  extends Omit<Traits, Defaulted>, Required<Pick<Traits, Defaulted>> {
  readonly schema: S;
  readonly required: R;
  readonly policy: Policy;
}

const field = <S extends z.ZodType, R extends boolean>(schema: S, required: R, policy: Policy, traits: Traits): Field<S, R> => ({
  readable: true,
  absent: "anything",
  same: equal,
  reserialised: false,
  assigned: false,
  neededToCreate: false,
  ...traits,
  schema,
  required,
  policy,
});

export const required = <S extends z.ZodType>(policy: Policy, schema: S, traits: Traits): Field<S, true> =>
  field(schema, true, policy, traits);

export const optional = <S extends z.ZodType>(policy: Policy, schema: S, traits: Traits): Field<S, false> =>
  field(schema, false, policy, traits);

/** An output of a resource in addition to its arguments. `T` is its type in programs. */
export interface Output<T = unknown, Optional extends boolean = boolean> {
  readonly evidence: Evidence;
  readonly secret: boolean;
  /** Whether an object may lack it, so that it is `undefined` in programs. */
  readonly optional: Optional;
  /** Only for the type; never set. */
  readonly type?: T;
}

export const output = <T>(evidence: Evidence, { secret = false }: { secret?: boolean } = {}): Output<T, false> => ({
  evidence,
  secret,
  optional: false,
});

/** An output that an object may lack: the model of the answer does not promise it. */
export const optionalOutput = <T>(evidence: Evidence): Output<T, true> => ({ evidence, secret: false, optional: true });

export type Fields = Readonly<Record<string, Field>>;
export type Outputs = Readonly<Record<string, Output>>;

export type RequiredName<F extends Fields> = { [K in keyof F]: F[K]["required"] extends true ? K : never }[keyof F];
export type OptionalName<F extends Fields> = Exclude<keyof F, RequiredName<F>>;

/** The arguments as plain values. */
export type Inputs<F extends Fields> = {
  readonly [K in RequiredName<F>]: z.output<F[K]["schema"]>;
} & {
  readonly [K in OptionalName<F>]?: z.output<F[K]["schema"]> | undefined;
};

/** Arguments that are known so far. */
export type PartialInputs<F extends Fields> = { readonly [K in keyof F]?: z.output<F[K]["schema"]> | undefined };

/** Outputs that are known so far, as plain values. */
export type OutputValues<O extends Outputs> = { readonly [K in keyof O]?: NonNullable<O[K]["type"]> | undefined };
