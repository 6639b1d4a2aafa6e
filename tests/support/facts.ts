import { readFileSync } from "node:fs";
import { join } from "node:path";

/** JSON Schema as far as the facts use it. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly readOnly?: boolean;
  readonly "x-secret"?: boolean;
  /** Members that a source has in addition to the API's own table. */
  readonly "x-publicOnly"?: Readonly<Record<string, JsonSchema>>;
  readonly "x-identifier"?: { readonly candidates: readonly string[] };
}

export interface FactResponse {
  readonly status: number | null;
  readonly assumedStatus?: number;
  readonly schema: JsonSchema | null;
  readonly description: string;
  readonly contentType?: string;
}

export interface FactOperation {
  readonly id: string;
  readonly areaSlug: string;
  readonly method: string;
  readonly path: string;
  readonly purpose: string;
  readonly pathParams: readonly { readonly name: string; readonly type: string }[];
  readonly query: readonly {
    readonly name: string;
    readonly type: string;
    readonly required: boolean;
    readonly enum?: readonly string[];
  }[];
  readonly body?: { readonly schema: JsonSchema; readonly required: boolean; readonly source: string } | null;
  readonly optionalBodyCandidate?: { readonly schema: JsonSchema };
  readonly responses: readonly FactResponse[];
  readonly nonErrorStatuses?: readonly number[];
}

const read = (name: string): string => readFileSync(join(__dirname, "../../../api", name), "utf8");

/** The document that describes the API. */
export const factsText = read("facts.md");

/** The operations as collected from all sources. */
export const factOperations = JSON.parse(read("operations.json")) as readonly FactOperation[];

/** What the sources say about an operation of the table. */
export function factOf(id: string): FactOperation {
  const fact = factOperations.find((each) => each.id === id);
  if (fact !== undefined) return fact;
  throw new Error(`api/operations.json does not describe ${id}: add the operation there and to api/facts.md`);
}

/** The JSON Schemas to which the operations refer, as one document. */
export const factSchemas = JSON.parse(read("schemas.json")) as { readonly $defs: Readonly<Record<string, JsonSchema>> };

/** Name of the schema that a reference points to. */
export const referenceName = (reference: string): string => reference.slice(reference.lastIndexOf("/") + 1);

export function resolveReference(reference: string): JsonSchema {
  const found = factSchemas.$defs[referenceName(reference)];
  if (found === undefined) throw new Error(`No schema ${reference}`);
  return found;
}
