import * as z from "zod";
import { Article, ArticleReference } from "./catalogue.js";
import { exactNumber, fieldsQuery, wholeNumber } from "./common.js";
import { answer, list, optional, request, secret, shownOnce } from "./schema.js";

/** @public a component of the OpenAPI document */
export const IpAddress = answer({
  address: optional(z.string()).describe("The address."),
  scope: optional(z.string()).describe("internal or external."),
  version: optional(wholeNumber).describe("4 or 6."),
  type: optional(z.string()),
  relatedCertificateCommonName: optional(z.string()).describe("Common name of the certificate that is bound to the address."),
});

export const Account = answer({
  uid: optional(exactNumber).describe("Number given by the provider; identifies the account, like its name."),
  customerNumber: optional(wholeNumber).describe("Customer that the account belongs to."),
  name: optional(z.string()).describe("Name of the account, such as p123456; what `accountIdentifier` takes."),
  activateShell: optional(z.boolean()).describe("Whether shell access is switched on."),
  description: z.string().describe("Description."),
  disabled: optional(z.boolean()).describe("Whether the account is switched off."),
  ipAddresses: optional(list(IpAddress)).describe("Addresses of the account."),
  status: optional(z.string()).describe("creating, updating, deleting or ready."),
});

/** An account in a list. If `fields` is given, it has only those members. */
export const ListedAccount = Account.extend({ description: optional(z.string()).describe("Description.") });

export const CustomerAccountsQuery = request({
  advised: z.boolean().optional().describe("Include accounts that the customer shares but does not own; default false."),
  owned: z.boolean().optional().describe("Include accounts that the customer owns; default true."),
  fields: fieldsQuery,
});

export const InstallationsQuery = request({
  installPath: z.string().optional().describe("Only the installation in this directory."),
});

const virtualAccount = {
  uid: optional(exactNumber).describe("Number given by the provider."),
  name: optional(z.string()).describe("Name of the account, such as p123456; what `accountIdentifier` takes."),
  description: optional(z.string()).describe("Description."),
  virtualName: optional(z.string()).describe("Alias of the login."),
  article: optional(Article).describe("Article that the account was ordered as."),
};

export const VirtualAccount = answer(virtualAccount);

export const VirtualAccountInput = request({
  virtualName: z.string().describe("Alias of the login."),
  description: z.string().describe("Description."),
  article: ArticleReference.describe("Article to order."),
  password: secret(z.string().describe("Password of the account.")),
});

export const VirtualAccountOutput = answer({
  ...virtualAccount,
  password: optional(shownOnce(z.string().describe("Password of the account."))),
});
