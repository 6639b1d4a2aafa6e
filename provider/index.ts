import "./program/declarations.js";
export { type Input, type LifecycleArgs } from "./program/resource-class.js";
export { Provider, type ProviderArgs } from "./program/provider.js";
export * from "./resources.generated.js";
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
