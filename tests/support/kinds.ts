import { type Kind, kinds } from "../../provider/values/kinds.js";

/** Kinds that exist as long as their customer: never created, found by the customer's number. */
export const singletons = [
  "billingRecipient",
  "billingSettings",
  "contactPerson",
  "contractPartner",
  "paymentSettings",
] as const satisfies readonly Kind[];

export type Singleton = (typeof singletons)[number];

/** Kinds whose objects are created. */
export type CreatedKind = Exclude<Kind, Singleton>;

/** Kinds with tests of their own for every rule of the lifecycle, because only their own rules apply to them. */
type Separate = "gdprContact" | "gdprPdf" | "gdprTom";

/** Kinds with which the tests of the lifecycle's rules run. */
export type RehearsedKind = Exclude<CreatedKind, Separate>;

export const isSingleton = (kind: Kind): kind is Singleton => singletons.some((each) => each === kind);

/** Flags that import everything that is created, although customers are named. */
export const everyKind: readonly string[] = kinds.filter((kind) => !isSingleton(kind)).flatMap((kind) => ["--only", kind]);
