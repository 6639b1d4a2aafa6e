import { nameIn } from "../../provider/values/ids.js";
import { isUnknown } from "../../provider/values/unknown-values.js";
import type { Entry, Story } from "../preview/events.js";
import { definitionOf } from "../stack/definitions.js";
import { classOf, nameOf } from "../stack/deployment.js";

/** What a resource belongs to. */
export interface Group {
  /** Names of the components that contain it, outermost first. */
  readonly components: readonly string[];
  readonly customer: number | undefined;
  /** Its account, if the customer is not known. */
  readonly account: string | undefined;
}

/** Tells what each resource of a preview belongs to. */
export async function groupsOf({ planned }: Story): Promise<(urn: string) => Group> {
  const entries = new Map<string, Entry>();
  const types = new Map<string, { readonly type: string; readonly isCustom: boolean }>();
  const customers = new Map<string, number>();
  for (const step of planned) {
    const entry = step.new ?? step.old;
    if (entry !== undefined) entries.set(step.urn, entry);
    types.set(step.urn, step);
    for (const each of [step.old, step.new]) {
      const { customerNumber, accountIdentifier } = await namesIn(step.type, each);
      if (typeof customerNumber === "number" && typeof accountIdentifier === "string")
        customers.set(accountIdentifier, customerNumber);
    }
  }
  const named = new Map<string, Readonly<Record<string, unknown>>>();
  for (const { urn, type, old, new: after } of planned)
    named.set(urn, { ...named.get(urn), ...(await namesIn(type, old)), ...(await namesIn(type, after)) });
  const componentsOf = (urn: string | undefined): readonly string[] => {
    const type = urn === undefined ? undefined : types.get(urn);
    if (urn === undefined || type === undefined || type.type === "pulumi:pulumi:Stack") return [];
    const above = componentsOf(entries.get(urn)?.parent);
    return type.isCustom ? above : [...above, nameOf(urn)];
  };
  return (urn) => {
    const { customerNumber, accountIdentifier } = named.get(urn) ?? {};
    const account = typeof accountIdentifier === "string" ? accountIdentifier : undefined;
    const customer = typeof customerNumber === "number" ? customerNumber : account && customers.get(account);
    return {
      components: componentsOf(entries.get(urn)?.parent),
      customer: customer || undefined,
      account: customer ? undefined : account,
    };
  };
}

/** The identifiers in the inputs and the id of a resource of this package. */
async function namesIn(type: string, entry: Entry | undefined): Promise<Readonly<Record<string, unknown>>> {
  const className = classOf({ type });
  const definition = className === undefined ? undefined : await definitionOf(className);
  if (definition === undefined || entry === undefined) return {};
  const known = Object.entries(entry.inputs).filter(
    ([name, value]) => /^(?:customerNumber|accountIdentifier)$/.test(name) && !isUnknown(value),
  );
  const inId = entry.id === undefined ? {} : definition.identity.parse(entry.id);
  // An account is known by its name, which its arguments lack.
  const account = definition.kind === "virtualAccount" && entry.id !== undefined ? { accountIdentifier: nameIn(entry.id) } : {};
  return { ...inId, ...account, ...Object.fromEntries(known) };
}
