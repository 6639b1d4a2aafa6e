import type { Readings, Sandbox } from "../../sandbox/index.js";
import type { ProgramSpec, ResourceSpec } from "../support/engine.js";

/** Readings of the API under which most is stored: rewritten texts, a password that the provider chose. */
export const readings: Partial<Readings> = {
  html: "reserialised",
  virtualAccountPassword: "generated",
  internationalNames: "unicode",
  subdomainTarget: "root",
  emptyMembers: "object",
};

/** Values that must appear in plain text in no state. */
export const planted = {
  header: "recorded-header-value",
  parameter: "recorded-parameter-value",
  account: "recorded-account-password",
  authcode: "recorded-authcode",
  iban: "DE02120300000000202051",
  second: "agency-password",
} as const;

const eventType = "DOMAIN_REGISTRATION_STATUS";
const timeouts = { create: "90s", update: "90s", delete: "2m" };

const person = {
  salutation: "Frau",
  firstName: "Ada",
  lastName: "Winter",
  street: "Am Hafen",
  houseNumber: "1",
  zip: "30159",
  city: "Hannover",
  country: "DE",
  emailAddress: "ada@winter-agentur.example",
};

const of = (resource: string, output: string) => ({ $of: [resource, output] });

/** Each kind of resource in each form that leaves something different in the state. */
export function everything({ url, control }: Sandbox): ProgramSpec {
  control.store.webhooks.insert({
    id: "900",
    login: "reseller",
    eventType,
    method: "GET",
    url: "https://agency.example/adopted",
  });
  const [recipient, client] = control.store.gdprContacts.all();
  const [tom] = control.store.gdprToms.all();

  const webhooks: ResourceSpec[] = [
    { type: "Webhook", name: "hook-plain", args: { eventType, method: "POST", url: "https://agency.example/plain" } },
    {
      type: "Webhook",
      name: "hook-whole",
      args: {
        eventType,
        method: "PUT",
        url: "https://AGENCY.example/whole?a=b",
        headers: { "X-Key": planted.header, Accept: "application/json" },
        parameters: { key: "code", value: planted.parameter },
        timeouts,
      },
    },
    { type: "Webhook", name: "hook-empty", args: { eventType, method: "PATCH", url: "https://agency.example/", headers: {} } },
    {
      type: "Webhook",
      name: "hook-adopted",
      args: { eventType, method: "GET", url: "https://agency.example/adopted", adopt: true },
    },
  ];

  const hosting: ResourceSpec[] = [
    {
      type: "VirtualAccount",
      name: "account",
      args: {
        customerNumber: 100001,
        virtualName: "recorded",
        description: "Recorded",
        articleNumber: 1101,
        password: planted.account,
      },
    },
    {
      type: "Domain",
      name: "domain",
      args: {
        accountIdentifier: of("account", "accountIdentifier"),
        sld: "Recorded",
        tld: "de",
        handles: { owner: person, admin: person },
      },
    },
    {
      type: "Domain",
      name: "domain-moved",
      args: {
        accountIdentifier: "p100001",
        sld: "recorded-moved",
        tld: "com",
        domainNameTransfer: { authcode: planted.authcode, authInfoProcedure: 1 },
      },
      options: { protect: false },
    },
    {
      type: "Domain",
      name: "domain-external",
      args: { accountIdentifier: "p100002", sld: "recorded-elsewhere", tld: "org", external: true, target: "/html" },
    },
    { type: "Domain", name: "domain-umlaut", args: { accountIdentifier: "p100001", sld: "blütenläden", tld: "de" } },
    {
      type: "Domain",
      name: "domain-adopted",
      args: { accountIdentifier: "p100001", sld: "sommer-gartenbau", tld: "de", adopt: true },
    },
    { type: "Domain", name: "domain-read", get: "p100002/buch-herbst.de" },
    ...[{ name: "www" }, { name: "blog", target: "/blog" }, { name: "a.b" }].map((args) => ({
      type: "Subdomain",
      name: `subdomain-${args.name}`,
      args: {
        accountIdentifier: of("domain", "accountIdentifier"),
        domainIdentifier: of("domain", "domainIdentifier"),
        ...args,
      },
      options: { deletedWith: "domain" },
    })),
    {
      type: "Subdomain",
      name: "subdomain-umlaut",
      args: {
        accountIdentifier: "p100001",
        domainIdentifier: of("domain-umlaut", "domainIdentifier"),
        name: "grüße",
        target: "/g",
      },
    },
  ];

  const tokens: ResourceSpec[] = [
    { type: "ApplicationToken", name: "token-plain", args: { description: "recorded" } },
    {
      type: "ApplicationToken",
      name: "token-rotated",
      args: { description: "recorded", triggers: ["2026", 1, { of: of("token-plain", "uuid") }] },
    },
  ];

  const gdpr: ResourceSpec[] = [
    {
      type: "GdprContact",
      name: "contact",
      args: {
        name: "Keramik Ziegler",
        street: "Simeonstraße",
        houseNumber: "1",
        zipCode: "54290",
        city: "Trier",
        mail: "datenschutz@keramik-ziegler.example",
      },
    },
    {
      type: "GdprContact",
      name: "contact-typed",
      args: {
        name: "Optik Lorenz",
        street: "Gaustraße",
        houseNumber: "2",
        zipCode: "55116",
        city: "Mainz",
        mail: "datenschutz@optik-lorenz.example",
        type: "client",
      },
    },
    {
      type: "GdprTom",
      name: "tom",
      args: { content: "Backups: daily & off site, <b>kept</b> for thirty days.\nKeys: personal." },
    },
    { type: "GdprPdf", name: "pdf", args: { name: "recorded.pdf", pdf: Buffer.from("%PDF-1.4 recorded").toString("base64") } },
    {
      type: "GdprContract",
      name: "contract",
      args: {
        html: "<h1>Agreement</h1>\n<p class=a>Text &amp; more &ouml;</p><br/>",
        tom: of("tom", "tomIdentifier"),
        client: of("contact-typed", "contactIdentifier"),
        recipient: recipient!.id,
      },
    },
    {
      type: "GdprContract",
      name: "contract-partner",
      args: {
        html: "<p>With a partner</p>",
        tom: tom!.id,
        client: client!.id,
        recipient: recipient!.id,
        isPartnerContract: true,
      },
    },
    { type: "GdprContractPreset", name: "preset-plain", args: { name: "recorded" } },
    {
      type: "GdprContractPreset",
      name: "preset-whole",
      args: {
        name: "recorded-whole",
        description: "As agreed",
        config: { retention: { days: 30 }, languages: ["de", "en"], none: [], nothing: {} },
      },
    },
  ];

  const customers: ResourceSpec[] = [
    {
      type: "ContractPartner",
      name: "partner",
      args: {
        customerNumber: 100002,
        ...person,
        title: "Dr.",
        company: "Buchhandlung Winter",
        phone: "+49-511-1",
        vat: "DE123456789",
      },
    },
    { type: "ContactPerson", name: "person", args: { customerNumber: 100001, ...person } },
    { type: "BillingRecipient", name: "recipient", args: { customerNumber: 100001, ...person, company: "Winter Steuern" } },
    { type: "BillingSettings", name: "billing", args: { customerNumber: 100001, postalInvoices: true, vatID: "DE100001001" } },
    { type: "BillingSettings", name: "billing-part", args: { customerNumber: 100002, postalInvoices: false } },
    {
      type: "PaymentSettings",
      name: "payment",
      args: { customerNumber: 100001, settings: { method: "debit", iban: planted.iban, days: 14 } },
    },
  ];

  const second: ResourceSpec[] = [
    {
      type: "Provider",
      name: "second",
      args: { baseUrl: url, username: "agency", password: { $secret: planted.second }, whenGone: "recreate" },
    },
    {
      type: "Webhook",
      name: "hook-of-second",
      args: { eventType, method: "POST", url: "https://agency.example/plain" },
      options: { provider: "second" },
    },
    { type: "ApplicationToken", name: "token-of-second", args: { description: "recorded" }, options: { provider: "second" } },
  ];

  return {
    resources: [...webhooks, ...hosting, ...tokens, ...gdpr, ...customers, ...second],
    outputs: { token: of("token-plain", "token"), domain: of("domain", "fullname"), account: of("account", "accountIdentifier") },
  };
}
