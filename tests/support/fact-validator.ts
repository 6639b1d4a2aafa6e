import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { z } from "zod";
import { type FactOperation, type FactResponse, factOperations, factSchemas } from "./facts.js";

const formats: Readonly<Record<string, z.ZodType>> = {
  email: z.email({ pattern: z.regexes.html5Email }),
  uri: z.url(),
  uuid: z.guid(),
};

const ajv = new Ajv2020({ strict: false, allErrors: true });
for (const [name, schema] of Object.entries(formats)) ajv.addFormat(name, (value: string) => schema.safeParse(value).success);
ajv.addSchema(factSchemas);

const known = new Map<FactResponse, ValidateFunction>();

/**
 * The violations of the collected schemas in an answer; none if they say nothing about its status. `chosen`: the request
 * selects the members, so any may be missing.
 */
export function objections(id: string, status: number, body: unknown, { chosen = false } = {}): string[] {
  const response = responseOf(
    factOperations.find((fact) => fact.id === id)!,
    status,
  );
  if (response?.schema == null) return [];
  const validate = known.get(response) ?? ajv.compile(response.schema);
  known.set(response, validate);
  // The API is known to send null for an empty list, which no schema says.
  validate(response.schema.type === "array" ? (body ?? []) : body);
  const errors = (validate.errors ?? []).filter(({ keyword }) => !(chosen && keyword === "required"));
  return errors.map(({ instancePath, message }) => `${instancePath} ${message ?? ""}`);
}

/** What the sources say about a status; if they list none, any success is the assumed one. */
const responseOf = ({ responses }: FactOperation, status: number): FactResponse | undefined =>
  responses.find((response) => response.status === status) ??
  (status < 300 ? responses.find((response) => response.status === null) : undefined);
