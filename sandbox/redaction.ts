import type { z } from "zod";
import { isSecret } from "../sdk/models/schema.js";

export const redacted = "[secret]";

/** Members that are never shown, wherever they turn up. */
const secretName =
  /pass(word|wort)?$|token$|secret|auth-?code|auth-?info|pin-?code|verificationcode|multifactorcode|^iban$|^jwt$|accountnumber$/i;
const secretHeader = /^(authorization|proxy-authorization|cookie|set-cookie|x-jwt|x-access-token)$/i;

interface Definition {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly element?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly options?: readonly z.ZodType[];
  readonly left?: z.ZodType;
  readonly right?: z.ZodType;
  readonly getter?: () => z.ZodType;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** `value` without what its schema marks as secret, and without members whose names say that they are. */
export function redact(value: unknown, schema: z.ZodType | undefined): unknown {
  if (schema !== undefined && isSecret(schema)) return value === null || value === undefined ? value : redacted;
  const definition = schema === undefined ? undefined : (schema.def as unknown as Definition);
  const inner = definition?.innerType ?? definition?.in ?? definition?.getter?.();
  if (inner !== undefined) return redact(value, inner);
  const alternatives =
    definition?.options ?? (definition?.left && definition.right ? [definition.left, definition.right] : undefined);
  if (alternatives !== undefined) return alternatives.reduce((rest: unknown, option) => redact(rest, option), value);
  if (Array.isArray(value)) return value.map((element) => redact(element, definition?.element));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (secretName.test(name) && member !== null && !isRecord(member) && !Array.isArray(member)) return [name, redacted];
      return [name, redact(member, definition?.shape?.[name] ?? definition?.valueType)];
    }),
  );
}

/** Like `redact`, for what a caller sent: a member that the schema does not know may be a misspelt secret. */
export function redactRequest(value: unknown, schema: z.ZodType | undefined): unknown {
  if (schema === undefined) return isRecord(value) || Array.isArray(value) ? redacted : value;
  const shown = redact(value, schema);
  const shape = memberNames(schema);
  if (!isRecord(shown) || shape === undefined) return shown;
  return Object.fromEntries(Object.entries(shown).map(([name, member]) => [name, shape.has(name) ? member : redacted]));
}

function memberNames(schema: z.ZodType): ReadonlySet<string> | undefined {
  const definition = schema.def as unknown as Definition;
  if (definition.shape !== undefined) return new Set(Object.keys(definition.shape));
  const inner = definition.innerType ?? definition.in;
  return inner === undefined ? undefined : memberNames(inner);
}

/** Header fields without credentials. */
export const redactHeaders = (headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter((entry): entry is [string, string | string[]] => entry[1] !== undefined)
      .map(([name, value]) => [name, secretHeader.test(name) ? redacted : String(value)]),
  );

/** A request target without a token in its query. */
export const redactTarget = (target: string): string => target.replace(/([?&]access_token=)[^&]*/gi, `$1${redacted}`);
