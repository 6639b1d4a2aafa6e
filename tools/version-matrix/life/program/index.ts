/* The program that `npm run versions -- --life` installs, and takes through its life. */
import * as hosting from "pulumi-hosting";
import * as pulumi from "@pulumi/pulumi";
import { type Customer, readAgency } from "./agency";

const config = new pulumi.Config();
const password = config.requireSecret("accountPassword");
const secret = config.requireSecret("webhookSecret");
const recipient = hosting.findGdprContactOutput({ name: "Winter Agentur GmbH" }).identifier;
const tom = hosting.findGdprTomOutput({ contains: "Backups: daily" }).identifier;

const siteOf = (name: string, { company, customerNumber, domain, subdomains }: Customer): hosting.Site =>
  new hosting.Site(name, {
    account: {
      customerNumber,
      virtualName: `${domain}-web`,
      description: `Website of ${company}`,
      articleNumber: 1101,
      password,
    },
    domain: { sld: domain, tld: "de" },
    subdomains,
    contract: {
      html: `<h1>Data processing agreement</h1><p>The agency hosts the website of ${company}.</p>`,
      client: hosting.findGdprContactOutput({ name: company }).identifier,
      recipient,
      tom,
    },
  });

const agency = readAgency();
const sites = new Map(Object.entries(agency.customers).map(([name, customer]) => [name, siteOf(name, customer)]));

for (const [name, { customer, domain }] of Object.entries(agency.campaigns))
  new hosting.Site(name, {
    account: sites.get(customer)!.accountIdentifier,
    domain: { sld: domain, tld: "de" },
    subdomains: { www: {} },
  });

for (const [name, { method, url, formerly }] of Object.entries(agency.webhooks))
  new hosting.Webhook(
    name,
    { eventType: "DOMAIN_REGISTRATION_STATUS", method, url, headers: { "X-Agency": secret } },
    { aliases: formerly === undefined ? [] : [{ name: formerly }] },
  );

const tokens = Object.entries(agency.tokens).map(
  ([name, period]) => [name, new hosting.ApplicationToken(name, { description: name, triggers: [period] })] as const,
);

for (const [name, language] of Object.entries(agency.presets))
  new hosting.GdprContractPreset(name, { name, config: { language, sections: ["purpose", "measures"] } });

export const addresses = Object.fromEntries(Array.from(sites, ([name, { url, urls }]) => [name, { url, ...urls }]));
export const logins = Object.fromEntries(tokens.map(([name, { uuid, token }]) => [name, { uuid, token }]));
