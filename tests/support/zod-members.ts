import { z } from "zod";
import { isSecret } from "../../sdk/models/schema.js";

type Schema = z.core.$ZodType;

/**
 * The objects, lists and plain values that a schema represents, without its wrappers: several if it is a
 * union.
 */
export function variants(schema: Schema): Schema[] {
  if (schema instanceof z.core.$ZodUnion) return schema._zod.def.options.flatMap(variants);
  if (schema instanceof z.core.$ZodPipe) return variants(schema._zod.def.in);
  if (schema instanceof z.core.$ZodLazy) return variants(schema._zod.innerType);
  if (schema instanceof z.core.$ZodOptional || schema instanceof z.core.$ZodNullable) return variants(schema._zod.def.innerType);
  return [schema];
}

export interface Member {
  readonly schema: Schema;
  readonly required: boolean;
  readonly secret: boolean;
}

/** Members of an object schema by name. */
export function members(schema: z.core.$ZodObject): Map<string, Member> {
  return new Map(
    Object.entries(schema._zod.def.shape).map(([name, member]) => [
      name,
      { schema: member, required: member._zod.optin !== "optional", secret: isSecret(member) },
    ]),
  );
}
