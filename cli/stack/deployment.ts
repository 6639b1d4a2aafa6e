import { z } from "zod";
import { isMarkedSecret, secretSignature, signatureKey } from "../../provider/values/properties.js";
import { classNameOf, nameWithin } from "../../provider/values/reserved-properties.js";
import { locate } from "../../sdk/http/schema-problems.js";
import { mask } from "../../sdk/redaction/mask.js";
import { inLine } from "../../sdk/redaction/text.js";
import { CommandError } from "../shared/exit.js";
import { mapped } from "../shared/values.js";

const text = z.string().optional();
const flag = z.boolean().optional();
const properties = z.record(z.string(), z.unknown()).optional();
const urns = z.array(z.string()).nullish();
const resource = z.object({
  urn: z.string(),
  type: z.string(),
  /** Whether it is an object of a provider; components and the stack are not. */
  custom: flag,
  id: text,
  inputs: properties,
  outputs: properties,
  parent: text,
  /** URN and id of the provider, joined by `::`. */
  provider: text,
  dependencies: urns,
  propertyDependencies: z.record(z.string(), z.array(z.string()).nullable()).nullish(),
  deletedWith: text,
  replaceWith: urns,
  additionalSecretOutputs: urns,
  /** It was replaced, and still has to be deleted. */
  delete: flag,
  /** It was deleted in order to be replaced. */
  pendingReplacement: flag,
  /** It is read, not managed. */
  external: flag,
  created: text,
  modified: text,
});
const pendingOperation = z.object({
  /** `creating`, `updating`, `deleting`, `reading` or `importing`. */
  type: z.string(),
  resource,
});
const exported = z.object({
  version: z.int(),
  deployment: z.object({
    /** `time`: when the state was written. */
    manifest: z.object({ time: z.string() }),
    resources: z.array(resource).nullish(),
    pending_operations: z.array(pendingOperation).nullish(),
  }),
});

/** A type whose members, at any depth, are only read. */
export type Frozen<T> = T extends object ? { readonly [Name in keyof T]: Frozen<T[Name]> } : T;

export type StoredResource = Frozen<z.infer<typeof resource>>;
/** Properties in the state's format, which wraps secrets. */
export type StoredProperties = NonNullable<StoredResource["inputs"]>;
/** An operation that a run had begun when it was interrupted. */
export type PendingOperation = Frozen<z.infer<typeof pendingOperation>>;
export type Exported = Frozen<z.infer<typeof exported>>;
export type Deployment = Exported["deployment"];

/** Reads the state. Unknown parts of it are kept unchanged. @throws CommandError if its format is unknown. */
export function parseExport(text: string): Exported {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw unreadable("it is not JSON");
  }
  const { error } = exported.safeParse(value);
  // Values are not repeated: they can be secrets.
  if (error !== undefined) throw unreadable(`unexpected at ${locate("", error.issues[0]!.path) || "its root"}`);
  return value as Exported;
}

const unreadable = (reason: string): CommandError =>
  new CommandError(`\`pulumi stack export\` printed a state that cannot be read: ${reason}. Nothing was changed.`);

/** The last part of a URN: the resource's name in the program. */
export const nameOf = (urn: string): string => urn.split("::").slice(3).join("::");

/** The class of a resource with its name in the program. */
export const titleOf = (urn: string): string => `${urn.split("::")[2]?.split(/[$:]/).at(-1) ?? ""} ${nameOf(urn)}`;

/** The name of a resource in the journal. */
export const notedNameOf = (urn: string): string => nameWithin((urn.split("::")[2] ?? "").split("$").slice(0, -1), nameOf(urn));

/** Stack and project, which every URN contains. */
export function stackOf({ resources, pending_operations: pending }: Deployment): { project: string; stack: string } | undefined {
  const urn = resources?.[0]?.urn ?? pending?.[0]?.resource.urn;
  const [, stack, project] = /^urn:pulumi:(.*?)::(.*?)::/.exec(urn ?? "") ?? [];
  return stack === undefined || project === undefined ? undefined : { project, stack };
}

/** Calls of an earlier run about resources of this package that have no known result, such as `Domain shop: creating`. */
export const pendingIn = ({ pending_operations: pending }: Deployment): readonly string[] =>
  (pending ?? [])
    .filter(({ resource }) => classOf(resource) !== undefined)
    .map(({ type, resource }) => inLine(`${titleOf(resource.urn)}: ${type}`));

export const classOf = ({ type }: Pick<StoredResource, "type">): string | undefined => classNameOf(type);

/** Name of the class in a URN, which has the type after those of the parents. */
export const classIn = (urn: string): string | undefined => classOf({ type: urn.split("::")[2]?.split("$").at(-1) ?? "" });

/** Whether a resource exists only in Pulumi's state: the stack, a component or a provider, which `up` recreates. */
export const isBookkeeping = ({ type, custom }: StoredResource): boolean =>
  custom === false || type === "pulumi:pulumi:Stack" || type.startsWith("pulumi:providers:");

export const providerUrn = ({ provider }: StoredResource): string | undefined => provider?.split("::").slice(0, -1).join("::");

/** Whether a URN is that of the provider of resources that name none. */
export const isDefaultProvider = (urn: string): boolean => /::pulumi:providers:pulumi(-nodejs)?::default$/.test(urn);

export const references = (of: StoredResource): readonly string[] =>
  [
    of.parent,
    of.deletedWith,
    providerUrn(of),
    ...(of.dependencies ?? []),
    ...Object.values(of.propertyDependencies ?? {}).flatMap((each) => each ?? []),
    ...(of.replaceWith ?? []),
  ].filter((urn) => urn !== undefined);

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

export function secretTexts(value: unknown): string[] {
  if (isSecret(value)) return texts(unwrapped(value));
  return isObject(value) ? Object.values(value).flatMap(secretTexts) : [];
}

function texts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  return isObject(value) ? Object.values(value).flatMap(texts) : [];
}
