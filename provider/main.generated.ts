/* eslint-disable @typescript-eslint/no-require-imports, @typescript-eslint/no-unsafe-return -- an import cannot wait */
import "./program/declarations.js";
import { exportLate } from "./program/loaded-late.js";

/* Written by `npm run generate` from index.ts: the entry for `require`, which programs in TypeScript use too. */

export * from "./program/lookups.generated.js";

exportLate(exports as object, {
  Provider: () => require("./program/provider.js"),
  ApplicationToken: () => require("./resources/applicationToken.js"),
  BillingRecipient: () => require("./resources/billingRecipient.js"),
  BillingSettings: () => require("./resources/billingSettings.js"),
  ContactPerson: () => require("./resources/contactPerson.js"),
  ContractPartner: () => require("./resources/contractPartner.js"),
  Domain: () => require("./resources/domain.js"),
  GdprContact: () => require("./resources/gdprContact.js"),
  GdprContract: () => require("./resources/gdprContract.js"),
  GdprContractPreset: () => require("./resources/gdprContractPreset.js"),
  GdprPdf: () => require("./resources/gdprPdf.js"),
  GdprTom: () => require("./resources/gdprTom.js"),
  PaymentSettings: () => require("./resources/paymentSettings.js"),
  Subdomain: () => require("./resources/subdomain.js"),
  VirtualAccount: () => require("./resources/virtualAccount.js"),
  Webhook: () => require("./resources/webhook.js"),
  Site: () => require("./components/site.js"),
  Account: () => require("./program/account.js"),
  findAccount: () => require("./program/find.js"),
  findAccountOutput: () => require("./program/find.js"),
  findGdprContact: () => require("./program/find.js"),
  findGdprContactOutput: () => require("./program/find.js"),
  findGdprTom: () => require("./program/find.js"),
  findGdprTomOutput: () => require("./program/find.js"),
});
