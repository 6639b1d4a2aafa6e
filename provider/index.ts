import "./program/declarations.js";
export { type Input, type LifecycleArgs } from "./program/resource-class.js";
export { Provider, type ProviderArgs } from "./program/provider.js";
export { ApplicationToken, type ApplicationTokenArgs } from "./resources/applicationToken.js";
export { Domain, type DomainArgs } from "./resources/domain.js";
export { GdprContract, type GdprContractArgs } from "./resources/gdprContract.js";
export { GdprContractPreset, type GdprContractPresetArgs } from "./resources/gdprContractPreset.js";
export { Subdomain, type SubdomainArgs } from "./resources/subdomain.js";
export { VirtualAccount, type VirtualAccountArgs } from "./resources/virtualAccount.js";
export { Webhook, type WebhookArgs } from "./resources/webhook.js";
export { BillingRecipient, type BillingRecipientArgs } from "./resources/billingRecipient.js";
export { BillingSettings, type BillingSettingsArgs } from "./resources/billingSettings.js";
export { ContactPerson, type ContactPersonArgs } from "./resources/contactPerson.js";
export { ContractPartner, type ContractPartnerArgs } from "./resources/contractPartner.js";
export { GdprContact, type GdprContactArgs } from "./resources/gdprContact.js";
export { GdprPdf, type GdprPdfArgs } from "./resources/gdprPdf.js";
export { GdprTom, type GdprTomArgs } from "./resources/gdprTom.js";
export { PaymentSettings, type PaymentSettingsArgs } from "./resources/paymentSettings.js";
export { Site, type SiteAccountArgs, type SiteArgs, type SiteDomainArgs, type SiteSubdomainArgs } from "./components/site.js";
export { Account } from "./program/account.js";
export {
  findAccount,
  findAccountOutput,
  findGdprContact,
  findGdprContactOutput,
  findGdprTom,
  findGdprTomOutput,
  type AccountQuery,
  type GdprContactQuery,
  type GdprTomQuery,
} from "./program/find.js";
export { type LookupOptions } from "./program/client.js";
export * from "./program/lookups.generated.js";
