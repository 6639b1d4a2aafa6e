import { z } from "zod";
import { isSecret } from "./models/schema.js";

/** What stands in the place of a secret. */
export const mask = "[secret]";

/** Shorter values are left alone in free text: replacing them would garble it and hide nothing. */
const shortestValue = 4;

/** Shortest run of base64 characters taken for a piece of a secret. */
const shortestBase64 = 6;

/** Member names that hold a secret wherever they occur, compared without case and punctuation. */
const secretNames = new Set([
  "password",
  "token",
  "accesstoken",
  "authcode",
  "multifactorcode",
  "pincode",
  "jwt",
  "authorization",
  "cookie",
  "setcookie",
  "secret",
]);

const isSecretName = (name: string): boolean => secretNames.has(name.toLowerCase().replace(/[^a-z]/g, ""));

/**
 * Secret values known to the program, and the one place that takes them out of what is shown. A value is found as it is
 * and as percent-encoded, JSON, HTML and base64 text.
 */
export class Secrets {
  readonly #values = new Map<string, readonly string[]>();

  constructor(values: Iterable<string | undefined> = []) {
    for (const value of values) this.add(value);
  }

  /** Remembers a value. Values shorter than four characters stay visible in free text. */
  add(value: string | undefined): void {
    if (value === undefined || value.length < shortestValue || this.#values.has(value)) return;
    this.#values.set(value, formsOf(value));
  }

  /** The text without any known value. */
  redact(text: string): string {
    return replaceRanges(text, occurrences(text, this.#values.values()));
  }

  /** A registry that knows further values for the length of one call. */
  including(values: Iterable<string>): Secrets {
    return new Secrets([...this.#values.keys(), ...values]);
  }

  /**
   * A copy of structured data without secrets: known values, members whose names say so (`password`, `token`,
   * `auth-code`, …), and what `schema` marks as secret.
   */
  scrub(data: unknown, schema?: z.core.$ZodType): unknown {
    const marked = new Set<string>();
    if (schema !== undefined) for (const path of secretPaths(schema, data)) marked.add(JSON.stringify(path));
    return this.#scrub(data, marked, []);
  }

  #scrub(data: unknown, marked: ReadonlySet<string>, path: readonly (string | number)[]): unknown {
    if (data === undefined || data === null) return data;
    if (marked.has(JSON.stringify(path))) return mask;
    if (typeof data === "string") return this.redact(data);
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

/** Strings at the places of `data` that `schema` marks as secret. */
export function secretValues(schema: z.core.$ZodType, data: unknown): string[] {
  return secretPaths(schema, data).flatMap((path) => strings(path.reduce<unknown>(member, data)));
}

const member = (data: unknown, name: string | number): unknown => (data as Record<string | number, unknown>)[name];

function strings(data: unknown): string[] {
  if (typeof data === "string") return [data];
  if (typeof data === "number" || typeof data === "bigint") return [String(data)];
  if (typeof data !== "object" || data === null) return [];
  return Object.values(data).flatMap(strings);
}

type Path = readonly (string | number)[];

function secretPaths(schema: z.core.$ZodType, data: unknown, path: Path = []): Path[] {
  if (data === undefined || data === null) return [];
  if (isSecret(schema)) return [path];
  if (schema instanceof z.core.$ZodUnion) return schema._zod.def.options.flatMap((option) => secretPaths(option, data, path));
  if (schema instanceof z.core.$ZodIntersection)
    return [schema._zod.def.left, schema._zod.def.right].flatMap((side) => secretPaths(side, data, path));
  if (schema instanceof z.core.$ZodPipe) return secretPaths(schema._zod.def.in, data, path);
  if (schema instanceof z.core.$ZodLazy) return secretPaths(schema._zod.innerType, data, path);
  if (schema instanceof z.core.$ZodArray)
    return Array.isArray(data)
      ? data.flatMap((element, index) => secretPaths(schema._zod.def.element, element, [...path, index]))
      : [];
  if (typeof data !== "object") return [];
  if (schema instanceof z.core.$ZodRecord)
    return Object.entries(data).flatMap(([name, value]) => secretPaths(schema._zod.def.valueType, value, [...path, name]));
  if (schema instanceof z.core.$ZodObject) {
    const shape: z.core.$ZodShape = schema._zod.def.shape;
    return Object.entries(data).flatMap(([name, value]) => {
      const of = Object.hasOwn(shape, name) ? shape[name] : undefined;
      return of === undefined ? [] : secretPaths(of, value, [...path, name]);
    });
  }
  if (hasInnerType(schema)) return secretPaths(schema._zod.def.innerType, data, path);
  return [];
}

/** Optional, nullable, with a default, read-only: schemas around one other schema. */
const hasInnerType = (schema: z.core.$ZodType): schema is z.core.$ZodType & { _zod: { def: { innerType: z.core.$ZodType } } } =>
  "innerType" in schema._zod.def;

/** The texts under which a value may show up. */
function formsOf(value: string): string[] {
  const inJson = JSON.stringify(value).slice(1, -1);
  const forms = new Set([
    value,
    inJson,
    inJson.replaceAll("/", "\\/"),
    escapedForJson(value),
    escapedForJson(value).replaceAll("/", "\\/"),
  ]);
  for (const html of htmlForms(value)) forms.add(html);
  for (const encoded of percentForms(value)) forms.add(encoded);
  for (const piece of base64Pieces(value)) forms.add(piece);
  return [...forms];
}

/** JSON as Go and PHP write it: `<>&` escaped, and everything beyond ASCII. */
const escapedForJson = (value: string): string =>
  JSON.stringify(value)
    .slice(1, -1)
    .replace(/[<>&\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

function htmlForms(value: string): string[] {
  const named: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  const numbered: Record<string, string> = { ...named, '"': "&#34;" };
  const padded: Record<string, string> = { ...named, "'": "&#039;" };
  return [named, numbered, padded].map((entities) => value.replace(/[&<>"']/g, (character) => entities[character]!));
}

function percentForms(value: string): string[] {
  if (/\p{Surrogate}/u.test(value)) return [];
  const component = encodeURIComponent(value);
  const strict = component.replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  const form = strict.replaceAll("%20", "+");
  const upper = [component, strict, form, encodeURI(value)];
  return [...upper, ...upper.map((text) => text.replace(/%[0-9A-F]{2}/g, (octet) => octet.toLowerCase()))];
}

/**
 * What is left of the value in the base64 text of anything that contains it: at each of the three alignments, the
 * characters that depend on the value alone.
 */
function base64Pieces(value: string): string[] {
  const bytes = Buffer.from(value, "utf8");
  return [0, 1, 2].flatMap((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString("base64")
      .replaceAll("=", "");
    const first = Math.ceil((shift * 8) / 6);
    const last = Math.floor(((shift + bytes.length) * 8) / 6);
    const piece = text.slice(first, last);
    return piece.length < shortestBase64 ? [] : [piece, piece.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

type Range = readonly [start: number, end: number];

function occurrences(text: string, forms: Iterable<readonly string[]>): Range[] {
  const found: Range[] = [];
  for (const form of Array.from(forms).flat())
    for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + 1)) found.push([at, at + form.length]);
  return found;
}

/** Overlapping occurrences go together, so that no end of a longer secret stays behind. */
function replaceRanges(text: string, ranges: readonly Range[]): string {
  let result = "";
  let done = 0;
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    if (start >= done) result += text.slice(done, start) + mask;
    done = Math.max(done, end);
  }
  return result + text.slice(done);
}
