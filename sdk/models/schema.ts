import * as z from "zod";
import * as core from "zod/v4/core";

/**
 * Building blocks of the models.
 *
 * Requests are strict: an unknown member is an error before anything is sent. Answers are lenient: unknown members are
 * kept, and `null` means an absent member or an empty list.
 */

declare module "zod" {
  interface GlobalMeta {
    /** Never printed, logged or stored in clear text. */
    secret?: boolean;
    /** Shown by one answer and never again. */
    shownOnce?: boolean;
    /** An address whose `user:password@` is never printed, logged or stored in clear text. */
    userinfo?: boolean;
    /** A number that documents call an integer. */
    whole?: boolean;
    /**
     * Index of the alternative that documents show, where sources disagree: generated clients need one shape. The client
     * reads them all.
     */
    likeliest?: number;
    /** Not in documents, because another member with nearly the same name is: generated clients cannot have both. */
    undocumented?: boolean;
  }
}

/** A request object. It refuses unknown members. */
export const request = <S extends z.ZodRawShape>(shape: S) => z.strictObject(shape);

/** An answer object. It keeps unknown members, although the type does not show them. */
export const answer = <S extends z.ZodRawShape>(shape: S) => z.looseObject(shape) as unknown as z.ZodObject<S>;

/** The backend writes an empty object as an empty list. */
const emptyList = z.array(z.never()).transform((): Record<string, unknown> => ({}));

/**
 * A member of an answer that may be absent or `null`; both read as absent. So does an empty list in place of an object.
 */
export const optional = <S extends z.ZodType>(schema: S) =>
  (schema instanceof z.ZodObject ? z.union([schema, emptyList.transform(() => undefined)]) : schema)
    .nullish()
    .transform((value) => value ?? undefined) as unknown as z.ZodOptional<S>;

/** A list in an answer; `null` reads as the empty list. */
export const list = <S extends z.ZodType>(element: S) =>
  z
    .array(element)
    .nullable()
    .transform((elements) => elements ?? []) as unknown as z.ZodArray<S>;

/** A list in an answer that names what the request created. If it were empty, it would prove nothing. */
export const filledList = <S extends z.ZodType>(element: S) =>
  list(element).refine((elements) => elements.length > 0, { error: "must not be empty" });

/** Some sources answer one element and others a list. It reads as a list; documents show the likelier of the two. */
export const oneOrMany = <S extends z.ZodType>(element: S, likelier: "one" | "many" = "many") =>
  z
    .union([z.array(element), element])
    .meta({ likeliest: likelier === "many" ? 0 : 1 })
    .nullable()
    .transform((found) => (found === null ? [] : Array.isArray(found) ? found : [found])) as unknown as z.ZodArray<S>;

/** An object of an answer whose members no source describes. */
export const openObject = z.union([z.record(z.string(), z.unknown()), emptyList]);

/** Marks a member whose value must not appear outside the request and the encrypted state. */
export const secret = <S extends z.ZodType>(schema: S): S => schema.meta({ ...schema.meta(), secret: true });

/**
 * Whether a schema is marked secret, however it is wrapped: optional, nullable, with a default, lazy, transformed.
 * Members of an object and elements of a list are separate schemas and have their own mark.
 */
export const isSecret = (schema: core.$ZodType): boolean => isMarked(schema, "secret");

/** Marks a secret that no other answer shows, and says so in its description. */
export const shownOnce = <S extends z.ZodType>(schema: S): S => {
  const { description = "", ...meta } = schema.meta() ?? {};
  return schema.meta({
    ...meta,
    description: `${description} Shown only in this answer.`.trimStart(),
    secret: true,
    shownOnce: true,
  });
};

/**
 * A file: its content in Base64, or the bytes themselves as a `Buffer` or another `Uint8Array`, a `Blob`, a stream of Node or of the web, or
 * the `file:` URL of a file on this machine. A path as text would let data that a program passes on name any file.
 */
export type FileContent =
  string | Uint8Array | { arrayBuffer(): Promise<ArrayBuffer> } | AsyncIterable<Uint8Array | string> | URL;

const files = new WeakSet<core.$ZodType>();

/** A file in a request. Its schema is that of Base64, because the client reads all other forms before it checks the input. */
export function file(description: string): z.ZodType<string, FileContent> {
  const schema = z.base64().describe(description);
  files.add(schema);
  return schema;
}

/** Whether a schema is that of a file. */
export const isFile = (schema: core.$ZodType): boolean => files.has(schema);

/** Marks an address that may contain a login. */
export const address = <S extends z.ZodType>(schema: S): S => schema.meta({ ...schema.meta(), userinfo: true });

/** Whether a schema is marked as an address that may contain a login, however it is wrapped. */
export const isAddress = (schema: core.$ZodType): boolean => isMarked(schema, "userinfo");

const isMarked = (schema: core.$ZodType, mark: "secret" | "shownOnce" | "userinfo"): boolean =>
  z.globalRegistry.get(schema)?.[mark] === true || wrapped(schema).some((inner) => isMarked(inner, mark));

/** The schemas that a schema wraps and that describe the same value. */
function wrapped(schema: core.$ZodType): readonly core.$ZodType[] {
  if (schema instanceof core.$ZodPipe) return [schema._zod.def.in, schema._zod.def.out];
  if (schema instanceof core.$ZodLazy) return [schema._zod.innerType];
  if (
    schema instanceof core.$ZodOptional ||
    schema instanceof core.$ZodNullable ||
    schema instanceof core.$ZodNonOptional ||
    schema instanceof core.$ZodDefault ||
    schema instanceof core.$ZodPrefault ||
    schema instanceof core.$ZodReadonly ||
    schema instanceof core.$ZodCatch
  )
    return [schema._zod.def.innerType];
  return [];
}

/** Whether a schema, or anything in it, is marked secret. */
export function hasSecrets(schema: core.$ZodType, seen = new Set<core.$ZodType>()): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  return isSecret(schema) || partsOf(schema).some((part) => hasSecrets(part, seen));
}

/** The schemas that a schema is made of. */
export function partsOf(schema: core.$ZodType): readonly core.$ZodType[] {
  if (schema instanceof core.$ZodObject) return Object.values(schema._zod.def.shape);
  if (schema instanceof core.$ZodArray) return [schema._zod.def.element];
  if (schema instanceof core.$ZodRecord) return [schema._zod.def.valueType];
  if (schema instanceof core.$ZodUnion) return schema._zod.def.options;
  if (schema instanceof core.$ZodIntersection) return [schema._zod.def.left, schema._zod.def.right];
  return wrapped(schema);
}

/** Names of the members of a schema, at any depth, that are shown once. */
export function membersShownOnce(schema: core.$ZodType, seen = new Set<core.$ZodType>()): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  if (schema instanceof core.$ZodObject)
    return Object.entries(schema._zod.def.shape as core.$ZodShape).flatMap(([name, member]) =>
      isMarked(member, "shownOnce") ? [name] : membersShownOnce(member, seen),
    );
  return partsOf(schema).flatMap((part) => membersShownOnce(part, seen));
}
