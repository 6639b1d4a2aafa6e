import { code } from "./markdown.js";
import { type JsonSchema, type JsonSchemas, referenced } from "./schemas.js";

/** A member of an object in a table of the reference. */
export interface Member {
  /** `articles.main`, `items[].name` */
  readonly path: string;
  readonly type: string;
  readonly required: boolean;
  readonly secret: boolean;
  readonly meaning: string;
}

/** Renders the link to a model. */
export type ModelLink = (name: string) => string;

const isNothing = ({ type }: JsonSchema): boolean => type === "null";

/** What a schema allows, except null. */
const alternatives = (schema: JsonSchema): readonly JsonSchema[] =>
  (schema.anyOf ?? [schema]).flatMap((each) => [each, ...(each["x-also"] ?? [])]).filter((each) => !isNothing(each));

const basicType = ({ type }: JsonSchema): string | undefined =>
  typeof type === "string" ? type : type?.find((name) => name !== "null");

/** The type of a value in words, such as `list of string, 1 to 5`. */
export function typeOf(schema: JsonSchema, link: ModelLink): string {
  const types = alternatives(schema).map((each) => singleType(each, link));
  return [...new Set(types)].join(" or ");
}

function singleType(schema: JsonSchema, link: ModelLink): string {
  if (schema.$ref !== undefined) return link(referenced(schema.$ref));
  if (schema.enum !== undefined) return schema.enum.map((value) => code(JSON.stringify(value))).join(" or ");
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  const type = basicType(schema);
  const limits = constraints(schema);
  const limited = limits === "" ? "" : `, ${limits}`;
  if (type === "array") {
    const element = schema.items === undefined ? "anything" : typeOf(schema.items, link);
    return `list of ${element}${limited}`;
  }
  if (type === "object" && typeof schema.additionalProperties === "object" && schema.properties === undefined)
    return `map of ${typeOf(schema.additionalProperties, link)}`;
  return `${type ?? "anything"}${limited}`;
}

const formats: Readonly<Record<string, string>> = {
  uri: "a URL",
  email: "a mail address",
  base64: "in Base64",
  double: "",
  int64: "",
  "date-time": "ISO 8601",
};

/** What a value must be beyond its type. */
function constraints(schema: JsonSchema): string {
  const { pattern, minLength, maxLength, minimum, maximum, exclusiveMinimum, exclusiveMaximum, minItems, maxItems } = schema;
  const format = schema.format ?? schema.contentEncoding;
  return [
    format === undefined ? "" : (formats[format] ?? format),
    pattern === undefined || format !== undefined ? "" : `matching ${code(pattern)}`,
    minLength === 1 && maxLength === undefined ? "not empty" : range(minLength, maxLength, " characters"),
    exclusiveMinimum === undefined ? "" : `more than ${exclusiveMinimum}`,
    exclusiveMaximum === undefined ? "" : `less than ${exclusiveMaximum}`,
    minimum === 1 && maximum === undefined ? "positive" : range(minimum, maximum, ""),
    range(minItems, maxItems, " elements"),
  ]
    .filter((text) => text !== "")
    .join(", ");
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  if (least !== undefined && most !== undefined) return least === most ? `${least}${unit}` : `${least} to ${most}${unit}`;
  if (least !== undefined) return `at least ${least}${unit}`;
  return most === undefined ? "" : `at most ${most}${unit}`;
}

export interface MemberOptions {
  /** Whether a model is shown as a link or by its members. Default: linked. */
  readonly models?: "linked" | "nested";
  /** Path of the object itself. Default: none. */
  readonly within?: string;
}

interface NestedObject {
  readonly schema: JsonSchema;
  readonly path: string;
}

/**
 * The members of an object, including those of nested nameless objects. A nested object that was already listed is
 * not listed again.
 */
export function membersOf(
  schema: JsonSchema,
  components: JsonSchemas,
  link: ModelLink,
  { models = "linked", within = "" }: MemberOptions = {},
): readonly Member[] {
  /** The objects whose members are listed: the schema itself, or the elements of a list. */
  const objects = (current: JsonSchema, path: string, follow: boolean): NestedObject[] =>
    alternatives(current).flatMap((each) => {
      if (each.properties !== undefined) return [{ schema: each, path }];
      if (each.$ref !== undefined && follow) return objects(components[referenced(each.$ref)]!, path, models === "nested");
      if (each.items !== undefined && basicType(each) === "array") return objects(each.items, `${path}[]`, follow);
      return [];
    });
  const listed = new Map<string, string>();
  const visit = (places: readonly NestedObject[]): Member[] =>
    places.flatMap(({ schema: object, path: place }) =>
      Object.entries(object.properties ?? {}).flatMap(([name, member]) => {
        const path = place === "" ? name : `${place}.${name}`;
        const nested = objects(member, path, models === "nested");
        const shape = JSON.stringify(alternatives(member).map(({ description: _, ...each }) => each));
        const before = nested.length > 0 ? listed.get(shape) : undefined;
        if (nested.length > 0 && before === undefined) listed.set(shape, path);
        const own: Member = {
          path,
          type: before === undefined ? typeOf(member, link) : `as ${code(before)}`,
          required: object.required?.includes(name) ?? false,
          secret: isSecret(member),
          meaning: member.description ?? alternatives(member).find(({ description }) => description)?.description ?? "",
        };
        return before === undefined ? [own, ...visit(nested)] : [own];
      }),
    );
  return visit(objects(schema, within, true));
}

const isSecret = (schema: JsonSchema): boolean =>
  schema["x-secret"] === true || alternatives(schema).some((each) => each["x-secret"] === true);
