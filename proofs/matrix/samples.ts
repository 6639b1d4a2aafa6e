import type { Kind } from "../../provider/values/kinds.js";
import type { Properties } from "../../provider/values/properties.js";
import type { Control, Customer, GdprContact } from "../../sandbox/index.js";
import { clientOf, type Place, planted } from "./place.js";

/** Requests of one operation that a fault hits. */
export interface Target {
  readonly operation: string;
  /** Parameters in its path; an omitted one may have any value, and so may all that follow it. */
  readonly parameters?: Readonly<Record<string, string | number>>;
  /** Text in its body. */
  readonly body?: string;
}

/** An object in the sandbox. */
export interface Present {
  readonly id: string;
  /** Its id in Pulumi. */
  readonly held: string;
  /** Everything that the sandbox stores about it: equal texts are the same object, unchanged. */
  readonly record: string;
  /** Whether it matches the arguments, as far as the sandbox stores them. */
  shows(args: Properties): boolean;
}

/** The requests that decide the lifecycle of a kind. `id` is Pulumi's id. */
export interface Requests {
  readonly create?: (place: Place) => Target;
  /** Reads the single object; if undefined, the listing is read. */
  readonly get?: (place: Place, id: string) => Target;
  readonly list: (place: Place) => Target;
  readonly update?: (place: Place, id: string) => Target;
  readonly delete?: (place: Place, id: string) => Target;
}

/** What the matrix knows about a kind in addition to its definition. */
export interface Sample {
  args(place: Place, control: Control): Properties;
  /** Other arguments that the API can change to. */
  updated?(args: Properties, place: Place): Properties;
  /** Other arguments that only a new object can have. */
  replaced?(args: Properties, place: Place): Properties;
  /** Creates an object at the provider that a resource with the arguments can adopt; it may differ in what the API can change. Returns its id. */
  plant(control: Control, place: Place, args: Properties): string;
  /** All objects of the place. */
  present(control: Control, place: Place): Present[];
  readonly requests: Requests;
}

type Contact = NonNullable<Customer["contactPerson"]>;

const text = (value: unknown): string => value as string;
const sameJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const owner = 100_000;

const present = (record: { readonly id: string }, shows: Present["shows"], held = record.id): Present => ({
  id: record.id,
  held,
  record: JSON.stringify(Object.entries(record).sort(([a], [b]) => a.localeCompare(b))),
  shows,
});

const holds = (record: object, args: Properties, names: readonly string[]): boolean =>
  names.every((name) => sameJson((record as Properties)[name], args[name]));

/** A part of a customer's record, which always exists once. */
function ofCustomer(
  operation: { readonly get: string; readonly update: string; readonly delete?: string },
  {
    args,
    updated,
    part,
    plant = () => undefined,
  }: {
    readonly args: (place: Place) => Properties;
    readonly updated: (place: Place) => Properties;
    /** Undefined if the customer has none. */
    readonly part: (customer: Customer) => object | undefined;
    readonly plant?: (control: Control, customer: Customer) => void;
  },
): Sample {
  const customerOf = (control: Control, { customerNumber }: Place) => control.store.customers.get(String(customerNumber))!;
  const target =
    (id: string) =>
    ({ customerNumber }: Place): Target => ({ operation: id, parameters: { customerNumber } });
  return {
    args: (place) => ({ customerNumber: place.customerNumber, ...args(place) }),
    updated: (before, place) => ({ ...before, ...updated(place) }),
    plant: (control, place) => {
      plant(control, customerOf(control, place));
      return String(place.customerNumber);
    },
    present: (control, place) => {
      const customer = customerOf(control, place);
      const there = part(customer);
      if (there === undefined) return [];
      const shows = ({ customerNumber: _, timeouts: __, adopt: ___, ...declared }: Properties) => {
        const settings = (declared["settings"] as Properties | undefined) ?? declared;
        return holds(there, settings, Object.keys(settings));
      };
      return [present({ id: customer.id, ...there }, shows)];
    },
    requests: {
      list: target(operation.get),
      update: target(operation.update),
      ...(operation.delete === undefined ? {} : { delete: target(operation.delete) }),
    },
  };
}

const contact = {
  args: ({ mark }: Place) => ({ lastName: `Sommer ${mark}`, street: "Lindenweg", houseNumber: "7a" }),
  updated: ({ mark }: Place) => ({ lastName: `Winter ${mark}` }),
};

const otherContact = (customer: Customer): Contact => ({ ...customer.contractPartner, firstName: "Dora" });

const parts = (id: string) => {
  const [parent = "", child = "", below = ""] = id.split("/").map(decodeURIComponent);
  return { parent, child, below };
};

