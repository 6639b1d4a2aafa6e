import * as hosting from "pulumi-hosting";
import * as pulumi from "@pulumi/pulumi";
import type { Customer } from "./customers.js";

/**
 * Declares what a customer has.
 *
 * @param webhookSecret sent with the calls of the webhooks
 */
export function declare({ account, domains, webhooks, tokens, leaving }: Customer, webhookSecret: string | undefined): void {
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
}
