export { type Input, type LifecycleArgs } from "./class.js";
export { Provider, type ProviderArgs } from "./provider.js";
export { ApplicationToken, type ApplicationTokenArgs } from "./resources/applicationToken.js";
export { Domain, type DomainArgs } from "./resources/domain.js";
export { GdprContract, type GdprContractArgs } from "./resources/gdprContract.js";
export { GdprContractPreset, type GdprContractPresetArgs } from "./resources/gdprContractPreset.js";
export { Subdomain, type SubdomainArgs } from "./resources/subdomain.js";
export { VirtualAccount, type VirtualAccountArgs } from "./resources/virtualAccount.js";
export { Webhook, type WebhookArgs } from "./resources/webhook.js";
export {
  findGdprContact,
  findGdprContactOutput,
  findGdprTom,
  findGdprTomOutput,
  type GdprContactQuery,
  type GdprTomQuery,
} from "./lookups.js";
export { type LookupOptions } from "./program.js";
