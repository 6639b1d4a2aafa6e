import { type Lookups, lookups } from "./lookups.js";

/* Written by `npm run docs` from the operation table. */

/** List created application tokens: `GET /v1/authentication/tokens`. */
export const listApplicationTokens: Lookups["listApplicationTokens"] = lookups.listApplicationTokens;
/** As {@link listApplicationTokens}, for inputs that are outputs. */
export const listApplicationTokensOutput: Lookups["listApplicationTokensOutput"] = lookups.listApplicationTokensOutput;
/** Read an account: `GET /v1/accounts/{accountIdentifier}`. */
export const getAccount: Lookups["getAccount"] = lookups.getAccount;
/** As {@link getAccount}, for inputs that are outputs. */
export const getAccountOutput: Lookups["getAccountOutput"] = lookups.getAccountOutput;
/** Read the accounts of a customer: `GET /v1/customers/{customerNumber}/accounts`. */
export const listCustomerAccounts: Lookups["listCustomerAccounts"] = lookups.listCustomerAccounts;
/** As {@link listCustomerAccounts}, for inputs that are outputs. */
export const listCustomerAccountsOutput: Lookups["listCustomerAccountsOutput"] = lookups.listCustomerAccountsOutput;
/** Read software installations of an account: `GET /v1/accounts/{accountIdentifier}/installations`. */
export const listAccountInstallations: Lookups["listAccountInstallations"] = lookups.listAccountInstallations;
/** As {@link listAccountInstallations}, for inputs that are outputs. */
export const listAccountInstallationsOutput: Lookups["listAccountInstallationsOutput"] = lookups.listAccountInstallationsOutput;
/** List virtual accounts: `GET /v1/customers/{customerNumber}/virtualaccounts`. */
export const listVirtualAccounts: Lookups["listVirtualAccounts"] = lookups.listVirtualAccounts;
/** As {@link listVirtualAccounts}, for inputs that are outputs. */
export const listVirtualAccountsOutput: Lookups["listVirtualAccountsOutput"] = lookups.listVirtualAccountsOutput;
/** Read a reseller: `GET /v1/resellers/{resellerIdentifier}`. */
export const getReseller: Lookups["getReseller"] = lookups.getReseller;
/** As {@link getReseller}, for inputs that are outputs. */
export const getResellerOutput: Lookups["getResellerOutput"] = lookups.getResellerOutput;
/** List database types: `GET /v1/databasetypes`. */
export const listDatabaseTypes: Lookups["listDatabaseTypes"] = lookups.listDatabaseTypes;
/** As {@link listDatabaseTypes}, for inputs that are outputs. */
export const listDatabaseTypesOutput: Lookups["listDatabaseTypesOutput"] = lookups.listDatabaseTypesOutput;
/** List domains of an account: `GET /v1/accounts/{accountIdentifier}/domains`. */
export const listDomains: Lookups["listDomains"] = lookups.listDomains;
/** As {@link listDomains}, for inputs that are outputs. */
export const listDomainsOutput: Lookups["listDomainsOutput"] = lookups.listDomainsOutput;
/** Read the transfer auth code of a domain: `GET /v1/accounts/{accountIdentifier}/domains/{domainIdentifier}/authcode`. */
export const getDomainAuthCode: Lookups["getDomainAuthCode"] = lookups.getDomainAuthCode;
/** As {@link getDomainAuthCode}, for inputs that are outputs. */
export const getDomainAuthCodeOutput: Lookups["getDomainAuthCodeOutput"] = lookups.getDomainAuthCodeOutput;
/** Check availability of a domain: `POST /v1/domains/{domainIdentifier}/actions/check`. */
export const checkDomain: Lookups["checkDomainAvailability"] = lookups.checkDomainAvailability;
/** As {@link checkDomain}, for inputs that are outputs. */
export const checkDomainOutput: Lookups["checkDomainAvailabilityOutput"] = lookups.checkDomainAvailabilityOutput;
/** List sub-domains: `GET /v1/accounts/{accountIdentifier}/domains/{domainIdentifier}/subdomains`. */
export const listSubdomains: Lookups["listSubdomains"] = lookups.listSubdomains;
/** As {@link listSubdomains}, for inputs that are outputs. */
export const listSubdomainsOutput: Lookups["listSubdomainsOutput"] = lookups.listSubdomainsOutput;
/** List top-level domains: `GET /v1/topleveldomains`. */
export const listTopLevelDomains: Lookups["listTopLevelDomains"] = lookups.listTopLevelDomains;
/** As {@link listTopLevelDomains}, for inputs that are outputs. */
export const listTopLevelDomainsOutput: Lookups["listTopLevelDomainsOutput"] = lookups.listTopLevelDomainsOutput;
/** Read a top-level domain: `GET /v1/topleveldomains/{topLevelDomainIdentifier}`. */
export const getTopLevelDomain: Lookups["getTopLevelDomain"] = lookups.getTopLevelDomain;
/** As {@link getTopLevelDomain}, for inputs that are outputs. */
export const getTopLevelDomainOutput: Lookups["getTopLevelDomainOutput"] = lookups.getTopLevelDomainOutput;
/** List mail addresses of an account: `GET /v1/accounts/{accountIdentifier}/mailaddresses`. */
export const listMailAddresses: Lookups["listMailAddresses"] = lookups.listMailAddresses;
/** As {@link listMailAddresses}, for inputs that are outputs. */
export const listMailAddressesOutput: Lookups["listMailAddressesOutput"] = lookups.listMailAddressesOutput;
/** List supported software: `GET /v1/software`. */
export const listSoftware: Lookups["listSoftware"] = lookups.listSoftware;
/** As {@link listSoftware}, for inputs that are outputs. */
export const listSoftwareOutput: Lookups["listSoftwareOutput"] = lookups.listSoftwareOutput;
/** Read an installation: `GET /v1/installations/{installationIdentifier}`. */
export const getInstallation: Lookups["getInstallation"] = lookups.getInstallation;
/** As {@link getInstallation}, for inputs that are outputs. */
export const getInstallationOutput: Lookups["getInstallationOutput"] = lookups.getInstallationOutput;
/** List extensions of an installation: `GET /v1/installations/{installationIdentifier}/extensions`. */
export const listInstallationExtensions: Lookups["listInstallationExtensions"] = lookups.listInstallationExtensions;
/** As {@link listInstallationExtensions}, for inputs that are outputs. */
export const listInstallationExtensionsOutput: Lookups["listInstallationExtensionsOutput"] = lookups.listInstallationExtensionsOutput;
/** List customer categories: `GET /v1/customercategories`. */
export const listCustomerCategories: Lookups["listCustomerCategories"] = lookups.listCustomerCategories;
/** As {@link listCustomerCategories}, for inputs that are outputs. */
export const listCustomerCategoriesOutput: Lookups["listCustomerCategoriesOutput"] = lookups.listCustomerCategoriesOutput;
/** Details of the current customer: `GET /v1/customer`. */
export const getCurrentCustomer: Lookups["getCurrentCustomer"] = lookups.getCurrentCustomer;
/** As {@link getCurrentCustomer}, for inputs that are outputs. */
export const getCurrentCustomerOutput: Lookups["getCurrentCustomerOutput"] = lookups.getCurrentCustomerOutput;
/** Customer details: `GET /v1/customers/{customerNumber}`. */
export const getCustomer: Lookups["getCustomer"] = lookups.getCustomer;
/** As {@link getCustomer}, for inputs that are outputs. */
export const getCustomerOutput: Lookups["getCustomerOutput"] = lookups.getCustomerOutput;
/** Read contact person: `GET /v1/customers/{customerNumber}/contactperson`. */
export const getContactPerson: Lookups["getContactPerson"] = lookups.getContactPerson;
/** As {@link getContactPerson}, for inputs that are outputs. */
export const getContactPersonOutput: Lookups["getContactPersonOutput"] = lookups.getContactPersonOutput;
/** Read contract partner: `GET /v1/customers/{customerNumber}/contractpartner`. */
export const getContractPartner: Lookups["getContractPartner"] = lookups.getContractPartner;
/** As {@link getContractPartner}, for inputs that are outputs. */
export const getContractPartnerOutput: Lookups["getContractPartnerOutput"] = lookups.getContractPartnerOutput;
/** Read billing recipient: `GET /v1/customers/{customerNumber}/billingrecipient`. */
export const getBillingRecipient: Lookups["getBillingRecipient"] = lookups.getBillingRecipient;
/** As {@link getBillingRecipient}, for inputs that are outputs. */
export const getBillingRecipientOutput: Lookups["getBillingRecipientOutput"] = lookups.getBillingRecipientOutput;
/** Read billing settings: `GET /v1/customers/{customerNumber}/billingsettings`. */
export const getBillingSettings: Lookups["getBillingSettings"] = lookups.getBillingSettings;
/** As {@link getBillingSettings}, for inputs that are outputs. */
export const getBillingSettingsOutput: Lookups["getBillingSettingsOutput"] = lookups.getBillingSettingsOutput;
/** Read payment settings: `GET /v1/customers/{customerNumber}/paymentsettings`. */
export const getPaymentSettings: Lookups["getPaymentSettings"] = lookups.getPaymentSettings;
/** As {@link getPaymentSettings}, for inputs that are outputs. */
export const getPaymentSettingsOutput: Lookups["getPaymentSettingsOutput"] = lookups.getPaymentSettingsOutput;
/** Details of a booked benefit: `GET /v1/customers/{customerNumber}/benefits/{benefit}`. */
export const getBenefit: Lookups["getBenefit"] = lookups.getBenefit;
/** As {@link getBenefit}, for inputs that are outputs. */
export const getBenefitOutput: Lookups["getBenefitOutput"] = lookups.getBenefitOutput;
/** List invoices of a customer: `GET /v1/customers/{customerNumber}/invoices`. */
export const listInvoices: Lookups["listInvoices"] = lookups.listInvoices;
/** As {@link listInvoices}, for inputs that are outputs. */
export const listInvoicesOutput: Lookups["listInvoicesOutput"] = lookups.listInvoicesOutput;
/** Read an invoice: `GET /v1/invoices/{invoiceNumber}`. */
export const getInvoice: Lookups["getInvoice"] = lookups.getInvoice;
/** As {@link getInvoice}, for inputs that are outputs. */
export const getInvoiceOutput: Lookups["getInvoiceOutput"] = lookups.getInvoiceOutput;
/** List payment receipts of an invoice: `GET /v1/invoices/{invoiceNumber}/paymentreceipts`. */
export const listPaymentReceipts: Lookups["listPaymentReceipts"] = lookups.listPaymentReceipts;
/** As {@link listPaymentReceipts}, for inputs that are outputs. */
export const listPaymentReceiptsOutput: Lookups["listPaymentReceiptsOutput"] = lookups.listPaymentReceiptsOutput;
/** List contracts: `GET /v1/customers/{customerNumber}/contracts`. */
export const listContracts: Lookups["listContracts"] = lookups.listContracts;
/** As {@link listContracts}, for inputs that are outputs. */
export const listContractsOutput: Lookups["listContractsOutput"] = lookups.listContractsOutput;
/** List contracts currently in the cancellation process: `GET /v1/customers/{customerNumber}/cancelledcontracts`. */
export const listCancelledContracts: Lookups["listCancelledContracts"] = lookups.listCancelledContracts;
/** As {@link listCancelledContracts}, for inputs that are outputs. */
export const listCancelledContractsOutput: Lookups["listCancelledContractsOutput"] = lookups.listCancelledContractsOutput;
/** Read a cart: `GET /v1/carts/{cartIdentifier}`. */
export const getCart: Lookups["getCart"] = lookups.getCart;
/** As {@link getCart}, for inputs that are outputs. */
export const getCartOutput: Lookups["getCartOutput"] = lookups.getCartOutput;
/** Search articles: `GET /v1/articles`. */
export const searchArticles: Lookups["searchArticles"] = lookups.searchArticles;
/** As {@link searchArticles}, for inputs that are outputs. */
export const searchArticlesOutput: Lookups["searchArticlesOutput"] = lookups.searchArticlesOutput;
/** Article details: `GET /v1/articles/{articleNumber}`. */
export const getArticle: Lookups["getArticle"] = lookups.getArticle;
/** As {@link getArticle}, for inputs that are outputs. */
export const getArticleOutput: Lookups["getArticleOutput"] = lookups.getArticleOutput;
/** Article upgrades: `GET /v1/articles/{articleNumber}/upgrades`. */
export const listArticleUpgrades: Lookups["listArticleUpgrades"] = lookups.listArticleUpgrades;
/** As {@link listArticleUpgrades}, for inputs that are outputs. */
export const listArticleUpgradesOutput: Lookups["listArticleUpgradesOutput"] = lookups.listArticleUpgradesOutput;
/** Cross-selling options: `GET /v1/articles/{articleNumber}/cross-selling`. */
export const listCrossSellingOptions: Lookups["listCrossSellingOptions"] = lookups.listCrossSellingOptions;
/** As {@link listCrossSellingOptions}, for inputs that are outputs. */
export const listCrossSellingOptionsOutput: Lookups["listCrossSellingOptionsOutput"] = lookups.listCrossSellingOptionsOutput;
/** Read a promotion code: `GET /v1/promotioncodes/{promotionCode}`. */
export const getPromotionCode: Lookups["getPromotionCode"] = lookups.getPromotionCode;
/** As {@link getPromotionCode}, for inputs that are outputs. */
export const getPromotionCodeOutput: Lookups["getPromotionCodeOutput"] = lookups.getPromotionCodeOutput;
/** Validate a promotion code: `POST /v1/promotioncodes/{promotionCode}/actions/validate`. */
export const validatePromotionCode: Lookups["validatePromotionCode"] = lookups.validatePromotionCode;
/** As {@link validatePromotionCode}, for inputs that are outputs. */
export const validatePromotionCodeOutput: Lookups["validatePromotionCodeOutput"] = lookups.validatePromotionCodeOutput;
/** List guest operating systems for root servers: `GET /v1/virt/guestoperatingsystems`. */
export const listGuestOperatingSystems: Lookups["listGuestOperatingSystems"] = lookups.listGuestOperatingSystems;
/** As {@link listGuestOperatingSystems}, for inputs that are outputs. */
export const listGuestOperatingSystemsOutput: Lookups["listGuestOperatingSystemsOutput"] = lookups.listGuestOperatingSystemsOutput;
/** Convert bank data to IBAN and BIC: `POST /v1/bankdata/actions/convert`. */
export const convertBankData: Lookups["convertBankData"] = lookups.convertBankData;
/** As {@link convertBankData}, for inputs that are outputs. */
export const convertBankDataOutput: Lookups["convertBankDataOutput"] = lookups.convertBankDataOutput;
/** List registered webhooks: `GET /v1/webhooks`. */
export const listWebhooks: Lookups["listWebhooks"] = lookups.listWebhooks;
/** As {@link listWebhooks}, for inputs that are outputs. */
export const listWebhooksOutput: Lookups["listWebhooksOutput"] = lookups.listWebhooksOutput;
/** Read a webhook: `GET /v1/webhooks/{webhookIdentifier}`. */
export const getWebhook: Lookups["getWebhook"] = lookups.getWebhook;
/** As {@link getWebhook}, for inputs that are outputs. */
export const getWebhookOutput: Lookups["getWebhookOutput"] = lookups.getWebhookOutput;
/** List contracts: `GET /v1/gdpr/contracts`. */
export const listGdprContracts: Lookups["listGdprContracts"] = lookups.listGdprContracts;
/** As {@link listGdprContracts}, for inputs that are outputs. */
export const listGdprContractsOutput: Lookups["listGdprContractsOutput"] = lookups.listGdprContractsOutput;
/** Read a contract: `GET /v1/gdpr/contracts/{contractIdentifier}`. */
export const getGdprContract: Lookups["getGdprContract"] = lookups.getGdprContract;
/** As {@link getGdprContract}, for inputs that are outputs. */
export const getGdprContractOutput: Lookups["getGdprContractOutput"] = lookups.getGdprContractOutput;
/** List stored contract presets: `GET /v1/gdpr/contract-presets`. */
export const listGdprContractPresets: Lookups["listGdprContractPresets"] = lookups.listGdprContractPresets;
/** As {@link listGdprContractPresets}, for inputs that are outputs. */
export const listGdprContractPresetsOutput: Lookups["listGdprContractPresetsOutput"] = lookups.listGdprContractPresetsOutput;
/** Read a contract preset: `GET /v1/gdpr/contract-presets/{contractPresetIdentifier}`. */
export const getGdprContractPreset: Lookups["getGdprContractPreset"] = lookups.getGdprContractPreset;
/** As {@link getGdprContractPreset}, for inputs that are outputs. */
export const getGdprContractPresetOutput: Lookups["getGdprContractPresetOutput"] = lookups.getGdprContractPresetOutput;
/** List data of contract PDFs: `GET /v1/gdpr/pdfs`. */
export const listGdprPdfs: Lookups["listGdprPdfs"] = lookups.listGdprPdfs;
/** As {@link listGdprPdfs}, for inputs that are outputs. */
export const listGdprPdfsOutput: Lookups["listGdprPdfsOutput"] = lookups.listGdprPdfsOutput;
/** Read a contract PDF: `GET /v1/gdpr/pdfs/{pdfIdentifier}`. */
export const getGdprPdf: Lookups["getGdprPdf"] = lookups.getGdprPdf;
/** As {@link getGdprPdf}, for inputs that are outputs. */
export const getGdprPdfOutput: Lookups["getGdprPdfOutput"] = lookups.getGdprPdfOutput;
/** List address records: `GET /v1/gdpr/contacts`. */
export const listGdprContacts: Lookups["listGdprContacts"] = lookups.listGdprContacts;
/** As {@link listGdprContacts}, for inputs that are outputs. */
export const listGdprContactsOutput: Lookups["listGdprContactsOutput"] = lookups.listGdprContactsOutput;
/** Read an address record: `GET /v1/gdpr/contacts/{contactIdentifier}`. */
export const getGdprContact: Lookups["getGdprContact"] = lookups.getGdprContact;
/** As {@link getGdprContact}, for inputs that are outputs. */
export const getGdprContactOutput: Lookups["getGdprContactOutput"] = lookups.getGdprContactOutput;
/** List TOMs: `GET /v1/gdpr/toms`. */
export const listGdprToms: Lookups["listGdprToms"] = lookups.listGdprToms;
/** As {@link listGdprToms}, for inputs that are outputs. */
export const listGdprTomsOutput: Lookups["listGdprTomsOutput"] = lookups.listGdprTomsOutput;
/** Read a TOM: `GET /v1/gdpr/toms/{tomIdentifier}`. */
export const getGdprTom: Lookups["getGdprTom"] = lookups.getGdprTom;
/** As {@link getGdprTom}, for inputs that are outputs. */
export const getGdprTomOutput: Lookups["getGdprTomOutput"] = lookups.getGdprTomOutput;
/** List tickets of a customer: `GET /v1/customers/{customerNumber}/tickets`. */
export const listTickets: Lookups["listTickets"] = lookups.listTickets;
/** As {@link listTickets}, for inputs that are outputs. */
export const listTicketsOutput: Lookups["listTicketsOutput"] = lookups.listTicketsOutput;
/** List answers of a ticket: `GET /v1/tickets/{ticketIdentifier}/answers`. */
export const listTicketAnswers: Lookups["listTicketAnswers"] = lookups.listTicketAnswers;
/** As {@link listTicketAnswers}, for inputs that are outputs. */
export const listTicketAnswersOutput: Lookups["listTicketAnswersOutput"] = lookups.listTicketAnswersOutput;
/** List the available templates: `GET /v1/mailing/templates`. */
export const listMailTemplates: Lookups["listMailTemplates"] = lookups.listMailTemplates;
/** As {@link listMailTemplates}, for inputs that are outputs. */
export const listMailTemplatesOutput: Lookups["listMailTemplatesOutput"] = lookups.listMailTemplatesOutput;
