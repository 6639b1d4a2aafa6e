import type { Definition, Found } from "../../provider/definition/definition.js";
import type { Field } from "../../provider/definition/field.js";
import { objectKey } from "../../provider/values/ids.js";
import { type Properties, isAbsent } from "../../provider/values/properties.js";
import { isObject } from "../shared/is-object.js";

/** An object of the account that the program is to declare. */
export interface Importable {
  readonly definition: Definition;
  readonly found: Found;
  /** The arguments that the program declares: those that the API shows, except empty ones and optional ones that a program cannot declare. */
  readonly args: Properties;
  /** The customer that it belongs to; undefined if it belongs to the login, or if the customer is not known. */
  readonly customerNumber: number | undefined;
}

/**
 * How a program declares a domain or a subdomain so far: by itself, or as a part of a site. It stays so, because the other form gives the
 * resource another URN: the next run would create the object again.
 */
export type Form = "alone" | "site";

/** An importable object with its place in the program. */
export interface Placed extends Importable {
  /** Name of the resource. */
  readonly name: string;
  /** File of the program, relative to its folder. */
  readonly file: string;
  /** How the program or the state has it so far; undefined if they do not, or in a component. */
  readonly form?: Form;
}

/** Tells objects apart, whatever spelling their ids have. */
export const keyOf = ({ definition, found }: Pick<Importable, "definition" | "found">): string =>
  objectKey(definition.kind, found.id);

/**
 * Whether a program declares the value that the API shows. One that it need not declare may be empty, or have a form that it cannot
 * declare.
 */
const isDeclared = ({ readable, required, absent, same, schema }: Field, shown: unknown): boolean =>
  readable &&
  !isAbsent(shown) &&
  (required || (!same(undefined, shown) && (absent !== "anything" || (shown !== "" && schema.safeParse(shown).success))));

/** Names of what the API shows and a program cannot declare: it is left out. */
export const undeclarable = ({ fields }: Definition, { inputs }: Found): string[] =>
  Object.entries(fields).flatMap(([name, { readable, required, schema }]) => {
    const shown = (inputs as Properties)[name];
    return readable && !required && !isAbsent(shown) && shown !== "" && !schema.safeParse(shown).success ? [name] : [];
  });

/** Settings of which only the declared ones count: an empty one declares nothing. */
const withoutEmpty = ({ shows }: Field, shown: unknown): unknown =>
  shows === undefined || !isObject(shown)
    ? shown
    : Object.fromEntries(Object.entries(shown).filter(([, value]) => !isAbsent(value) && value !== ""));

/** What the program declares of an object. */
export const argumentsOf = ({ fields }: Definition, { inputs }: Found): Properties =>
  Object.fromEntries(
    Object.entries(fields)
      .map(([name, field]) => [name, field, (inputs as Properties)[name]] as const)
      .filter(([, field, shown]) => isDeclared(field, shown))
      .map(([name, field, shown]) => [name, withoutEmpty(field, shown)]),
  );

/** Names of the arguments that the API does not show of existing objects. */
export const hiddenArguments = ({ fields }: Definition): string[] =>
  Object.entries(fields)
    .filter(([, { readable, evidence }]) => !readable && evidence !== "none")
    .map(([name]) => name);
