import { z } from "zod";
import { type Operation, parameterNames, parameterType } from "../../sdk/operations/operation.js";

/**
 * Plausible values for the calls on the pages, by the name of the parameter or member. A name that is not here gets the
 * first of {@link fallbacks} that its schema accepts.
 */
const likely: Readonly<Record<string, string | number | boolean>> = {
  accountIdentifier: "p123456",
  articleNumber: 1,
  city: "Hannover",
  company: "Muster GmbH",
  contractSigner: "Erika Muster",
  country: "DE",
  customerNumber: 100001,
  customernumber: 100001,
  domainIdentifier: "example.de",
  emailAddress: "erika@example.de",
  firstName: "Erika",
  houseNumber: "1",
  identicalToDefaultAddress: false,
  isCommissionLocked: false,
  lastName: "Muster",
  method: "POST",
  mail: "erika@example.de",
  name: "blog",
  phone: "+49-511-123456",
  salutation: "Frau",
  sld: "example",
  street: "Beispielweg",
  testing: false,
  tld: "de",
  topLevelDomainIdentifier: "de",
  url: "https://www.example.de/",
  vat: "DE123456789",
  vatID: "DE123456789",
  zip: "30159",
  zipCode: "30159",
};

const fallbacks: readonly unknown[] = [
  "example",
  1,
  20,
  true,
  "erika@example.de",
  "https://www.example.de/",
  "DE",
  "30159",
  "+49-511-123456",
  "JVBERi0xLjcK",
  "2030-01-31",
  "2030-01-31T12:00:00Z",
];

/** The smallest meaningful input of an operation, as its client method takes it; undefined if it takes none. */
export function sampleInput(operation: Operation): Readonly<Record<string, unknown>> | undefined {
  const parameters = parameterNames(operation.path).map((name) => [
    name,
    parameterType(name) === "integer" ? (likely[name] ?? 1) : String(likely[name] ?? "example"),
  ]);
  const { query: querySchema, body: bodySchema } = operation;
  const query = querySchema === undefined || querySchema.safeParse({}).success ? undefined : sample(querySchema);
  const body = bodySchema === undefined || saysNothing(bodySchema) ? undefined : sampleBody(operation);
  const input = {
    ...Object.fromEntries(parameters),
    ...(query === undefined ? {} : { query }),
    ...(body === undefined ? {} : { body }),
  } as Readonly<Record<string, unknown>>;
  return Object.keys(input).length === 0 ? undefined : input;
}

/** Whether a body is optional and requires nothing if it is given. */
const saysNothing = (schema: z.ZodType): boolean => schema.safeParse(undefined).success && schema.safeParse({}).success;

/** The smallest meaningful body; for an update every member, because an omitted one may be cleared. */
export const sampleBody = ({ body, method }: Operation): unknown =>
  body === undefined ? undefined : sample(body, "", method === "PUT" ? everyMember : fewestMembers);

/** An answer with every known member. */
export const sampleAnswer = (schema: z.ZodType): unknown => sample(schema, "", everyMember);

type Member = readonly [name: string, schema: z.core.$ZodType];

/** Which members of an object a sample shows. */
type Choice = (members: readonly Member[]) => readonly Member[];

/** Required members; the first optional one if there are none. */
const fewestMembers: Choice = (members) => {
  const required = members.filter(([, member]) => member._zod.optin !== "optional");
  return required.length > 0 ? required : members.slice(0, 1);
};

/** Spectral treats an object with both as a schema. */
const everyMember: Choice = (members) =>
  members.some(([name]) => name === "type") ? members.filter(([name]) => name !== "default") : members;

function sample(schema: z.core.$ZodType, name = "", choice = fewestMembers): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "optional":
    case "nullable":
    case "default":
      return sample(def.innerType, name, choice);
    case "pipe":
      return sample(def.in, name, choice);
    case "lazy":
      // A model that contains itself would never end.
      return sample(def.getter(), name, fewestMembers);
    case "object":
      return Object.fromEntries(
        choice(Object.entries(def.shape).filter(([, inner]) => z.globalRegistry.get(inner)?.undocumented !== true)).map(
          ([member, inner]) => [member, sample(inner, member, choice)],
        ),
      );
    case "array":
      return [sample(def.element, name, choice)];
    case "record":
      return { example: isUnknown(def.valueType) ? "example" : sample(def.valueType, "", choice) };
    case "unknown":
      return {};
    case "union":
      return sample(def.options[z.globalRegistry.get(schema)?.likeliest ?? 0]!, name, choice);
    case "enum": {
      const values = Object.values(def.entries);
      return values.find((value) => value === likely[name]) ?? values[0];
    }
    case "literal":
      return def.values[0];
    default: {
      const fits = (value: unknown) => value !== undefined && z.safeParse(schema, value).success;
      const value = [likely[name], ...fallbacks].find(fits);
      if (value === undefined) throw new Error(`No sample value fits ${name} (${def.type}).`);
      return value;
    }
  }
}

const isUnknown = (schema: z.core.$ZodType): boolean => schema instanceof z.core.$ZodUnknown;

/** A value as a program would write it, with line breaks if a line would be too long. */
export function literal(value: unknown, indentation = "", before = 0): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, member]: [string, unknown]) => ({
    prefix: Array.isArray(value) ? "" : `${/^[A-Za-z_]\w*$/.test(key) ? key : JSON.stringify(key)}: `,
    member,
  }));
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  if (entries.length === 0) return `${open}${close}`;
  const padding = Array.isArray(value) ? "" : " ";
  const flat = entries.map(({ prefix, member }) => `${prefix}${literal(member, "", -Infinity)}`).join(", ");
  const line = `${open}${padding}${flat}${padding}${close}`;
  if (before + line.length <= 100) return line;
  const inner = `${indentation}  `;
  const lines = entries.map(
    ({ prefix, member }) => `${inner}${prefix}${literal(member, inner, inner.length + prefix.length + 1)},`,
  );
  return `${open}\n${lines.join("\n")}\n${indentation}${close}`;
}
