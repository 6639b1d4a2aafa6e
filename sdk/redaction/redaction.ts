import * as z from "zod";
import * as core from "zod/v4/core";
import { isMasked, mask } from "./mask.js";
import { isAddress, isSecret, partsOf } from "../models/schema.js";
import { isSecretName } from "./secret-names.js";
import { decodedTexts } from "./decoded-texts.js";
import { isWord, secretForms, shortestValue } from "./secret-forms.js";
import { base64Pieces, dumpPattern, SearchedText, secretPattern, spellings } from "./secret-pattern.js";
import { hideSecrets, secretsIn } from "./addresses.js";

/** Values up to this length are found by patterns. A regular expression cannot be large enough for a file's content. */
const longestPattern = 2000;

/** How to find a value. */
interface Patterns {
  pieces?: readonly string[];
  spelled?: RegExp;
  dump?: RegExp;
}

/**
 * Secret values known to the program, and the one place that removes them from what is shown. A value is found in its own spelling
 * and as percent-encoded, JSON, HTML, base64 and hexadecimal text, one in another, in upper and lower case, composed, decomposed and in the
 * wrong encoding. Its percent-encoded form is found too, and the path and query of an address.
 * A value of more than 2,000 characters is found only if the text contains all of it in one of these spellings.
 */
export class Secrets {
  /** Patterns are created when they are first needed: most values never occur in a text. */
  readonly #values = new Map<string, Patterns>();

  constructor(values: Iterable<string | undefined> = []) {
    for (const value of values) this.add(value);
  }

  /** Adds a value. One that is not maskable stays visible in free text, except in an encoded form. */
  add(value: string | undefined): void {
    if (value === undefined || value.length < shortestValue || this.#values.has(value)) return;
    for (const form of secretForms(value))
      if (form.length >= shortestValue && !this.#values.has(form)) this.#values.set(form, {});
  }

  /** The text without any known value. */
  redact(text: string): string {
    const decoded = decodedTexts(text).flatMap(({ text: each, begins }) =>
      this.#asTheyAre(each).map(([start, end]): Range => [begins[start]!, begins[end]!]),
    );
    return replaceRanges(text, [...occurrences(text, this.#patterns(text)), ...this.#longOnes(text), ...decoded]);
  }

  /** Where a text without encodings has a value, in upper or lower case. */
  #asTheyAre(text: string): Range[] {
    const lower = lowerCase(text);
    return [...this.#values.keys()].filter((value) => !isWord(value)).flatMap((value) => places(lower, lowerCase(value)));
  }

  #longOnes(text: string): Range[] {
    if (text.length <= longestPattern) return [];
    const values = [...this.#values.keys()].filter(({ length }) => length > longestPattern && length <= text.length);
    return values.flatMap((value) => spellings(value).flatMap((spelling) => places(text, spelling)));
  }

  *#patterns(text: string): Iterable<RegExp> {
    const searched = new SearchedText(text);
    for (const [value, patterns] of this.#values) {
      if (value.length > longestPattern) continue;
      const pieces = (patterns.pieces ??= base64Pieces(value));
      if (searched.mayHold({ value, pieces })) yield (patterns.spelled ??= secretPattern(value, isWord(value)));
      if (searched.mayHoldDump(value)) yield (patterns.dump ??= dumpPattern(value));
    }
  }

  /** A registry with further values for one call. */
  including(values: Iterable<string>): Secrets {
    const secrets = new Secrets(values);
    for (const [value, patterns] of this.#values) secrets.#values.set(value, patterns);
    return secrets;
  }

  /**
   * A copy of structured data without secrets: known values, members with secret names (`password`, `token`,
   * `auth-code`, …), and what `schema` marks as secret.
   */
  scrub(data: unknown, schema?: core.$ZodType): unknown {
    const marked = new Map<string, Place["part"]>();
    if (schema !== undefined) for (const { path, part } of secretPlaces(schema, data)) marked.set(JSON.stringify(path), part);
    return this.#scrub(data, marked, []);
  }

  #scrub(data: unknown, marked: ReadonlyMap<string, Place["part"]>, path: readonly (string | number)[]): unknown {
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
interface Place {
  readonly path: readonly PropertyKey[];
  readonly part: "value" | "userinfo";
}

function secretPlaces(schema: core.$ZodType, data: unknown, path: Place["path"] = []): Place[] {
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
function placesByName([name, value]: [string, unknown], around: Place["path"]): Place[] {
  const path = [...around, name];
  return isSecretName(name) ? [{ path, part: "value" }] : secretPlaces(z.unknown(), value, path);
}

/** In lower case, unless that has another length: places in it would be others. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}

type Range = readonly [start: number, end: number];

function occurrences(text: string, patterns: Iterable<RegExp>): Range[] {
  const found: Range[] = [];
  for (const pattern of patterns) {
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      found.push([match.index, match.index + match[0].length]);
      // The next match may overlap.
      pattern.lastIndex = match.index + 1;
    }
  }
  return found;
}

function places(text: string, part: string): Range[] {
  const found: Range[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) found.push([at, at + part.length]);
  return found;
}

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
