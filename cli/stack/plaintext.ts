import { isMarkedSecret, secretSignature, signatureKey } from "../../provider/values/properties.js";
import { mask } from "../../sdk/redaction/mask.js";
import { mapped } from "../shared/values.js";
import type { StoredProperties } from "./deployment.js";

interface Wrapped {
  readonly plaintext: string;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null;

const isSecret = (value: unknown): value is Wrapped =>
  isMarkedSecret(value) && typeof (value as Partial<Wrapped>).plaintext === "string";

/** The value as the provider receives it, without wrappers. */
const unwrapped = (value: unknown): unknown =>
  mapped(value, (part) => (isSecret(part) ? unwrapped(JSON.parse(part.plaintext)) : part));

/** The properties as the provider receives them. */
export const plainProperties = (properties: StoredProperties = {}): Readonly<Record<string, unknown>> =>
  unwrapped(properties) as Readonly<Record<string, unknown>>;

/** The value with a mask in place of each secret, whatever its mark contains. */
export const maskedSecrets = (value: unknown): unknown => mapped(value, (part) => (isMarkedSecret(part) ? mask : part));

/** The value as a secret of the state, which is encrypted during the import. */
export const secret = (value: unknown): object => ({
  [signatureKey]: secretSignature,
  plaintext: JSON.stringify(value),
});

/** Every text in secrets, at any depth. */
export function secretTexts(value: unknown): string[] {
  if (isSecret(value)) return texts(unwrapped(value));
  return isObject(value) ? Object.values(value).flatMap(secretTexts) : [];
}

function texts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  return isObject(value) ? Object.values(value).flatMap(texts) : [];
}
