import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { declaredInputs, type Definition, type ObservedObject, mayAdopt } from "../../provider/definition/definition.js";
import { canonicalId, objectKey, sameId } from "../../provider/values/ids.js";
import { isAbsent, type Properties } from "../../provider/values/properties.js";
import { filledToCompare, type PlannedStep } from "../enter/plan.js";
import { isObject } from "../shared/values.js";
import { classOf, nameOf, plainProperties, type StoredResource } from "../stack/deployment.js";
import { declaresResource } from "./program/code.js";

export interface Importable {
  readonly definition: Definition;
  readonly found: ObservedObject;
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

export interface Placed extends Importable {
  readonly name: string;
  /** File of the program, relative to its folder. */
  readonly file: string;
  /** How the program or the state has it so far; undefined if they do not, or in a component. */
  readonly form?: Form;
}

/** Tells objects apart, whatever spelling their ids have. */
export const keyOf = ({ definition, found }: Pick<Importable, "definition" | "found">): string =>
  objectKey(definition.kind, found.id);

/** The fields of a definition with what the API shows of an object. */
export const shownFields = ({ fields }: Definition, { inputs }: ObservedObject) =>
  Object.entries(fields).map(([name, field]) => ({ ...field, name, shown: (inputs as Properties)[name] }));

type ShownField = ReturnType<typeof shownFields>[number];

/**
 * Whether a program declares the value that the API shows. One that it need not declare may be empty, or have a form that it cannot
 * declare.
 */
const isDeclared = ({ readable, required, absent, same, schema, shown }: ShownField): boolean =>
  readable &&
  !isAbsent(shown) &&
  (required || (!same(undefined, shown) && (absent !== "anything" || (shown !== "" && schema.safeParse(shown).success))));

/** Names of what the API shows and a program cannot declare: it is left out. */
export const undeclarable = (definition: Definition, found: ObservedObject): string[] =>
  shownFields(definition, found)
    .filter(({ readable, required }) => readable && !required)
    .filter(({ schema, shown }) => !isAbsent(shown) && shown !== "" && !schema.safeParse(shown).success)
    .map(({ name }) => name);

/** Settings of which only the declared ones count: an empty one declares nothing. */
const withoutEmpty = ({ shows, shown }: ShownField): unknown =>
  shows === undefined || !isObject(shown)
    ? shown
    : Object.fromEntries(Object.entries(shown).filter(([, value]) => !isAbsent(value) && value !== ""));

export const argumentsOf = (definition: Definition, found: ObservedObject): Properties =>
  Object.fromEntries(
    shownFields(definition, found)
      .filter(isDeclared)
      .map((field) => [field.name, withoutEmpty(field)]),
  );

/** Names of the arguments that the API does not show of existing objects. */
export const hiddenArguments = ({ fields }: Definition): string[] =>
  Object.entries(fields)
    .filter(([, { readable, evidence }]) => !readable && evidence !== "none")
    .map(([name]) => name);

export interface Place {
  readonly file: string;
  readonly title: string;
}

/** The file in which an object is declared: its customer's, its account's if that customer is not known, or the login's. */
export function placeOf({ customerNumber, args }: Importable): Place {
  const { accountIdentifier: account } = args;
  if (customerNumber !== undefined) return { file: `customers/${customerNumber}.ts`, title: `Customer ${customerNumber}.` };
  if (typeof account === "string") return { file: `accounts/${account}.ts`, title: `Account ${account}.` };
  return { file: "login.ts", title: "What belongs to the login itself, and not to one of its customers." };
}

/** Objects with their forms, as their files have them, or else the state. */
export async function withForms(
  objects: readonly Placed[],
  { folder, resources }: { readonly folder: string; readonly resources: readonly StoredResource[] },
): Promise<readonly Placed[]> {
  const texts = new Map<string, string>();
  for (const { file } of objects)
    if (!texts.has(file)) texts.set(file, await readFile(join(folder, file), "utf8").catch(() => ""));
  const stored = new Map(resources.map((each) => [storedKeyOf(classOf(each), each.id), formIn(each)]));
  return objects.map((object) => {
    const { definition, found, name, file } = object;
    const text = texts.get(file)!;
    const form = declaresResource(text, definition.className, name)
      ? "alone"
      : definition.kind === "domain" && declaresResource(text, "Site", name)
        ? "site"
        : stored.get(storedKeyOf(definition.className, found.id));
    return form === undefined ? object : { ...object, form };
  });
}

const storedKeyOf = (className: string | undefined, id = ""): string => `${className ?? ""} ${canonicalId(id)}`;

/** How an import would declare a resource; undefined in a component of the program's own. */
export function formIn({ urn, parent }: Pick<StoredResource, "urn" | "parent">): Form | undefined {
  const above = urn.split("::")[2]!.split("$").slice(0, -1);
  if (above.at(-1) === "hosting:index:Site" && parent !== undefined) return urn.endsWith(nameOf(parent)) ? "site" : undefined;
  return above.length === 0 ? "alone" : undefined;
}

export interface Holders {
  readonly objects: readonly { readonly definition: Definition; readonly found: ObservedObject }[];
  readonly resources: readonly StoredResource[];
}

/**
 * The entries that a run would delete and whose objects new resources declare, which were then only renamed or moved: URN of the entry by that
 * of the new resource.
 */
export function holdersIn(steps: readonly PlannedStep[], { objects, resources }: Holders): ReadonlyMap<string, string> {
  const leaving = new Set(steps.flatMap(({ op, urn }) => (op === "delete" ? [urn] : [])));
  const holders = resources.filter(({ urn }) => leaving.has(urn));
  const found = new Map<string, string>();
  for (const step of steps.filter(({ op }) => op === "create")) {
    const fitting = fittingFor(step, objects);
    const taken = new Set(found.values());
    const has = (entry: StoredResource) =>
      fitting.some(({ definition, found: { id } }) => definition.className === classOf(entry) && sameId(id, entry.id ?? ""));
    const holder = holders.find((each) => !taken.has(each.urn) && has(each));
    if (holder !== undefined) found.set(step.urn, holder.urn);
  }
  return found;
}

type Shown = Holders["objects"][number];

/** The objects that a resource would take, by its class and what is known of its arguments. */
function fittingFor<T extends Shown>({ entry, isDeclared }: PlannedStep, objects: readonly T[]): readonly T[] {
  const className = entry && classOf(entry);
  if (entry === undefined || className === undefined) return [];
  const inputs = plainProperties(entry.inputs);
  return objects.filter(
    ({ definition, found }) =>
      definition.className === className &&
      mayAdopt(definition, found, declaredInputs(definition, filledToCompare(definition, inputs, found, isDeclared))),
  );
}

/** Of new resources, the object that each declares and no earlier one does. */
export function declaredBy<T extends Shown>(creations: readonly PlannedStep[], objects: readonly T[]): ReadonlySet<T> {
  const declared = new Set<T>();
  for (const step of creations) {
    const object = fittingFor(step, objects).find((each) => !declared.has(each));
    if (object !== undefined) declared.add(object);
  }
  return declared;
}
