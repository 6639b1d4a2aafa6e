import * as hosting from "pulumi-hosting";
import { type Customer, readCustomers } from "./customer";
import { readSettings, type Settings } from "./settings";

function accountOf(name: string, { account, company }: Customer, settings: Settings): hosting.SiteArgs["account"] {
  if (typeof account === "string") return account;
  return {
    ...account,
    description: `Website of ${company}`,
    articleNumber: settings.articleNumber,
    password: settings.passwordOf(name),
  };
}

const contractWith = ({ company }: Customer, { agency, measures }: Settings): hosting.GdprContractArgs => ({
  html: `<h1>Data processing agreement</h1><p>The agency hosts the website of ${company}.</p>`,
  client: hosting.findGdprContactOutput({ name: company }).identifier,
  recipient: agency,
  tom: measures,
  // The agreement is new even if the site exists.
  adopt: false,
});

function siteOf(name: string, customer: Customer, settings: Settings): hosting.Site {
  const { domain, subdomains, adopt, leaving } = customer;
  return new hosting.Site(
    name,
    { account: accountOf(name, customer, settings), domain, subdomains, adopt, contract: contractWith(customer, settings) },
    leaving ? { protect: false } : {},
  );
}

const settings = readSettings();
const customers = readCustomers(settings.customersFile);
const sites = Object.entries(customers).map(([name, customer]) => [name, siteOf(name, customer, settings)] as const);

export const addresses = Object.fromEntries(sites.map(([name, { url, urls }]) => [name, [url, ...Object.values(urls)]]));
export const accounts = Object.fromEntries(sites.map(([name, { accountIdentifier }]) => [name, accountIdentifier]));
