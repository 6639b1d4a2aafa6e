import * as hosting from "pulumi-hosting";
import * as pulumi from "@pulumi/pulumi";
import { customersVariable, readCustomers } from "./customers.js";

/** The program of every stack: it declares what the customer with that name has. */

const customer = readCustomers(process.env[customersVariable] ?? "customers.json").find(({ name }) => name === pulumi.getStack());
if (customer === undefined) throw new Error(`There is no customer with the stack's name, ${pulumi.getStack()}.`);

const { account, domains, webhooks, tokens, leaving } = customer;
const webhookSecret = process.env["FLEET_WEBHOOK_SECRET"];

for (const { sld, tld, subdomains } of domains) {
  const domain = new hosting.Domain(`${sld}.${tld}`, { accountIdentifier: account, sld, tld }, { protect: !leaving });
  for (const { name, target } of subdomains)
    new hosting.Subdomain(
      `${name}.${sld}.${tld}`,
      { accountIdentifier: account, domainIdentifier: domain.domainIdentifier, name, target },
      { deletedWith: domain },
    );
}

for (const url of webhooks)
  new hosting.Webhook(url, {
    eventType: "DOMAIN_REGISTRATION_STATUS",
    method: "POST",
    url,
    ...(webhookSecret ? { headers: { "X-Agency": pulumi.secret(webhookSecret) } } : {}),
  });

for (const description of tokens) new hosting.ApplicationToken(description, { description });
