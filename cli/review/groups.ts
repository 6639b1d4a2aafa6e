import { nameIn } from "../../provider/values/ids.js";
import { isUnknown } from "../../provider/values/unknown-values.js";
import { mask } from "../../sdk/redaction/mask.js";
import type { Entry, Step, Story } from "../preview/events.js";
import type { Happening } from "../preview/outcome.js";
import { shownInputs } from "../preview/properties.js";
import { definitionOf } from "../stack/definitions.js";
import { classOf, nameOf } from "../stack/deployment.js";

/** What a resource belongs to. */
export interface Group {
  /** Names of the components that contain it, outermost first. */
  readonly components: readonly string[];
  readonly customer: number | undefined;
  /** Name of the customer, if the stack has it. */
  readonly customerName: string | undefined;
  /** Its account, if the customer is not known. */
  readonly account: string | undefined;
}

/** `customer 100001 (Bookshop GmbH)`. */
export const customerText = (customer: number | string, name: string | undefined, redact: (text: string) => string): string =>
  `customer ${customer}${name === undefined ? "" : ` (${redact(name)})`}`;

/**
 * Tells what each resource of a preview belongs to.
 *
 * @param happenings what happens to the resources of this package, by URN
 */
export async function groupsOf({ planned }: Story, happenings: ReadonlyMap<string, Happening>): Promise<(urn: string) => Group> {
  const names = await customerNames(planned, happenings);
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
      customerName: customer ? names.get(customer) : undefined,
      account: customer ? undefined : account,
    };
  };
}

/** The resources that name a customer, the better one first. */
const naming = ["ContractPartner", "ContactPerson"];

/** Names of customers as they are now: a name that the run writes over is not known, one that it changes is the one before. */
async function customerNames(planned: readonly Step[], happenings: ReadonlyMap<string, Happening>) {
  const names = new Map<number, string>();
  for (const className of naming)
    for (const step of planned.filter((each) => classOf(each) === className)) {
      const definition = await definitionOf(className);
      const isKnown = step.old !== undefined || happenings.get(step.urn)?.overwritten?.some(isName) === false;
      const entry = step.old ?? step.new;
      if (definition === undefined || entry === undefined || !isKnown) continue;
      const { customerNumber, company, firstName, lastName } = shownInputs(definition, entry.inputs);
      const person = [firstName, lastName].filter((part) => typeof part === "string").join(" ");
      const name = typeof company === "string" && company !== "" ? company : person;
      const isShown = name !== "" && !name.includes(mask) && !isUnknown(name);
      if (typeof customerNumber === "number" && isShown && !names.has(customerNumber)) names.set(customerNumber, name);
    }
  return names;
}

const isName = ({ name }: { readonly name: string }): boolean => /^(?:company|firstName|lastName)$/.test(name);

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
