import type * as Hosting from "../../../provider/index.js";
import { accountPassword, articleNumber, customerNumber, declaration, eventType, tld } from "../mix.js";

/** The program of the benchmark with the resources of this package. */

// By the package's name, as in a user's program: the benchmark resolves it like any other dependency.
// eslint-disable-next-line @typescript-eslint/no-require-imports
const hosting = require("pulumi-hosting") as typeof Hosting;

const { accounts, domains, subdomains, tokens, webhooks } = declaration();

const madeAccounts = accounts.map(
  ({ virtualName }) =>
    new hosting.VirtualAccount(
      virtualName,
      { customerNumber, virtualName, description: virtualName, articleNumber, password: accountPassword },
      { protect: false },
    ),
);

const madeDomains = domains.map(
  ({ sld, account }) =>
    new hosting.Domain(sld, { accountIdentifier: madeAccounts[account]!.accountIdentifier, sld, tld }, { protect: false }),
);

for (const { name, domain } of subdomains) {
  const deletedWith = madeDomains[domain]!;
  const { accountIdentifier, domainIdentifier } = deletedWith;
  new hosting.Subdomain(name, { accountIdentifier, domainIdentifier, name, target: "/html" }, { deletedWith });
}

for (const { description } of tokens) new hosting.ApplicationToken(description, { description });

for (const { name, url, secret } of webhooks)
  new hosting.Webhook(name, { eventType, method: "POST", url, headers: { "X-Key": secret } });
