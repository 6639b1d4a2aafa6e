import { inLine, shortened } from "../../sdk/redaction/text.js";
import { nameIn } from "../../provider/values/ids.js";
import { isUnknown } from "../../provider/values/unknown-values.js";
import type { Entry, Story } from "../preview/events.js";
import { definitionOf, kindOf } from "../stack/definitions.js";
import { classOf, nameOf, notedNameOf, titleOf } from "../stack/deployment.js";
import type { Redact } from "./part.js";
import { declarationsIn } from "./plan.js";

/** What a resource belongs to. */
export interface Group {
  /** Names of the components that contain it, outermost first. */
  readonly components: readonly string[];
  readonly customer: number | undefined;
  /** How its contract partner is called, if that is known. */
  readonly customerName: string | undefined;
  /** Its account. */
  readonly account: string | undefined;
  /** The new resource from which its account comes: `VirtualAccount web of customer 100001`. */
  readonly container: string | undefined;
  /** Whether it is for a customer that nobody knows before the run. */
  readonly isOpen: boolean;
}

/** `customer 100001 (Bookshop GmbH)`. */
export const calledText = (of: string, name: string | undefined, redact: Redact): string =>
  `${of}${name === undefined ? "" : ` (${shortened(inLine(redact(name)), 60)})`}`;

/** Tells what each resource of a preview belongs to. */
export async function groupsOf({ planned, remarks }: Story): Promise<(urn: string) => Group> {
  const told = remarks.filter(({ code }) => code === "customer");
  const names = new Map(told.map(({ customer }) => [customer?.of, customer?.called]));
  const entries = new Map<string, Entry>();
  const types = new Map<string, { readonly type: string; readonly isCustom: boolean }>();
  const customers = new Map(told.flatMap(({ account, customer }) => (account && customer ? [[account, customer.of]] : [])));
  for (const step of planned) {
    const entry = step.new ?? step.old;
    if (entry !== undefined) entries.set(step.urn, entry);
    types.set(step.urn, step);
    for (const each of [step.old, step.new]) {
      const { customerNumber, accountIdentifier } = await namesIn(step.type, each);
      if (typeof customerNumber === "number" && typeof accountIdentifier === "string" && !isUnknown(accountIdentifier))
        customers.set(accountIdentifier, customerNumber);
    }
  }
  const named = new Map<string, Readonly<Record<string, unknown>>>();
  const urns = new Map<string, string>();
  for (const { urn, type, old, new: after } of planned) {
    const className = classOf({ type });
    if (className !== undefined) urns.set(`${kindOf(className)} ${notedNameOf(urn)}`, urn);
    named.set(urn, { ...named.get(urn), ...(await namesIn(type, old)), ...(await namesIn(type, after)) });
  }
  const componentsOf = (urn: string | undefined): readonly string[] => {
    const type = urn === undefined ? undefined : types.get(urn);
    if (urn === undefined || type === undefined || type.type === "pulumi:pulumi:Stack") return [];
    const above = componentsOf(entries.get(urn)?.parent);
    return type.isCustom ? above : [...above, nameOf(urn)];
  };
  const declared = declarationsIn(remarks);
  const groupOf = (urn: string): Group => {
    const { customerNumber, accountIdentifier } = named.get(urn) ?? {};
    const isOpen = isUnknown(accountIdentifier) || isUnknown(customerNumber);
    const account = typeof accountIdentifier === "string" && !isOpen ? accountIdentifier : undefined;
    const { accountIdentifier: source } = (isOpen && declared(urn).sources) || {};
    const container = source && urns.get(`${source.kind} ${source.name}`);
    const customer =
      typeof customerNumber === "number"
        ? customerNumber
        : account === undefined
          ? container && groupOf(container).customer
          : customers.get(account);
    return {
      components: componentsOf(entries.get(urn)?.parent),
      customer: customer || undefined,
      customerName: customer ? names.get(customer) : undefined,
      account,
      container: container && `${titleOf(container)}${customer ? ` of customer ${customer}` : ""}`,
      isOpen: isOpen && !customer,
    };
  };
  return groupOf;
}

/** The identifiers in the inputs and the id of a resource of this package. */
async function namesIn(type: string, entry: Entry | undefined): Promise<Readonly<Record<string, unknown>>> {
  const className = classOf({ type });
  const definition = className === undefined ? undefined : await definitionOf(className);
  if (definition === undefined || entry === undefined) return {};
  const inInputs = Object.entries(entry.inputs).filter(([name]) => /^(?:customerNumber|accountIdentifier)$/.test(name));
  const inId = entry.id === undefined ? {} : definition.identity.parse(entry.id);
  // An account is known by its name, which its arguments lack.
  const account = definition.kind === "virtualAccount" && entry.id !== undefined ? { accountIdentifier: nameIn(entry.id) } : {};
  return { ...inId, ...account, ...Object.fromEntries(inInputs) };
}
