import type { z } from "zod";
import { isSecret } from "../../sdk/models/schema.js";
import { mask, isSecretName } from "../../sdk/redaction/mask.js";
import { hideSecrets } from "../../sdk/redaction/addresses.js";

interface Definition {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly element?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly options?: readonly z.ZodType[];
  readonly catchall?: z.ZodType;
  readonly getter?: () => z.ZodType;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** `value` without what its schema marks as secret, and without members with secret names. */
export const redact = (value: unknown, schema: z.ZodType | undefined): unknown => walk(value, schema, false);

/** Like `redact`, for what a caller sent: a member that the schema does not know may be a misspelt secret. */
export function redactRequest(value: unknown, schema: z.ZodType | undefined): unknown {
  if (schema === undefined) return isRecord(value) || Array.isArray(value) ? mask : value;
  return walk(value, schema, true);
}

const marks = new WeakMap<z.ZodType, boolean>();

/** `isSecret`, evaluated once per schema. */
function marked(schema: z.ZodType): boolean {
  const known = marks.get(schema);
  if (known !== undefined) return known;
  const mark = isSecret(schema);
  marks.set(schema, mark);
  return mark;
}

function walk(value: unknown, schema: z.ZodType | undefined, hideUnknown: boolean): unknown {
  if (schema !== undefined && marked(schema)) return value === null || value === undefined ? value : mask;
  const definition = schema === undefined ? undefined : (schema.def as unknown as Definition);
  const inner = definition?.innerType ?? definition?.in ?? definition?.getter?.();
  if (inner !== undefined) return walk(value, inner, hideUnknown);
  const alternatives = definition?.options;
  if (alternatives !== undefined) return alternatives.reduce((rest: unknown, option) => walk(rest, option, hideUnknown), value);
  if (typeof value === "string") return hideSecrets(value);
  if (Array.isArray(value)) return value.map((element) => walk(element, definition?.element, hideUnknown));
  if (!isRecord(value)) return value;
  const known = definition?.shape;
  const others = definition?.valueType ?? (definition?.catchall?.def.type === "never" ? undefined : definition?.catchall);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (isSecretName(name) && member !== null && !isRecord(member) && !Array.isArray(member)) return [name, mask];
      const schemaOfMember = known?.[name] ?? others;
      if (hideUnknown && known !== undefined && schemaOfMember === undefined) return [name, mask];
      return [name, walk(member, schemaOfMember, hideUnknown)];
    }),
  );
}

/** Header fields without credentials. */
export const redactHeaders = (headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter((entry): entry is [string, string | string[]] => entry[1] !== undefined)
      .map(([name, value]) => [name, isSecretName(name) ? mask : String(value)]),
  );

/** A request target without secrets in its query. */
export const redactTarget = (target: string): string =>
  target.replace(/([?&])([^=&]*)=[^&]*/g, (pair, separator: string, name: string) =>
    isSecretName(new URLSearchParams(name).toString()) ? `${separator}${name}=${mask}` : pair,
  );
