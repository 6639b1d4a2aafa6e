import { emailAddress } from "../../sdk/models/common.js";
import { customerOf } from "../rules/access.js";
import { invoiceTotals, nameOf, newCustomer } from "../rules/booking.js";
import { timestamp } from "../state/clock.js";
import { type Handlers, undeclared } from "./handler.js";
import { renderPdf } from "../rules/pdf.js";
import type { Contact, Customer, Invoice, Login } from "../state/records.js";
import { empty, file, json, visible } from "../http/reply.js";
import { customerCategories } from "../seeds/catalogue.js";
import { present } from "../http/shape.js";
import type { World } from "../state/world.js";
import { countryForm } from "./countries.js";

/** A contact as it is read. Missing members are empty, because the API promises them. */
const partnerForm = (contact: Contact) =>
  present({
    firstName: contact.firstName ?? "",
    lastName: contact.lastName ?? "",
    title: contact.title,
    salutation: contact.salutation ?? "",
    company: contact.company ?? null,
    address: {
      street: contact.street ?? "",
      houseNumber: contact.houseNumber ?? "",
      zip: contact.zip ?? "",
      city: contact.city ?? "",
      country: countryForm(contact.country ?? "DE"),
    },
    contact: present({ telephone: contact.phone ?? "", fax: contact.fax, email: contact.emailAddress ?? "" }),
  });

/** A contact after an update, which replaces all of it. It always keeps a mail address: an empty one would be useless. */
const updated = (world: World, before: Contact, sent: Contact): Contact =>
  present({ ...(world.readings.contactUpdate === "cleared" ? { emailAddress: before.emailAddress } : before), ...present(sent) });

/** The contact, or a redirect to the contract partner if it is the same. */
function contactReply(world: World, customer: Customer, contact: Contact | undefined) {
  if (contact !== undefined) return json(200, partnerForm(contact));
  const location = `/v1/customers/${customer.customerNumber}/contractpartner`;
  return { ...empty(world.readings.contactRedirect), headers: { Location: location } };
}

const contactMembers = [
  "firstName",
  "lastName",
  "title",
  "salutation",
  "company",
  "street",
  "houseNumber",
  "zip",
  "city",
  "country",
  "phone",
  "fax",
  "vat",
] as const satisfies readonly (keyof Contact)[];

/** A contact from an open object: those of a contact's members that are text. Without a valid mail address, it gets the partner's. */
function contactFrom(sent: Readonly<Record<string, unknown>> | undefined, partner: Contact): Contact | undefined {
  if (sent === undefined) return undefined;
  const texts = contactMembers.flatMap((name) => {
    const value = sent[name];
    return typeof value === "string" ? [[name, value] as const] : [];
  });
  const address = emailAddress.safeParse(sent["emailAddress"]);
  return present({ ...Object.fromEntries(texts), emailAddress: address.success ? address.data : partner.emailAddress });
}

const customerForm = ({ customerNumber, prospect }: Customer) => ({ customerNumber, prospect });

const euro = (amount: number) => ({ currency: "EUR", amount });

function invoiceForm(invoice: Invoice) {
  const { net, gross } = invoiceTotals(invoice);
  return {
    invoiceNumber: Number(invoice.id),
    invoicedAt: timestamp(invoice.at),
    netTotal: euro(net),
    grossTotal: euro(gross),
    items: invoice.items.map((item) => ({
      title: item.title,
      text: item.text,
      netTotal: euro(Math.round(item.net * item.amount * 100) / 100),
      quantity: { amount: item.amount, unit: "month" },
    })),
  };
}

function invoicePdf(world: World, invoice: Invoice): Uint8Array {
  const customer = world.objects.customers.get(String(invoice.customerNumber));
  const { net, gross } = invoiceTotals(invoice);
  return renderPdf(`Invoice ${invoice.id}`, [
    `To: ${nameOf(customer?.contractPartner ?? {})}, customer ${invoice.customerNumber}`,
    `Date: ${timestamp(invoice.at)}`,
    "",
    ...invoice.items.map((item) => `${item.amount} x ${item.title} (${item.text}): ${(item.net * item.amount).toFixed(2)} €`),
    "",
    `Net: ${net.toFixed(2)} €`,
    `Total: ${gross.toFixed(2)} €`,
  ]);
}

/** The invoice if its customer is visible, or 403. */
function invoiceOf(world: World, login: Login, invoiceNumber: string): Invoice {
  const invoice = visible(world.objects.invoices.get(invoiceNumber));
  customerOf(world, login, invoice.customerNumber);
  return invoice;
}

/** How much of a benefit the articles of a customer's accounts include, and how much is in use; undefined for an unknown one. */
function benefitUsage(world: World, customer: Customer, identifier: string): { value: number; usage: number } | undefined {
  const { accounts, articles, domains, subdomains, mailAddresses } = world.objects;
  const owned = accounts.filter(({ customerNumber }) => customerNumber === customer.customerNumber);
  const names = new Set(owned.map(({ id }) => id));
  const registered = domains.filter(({ account }) => names.has(account));
  const usage: Readonly<Record<string, () => number>> = {
    domain: () => registered.length,
    subdomain: () => subdomains.filter(({ domain }) => registered.some(({ id }) => id === domain)).length,
    mailAddress: () => mailAddresses.filter(({ account }) => names.has(account)).length,
  };
  const used = Object.hasOwn(usage, identifier) ? usage[identifier] : undefined;
  if (used === undefined) return undefined;
  const value = owned.reduce((sum, { articleNumber }) => {
    const benefit = articles.get(String(articleNumber))?.benefits?.[identifier] as { readonly max?: number } | undefined;
    return sum + (benefit?.max ?? 0);
  }, 0);
  return { value, usage: used() };
}

