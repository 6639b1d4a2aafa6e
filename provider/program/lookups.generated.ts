import { deferred } from "./loaded-late.js";
import type { Lookups } from "./lookups.js";

/* Written by `npm run generate` from the operation table. */

/** List created application tokens: `GET /v1/authentication/tokens`. */
export const listApplicationTokens: Lookups["listApplicationTokens"] = deferred("listApplicationTokens");
/** As {@link listApplicationTokens}, for inputs that are outputs. */
export const listApplicationTokensOutput: Lookups["listApplicationTokensOutput"] = deferred("listApplicationTokensOutput");
/** Read an account: `GET /v1/accounts/{accountIdentifier}`. */
export const getAccount: Lookups["getAccount"] = deferred("getAccount");
/** As {@link getAccount}, for inputs that are outputs. */
export const getAccountOutput: Lookups["getAccountOutput"] = deferred("getAccountOutput");
/** Read the accounts of a customer: `GET /v1/customers/{customerNumber}/accounts`. */
export const listCustomerAccounts: Lookups["listCustomerAccounts"] = deferred("listCustomerAccounts");
/** As {@link listCustomerAccounts}, for inputs that are outputs. */
export const listCustomerAccountsOutput: Lookups["listCustomerAccountsOutput"] = deferred("listCustomerAccountsOutput");
/** Read software installations of an account: `GET /v1/accounts/{accountIdentifier}/installations`. */
export const listAccountInstallations: Lookups["listAccountInstallations"] = deferred("listAccountInstallations");
/** As {@link listAccountInstallations}, for inputs that are outputs. */
export const listAccountInstallationsOutput: Lookups["listAccountInstallationsOutput"] = deferred("listAccountInstallationsOutput");
/** List virtual accounts: `GET /v1/customers/{customerNumber}/virtualaccounts`. */
export const listVirtualAccounts: Lookups["listVirtualAccounts"] = deferred("listVirtualAccounts");
/** As {@link listVirtualAccounts}, for inputs that are outputs. */
export const listVirtualAccountsOutput: Lookups["listVirtualAccountsOutput"] = deferred("listVirtualAccountsOutput");
/** Read a reseller: `GET /v1/resellers/{resellerIdentifier}`. */
export const getReseller: Lookups["getReseller"] = deferred("getReseller");
/** As {@link getReseller}, for inputs that are outputs. */
export const getResellerOutput: Lookups["getResellerOutput"] = deferred("getResellerOutput");
/** List database types: `GET /v1/databasetypes`. */
export const listDatabaseTypes: Lookups["listDatabaseTypes"] = deferred("listDatabaseTypes");
/** As {@link listDatabaseTypes}, for inputs that are outputs. */
export const listDatabaseTypesOutput: Lookups["listDatabaseTypesOutput"] = deferred("listDatabaseTypesOutput");
/** List domains of an account: `GET /v1/accounts/{accountIdentifier}/domains`. */
export const listDomains: Lookups["listDomains"] = deferred("listDomains");
/** As {@link listDomains}, for inputs that are outputs. */
export const listDomainsOutput: Lookups["listDomainsOutput"] = deferred("listDomainsOutput");
/** Read the transfer auth code of a domain: `GET /v1/accounts/{accountIdentifier}/domains/{domainIdentifier}/authcode`. */
export const getDomainAuthCode: Lookups["getDomainAuthCode"] = deferred("getDomainAuthCode");
/** As {@link getDomainAuthCode}, for inputs that are outputs. */
export const getDomainAuthCodeOutput: Lookups["getDomainAuthCodeOutput"] = deferred("getDomainAuthCodeOutput");
/** Check availability of a domain: `POST /v1/domains/{domainIdentifier}/actions/check`. */
export const checkDomain: Lookups["checkDomainAvailability"] = deferred("checkDomainAvailability");
/** As {@link checkDomain}, for inputs that are outputs. */
export const checkDomainOutput: Lookups["checkDomainAvailabilityOutput"] = deferred("checkDomainAvailabilityOutput");
/** List subdomains: `GET /v1/accounts/{accountIdentifier}/domains/{domainIdentifier}/subdomains`. */
export const listSubdomains: Lookups["listSubdomains"] = deferred("listSubdomains");
/** As {@link listSubdomains}, for inputs that are outputs. */
export const listSubdomainsOutput: Lookups["listSubdomainsOutput"] = deferred("listSubdomainsOutput");
/** List top-level domains: `GET /v1/topleveldomains`. */
export const listTopLevelDomains: Lookups["listTopLevelDomains"] = deferred("listTopLevelDomains");
/** As {@link listTopLevelDomains}, for inputs that are outputs. */
export const listTopLevelDomainsOutput: Lookups["listTopLevelDomainsOutput"] = deferred("listTopLevelDomainsOutput");
/** Read a top-level domain: `GET /v1/topleveldomains/{topLevelDomainIdentifier}`. */
export const getTopLevelDomain: Lookups["getTopLevelDomain"] = deferred("getTopLevelDomain");
/** As {@link getTopLevelDomain}, for inputs that are outputs. */
export const getTopLevelDomainOutput: Lookups["getTopLevelDomainOutput"] = deferred("getTopLevelDomainOutput");
/** List mail addresses of an account: `GET /v1/accounts/{accountIdentifier}/mailaddresses`. */
export const listMailAddresses: Lookups["listMailAddresses"] = deferred("listMailAddresses");
/** As {@link listMailAddresses}, for inputs that are outputs. */
export const listMailAddressesOutput: Lookups["listMailAddressesOutput"] = deferred("listMailAddressesOutput");
/** List supported software: `GET /v1/software`. */
export const listSoftware: Lookups["listSoftware"] = deferred("listSoftware");
/** As {@link listSoftware}, for inputs that are outputs. */
export const listSoftwareOutput: Lookups["listSoftwareOutput"] = deferred("listSoftwareOutput");
/** Read an installation: `GET /v1/installations/{installationIdentifier}`. */
export const getInstallation: Lookups["getInstallation"] = deferred("getInstallation");
/** As {@link getInstallation}, for inputs that are outputs. */
export const getInstallationOutput: Lookups["getInstallationOutput"] = deferred("getInstallationOutput");
/** List extensions of an installation: `GET /v1/installations/{installationIdentifier}/extensions`. */
export const listInstallationExtensions: Lookups["listInstallationExtensions"] = deferred("listInstallationExtensions");
/** As {@link listInstallationExtensions}, for inputs that are outputs. */
export const listInstallationExtensionsOutput: Lookups["listInstallationExtensionsOutput"] = deferred("listInstallationExtensionsOutput");
/** List customer categories: `GET /v1/customercategories`. */
export const listCustomerCategories: Lookups["listCustomerCategories"] = deferred("listCustomerCategories");
/** As {@link listCustomerCategories}, for inputs that are outputs. */
export const listCustomerCategoriesOutput: Lookups["listCustomerCategoriesOutput"] = deferred("listCustomerCategoriesOutput");
/** Details of the current customer: `GET /v1/customer`. */
export const getCurrentCustomer: Lookups["getCurrentCustomer"] = deferred("getCurrentCustomer");
/** As {@link getCurrentCustomer}, for inputs that are outputs. */
export const getCurrentCustomerOutput: Lookups["getCurrentCustomerOutput"] = deferred("getCurrentCustomerOutput");
/** Customer details: `GET /v1/customers/{customerNumber}`. */
export const getCustomer: Lookups["getCustomer"] = deferred("getCustomer");
/** As {@link getCustomer}, for inputs that are outputs. */
export const getCustomerOutput: Lookups["getCustomerOutput"] = deferred("getCustomerOutput");
/** Read contact person: `GET /v1/customers/{customerNumber}/contactperson`. */
export const getContactPerson: Lookups["getContactPerson"] = deferred("getContactPerson");
/** As {@link getContactPerson}, for inputs that are outputs. */
export const getContactPersonOutput: Lookups["getContactPersonOutput"] = deferred("getContactPersonOutput");
/** Read contract partner: `GET /v1/customers/{customerNumber}/contractpartner`. */
export const getContractPartner: Lookups["getContractPartner"] = deferred("getContractPartner");
/** As {@link getContractPartner}, for inputs that are outputs. */
export const getContractPartnerOutput: Lookups["getContractPartnerOutput"] = deferred("getContractPartnerOutput");
/** Read billing recipient: `GET /v1/customers/{customerNumber}/billingrecipient`. */
export const getBillingRecipient: Lookups["getBillingRecipient"] = deferred("getBillingRecipient");
/** As {@link getBillingRecipient}, for inputs that are outputs. */
export const getBillingRecipientOutput: Lookups["getBillingRecipientOutput"] = deferred("getBillingRecipientOutput");
/** Read billing settings: `GET /v1/customers/{customerNumber}/billingsettings`. */
export const getBillingSettings: Lookups["getBillingSettings"] = deferred("getBillingSettings");
/** As {@link getBillingSettings}, for inputs that are outputs. */
export const getBillingSettingsOutput: Lookups["getBillingSettingsOutput"] = deferred("getBillingSettingsOutput");
/** Read payment settings: `GET /v1/customers/{customerNumber}/paymentsettings`. */
export const getPaymentSettings: Lookups["getPaymentSettings"] = deferred("getPaymentSettings");
/** As {@link getPaymentSettings}, for inputs that are outputs. */
export const getPaymentSettingsOutput: Lookups["getPaymentSettingsOutput"] = deferred("getPaymentSettingsOutput");
/** Details of a booked benefit: `GET /v1/customers/{customerNumber}/benefits/{benefit}`. */
export const getBenefit: Lookups["getBenefit"] = deferred("getBenefit");
/** As {@link getBenefit}, for inputs that are outputs. */
export const getBenefitOutput: Lookups["getBenefitOutput"] = deferred("getBenefitOutput");
/** List invoices of a customer: `GET /v1/customers/{customerNumber}/invoices`. */
export const listInvoices: Lookups["listInvoices"] = deferred("listInvoices");
/** As {@link listInvoices}, for inputs that are outputs. */
export const listInvoicesOutput: Lookups["listInvoicesOutput"] = deferred("listInvoicesOutput");
/** Read an invoice: `GET /v1/invoices/{invoiceNumber}`. */
export const getInvoice: Lookups["getInvoice"] = deferred("getInvoice");
/** As {@link getInvoice}, for inputs that are outputs. */
export const getInvoiceOutput: Lookups["getInvoiceOutput"] = deferred("getInvoiceOutput");
/** List payment receipts of an invoice: `GET /v1/invoices/{invoiceNumber}/paymentreceipts`. */
export const listPaymentReceipts: Lookups["listPaymentReceipts"] = deferred("listPaymentReceipts");
/** As {@link listPaymentReceipts}, for inputs that are outputs. */
export const listPaymentReceiptsOutput: Lookups["listPaymentReceiptsOutput"] = deferred("listPaymentReceiptsOutput");
/** List contracts: `GET /v1/customers/{customerNumber}/contracts`. */
export const listContracts: Lookups["listContracts"] = deferred("listContracts");
/** As {@link listContracts}, for inputs that are outputs. */
export const listContractsOutput: Lookups["listContractsOutput"] = deferred("listContractsOutput");
/** List contracts currently in the cancellation process: `GET /v1/customers/{customerNumber}/cancelledcontracts`. */
export const listCancelledContracts: Lookups["listCancelledContracts"] = deferred("listCancelledContracts");
/** As {@link listCancelledContracts}, for inputs that are outputs. */
export const listCancelledContractsOutput: Lookups["listCancelledContractsOutput"] = deferred("listCancelledContractsOutput");
/** Read a cart: `GET /v1/carts/{cartIdentifier}`. */
export const getCart: Lookups["getCart"] = deferred("getCart");
/** As {@link getCart}, for inputs that are outputs. */
export const getCartOutput: Lookups["getCartOutput"] = deferred("getCartOutput");
/** Search articles: `GET /v1/articles`. */
export const searchArticles: Lookups["searchArticles"] = deferred("searchArticles");
/** As {@link searchArticles}, for inputs that are outputs. */
export const searchArticlesOutput: Lookups["searchArticlesOutput"] = deferred("searchArticlesOutput");
/** Article details: `GET /v1/articles/{articleNumber}`. */
export const getArticle: Lookups["getArticle"] = deferred("getArticle");
/** As {@link getArticle}, for inputs that are outputs. */
export const getArticleOutput: Lookups["getArticleOutput"] = deferred("getArticleOutput");
/** Article upgrades: `GET /v1/articles/{articleNumber}/upgrades`. */
export const listArticleUpgrades: Lookups["listArticleUpgrades"] = deferred("listArticleUpgrades");
/** As {@link listArticleUpgrades}, for inputs that are outputs. */
export const listArticleUpgradesOutput: Lookups["listArticleUpgradesOutput"] = deferred("listArticleUpgradesOutput");
/** Cross-selling options: `GET /v1/articles/{articleNumber}/cross-selling`. */
export const listCrossSellingOptions: Lookups["listCrossSellingOptions"] = deferred("listCrossSellingOptions");
/** As {@link listCrossSellingOptions}, for inputs that are outputs. */
export const listCrossSellingOptionsOutput: Lookups["listCrossSellingOptionsOutput"] = deferred("listCrossSellingOptionsOutput");
/** Read a promotion code: `GET /v1/promotioncodes/{promotionCode}`. */
export const getPromotionCode: Lookups["getPromotionCode"] = deferred("getPromotionCode");
/** As {@link getPromotionCode}, for inputs that are outputs. */
export const getPromotionCodeOutput: Lookups["getPromotionCodeOutput"] = deferred("getPromotionCodeOutput");
/** Validate a promotion code: `POST /v1/promotioncodes/{promotionCode}/actions/validate`. */
export const validatePromotionCode: Lookups["validatePromotionCode"] = deferred("validatePromotionCode");
/** As {@link validatePromotionCode}, for inputs that are outputs. */
export const validatePromotionCodeOutput: Lookups["validatePromotionCodeOutput"] = deferred("validatePromotionCodeOutput");
/** List guest operating systems for root servers: `GET /v1/virt/guestoperatingsystems`. */
export const listGuestOperatingSystems: Lookups["listGuestOperatingSystems"] = deferred("listGuestOperatingSystems");
/** As {@link listGuestOperatingSystems}, for inputs that are outputs. */
export const listGuestOperatingSystemsOutput: Lookups["listGuestOperatingSystemsOutput"] = deferred("listGuestOperatingSystemsOutput");
/** Convert bank data to IBAN and BIC: `POST /v1/bankdata/actions/convert`. */
export const convertBankData: Lookups["convertBankData"] = deferred("convertBankData");
/** As {@link convertBankData}, for inputs that are outputs. */
export const convertBankDataOutput: Lookups["convertBankDataOutput"] = deferred("convertBankDataOutput");
/** List registered webhooks: `GET /v1/webhooks`. */
export const listWebhooks: Lookups["listWebhooks"] = deferred("listWebhooks");
/** As {@link listWebhooks}, for inputs that are outputs. */
export const listWebhooksOutput: Lookups["listWebhooksOutput"] = deferred("listWebhooksOutput");
/** Read a webhook: `GET /v1/webhooks/{webhookIdentifier}`. */
export const getWebhook: Lookups["getWebhook"] = deferred("getWebhook");
/** As {@link getWebhook}, for inputs that are outputs. */
export const getWebhookOutput: Lookups["getWebhookOutput"] = deferred("getWebhookOutput");
/** List contracts: `GET /v1/gdpr/contracts`. */
export const listGdprContracts: Lookups["listGdprContracts"] = deferred("listGdprContracts");
/** As {@link listGdprContracts}, for inputs that are outputs. */
export const listGdprContractsOutput: Lookups["listGdprContractsOutput"] = deferred("listGdprContractsOutput");
/** Read a contract: `GET /v1/gdpr/contracts/{contractIdentifier}`. */
export const getGdprContract: Lookups["getGdprContract"] = deferred("getGdprContract");
/** As {@link getGdprContract}, for inputs that are outputs. */
export const getGdprContractOutput: Lookups["getGdprContractOutput"] = deferred("getGdprContractOutput");
/** List stored contract presets: `GET /v1/gdpr/contract-presets`. */
export const listGdprContractPresets: Lookups["listGdprContractPresets"] = deferred("listGdprContractPresets");
/** As {@link listGdprContractPresets}, for inputs that are outputs. */
export const listGdprContractPresetsOutput: Lookups["listGdprContractPresetsOutput"] = deferred("listGdprContractPresetsOutput");
/** Read a contract preset: `GET /v1/gdpr/contract-presets/{contractPresetIdentifier}`. */
export const getGdprContractPreset: Lookups["getGdprContractPreset"] = deferred("getGdprContractPreset");
/** As {@link getGdprContractPreset}, for inputs that are outputs. */
export const getGdprContractPresetOutput: Lookups["getGdprContractPresetOutput"] = deferred("getGdprContractPresetOutput");
/** List data of contract PDFs: `GET /v1/gdpr/pdfs`. */
export const listGdprPdfs: Lookups["listGdprPdfs"] = deferred("listGdprPdfs");
/** As {@link listGdprPdfs}, for inputs that are outputs. */
export const listGdprPdfsOutput: Lookups["listGdprPdfsOutput"] = deferred("listGdprPdfsOutput");
/** Read a contract PDF: `GET /v1/gdpr/pdfs/{pdfIdentifier}`. */
export const getGdprPdf: Lookups["getGdprPdf"] = deferred("getGdprPdf");
/** As {@link getGdprPdf}, for inputs that are outputs. */
export const getGdprPdfOutput: Lookups["getGdprPdfOutput"] = deferred("getGdprPdfOutput");
/** List address records: `GET /v1/gdpr/contacts`. */
export const listGdprContacts: Lookups["listGdprContacts"] = deferred("listGdprContacts");
/** As {@link listGdprContacts}, for inputs that are outputs. */
export const listGdprContactsOutput: Lookups["listGdprContactsOutput"] = deferred("listGdprContactsOutput");
/** Read an address record: `GET /v1/gdpr/contacts/{contactIdentifier}`. */
export const getGdprContact: Lookups["getGdprContact"] = deferred("getGdprContact");
/** As {@link getGdprContact}, for inputs that are outputs. */
export const getGdprContactOutput: Lookups["getGdprContactOutput"] = deferred("getGdprContactOutput");
/** List TOMs: `GET /v1/gdpr/toms`. */
export const listGdprToms: Lookups["listGdprToms"] = deferred("listGdprToms");
/** As {@link listGdprToms}, for inputs that are outputs. */
export const listGdprTomsOutput: Lookups["listGdprTomsOutput"] = deferred("listGdprTomsOutput");
/** Read a TOM: `GET /v1/gdpr/toms/{tomIdentifier}`. */
export const getGdprTom: Lookups["getGdprTom"] = deferred("getGdprTom");
/** As {@link getGdprTom}, for inputs that are outputs. */
export const getGdprTomOutput: Lookups["getGdprTomOutput"] = deferred("getGdprTomOutput");
/** List tickets of a customer: `GET /v1/customers/{customerNumber}/tickets`. */
export const listTickets: Lookups["listTickets"] = deferred("listTickets");
/** As {@link listTickets}, for inputs that are outputs. */
export const listTicketsOutput: Lookups["listTicketsOutput"] = deferred("listTicketsOutput");
/** List answers of a ticket: `GET /v1/tickets/{ticketIdentifier}/answers`. */
export const listTicketAnswers: Lookups["listTicketAnswers"] = deferred("listTicketAnswers");
/** As {@link listTicketAnswers}, for inputs that are outputs. */
export const listTicketAnswersOutput: Lookups["listTicketAnswersOutput"] = deferred("listTicketAnswersOutput");
/** List the available templates: `GET /v1/mailing/templates`. */
export const listMailTemplates: Lookups["listMailTemplates"] = deferred("listMailTemplates");
/** As {@link listMailTemplates}, for inputs that are outputs. */
export const listMailTemplatesOutput: Lookups["listMailTemplatesOutput"] = deferred("listMailTemplatesOutput");
