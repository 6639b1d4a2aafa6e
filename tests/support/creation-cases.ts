import type { Properties } from "../../provider/values/properties.js";
import { applicationToken } from "../../provider/resources/applicationToken.js";
import { domain } from "../../provider/resources/domain.js";
import { gdprContract } from "../../provider/resources/gdprContract.js";
import { gdprContractPreset } from "../../provider/resources/gdprContractPreset.js";
import { subdomain } from "../../provider/resources/subdomain.js";
import { virtualAccount } from "../../provider/resources/virtualAccount.js";
import { webhook } from "../../provider/resources/webhook.js";
import type { Sandbox } from "../../sandbox/index.js";
import type { SomeDefinition } from "./kernel.js";
import { sampleContract, samples } from "./rehearsal.js";

/** A creation of each kind, for the tests of the lifecycle. */
export interface CreationCase {
  readonly name: string;
  readonly definition: SomeDefinition;
  readonly creation: string;
  readonly costly: boolean;
  readonly inputs: (sandbox: Sandbox) => Properties;
  /** Number of objects that equal the declared one. */
  readonly count: (sandbox: Sandbox) => number;
}

export const creationCases: readonly CreationCase[] = [
  {
    name: "webhook",
    definition: webhook,
    creation: "createWebhook",
    costly: false,
    inputs: () => samples.webhook,
    count: ({ control }) => control.store.webhooks.all().length,
  },
  {
    name: "virtual account",
    definition: virtualAccount,
    creation: "createVirtualAccount",
    costly: true,
    inputs: () => samples.virtualAccount,
    count: ({ control }) => control.store.accounts.all().filter(({ virtual }) => virtual !== undefined).length,
  },
  {
    name: "domain",
    definition: domain,
    creation: "registerDomain",
    costly: true,
    inputs: () => samples.domain,
    count: ({ control }) => control.store.domains.all().filter(({ sld }) => sld === "sommer-shop").length,
  },
  {
    name: "subdomain",
    definition: subdomain,
    creation: "createSubdomains",
    costly: false,
    inputs: () => samples.subdomain,
    count: ({ control }) => control.store.subdomains.all().filter(({ name }) => name === "news").length,
  },
  {
    name: "application token",
    definition: applicationToken,
    creation: "createApplicationToken",
    costly: false,
    inputs: () => samples.applicationToken,
    count: ({ control }) => control.store.applicationTokens.all().length,
  },
  {
    name: "GDPR contract",
    definition: gdprContract,
    creation: "createGdprContract",
    costly: false,
    inputs: sampleContract,
    count: ({ control }) => control.store.gdprContracts.all().length,
  },
  {
    name: "GDPR contract preset",
    definition: gdprContractPreset,
    creation: "createGdprContractPreset",
    costly: false,
    inputs: () => samples.gdprContractPreset,
    count: ({ control }) => control.store.gdprContractPresets.all().length,
  },
];
