import type { Definition } from "../../provider/definition/definition.js";
import { nameOfDeclared, shownTitle } from "../../provider/definition/object-name.js";
import { nameIn } from "../../provider/values/ids.js";
import type { Properties } from "../../provider/values/properties.js";
import { isUnknown } from "../../provider/values/unknown-values.js";
import { inLine, shortened } from "../../sdk/redaction/text.js";
import { shownInputs } from "./properties.js";
import { declarationsIn } from "./remarks.js";
import type { Redact } from "../shared/document.js";
import { definitionFor, kindFor } from "../stack/definitions.js";
import { type Frozen, nameOf, notedNameOf, titleOf } from "../stack/deployment.js";
import type { RunEvents, Step, StepState } from "../stack/events.js";

export type Group = Frozen<ReturnType<Awaited<ReturnType<typeof groupsOf>>>>;

/** `customer 100001 (Bookshop GmbH)`. */
export const calledText = (of: string, name: string | undefined, redact: Redact): string =>
  `${of}${name === undefined ? "" : ` (${shortened(inLine(redact(name)), longestName)})`}`;

export const longestName = 60;

/** Of two APIs, each can have an account or a customer of the same name: it is nobody's then. */
function withoutConflicts<K, V>(pairs: readonly (readonly [K, V])[]): Map<K, V> {
  const all = new Map(pairs);
  for (const [key, value] of pairs) if (all.get(key) !== value) all.delete(key);
  return all;
}

export async function groupsOf({ planned, remarks }: RunEvents) {
  const ofCustomers = remarks.filter(({ code }) => code === "customer");
  const names = withoutConflicts(
    ofCustomers.flatMap(({ customer }) => (customer?.called ? [[customer.of, customer.called]] : [])),
  );
  const steps = new Map<string, Step>();
  const customers = withoutConflicts(
    ofCustomers.flatMap(({ account, customer }) => (account && customer ? [[account, customer.of]] : [])),
  );
  const [named, former] = [new Map<string, Names>(), new Map<string, Names>()];
  const urns = new Map<string, string>();
  for (const step of planned) {
    const { urn, op, old, new: after } = step;
    if (old !== undefined || after !== undefined) steps.set(urn, step);
    urns.set(`${kindFor(step)} ${notedNameOf(urn)}`, urn);
    // A new object has no id yet: that of a replacement is the old one's.
    const isNew = /create|replace/.test(op);
    const before = await namesIn(step, old);
    const now = await namesIn(step, after && isNew ? { ...after, id: undefined } : after);
    for (const { customerNumber, accountIdentifier } of [before, now])
      if (typeof customerNumber === "number" && typeof accountIdentifier === "string" && !isUnknown(accountIdentifier))
        customers.set(accountIdentifier, customerNumber);
    if (after !== undefined) named.set(urn, isNew ? now : { ...before, ...now });
    else if (!named.has(urn)) named.set(urn, before);
    if (old !== undefined) former.set(urn, before);
  }
  const componentsAbove = (urn: string): readonly string[] => {
    const step = steps.get(urn);
    const parent = (step?.new ?? step?.old)?.parent;
    const above = parent === undefined ? undefined : steps.get(parent);
    if (above === undefined || above.type === "pulumi:pulumi:Stack") return [];
    return [...componentsAbove(above.urn), ...(above.isCustom ? [] : [nameOf(above.urn)])];
  };
  const declared = declarationsIn(remarks);
  const placeOf = (urn: string) => {
    const { customerNumber, accountIdentifier } = named.get(urn) ?? {};
    const isUnknownPlace = isUnknown(accountIdentifier) || isUnknown(customerNumber);
    const account = typeof accountIdentifier === "string" && !isUnknownPlace ? accountIdentifier : undefined;
    const { accountIdentifier: source } = (isUnknownPlace && declared(urn).sources) || {};
    return { customerNumber, account, isUnknownPlace, container: source && urns.get(`${source.kind} ${source.name}`) };
  };
  const customerOf = (urn: string): number | undefined => {
    const { customerNumber, account, container } = placeOf(urn);
    if (typeof customerNumber === "number") return customerNumber || undefined;
    if (account !== undefined) return customers.get(account);
    return container ? customerOf(container) : undefined;
  };
  return (urn: string) => {
    const { account, isUnknownPlace, container } = placeOf(urn);
    const customer = customerOf(urn);
    const { customerNumber: formerNumber, accountIdentifier: formerAccount } = former.get(urn) ?? {};
    return {
      /** Names of the components that contain it, outermost first. */
      components: componentsAbove(urn),
      customer,
      customerName: customer === undefined ? undefined : names.get(customer),
      /** Whose the object is so far, if it exists. */
      formerCustomer: typeof formerNumber === "number" ? formerNumber : customers.get(String(formerAccount)),
      account,
      /** The new resource from which its account comes: `VirtualAccount web of customer 100001`. */
      container: container && `${titleOf(container)}${customer ? ` of customer ${customer}` : ""}`,
      /** Whether it is for a customer that nobody knows before the run. */
      isOpen: isUnknownPlace && !customer,
    };
  };
}

type Names = Readonly<Record<string, unknown>>;

async function namesIn(step: Step, entry: StepState | undefined): Promise<Names> {
  const definition = await definitionFor(step);
  if (definition === undefined || entry === undefined) return {};
  const inInputs = Object.entries(entry.inputs).filter(([name]) => /^(?:customerNumber|accountIdentifier)$/.test(name));
  const inId = entry.id === undefined ? {} : definition.identity.parse(entry.id);
  // An account is known by its name, which its arguments lack.
  const account = definition.kind === "virtualAccount" && entry.id !== undefined ? { accountIdentifier: nameIn(entry.id) } : {};
  // Of an object that is replaced, only the id tells where it is.
  return { ...Object.fromEntries(inInputs), ...inId, ...account };
}

/** How people name a declared object, with names in place of the identifiers of other objects in it. */
export type NameOf = (definition: Definition, inputs: Properties) => string;

/** Knows the names of the objects that are in the state of a previewed stack; other identifiers stay as they are. */
export async function objectNamesIn({ planned }: Pick<RunEvents, "planned">): Promise<NameOf> {
  const names = new Map<string, string>();
  for (const step of planned) {
    const definition = await definitionFor(step);
    const entry = step.old ?? step.new;
    if (definition === undefined || entry?.id === undefined) continue;
    const name = shownTitle(definition, shownInputs(definition, entry.inputs));
    if (name !== "") names.set(`${definition.kind} ${entry.id}`, name);
  }
  return (definition, inputs) => {
    const named = Object.entries(inputs).map(([name, value]) => {
      const kind = definition.fields[name]?.refersTo;
      return [name, names.get(`${kind} ${String(value)}`) ?? value];
    });
    return nameOfDeclared(definition, Object.fromEntries(named) as Properties);
  };
}