/** By the name of the kind. A missing one fails the matrix. */
export const samples: Readonly<Record<Kind, Sample>> = {
  webhook: {
    args: (place) => ({
      eventType: "DOMAIN_REGISTRATION_STATUS",
      method: "POST",
      url: `https://agency.example/${place.mark}`,
      headers: { "X-Key": planted(place, "header") },
      parameters: { key: "code", value: planted(place, "parameter") },
    }),
    updated: (args, place) => ({ ...args, method: "PUT", headers: { "X-Key": planted(place, "other-header") } }),
    plant: (control, place, { eventType, method, url }) => {
      const id = String(900_000 + place.customerNumber);
      const headers = { "X-Key": planted(place, "foreign-header") };
      control.store.webhooks.insert({
        id,
        login: "reseller",
        eventType: text(eventType),
        method: text(method),
        url: text(url),
        headers,
      });
      return id;
    },
    present: (control, { mark }) =>
      control.store.webhooks
        .all()
        .filter(({ url }) => url.endsWith(`/${mark}`))
        .map((webhook) => present(webhook, (args) => holds(webhook, args, ["method", "url", "headers", "parameters"]))),
    requests: {
      create: ({ mark }) => ({ operation: "createWebhook", body: mark }),
      get: (_, webhookIdentifier) => ({ operation: "getWebhook", parameters: { webhookIdentifier } }),
      list: () => ({ operation: "listWebhooks" }),
      update: (_, webhookIdentifier) => ({ operation: "updateWebhook", parameters: { webhookIdentifier } }),
      delete: (_, webhookIdentifier) => ({ operation: "deleteWebhook", parameters: { webhookIdentifier } }),
    },
  },

  virtualAccount: {
    args: (place) => ({
      customerNumber: place.customerNumber,
      virtualName: `shop-${place.mark}`,
      description: "Shop",
      articleNumber: 1201,
      password: planted(place, "password"),
    }),
    replaced: (args) => ({ ...args, virtualName: `${text(args["virtualName"])}-2` }),
    plant: (control, { customerNumber, mark }, { virtualName, description, articleNumber }) => {
      const uid = 300_000 + customerNumber;
      control.store.accounts.insert({
        id: `p${uid}`,
        uid,
        customerNumber,
        description: text(description),
        articleNumber: articleNumber as number,
        disabled: false,
        activateShell: false,
        ipAddress: "192.0.2.1",
        status: "ready",
        virtual: { virtualName: text(virtualName), passwordHash: mark },
      });
      return `${customerNumber}/p${uid}`;
    },
    present: (control, { customerNumber }) =>
      control.store.accounts
        .all()
        .filter((account) => account.customerNumber === customerNumber && account.virtual !== undefined)
        .map((account) =>
          present(account, ({ virtualName }) => account.virtual?.virtualName === virtualName, `${customerNumber}/${account.id}`),
        ),
    requests: {
      create: ({ customerNumber }) => ({ operation: "createVirtualAccount", parameters: { customerNumber } }),
      list: ({ customerNumber }) => ({ operation: "listVirtualAccounts", parameters: { customerNumber } }),
      delete: ({ customerNumber }) => ({ operation: "deleteVirtualAccount", parameters: { customerNumber } }),
    },
  },

  domain: {
    args: (place) => ({
      accountIdentifier: place.account,
      sld: `new-${place.mark}`,
      tld: "de",
    }),
    replaced: (args) => ({ ...args, sld: `${text(args["sld"])}-2` }),
    plant: (control, { account }, { sld, tld }) => {
      const id = `${text(sld)}.${text(tld)}`;
      control.store.domains.insert({
        id,
        account,
        sld: text(sld),
        tld: text(tld),
        external: false,
        registryStatus: "ok",
        created: control.now(),
        attachments: [],
      });
      return `${account}/${id}`;
    },
    present: (control, { account, domain }) =>
      control.store.domains
        .all()
        .filter((each) => each.account === account && each.id !== domain)
        .map((each) => present(each, (args) => holds(each, args, ["sld", "tld"]), `${account}/${each.id}`)),
    requests: {
      create: ({ account }) => ({ operation: "registerDomain", parameters: { accountIdentifier: account } }),
      list: ({ account }) => ({ operation: "listDomains", parameters: { accountIdentifier: account } }),
      delete: ({ account }, id) => ({
        operation: "deleteDomain",
        parameters: { accountIdentifier: account, domainIdentifier: parts(id).child },
      }),
    },
  },

  subdomain: {
    args: ({ account, domain }) => ({ accountIdentifier: account, domainIdentifier: domain, name: "news", target: "/news" }),
    replaced: (args) => ({ ...args, target: "/other-news" }),
    plant: (control, { account, domain, customerNumber }, { name, target }) => {
      const uid = 900_000 + customerNumber;
      control.store.subdomains.insert({
        id: String(uid),
        uid,
        domain,
        name: text(name),
        target: text(target),
        certificate: false,
      });
      return `${account}/${domain}/${text(name)}`;
    },
    present: (control, { account, domain }) =>
      control.store.subdomains
        .all()
        .filter((each) => each.domain === domain && each.name !== "www")
        .map((each) => present(each, (args) => holds(each, args, ["name", "target"]), `${account}/${domain}/${each.name}`)),
    requests: {
      create: (place) => ({ operation: "createSubdomains", parameters: ofDomain(place) }),
      list: (place) => ({ operation: "listSubdomains", parameters: ofDomain(place) }),
      delete: (place) => ({ operation: "deleteSubdomain", parameters: ofDomain(place) }),
    },
  },

  applicationToken: {
    args: ({ mark }) => ({ description: `deployment ${mark}`, triggers: ["1"] }),
    replaced: (args) => ({ ...args, triggers: ["2"] }),
    plant: (control, { mark, customerNumber }, { description }) => {
      const id = `5f0c1d6e-0000-4000-8000-000000${customerNumber}`;
      control.store.applicationTokens.insert({
        id,
        login: "reseller",
        description: text(description),
        secretHash: mark,
        created: control.now(),
      });
      return id;
    },
    present: (control, { mark }) =>
      control.store.applicationTokens
        .all()
        .filter(({ description }) => description.endsWith(mark))
        .map((token) => present(token, (args) => holds(token, args, ["description"]))),
    requests: {
      create: ({ mark }) => ({ operation: "createApplicationToken", body: mark }),
      list: () => ({ operation: "listApplicationTokens" }),
      delete: (_, uuid) => ({ operation: "deleteApplicationToken", parameters: { uuid } }),
    },
  },

  gdprContract: {
    args: ({ mark }, { store }) => {
      const [recipient, ...others] = store.gdprContacts.all();
      const client = others.find(({ name }) => name === clientOf({ mark }));
      return { html: `<p>Contract ${mark}</p>`, tom: store.gdprToms.all()[0]!.id, client: client!.id, recipient: recipient!.id };
    },
    replaced: (args, { mark }) => ({ ...args, html: `<p>Other contract ${mark}</p>` }),
    plant: (control, place, { html, tom, client, recipient }) => {
      const id = documentId(place);
      control.store.gdprContracts.insert({
        id,
        owner,
        created: control.now(),
        html: text(html),
        tom: text(tom),
        client: text(client),
        recipient: text(recipient),
        isPartnerContract: false,
      });
      return id;
    },
    present: (control, { mark }) =>
      control.store.gdprContracts
        .all()
        .filter(({ html }) => html.includes(mark))
        .map((contract) => present(contract, (args) => holds(contract, args, ["html"]))),
    requests: {
      create: ({ mark }) => ({ operation: "createGdprContract", body: mark }),
      get: (_, contractIdentifier) => ({ operation: "getGdprContract", parameters: { contractIdentifier } }),
      list: () => ({ operation: "listGdprContracts" }),
      delete: (_, contractIdentifier) => ({ operation: "deleteGdprContract", parameters: { contractIdentifier } }),
    },
  },

  gdprContractPreset: {
    args: ({ mark }) => ({ name: `standard ${mark}`, description: "As agreed", config: { language: "en" } }),
    replaced: (args) => ({ ...args, config: { language: "de" } }),
    plant: (control, place, { name, description, config }) => {
      const id = documentId(place);
      control.store.gdprContractPresets.insert({
        id,
        owner,
        created: control.now(),
        name: text(name),
        description: text(description),
        config: config as Properties,
      });
      return id;
    },
    present: (control, { mark }) =>
      control.store.gdprContractPresets
        .all()
        .filter(({ name }) => name.endsWith(mark))
        .map((preset) => present(preset, (args) => holds(preset, args, ["name", "description", "config"]))),
    requests: {
      create: ({ mark }) => ({ operation: "createGdprContractPreset", body: mark }),
      get: (_, contractPresetIdentifier) => ({
        operation: "getGdprContractPreset",
        parameters: { contractPresetIdentifier },
      }),
      list: () => ({ operation: "listGdprContractPresets" }),
    },
  },

  gdprContact: {
    args: ({ mark }) => ({
      name: `Sommer ${mark}`,
      street: "Lindenweg",
      houseNumber: "7a",
      zipCode: "50667",
      city: "Köln",
      mail: "office@sommer.example",
      type: "client",
    }),
    replaced: (args) => ({ ...args, city: "Bonn" }),
    plant: (control, place, args) => {
      const id = documentId(place);
      control.store.gdprContacts.insert({
        ...(args as Omit<GdprContact, "id" | "owner" | "created">),
        id,
        owner,
        created: control.now(),
      });
      return id;
    },
    present: (control, { mark }) =>
      control.store.gdprContacts
        .all()
        .filter(({ name }) => name.endsWith(mark))
        .map((each) => present(each, (args) => holds(each, args, ["name", "city", "mail", "type"]))),
    requests: {
      create: ({ mark }) => ({ operation: "createGdprContact", body: mark }),
      get: (_, contactIdentifier) => ({ operation: "getGdprContact", parameters: { contactIdentifier } }),
      list: () => ({ operation: "listGdprContacts" }),
    },
  },

  gdprPdf: {
    args: ({ mark }) => ({ name: `${mark}.pdf`, pdf: Buffer.from("%PDF-1.4 first").toString("base64") }),
    replaced: (args) => ({ ...args, pdf: Buffer.from("%PDF-1.4 second").toString("base64") }),
    plant: (control, place, { name, pdf }) => {
      const id = documentId(place);
      control.store.gdprPdfs.insert({ id, owner, created: control.now(), name: text(name), content: text(pdf) });
      return id;
    },
    present: (control, { mark }) =>
      control.store.gdprPdfs
        .all()
        .filter(({ name }) => name.startsWith(mark))
        .map((pdf) => present(pdf, (args) => pdf.name === args["name"] && pdf.content === args["pdf"])),
    requests: {
      create: ({ mark }) => ({ operation: "uploadGdprPdf", body: mark }),
      get: (_, pdfIdentifier) => ({ operation: "getGdprPdf", parameters: { pdfIdentifier } }),
      list: () => ({ operation: "listGdprPdfs" }),
      delete: (_, pdfIdentifier) => ({ operation: "deleteGdprPdf", parameters: { pdfIdentifier } }),
    },
  },

  gdprTom: {
    args: ({ mark }) => ({ content: `Backups: daily ${mark}` }),
    replaced: (_, { mark }) => ({ content: `Backups: hourly ${mark}` }),
    plant: (control, place, { content }) => {
      const id = documentId(place);
      control.store.gdprToms.insert({ id, owner, created: control.now(), content: text(content) });
      return id;
    },
    present: (control, { mark }) =>
      control.store.gdprToms
        .all()
        .filter(({ content }) => content.endsWith(mark))
        .map((tom) => present(tom, (args) => holds(tom, args, ["content"]))),
    requests: {
      create: ({ mark }) => ({ operation: "createGdprTom", body: mark }),
      get: (_, tomIdentifier) => ({ operation: "getGdprTom", parameters: { tomIdentifier } }),
      list: () => ({ operation: "listGdprToms" }),
    },
  },

  contractPartner: ofCustomer(
    { get: "getContractPartner", update: "updateContractPartner" },
    { ...contact, part: ({ contractPartner }) => contractPartner },
  ),

  contactPerson: ofCustomer(
    { get: "getContactPerson", update: "updateContactPerson" },
    {
      ...contact,
      part: ({ contactPerson }) => contactPerson,
      plant: ({ store }, customer) => void store.customers.update(customer.id, { contactPerson: otherContact(customer) }),
    },
  ),

  billingRecipient: ofCustomer(
    { get: "getBillingRecipient", update: "updateBillingRecipient", delete: "resetBillingRecipient" },
    {
      ...contact,
      part: ({ billingRecipient }) => billingRecipient,
      plant: ({ store }, customer) => void store.customers.update(customer.id, { billingRecipient: otherContact(customer) }),
    },
  ),

  billingSettings: ofCustomer(
    { get: "getBillingSettings", update: "updateBillingSettings" },
    {
      args: () => ({ postalInvoices: true, vatID: "DE100001000" }),
      updated: () => ({ vatID: "DE100002000" }),
      part: ({ billingSettings }) => billingSettings,
    },
  ),

  paymentSettings: ofCustomer(
    { get: "getPaymentSettings", update: "updatePaymentSettings" },
    {
      args: (place) => ({ settings: { iban: planted(place, "iban") } }),
      updated: (place) => ({ settings: { iban: planted(place, "other-iban") } }),
      part: ({ paymentSettings }) => paymentSettings,
    },
  ),
};

const documentId = ({ customerNumber }: Place): string => `5f0c1d6e0000000000${customerNumber}`;

function ofDomain({ account, domain }: Place): Record<string, string> {
  return { accountIdentifier: account, domainIdentifier: domain };
}
