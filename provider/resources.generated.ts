/* Written by `npm run generate` from provider/resources/. */
export { ApplicationToken, type ApplicationTokenArgs } from "./resources/applicationToken.js";
export { BillingRecipient, type BillingRecipientArgs } from "./resources/billingRecipient.js";
export { BillingSettings, type BillingSettingsArgs } from "./resources/billingSettings.js";
export { ContactPerson, type ContactPersonArgs } from "./resources/contactPerson.js";
export { ContractPartner, type ContractPartnerArgs } from "./resources/contractPartner.js";
export { Domain, type DomainArgs } from "./resources/domain.js";
export { GdprContact, type GdprContactArgs } from "./resources/gdprContact.js";
export { GdprContract, type GdprContractArgs } from "./resources/gdprContract.js";
export { GdprContractPreset, type GdprContractPresetArgs } from "./resources/gdprContractPreset.js";
export { GdprPdf, type GdprPdfArgs } from "./resources/gdprPdf.js";
export { GdprTom, type GdprTomArgs } from "./resources/gdprTom.js";
export { PaymentSettings, type PaymentSettingsArgs } from "./resources/paymentSettings.js";
export { Subdomain, type SubdomainArgs } from "./resources/subdomain.js";
export { VirtualAccount, type VirtualAccountArgs } from "./resources/virtualAccount.js";
export { Webhook, type WebhookArgs } from "./resources/webhook.js";
