import * as z from "zod";
import * as core from "zod/v4/core";
import { isMasked, mask, isSecretName } from "./mask.js";
import { isAddress, isSecret, partsOf } from "../models/schema.js";
import { type View, views } from "./encodings.js";
import { isAscii, isWord, secretForms, shortestValue } from "./secret-forms.js";
import { hideSecrets, secretsIn } from "./addresses.js";

/**
 * Secret values known to the program, and the one place that removes them from what is shown. A value is found in its own spelling
 * and as percent-encoded, JSON, HTML, base64 and hexadecimal text, one in another, in upper and lower case, composed, decomposed and in the
 * wrong encoding. Its percent-encoded form is found too, and the path and query of an address.
 */
export class Secrets {
  /** What to search for, and the same in lower case. */
  readonly #forms = new Map<string, string>();

  constructor(values: Iterable<string | undefined> = []) {
    for (const value of values) this.add(value);
  }

  /** Adds a value. One that is not maskable stays visible in free text, except in an encoded form. */
  add(value: string | undefined): void {
    if (value === undefined || value.length < shortestValue || this.#forms.has(value)) return;
    for (const form of secretForms(value)) if (form.length >= shortestValue) this.#forms.set(form, lowerCase(form));
  }

  /** The text without any known value. */
  redact(text: string): string {
    if (this.#forms.size === 0 || text.length < shortestValue) return text;
    const found = views(text).flatMap((view) => [...this.#in(view)]);
    return replaceRanges(
      text,
      found.flatMap(({ form, range }) =>
        isWord(form) && lowerCase(text.slice(...range)) === this.#forms.get(form) ? [] : [range],
      ),
    );
  }

  *#in({ text, begins }: View): Iterable<{ readonly form: string; readonly range: Range }> {
    const lower = lowerCase(text);
    for (const [form, folded] of this.#forms)
      for (let at = lower.indexOf(folded); at !== -1; at = lower.indexOf(folded, at + 1))
        yield { form, range: [begins[at]!, begins[at + folded.length]!] };
  }

  /** A registry with further values for one call. */
  including(values: Iterable<string>): Secrets {
    const secrets = new Secrets(values);
    for (const [form, folded] of this.#forms) secrets.#forms.set(form, folded);
    return secrets;
  }

  /**
   * A copy of structured data without secrets: known values, members with secret names (`password`, `token`,
   * `auth-code`, …), and what `schema` marks as secret.
   */
  scrub(data: unknown, schema?: core.$ZodType): unknown {
    const marked = new Map<string, SecretPlace["part"]>();
    if (schema !== undefined) for (const { path, part } of secretPlaces(schema, data)) marked.set(JSON.stringify(path), part);
    return this.#scrub(data, marked, []);
  }

  #scrub(data: unknown, marked: ReadonlyMap<string, SecretPlace["part"]>, path: readonly (string | number)[]): unknown {
    if (data === undefined || data === null) return data;
    const part = marked.get(JSON.stringify(path));
    if (part === "value") return mask;
    if (typeof data === "string") return this.redact(part === "userinfo" ? hideSecrets(data) : data);
    if (Array.isArray(data)) return data.map((element, index) => this.#scrub(element, marked, [...path, index]));
    if (typeof data !== "object") return data;
    return Object.fromEntries(
      Object.entries(data).map(([name, member]) => [
        this.redact(name),
        isSecretName(name) && member !== null && member !== undefined ? mask : this.#scrub(member, marked, [...path, name]),
      ]),
    );
  }
}

/** Strings of `data` that `schema` marks as secret; for an address, what in it may be one. */
export function secretValues(schema: core.$ZodType, data: unknown): string[] {
  return secretTexts(schema, data).map(([, text]) => text);
}

/** Where `data` has, in place of a secret that `schema` marks, only what an API shows instead. */
export const maskedPlaces = (schema: core.$ZodType, data: unknown): readonly (readonly PropertyKey[])[] =>
  secretTexts(schema, data).flatMap(([path, text]) => (isMasked(text) ? [path] : []));

const secretTexts = (schema: core.$ZodType, data: unknown): Located[] =>
  secretPlaces(schema, data).flatMap(({ path, part }) => {
    const found = strings(path.reduce<unknown>(member, data), path);
    return part === "value" ? found : found.flatMap(([at, text]) => secretsIn(text).map((secret): Located => [at, secret]));
  });

const member = (data: unknown, name: PropertyKey): unknown => (data as Record<PropertyKey, unknown>)[name];

type Located = readonly [path: readonly PropertyKey[], text: string];

function strings(data: unknown, path: readonly PropertyKey[]): Located[] {
  if (typeof data === "string") return [[path, data]];
  if (typeof data === "number" || typeof data === "bigint") return [[path, String(data)]];
  if (typeof data !== "object" || data === null) return [];
  return Object.entries(data).flatMap(([name, each]) => strings(each, [...path, name]));
}

/** The place of a secret, and whether the secret is the whole value or a part of an address. */
interface SecretPlace {
  readonly path: readonly PropertyKey[];
  readonly part: "value" | "userinfo";
}

function secretPlaces(schema: core.$ZodType, data: unknown, path: SecretPlace["path"] = []): SecretPlace[] {
  if (data === undefined || data === null) return [];
  if (isSecret(schema)) return [{ path, part: "value" }];
  if (isAddress(schema)) return [{ path, part: "userinfo" }];
  if (schema instanceof core.$ZodArray)
    return Array.isArray(data)
      ? data.flatMap((element, index) => secretPlaces(schema._zod.def.element, element, [...path, index]))
      : [];
  const members: [string, unknown][] = typeof data === "object" ? Object.entries(data) : [];
  if (schema instanceof core.$ZodRecord)
    return members.flatMap(([name, value]) => secretPlaces(schema._zod.def.valueType, value, [...path, name]));
  if (schema instanceof core.$ZodObject) {
    const shape: core.$ZodShape = schema._zod.def.shape;
    return members.flatMap(([name, value]) => {
      const of = Object.hasOwn(shape, name) ? shape[name] : undefined;
      return of === undefined ? placesByName([name, value], path) : secretPlaces(of, value, [...path, name]);
    });
  }
  if (schema instanceof core.$ZodUnknown) return members.flatMap((each) => placesByName(each, path));
  // All others are about the same value as what they are made of.
  return partsOf(schema).flatMap((part) => secretPlaces(part, data, path));
}

/** Secrets in a member that no schema describes: only names show them. */
function placesByName([name, value]: [string, unknown], around: SecretPlace["path"]): SecretPlace[] {
  const path = [...around, name];
  return isSecretName(name) ? [{ path, part: "value" }] : secretPlaces(z.unknown(), value, path);
}

/** In lower case, with the same length, and each character whatever is around it. */
function lowerCase(text: string): string {
  const folded = (character: string) => {
    const lower = character.toLowerCase();
    return lower.length === character.length ? lower : character;
  };
  return isAscii(text) ? text.toLowerCase() : Array.from(text, folded).join("");
}

type Range = readonly [start: number, end: number];

/** Merges overlapping matches, so that no end of a longer secret remains. */
function replaceRanges(text: string, ranges: readonly Range[]): string {
  let result = "";
  let done = 0;
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    if (start >= done) result += text.slice(done, start) + mask;
    done = Math.max(done, end);
  }
  return result + text.slice(done);
}
