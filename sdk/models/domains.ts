import * as z from "zod";
import { Contact, fieldsQuery, pageQuery, wholeNumber } from "./common.js";
import { address, answer, optional, request, secret } from "./schema.js";

export const DomainsQuery = request(pageQuery);

export const Domain = answer({
  name: z.string().describe("Name of the domain."),
  fullname: z.string().describe("Full name, such as example.de; what `domainIdentifier` takes."),
  registryStatus: optional(z.string()).describe("State of the registration. Its values are not documented."),
  tld: z.string().describe("Top-level domain."),
});

/** @public a component of the OpenAPI document */
export const Handles = request({
  owner: Contact.optional().describe("Owner of the domain."),
  admin: Contact.optional().describe("Administrative contact."),
});

/** @public a component of the OpenAPI document */
export const DomainNameTransfer = request({
  authcode: secret(z.string().describe("Transfer code from the current registrar.")).optional(),
  authInfoProcedure: z.literal([1, 2]).optional().describe("Transfer procedure: 1 for AuthInfo1, 2 for AuthInfo2."),
});

export const DomainRegistration = request({
  sld: z.string().describe("Second-level domain, such as example."),
  tld: z.string().describe("Top-level domain, such as de."),
  handles: Handles.optional().describe("Whom the domain is registered to."),
  domainNameTransfer: DomainNameTransfer.optional().describe("For a domain that is registered elsewhere: moves it here."),
  external: z.boolean().optional().describe("Whether the domain stays registered elsewhere and only its web site is set up."),
  target: z.string().optional().describe("Directory that an external domain shows."),
});

export const DomainDeletionRequest = request({
  transfer: z.boolean().optional().describe("Whether the domain is released for a move to another provider."),
  transit: z.boolean().optional().describe("Whether the domain is handed back to the registry; .de only."),
  cancellationDate: z.number().optional().describe("When the domain ends, in seconds since the epoch."),
});

export const DomainAuthCode = answer({
  "auth-code": optional(secret(z.string().describe("Code that allows another provider to take over the domain."))),
});

export const Subdomain = answer({
  uid: optional(wholeNumber).describe("Number given by the provider; no operation takes it."),
  fullName: optional(z.string()).describe("Full host name."),
  target: optional(address(z.string())).describe("Directory that the subdomain shows."),
  name: optional(z.string()).describe("Labels below the domain."),
});

export const SubdomainCreationBody = request({
  name: z.string().describe("Labels below the domain, such as blog."),
  target: address(z.string()).optional().describe("Directory that the subdomain shows; default: chosen by the provider."),
});

/** Names the subdomain to delete in the same way as its creation. */
export const SubdomainReference = request({
  name: z.string().min(1).describe("Labels below the domain, such as blog."),
});

export const TopLevelDomain = answer({
  uid: optional(wholeNumber).describe("Number given by the provider."),
  name: optional(z.string()).describe("The top-level domain."),
  description: optional(z.string()).describe("Description."),
  articleNumber: optional(wholeNumber).describe("Article that a registration is billed as."),
  price: optional(z.string()).describe("Price, as a text."),
  agencyPrice: optional(z.string()).describe("Price for agencies, as a text."),
  setupFee: optional(z.string()).describe("Fee due once, as a text."),
  isAllowedAsInclusiveDomain: optional(z.boolean()).describe("Whether the domain can use up an included one."),
});

export const TopLevelDomainQuery = request({ fields: fieldsQuery });
