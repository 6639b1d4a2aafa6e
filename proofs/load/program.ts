import type { Sandbox } from "../../sandbox/index.js";
import type { ResourceSpec } from "../../tests/support/engine.js";
import type { FaultyOperation } from "./faults.js";

/** A kind of resource under load. */
interface LoadedKind {
  readonly type: string;
  /** Percentage of the resources that are of this kind. */
  readonly percent: number;
  readonly operations: readonly FaultyOperation[];
  /** Arguments of the resource with that natural key. */
  args(key: string, sandbox: Sandbox): Record<string, unknown>;
  /** Natural keys of the provider's objects that can belong to this load. */
  keys(sandbox: Sandbox): string[];
}

const mark = "load-";

const creation = (operation: string): FaultyOperation => ({ operation, is: "creation" });
const listing = (operation: string): FaultyOperation => ({ operation, is: "listing" });
const read = (operation: string): FaultyOperation => ({ operation, is: "read" });

const marked = (keys: readonly (string | undefined)[]): string[] =>
  keys.flatMap((key) => (key?.startsWith(mark) === true ? [key] : []));

const kinds: readonly LoadedKind[] = [
  {
    type: "Webhook",
    percent: 40,
    operations: [creation("createWebhook"), listing("listWebhooks"), read("getWebhook")],
    args: (key) => ({
      eventType: "DOMAIN_REGISTRATION_STATUS",
      method: "POST",
      url: `https://agency.example/${key}`,
      headers: { "X-Key": `planted-${key}` },
    }),
    keys: ({ control }) => marked(control.store.webhooks.all().map(({ url }) => url.split("/").at(-1))),
  },
  {
    type: "ApplicationToken",
    percent: 15,
    operations: [creation("createApplicationToken"), listing("listApplicationTokens")],
    args: (description) => ({ description }),
    keys: ({ control }) => marked(control.store.applicationTokens.all().map(({ description }) => description)),
  },
  {
    type: "Subdomain",
    percent: 15,
    operations: [creation("createSubdomains"), listing("listSubdomains")],
    args: (name) => ({ accountIdentifier: "p100001", domainIdentifier: "sommer-gartenbau.de", name, target: "/html" }),
    keys: ({ control }) => marked(control.store.subdomains.all().map(({ name }) => name)),
  },
  {
    type: "GdprContractPreset",
    percent: 10,
    operations: [creation("createGdprContractPreset"), listing("listGdprContractPresets"), read("getGdprContractPreset")],
    args: (name) => ({ name, config: { days: 30 } }),
    keys: ({ control }) => marked(control.store.gdprContractPresets.all().map(({ name }) => name)),
  },
  {
    type: "GdprContract",
    percent: 6,
    operations: [creation("createGdprContract"), listing("listGdprContracts"), read("getGdprContract")],
    args: (html, { control: { store } }) => ({
      html,
      tom: store.gdprToms.all()[0]!.id,
      client: store.gdprContacts.all()[1]!.id,
      recipient: store.gdprContacts.all()[0]!.id,
    }),
    keys: ({ control }) => marked(control.store.gdprContracts.all().map(({ html }) => html)),
  },
  {
    type: "GdprTom",
    percent: 5,
    operations: [creation("createGdprTom"), listing("listGdprToms"), read("getGdprTom")],
    args: (content) => ({ content }),
    keys: ({ control }) => marked(control.store.gdprToms.all().map(({ content }) => content)),
  },
  {
    type: "GdprPdf",
    percent: 5,
    operations: [creation("uploadGdprPdf"), listing("listGdprPdfs"), read("getGdprPdf")],
    args: (name) => ({ name, pdf: Buffer.from("%PDF-1.4 load").toString("base64") }),
    keys: ({ control }) => marked(control.store.gdprPdfs.all().map(({ name }) => name)),
  },
  {
    type: "Domain",
    percent: 2,
    operations: [creation("registerDomain"), listing("listDomains")],
    args: (sld) => ({ accountIdentifier: "p100001", sld, tld: "de" }),
    keys: ({ control }) => marked(control.store.domains.all().map(({ sld }) => sld)),
  },
  {
    type: "VirtualAccount",
    percent: 2,
    operations: [creation("createVirtualAccount"), listing("listVirtualAccounts")],
    args: (virtualName) => ({
      customerNumber: 100001,
      virtualName,
      description: "Load",
      articleNumber: 1101,
      password: `planted-${virtualName}`,
    }),
    keys: ({ control }) => marked(control.store.accounts.all().map(({ virtual }) => virtual?.virtualName)),
  },
];

/** The kinds of the resources, evenly distributed. */
const spread = Array.from({ length: 100 }, (_, index) => index).map((index) => {
  // Any step without a common divisor with 100 visits each index once, and mixes the kinds.
  let place = (index * 37) % 100;
  return kinds.find(({ percent }) => (place -= percent) < 0)!;
});

export interface Load {
  readonly resources: readonly ResourceSpec[];
  readonly operations: readonly FaultyOperation[];
  /** Problems of the provider's objects, one line each; empty if each exists exactly once. */
  amiss(): string[];
}

/** A program with that many independent resources. */
export function load(sandbox: Sandbox, count: number): Load {
  const all = Array.from({ length: count }, (_, index) => ({ kind: spread[index % spread.length]!, key: `${mark}${index}` }));
  return {
    resources: all.map(({ kind, key }) => ({
      type: kind.type,
      name: key,
      args: kind.args(key, sandbox),
      options: { protect: false },
    })),
    operations: kinds.flatMap(({ operations }) => operations),
    amiss: () =>
      kinds.flatMap((kind) => {
        const found = kind.keys(sandbox);
        const declared = all.filter((each) => each.kind === kind).map(({ key }) => key);
        const missing = declared.filter((key) => !found.includes(key)).map((key) => `${kind.type} ${key} does not exist`);
        const several = declared
          .map((key) => ({ key, times: found.filter((each) => each === key).length }))
          .filter(({ times }) => times > 1)
          .map(({ key, times }) => `${kind.type} ${key} exists ${times} times`);
        return [...missing, ...several];
      }),
  };
}
