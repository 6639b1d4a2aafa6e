import type { Properties } from "../../provider/values/properties.js";
import { applicationToken } from "../../provider/resources/applicationToken.js";
import { domain } from "../../provider/resources/domain.js";
import { gdprContract } from "../../provider/resources/gdprContract.js";
import { gdprContractPreset } from "../../provider/resources/gdprContractPreset.js";
import { subdomain } from "../../provider/resources/subdomain.js";
import { virtualAccount } from "../../provider/resources/virtualAccount.js";
import { webhook } from "../../provider/resources/webhook.js";
import { kindLabels } from "../../provider/values/kinds.js";
import type { Sandbox } from "../../sandbox/index.js";
import type { SomeDefinition } from "./kernel.js";
import type { RehearsedKind } from "./kinds.js";
import { sampleContract, samples } from "./rehearsal.js";

interface Rehearsed {
  readonly definition: SomeDefinition;
  /** The operations that create and list its objects. */
  readonly creation: string;
  readonly listing: string;
  /** Whether people pay for it. */
  readonly costly: boolean;
  readonly inputs: (sandbox: Sandbox) => Properties;
  /** Number of objects that equal the declared one. */
  readonly count: (sandbox: Sandbox) => number;
}

/** A creation of a kind, for the tests of the lifecycle. */
export interface CreationCase extends Rehearsed {
  readonly kind: RehearsedKind;
  readonly name: string;
}

const rehearsed: Readonly<Record<RehearsedKind, Rehearsed>> = {
  webhook: {
    definition: webhook,
    creation: "createWebhook",
    listing: "listWebhooks",
    costly: false,
    inputs: () => samples.webhook,
    count: ({ control }) => control.store.webhooks.all().length,
  },
  virtualAccount: {
    definition: virtualAccount,
    creation: "createVirtualAccount",
    listing: "listVirtualAccounts",
    costly: true,
    inputs: () => samples.virtualAccount,
    count: ({ control }) => control.store.accounts.all().filter(({ virtual }) => virtual !== undefined).length,
  },
  domain: {
    definition: domain,
    creation: "registerDomain",
    listing: "listDomains",
    costly: true,
    inputs: () => samples.domain,
    count: ({ control }) => control.store.domains.all().filter(({ sld }) => sld === "sommer-shop").length,
  },
  subdomain: {
    definition: subdomain,
    creation: "createSubdomains",
    listing: "listSubdomains",
    costly: false,
    inputs: () => samples.subdomain,
    count: ({ control }) => control.store.subdomains.all().filter(({ name }) => name === "news").length,
  },
  applicationToken: {
    definition: applicationToken,
    creation: "createApplicationToken",
    listing: "listApplicationTokens",
    costly: false,
    inputs: () => samples.applicationToken,
    count: ({ control }) => control.store.applicationTokens.all().length,
  },
  gdprContract: {
    definition: gdprContract,
    creation: "createGdprContract",
    listing: "listGdprContracts",
    costly: false,
    inputs: sampleContract,
    count: ({ control }) => control.store.gdprContracts.all().length,
  },
  gdprContractPreset: {
    definition: gdprContractPreset,
    creation: "createGdprContractPreset",
    listing: "listGdprContractPresets",
    costly: false,
    inputs: () => samples.gdprContractPreset,
    count: ({ control }) => control.store.gdprContractPresets.all().length,
  },
};

export const rehearsedKinds = Object.keys(rehearsed) as readonly RehearsedKind[];

export const creationCaseOf = (kind: RehearsedKind): CreationCase => ({ kind, name: kindLabels[kind], ...rehearsed[kind] });

export const creationCases: readonly CreationCase[] = rehearsedKinds.map(creationCaseOf);
