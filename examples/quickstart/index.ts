import * as hosting from "pulumi-hosting";
import * as pulumi from "@pulumi/pulumi";

const config = new pulumi.Config();
const articleNumber = config.requireNumber("articleNumber");
const password = config.requireSecret("accountPassword");

/** The agency's customers, by their customer number. */
const customers = { gardener: 100001, bookshop: 100002 };

const accounts = Object.fromEntries(
  Object.entries(customers).map(([name, customerNumber]) => [
    name,
    new hosting.VirtualAccount(name, {
      customerNumber,
      virtualName: `${name}-web`,
      description: `Web site of the ${name}`,
      articleNumber,
      password,
    }),
  ]),
) as Record<keyof typeof customers, hosting.VirtualAccount>;

const domain = new hosting.Domain("gardener", {
  accountIdentifier: accounts.gardener.accountIdentifier,
  sld: config.require("domain"),
  tld: "de",
});

// Subdomains are deleted with their domain: the API has no call that deletes a single one.
const subdomains = { www: "/", blog: "/blog", shop: "/shop" };
for (const [name, target] of Object.entries(subdomains)) {
  new hosting.Subdomain(
    name,
    {
      accountIdentifier: domain.accountIdentifier,
      domainIdentifier: domain.domainIdentifier,
      name,
      ...(name === "www" ? {} : { target }),
    },
    { deletedWith: domain },
  );
}

// A new value of `tokenPeriod` creates a new token, and then deletes the old one.
const deployment = new hosting.ApplicationToken("deployment", {
  description: "Deployment of the gardener's web site",
  triggers: [config.require("tokenPeriod")],
});

const registration = new hosting.Webhook("registration", {
  eventType: "DOMAIN_REGISTRATION_STATUS",
  method: "POST",
  url: config.require("registrationUrl"),
  headers: { "X-Agency": config.requireSecret("webhookSecret") },
});

const contract = new hosting.GdprContract("gardener", {
  html: "<h1>Data processing agreement</h1><p>The agency hosts the web site of the gardener.</p>",
  client: hosting.findGdprContactOutput({ name: "Sommer Gartenbau GmbH" }).identifier,
  recipient: hosting.findGdprContactOutput({ name: "Winter Agentur GmbH" }).identifier,
  tom: hosting.findGdprTomOutput({ contains: "Backups: daily" }).identifier,
});

new hosting.GdprContractPreset("standard", {
  name: "Standard agreement",
  description: "What the agency agrees with every customer",
  config: { language: "en", sections: ["purpose", "measures", "processors"] },
});

export const gardenerAccount = accounts.gardener.accountIdentifier;
export const bookshopAccount = accounts.bookshop.accountIdentifier;
export const gardenerDomain = domain.fullname;
export const registryStatus = domain.registryStatus;
export const webhookUid = registration.uid;
export const contractIdentifier = contract.contractIdentifier;
export const deploymentLogin = deployment.uuid;
export const deploymentToken = deployment.token;