const benefitNames = ["domain", "subdomain", "mailAddress"];

export const customers = {
  createCustomer: ({ body, login }, world) => {
    const { contractPartner, contactPerson, billingAddress, paymentSettings } = body;
    const { customer, password } = newCustomer(
      world,
      present({
        reseller: login.customerNumber,
        contractPartner,
        contactPerson: contactFrom(contactPerson, contractPartner),
        billingRecipient: contactFrom(billingAddress, contractPartner),
        paymentSettings,
      }),
    );
    return json(201, { customerNumber: String(customer.customerNumber), password });
  },

  listCustomerCategories: () => json(200, customerCategories),

  getCurrentCustomer: ({ login }, world) => json(200, customerForm(customerOf(world, login, login.customerNumber))),

  getCustomer: ({ parameters, login }, world) => json(200, customerForm(customerOf(world, login, parameters.customerNumber))),

  getContactPerson: ({ parameters, login }, world) => {
    const customer = customerOf(world, login, parameters.customerNumber);
    return contactReply(world, customer, customer.contactPerson);
  },

  updateContactPerson: ({ parameters, body, login }, world) => {
    const customer = customerOf(world, login, parameters.customerNumber);
    const { identicalToDefaultAddress, ...sent } = body;
    const contactPerson =
      identicalToDefaultAddress === true ? undefined : updated(world, customer.contactPerson ?? customer.contractPartner, sent);
    world.objects.customers.update(customer.id, { contactPerson });
    return json(200, partnerForm(contactPerson ?? customer.contractPartner));
  },

  getContractPartner: ({ parameters, login }, world) =>
    json(200, partnerForm(customerOf(world, login, parameters.customerNumber).contractPartner)),

  updateContractPartner: ({ parameters, body, login }, world) => {
    const customer = customerOf(world, login, parameters.customerNumber);
    const contractPartner = updated(world, customer.contractPartner, body);
    world.objects.customers.update(customer.id, { contractPartner });
    return json(200, partnerForm(contractPartner));
  },

  getBillingRecipient: ({ parameters, login }, world) => {
    const customer = customerOf(world, login, parameters.customerNumber);
    return contactReply(world, customer, customer.billingRecipient);
  },

  updateBillingRecipient: ({ parameters, body, login }, world) => {
    const customer = customerOf(world, login, parameters.customerNumber);
    const billingRecipient = updated(world, customer.billingRecipient ?? customer.contractPartner, body);
    world.objects.customers.update(customer.id, { billingRecipient });
    return json(200, partnerForm(billingRecipient));
  },

  resetBillingRecipient: ({ parameters, login }, world) => {
    const customer = customerOf(world, login, parameters.customerNumber);
    world.objects.customers.update(customer.id, { billingRecipient: undefined });
    return empty(204);
  },

  getBillingSettings: ({ parameters, login }, world) =>
    json(200, customerOf(world, login, parameters.customerNumber).billingSettings),

  updateBillingSettings: ({ parameters, body, login }, world) => {
    const customer = customerOf(world, login, parameters.customerNumber);
    const billingSettings = present(body);
    world.objects.customers.update(customer.id, { billingSettings });
    return json(200, billingSettings);
  },

  getPaymentSettings: ({ parameters, login }, world) =>
    json(200, customerOf(world, login, parameters.customerNumber).paymentSettings),

  updatePaymentSettings: ({ parameters, body, login }, world) => {
    const customer = customerOf(world, login, parameters.customerNumber);
    world.objects.customers.update(customer.id, { paymentSettings: body });
    return json(200, body);
  },

  getBenefit: ({ parameters, login }, world) => {
    const customer = customerOf(world, login, parameters.customerNumber);
    const { value, usage } = visible(benefitUsage(world, customer, parameters.benefit));
    const uid = benefitNames.indexOf(parameters.benefit) + 1;
    const benefit = {
      uid: customer.customerNumber * 10 + uid,
      benefit: { identifier: parameters.benefit, uid },
      value,
      usage,
      exceedance: Math.max(0, usage - value),
    };
    return json(200, world.readings.benefits === "array" ? [benefit] : undeclared(benefit));
  },

  listInvoices: ({ parameters, login }, world) => {
    const { customerNumber } = customerOf(world, login, parameters.customerNumber);
    return json(200, world.objects.invoices.filter((invoice) => invoice.customerNumber === customerNumber).map(invoiceForm));
  },

  getInvoice: ({ parameters, login, accept }, world) => {
    const invoice = invoiceOf(world, login, parameters.invoiceNumber);
    return accept.startsWith("application/pdf")
      ? file("application/pdf", invoicePdf(world, invoice))
      : json(200, invoiceForm(invoice));
  },

  listPaymentReceipts: ({ parameters, login }, world) => {
    const invoice = invoiceOf(world, login, parameters.invoiceNumber);
    const receipts = world.objects.paymentReceipts.filter((receipt) => receipt.invoice === invoice.id);
    return json(
      200,
      receipts.map(({ at, amount, description }) => ({
        recordedAt: timestamp(at),
        amount: euro(amount),
        kind: { description },
      })),
    );
  },
} satisfies Partial<Handlers>;
