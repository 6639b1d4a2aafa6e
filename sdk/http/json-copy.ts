import { locate } from "./schema-problems.js";
import { deepest, excessivelyDeep, excessivelyMany, isContainer, most, prototypeName } from "./payload-limits.js";

/** A copy of the caller's data, and what JSON cannot represent. */
export interface Plain {
  readonly value: unknown;
  /** Where JSON would drop or replace something, and what is required there. */
  readonly objections: readonly Objection[];
  /** Set if the data is too large or too deep to check; there is no copy then. */
  readonly excess: string | undefined;
}

interface Objection {
  /** `body.config.size`. */
  readonly at: string;
  readonly problem: string;
}

interface Place {
  readonly around: Place | undefined;
  readonly step: PropertyKey;
}

interface Work {
  readonly source: object;
  readonly copy: object;
  readonly place: Place | undefined;
}

/** More problems would not help. */
const mostObjections = 100;

/**
 * The data as JSON represents it. Each member is read once, so what is checked is what is sent, whatever getters, proxies and
 * `toJSON` return the next time. Unlike `JSON.stringify`, it replaces nothing silently.
 */
export function plainCopy(data: unknown, name: string): Plain {
  const objections: Objection[] = [];
  let open: Work[] = [];
  const objectTo = (place: Place | undefined, problem: string): undefined => {
    if (objections.length < mostObjections) objections.push({ at: locate(name, pathOf(place)), problem });
  };
  const copyOf = (given: unknown, place: Place | undefined, isElement: boolean): unknown => {
    const value = converted(given);
    const problem = objectionTo(value, isElement, value !== given);
    if (problem !== undefined) objectTo(place, problem);
    if (!isContainer(value)) return value;
    const copy = Array.isArray(value) ? [] : {};
    if (problem === undefined) open.push({ source: value, copy, place });
    return copy;
  };
  const guarded = (read: () => unknown, place: Place | undefined, isElement: boolean): unknown => {
    try {
      return copyOf(read(), place, isElement);
    } catch {
      return objectTo(place, "cannot be read: its getter or proxy throws");
    }
  };

  const value = guarded(() => data, undefined, false);
  let values = 0;
  for (let depth = 1; open.length > 0; depth++) {
    if (depth > deepest) return { value: undefined, objections, excess: excessivelyDeep };
    const level = open;
    open = [];
    for (const { source, copy, place } of level) {
      const isList = Array.isArray(copy);
      for (const step of stepsOf(source, () => objectTo(place, "cannot be read: its proxy throws"))) {
        if (++values > most) return { value: undefined, objections, excess: excessivelyMany };
        // The schemas would drop such a member silently.
        if (step === prototypeName) objectTo(place, `must not have a member named ${prototypeName}`);
        else
          Reflect.set(
            copy,
            step,
            guarded(() => Reflect.get(source, step), { around: place, step }, isList),
          );
      }
    }
  }
  return { value, objections, excess: undefined };
}

const pathOf = (place: Place | undefined): PropertyKey[] => (place === undefined ? [] : [...pathOf(place.around), place.step]);

/** Indices of a list, including missing elements; names of an object. */
function* stepsOf(source: object, failed: () => void): Iterable<string | number> {
  try {
    if (!Array.isArray(source)) return yield* Object.keys(source);
    for (let index = 0, { length } = source; index < length; index++) yield index;
  } catch {
    failed();
  }
}

/** What `toJSON` returns, for example for a date or a URL. */
function converted(value: unknown): unknown {
  if (!isContainer(value) || ArrayBuffer.isView(value)) return value;
  const toJson: unknown = Reflect.get(value, "toJSON");
  return typeof toJson === "function" ? (toJson.call(value, "") as unknown) : value;
}

function objectionTo(value: unknown, isElement: boolean, isConverted: boolean): string | undefined {
  // For example, an invalid date.
  if (isConverted && (value === null || value === undefined)) return "must have a form in JSON";
  switch (typeof value) {
    case "string":
      if (!value.isWellFormed()) return "must be well-formed text, without half of a character";
      return value.includes("\ufffd")
        ? "contains U+FFFD, which replaces characters that are not UTF-8: correct the text"
        : undefined;
    case "number":
      return Number.isFinite(value) ? undefined : "must be a finite number";
    case "boolean":
      return undefined;
    case "undefined":
      return isElement ? "must not be undefined" : undefined;
    case "object":
      return value === null || Array.isArray(value) || Object.prototype.toString.call(value) === "[object Object]"
        ? undefined
        : "must be plain data: text, numbers, true, false, null, lists and objects";
    default:
      return `must not be a ${typeof value}, which JSON cannot represent`;
  }
}
