import { z } from "zod";

/** What types do not tell: which model a type comes from, and what the model says of its members. */
export type Described = z.core.$ZodType | undefined;

/** A schema, and those that are about the same value: what it wraps, and what else the value may be. */
function* aspects(schema: Described): Generator<z.core.$ZodType> {
  if (schema === undefined) return;
  yield schema;
  if (schema instanceof z.core.$ZodPipe) yield* aspects(schema._zod.def.in);
  if (schema instanceof z.core.$ZodUnion) for (const option of schema._zod.def.options) yield* aspects(option);
  if (
    schema instanceof z.core.$ZodOptional ||
    schema instanceof z.core.$ZodNullable ||
    schema instanceof z.core.$ZodDefault ||
    schema instanceof z.core.$ZodReadonly
  )
    yield* aspects(schema._zod.def.innerType);
}

const first = <T>(schema: Described, find: (aspect: z.core.$ZodType) => T | undefined): T | undefined => {
  for (const aspect of aspects(schema)) {
    const found = find(aspect);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** The schema of a member. */
export const memberOf = (schema: Described, name: string): Described =>
  first(schema, (each) => (each instanceof z.core.$ZodObject ? each._zod.def.shape[name] : undefined));

/** The schema of what a list holds. */
export const elementOf = (schema: Described): Described =>
  first(schema, (each) =>
    each instanceof z.core.$ZodArray && !(each._zod.def.element instanceof z.core.$ZodNever) ? each._zod.def.element : undefined,
  );

/** The schema of what a map holds. */
export const valueOf = (schema: Described): Described =>
  first(schema, (each) => (each instanceof z.core.$ZodRecord ? each._zod.def.valueType : undefined));

/** What a schema says of its value; empty where it says nothing. */
export const descriptionOf = (schema: Described): string =>
  first(schema, (each) => z.globalRegistry.get(each)?.description) ?? "";

/** What is known of the first model among those that a schema is about. */
export const knownOf = <T>(schema: Described, known: ReadonlyMap<z.core.$ZodType, T>): T | undefined =>
  first(schema, (each) => known.get(each));
