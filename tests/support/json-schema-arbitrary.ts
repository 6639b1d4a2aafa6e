import fc from "fast-check";
import { type JsonSchema, referenceName, resolveReference } from "./facts.js";

export interface ArbitraryOptions {
  /**
   * `request`: only members of the schema, without read-only ones. `answer`: also what the API is known to send
   * in addition, namely null for lists and optional members, and members that are in no schema.
   */
  readonly direction: "request" | "answer";
  /**
   * Members with other values than the schema says, by `Schema.member`, or `*.member` for any schema; undefined
   * omits the member.
   */
  readonly members?: Readonly<Record<string, fc.Arbitrary<unknown> | undefined>>;
  /** Whether every member exists and every list has an element, as deep as references are followed. Default: false. */
  readonly complete?: boolean;
}

/** How many references deep a value is filled; below that, optional members are omitted. */
const deepest = 3;

/** Values that a JSON Schema allows. */
export function arbitraryFromSchema(schema: JsonSchema, options: ArbitraryOptions): fc.Arbitrary<unknown> {
  return new Builder(options).value(schema, "", 0);
}

class Builder {
  readonly #options: ArbitraryOptions;
  readonly #known = new Map<string, fc.Arbitrary<unknown>>();

  constructor(options: ArbitraryOptions) {
    this.#options = options;
  }

  /** `owner` is the name of the nearest named schema, `depth` the number of references to here. */
  value(schema: JsonSchema, owner: string, depth: number): fc.Arbitrary<unknown> {
    if (schema.$ref !== undefined) return this.#reference(schema.$ref, depth + 1);
    if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((variant) => this.value(variant, owner, depth)));
    if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
    const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? ["any"]);
    return fc.oneof(...types.map((type) => this.#ofType(type, schema, owner, depth)));
  }

  #reference(reference: string, depth: number): fc.Arbitrary<unknown> {
    const name = referenceName(reference);
    const key = `${name} ${depth}`;
    const known = this.#known.get(key) ?? this.value(resolveReference(reference), name, depth);
    this.#known.set(key, known);
    return known;
  }

  #ofType(type: string, schema: JsonSchema, owner: string, depth: number): fc.Arbitrary<unknown> {
    switch (type) {
      case "any":
        return anyJson(2);
      case "null":
        return fc.constant(null);
      case "boolean":
        return fc.boolean();
      case "integer":
        return fc.integer({ min: schema.minimum ?? -1_000_000, max: schema.maximum ?? 2_000_000_000 });
      case "number":
        return fc.double({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9, noNaN: true });
      case "string":
        return text(schema);
      case "array":
        return this.#list(schema, owner, depth);
      case "object":
        return this.#object(schema, owner, depth);
      default:
        throw new Error(`Type ${type} is not provided for`);
    }
  }

  #list(schema: JsonSchema, owner: string, depth: number): fc.Arbitrary<unknown> {
    const element = depth > deepest ? fc.constant(null) : this.value(schema.items ?? {}, owner, depth);
    const bounds = { minLength: this.#options.complete === true ? 1 : 0, maxLength: 3 };
    const elements = fc.array(element, depth > deepest ? { maxLength: 0 } : bounds);
    return this.#options.direction === "answer" ? fc.option(elements, { nil: null, freq: 8 }) : elements;
  }

  #object(schema: JsonSchema, owner: string, depth: number): fc.Arbitrary<unknown> {
    if (schema.properties === undefined) return fc.dictionary(memberName, anyJson(1), { maxKeys: 3 });
    const required = schema.required ?? [];
    const members: Record<string, fc.Arbitrary<unknown>> = {};
    for (const [name, member] of Object.entries(schema.properties)) {
      const arbitrary = this.#member(name, member, owner, depth, required.includes(name));
      if (arbitrary !== undefined) members[name] = arbitrary;
    }
    const always = Object.keys(members).filter((name) => this.#options.complete === true || required.includes(name));
    const listed = fc.record(members, { requiredKeys: always });
    if (this.#options.direction === "request") return listed;
    const unlisted = fc.dictionary(memberName, anyJson(1), { maxKeys: 2 });
    return fc.tuple(unlisted, listed).map(([others, value]) => ({ ...others, ...value }));
  }

  #member(name: string, schema: JsonSchema, owner: string, depth: number, required: boolean): fc.Arbitrary<unknown> | undefined {
    const answered = this.#options.direction === "answer";
    if (!answered && schema.readOnly === true) return undefined;
    for (const key of [`${owner}.${name}`, `*.${name}`]) {
      const others = this.#options.members;
      if (others !== undefined && Object.hasOwn(others, key)) return others[key];
    }
    if (!required && depth > deepest) return undefined;
    const value = this.value(schema, owner, depth);
    return answered && !required ? fc.option(value, { nil: null, freq: 4 }) : value;
  }
}

/** Any JSON. The client refuses members of this one name, which could change the prototype of an object. */
const anyJson = (maxDepth: number): fc.Arbitrary<unknown> =>
  fc.jsonValue({ maxDepth }).filter((value) => !JSON.stringify(value).includes("__proto__"));

/** A name that no schema has. */
const memberName = fc.stringMatching(/^x[a-z]{1,8}[0-9]$/);

/** The client sends no U+FFFD, which stands for what is not text. */
const isText = (value: string): boolean => !value.includes("\ufffd");

function text(schema: JsonSchema): fc.Arbitrary<string> {
  if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern)).filter(isText);
  switch (schema.format) {
    case "email":
      return fc.emailAddress();
    case "uri":
      return fc.webUrl();
    case "uuid":
      return fc.uuid();
    default:
      return fc.string({ minLength: schema.minLength ?? 0, maxLength: schema.maxLength ?? 20, unit: "grapheme" }).filter(isText);
  }
}
