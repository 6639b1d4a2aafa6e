import type { ResourceSpec } from "../../../tests/support/engine.js";
import { type Place, planted } from "../../../tests/support/place.js";

/** A place, and where the sandbox is. */
export interface Setting extends Place {
  readonly url: string;
}

/** The declarations of a place: resources that depend on each other. */
export type Chain = readonly ResourceSpec[];

/** Short, so that the next run handles what the fault keeps invisible. */
const timeouts = { create: "5s", update: "5s", delete: "5s" };

/** The name of a place's resource in the program. */
export const nameOfPart = ({ name }: Place, part: string): string => `${name}.${part}`;

const of = (place: Place, part: string, output: string) => ({ $of: [nameOfPart(place, part), output] });

function part(place: Place, name: string, type: string, args: object, options: ResourceSpec["options"] = {}): ResourceSpec {
  return { type, name: nameOfPart(place, name), args: { ...args, timeouts }, options };
}

export interface SiteOptions {
  readonly virtualName?: string;
  readonly sld?: string;
  /** The domain's name in the program. */
  readonly domain?: string;
  readonly target?: string;
  /** The domain that contains the subdomain. */
  readonly inside?: string;
}

const domainIn = (place: Place, name: string, sld: string): ResourceSpec =>
  part(
    place,
    name,
    "Domain",
    { accountIdentifier: of(place, "account", "accountIdentifier"), sld: `${sld}-${place.mark}`, tld: "de" },
    { protect: false },
  );

const account = (place: Place, virtualName: string): ResourceSpec =>
  part(
    place,
    "account",
    "VirtualAccount",
    {
      customerNumber: place.customerNumber,
      virtualName: `${virtualName}-${place.mark}`,
      description: "Shop",
      articleNumber: 1201,
      password: planted(place, "password"),
      forceDestroy: true,
    },
    { protect: false },
  );

/** An account, two domains in it, and a subdomain of one of them. */
export function site(place: Place, options: SiteOptions = {}): Chain {
  const { virtualName = "shop", sld = "first", domain = "domain", target = "/news", inside = domain } = options;
  return [
    account(place, virtualName),
    domainIn(place, domain, sld),
    domainIn(place, "other", "other"),
    part(
      place,
      "news",
      "Subdomain",
      {
        accountIdentifier: of(place, inside, "accountIdentifier"),
        domainIdentifier: of(place, inside, "domainIdentifier"),
        name: `news-${place.mark}`,
        target,
      },
      { deletedWith: nameOfPart(place, inside) },
    ),
  ];
}

/** The environment variables belong to the default provider. */
const limits = { requestTimeout: "10s", rateLimitWait: "10s" };

export interface LoginOptions {
  readonly trigger?: string;
  readonly method?: string;
  /** The explicit provider's name in the program. */
  readonly provider?: string;
}

/** An application token, a provider that logs in with it, and a webhook of that provider. */
export function login(place: Setting, options: LoginOptions = {}): Chain {
  const { trigger = "1", method = "POST", provider = "provider" } = options;
  const { mark, url: baseUrl } = place;
  return [
    part(place, "token", "ApplicationToken", { description: `deployment ${mark}`, triggers: [trigger] }),
    {
      type: "Provider",
      name: nameOfPart(place, provider),
      args: {
        baseUrl,
        ...limits,
        username: of(place, "token", "id"),
        password: of(place, "token", "token"),
        subdomainDeletion: "body",
      },
    },
    part(
      place,
      "webhook",
      "Webhook",
      {
        eventType: "DOMAIN_REGISTRATION_STATUS",
        method,
        url: `https://agency.example/${mark}`,
        headers: { "X-Key": planted(place, "header") },
      },
      { provider: nameOfPart(place, provider) },
    ),
  ];
}

export interface AgreementOptions {
  readonly city?: string;
  readonly measures?: string;
  /** The contact that the contract is for. */
  readonly client?: string;
}

const contact = (place: Place, name: string, type: string, city = "Bonn"): ResourceSpec =>
  part(place, name, "GdprContact", {
    name: `${name} ${place.mark}`,
    street: "Lindenweg",
    houseNumber: "7a",
    zipCode: "50667",
    city,
    mail: "office@sommer.example",
    type,
  });

/** Contacts and a TOM, and a contract with them. */
export function agreement(place: Place, options: AgreementOptions = {}): Chain {
  const { city = "Bonn", measures = "daily", client = "client" } = options;
  return [
    contact(place, "recipient", "recipient"),
    contact(place, "client", "client", city),
    contact(place, "successor", "client"),
    part(place, "tom", "GdprTom", { content: `Backups: ${measures} ${place.mark}` }),
    part(place, "contract", "GdprContract", {
      html: `<p>Contract ${place.mark}</p>`,
      tom: of(place, "tom", "id"),
      client: of(place, client, "id"),
      recipient: of(place, "recipient", "id"),
    }),
  ];
}

/** A chain without some of its parts. */
export const without = (place: Place, chain: Chain, ...parts: readonly string[]): Chain =>
  chain.filter(({ name }) => !parts.some((each) => name === nameOfPart(place, each)));

/** A resource under another name, with the old one as its alias. */
export function renamed(place: Place, chain: Chain, from: string, to: string): Chain {
  const [before, after] = [nameOfPart(place, from), nameOfPart(place, to)];
  const text = JSON.stringify(chain).replaceAll(JSON.stringify(before), JSON.stringify(after));
  return (JSON.parse(text) as ResourceSpec[]).map((resource) =>
    resource.name === after ? { ...resource, options: { ...resource.options, aliases: [{ name: before }] } } : resource,
  );
}
