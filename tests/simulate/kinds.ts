import { domainToASCII } from "node:url";
import { virtualAccount } from "../../provider/resources/virtualAccount.js";
import type { Control } from "../../sandbox/index.js";
import type { Resource, SimulatedKind } from "./history.js";

export type Values = Readonly<Record<string, unknown>>;
type Store = Control["store"];

/** The customer and the account of all histories. */
const customerNumber = 100001;
const account = "p100001";
/** Exists from the start, for subdomains of no domain in the program. */
const standingDomain = "sommer-gartenbau.de";

/** What the account contains for contracts. */
export interface Parties {
  readonly tom: string;
  readonly client: string;
  readonly recipient: string;
}

const virtualNameOf = (key: number): string => `virtual-${key}`;
const sldOf = (key: number): string => (key === 2 ? "büro-2" : `site-${key}`);

/** What the simulation knows of a kind. */
interface Facts {
  /** Few names, so that they collide. */
  readonly names: readonly [string, string];
  /** The kind of its container, or of what it is made of. */
  readonly container?: SimulatedKind;
  /** Its collection in the sandbox. */
  readonly collection: keyof Store;
  /** The member of a record that has the contents. */
  readonly part?: string;
  /** Contents that tell apart objects, the first of them, and versions. */
  readonly contents: (key: number, content: number) => Values;
  /** The other arguments with which a resource is declared. */
  readonly args?: (resource: Resource, parties: Parties) => Values;
  /** The rest of a record of which somebody else is the author; `count` distinguishes it from all others. */
  readonly record?: (count: number, now: number, key: number) => Values;
}

const inner = (inside: string | undefined, output: string, otherwise: string): unknown =>
  inside === undefined ? otherwise : { $of: [inside, output] };

const owned = (count: number, now: number) => ({ id: `outside-${count}`, owner: 100000, created: now });
const event = { method: "POST", eventType: "DOMAIN_REGISTRATION_STATUS" } as const;

export const kinds: Readonly<Record<SimulatedKind, Facts>> = {
  webhook: {
    names: ["hook", "bell"],
    collection: "webhooks",
    contents: (key, content) => ({
      url: `https://hook-${key}.example/`,
      headers: content === 0 ? undefined : { version: String(content) },
    }),
    args: () => event,
    record: (count) => ({ id: `outside-${count}`, login: "reseller", ...event }),
  },
  applicationToken: {
    names: ["token", "badge"],
    collection: "applicationTokens",
    contents: (key) => ({ description: `token ${key}` }),
    args: ({ content }) => ({ triggers: [content] }),
    record: (count, now) => ({ id: `outside-${count}`, login: "reseller", secretHash: "", created: now }),
  },
  domain: {
    names: ["domain", "site"],
    container: "virtualAccount",
    collection: "domains",
    contents: (key) => ({ id: domainToASCII(`${sldOf(key)}.de`) }),
    args: ({ inside, key }) => ({
      // The provider computes it.
      id: undefined,
      accountIdentifier: inner(inside, "name", account),
      sld: sldOf(key),
      tld: "de",
    }),
    record: (_, now, key) => ({
      account,
      sld: domainToASCII(sldOf(key)),
      tld: "de",
      external: false,
      registryStatus: "ok",
      created: now,
      attachments: [],
    }),
  },
  virtualAccount: {
    names: ["account", "tenant"],
    collection: "accounts",
    part: "virtual",
    contents: (key) => ({ virtualName: virtualNameOf(key) }),
    args: ({ forceDestroy }) => ({
      customerNumber,
      description: "Shop",
      articleNumber: 1101,
      password: "rehearsal",
      forceDestroy: "forceDestroy" in virtualAccount.fields ? forceDestroy : undefined,
    }),
    record: (count, _, key) => ({
      id: `p${400_000 + count}`,
      uid: 400_000 + count,
      customerNumber,
      description: "Shop",
      disabled: false,
      activateShell: false,
      ipAddress: "192.0.2.1",
      status: "ready",
      articleNumber: 1101,
      virtual: { virtualName: virtualNameOf(key), passwordHash: "" },
    }),
  },
  subdomain: {
    names: ["sub", "blog"],
    container: "domain",
    collection: "subdomains",
    contents: (key, content) => ({ name: `sub-${key}`, target: `/target-${content}` }),
    args: ({ inside }) => ({
      accountIdentifier: inner(inside, "accountIdentifier", account),
      domainIdentifier: inner(inside, "fullname", standingDomain),
    }),
    record: (count) => ({
      id: String(500_000 + count),
      uid: 500_000 + count,
      domain: standingDomain,
      target: "/elsewhere",
      certificate: false,
    }),
  },
  gdprContract: {
    names: ["contract", "treaty"],
    container: "gdprTom",
    collection: "gdprContracts",
    contents: (key, content) => ({ html: `<p>Contract ${key}, version ${content}</p>` }),
    args: ({ inside }, parties) => ({ ...parties, tom: inner(inside, "tomIdentifier", parties.tom) }),
  },
  gdprContractPreset: {
    names: ["preset", "model"],
    collection: "gdprContractPresets",
    contents: (key, content) => ({ name: `preset ${key}`, description: `version ${content}` }),
    record: owned,
  },
  gdprTom: {
    names: ["tom", "measures"],
    collection: "gdprToms",
    contents: (key, content) => ({ content: `Measures ${key}, version ${content}` }),
    record: owned,
  },
  contactPerson: {
    names: ["contact", "person"],
    collection: "customers",
    part: "contactPerson",
    contents: (_, content) => ({ firstName: `Name ${content}` }),
    args: ({ key }) => ({ customerNumber: 100000 + key }),
  },
};

/** The arguments with which a resource is declared; those without a value are not. */
export const argumentsOf = (resource: Resource, parties: Parties): Values => ({
  ...declaredContents(resource),
  ...kinds[resource.kind].args?.(resource, parties),
});

/** What a program declares about an object, as far as the provider shows it. */
export const declaredContents = ({ kind, key, content }: Resource): Values => kinds[kind].contents(key, content);

/** Billed, and protected unless the program says otherwise, like their classes. */
export const isCostly = (kind: SimulatedKind): boolean => kind === "domain" || kind === "virtualAccount";

/** Kinds whose objects only a listing shows. */
export const isOnlyListed = (kind: SimulatedKind): boolean => kind === "applicationToken" || kind === "subdomain";
