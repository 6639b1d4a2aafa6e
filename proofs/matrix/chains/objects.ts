import type { Control } from "../../../sandbox/index.js";
import type { ResourceSpec } from "../../../tests/support/engine.js";
import type { Place } from "../../../tests/support/place.js";
import type { Chain } from "./programs.js";

/** An object of a place in the sandbox. */
export interface ChainObject {
  /** What it is, and what it depends on: equal for equal declarations. */
  readonly words: string;
  /** Distinguishes it from other equal objects. */
  readonly identity: string;
  /** Whether it cannot be deleted. */
  readonly lasts: boolean;
}

const accountText = (name: string) => `account ${name}`;
const domainText = (fullname: string, account: string) => `domain ${fullname} in ${accountText(account)}`;
const subdomainText = (name: string, target: string, domain: string) => `subdomain ${name} to ${target} of ${domain}`;
const tokenText = (description: string) => `token ${description}`;
const webhookText = (method: string, url: string) => `webhook ${method} ${url}`;
const contactText = (name: string, city: string) => `contact ${name} in ${city}`;
const tomText = (content: string) => `TOM ${content}`;
const contractText = (tom: string, client: string, recipient: string) => `contract of ${tom}, ${client}, ${recipient}`;

/** Everything that a place has created at the provider. */
export function objectsOf({ store }: Control, { mark, customerNumber }: Place): ChainObject[] {
  const accounts = store.accounts.all().filter((each) => each.customerNumber === customerNumber && each.virtual !== undefined);
  const nameOfAccount = (id: string) => store.accounts.get(id)?.virtual?.virtualName ?? id;
  const isMarked = (text: string) => text.includes(mark);
  const contactOf = (id: string) => {
    const found = store.gdprContacts.get(id);
    return contactText(found?.name ?? id, found?.city ?? "");
  };
  const domains = store.domains.all().filter(({ sld, account }) => isMarked(sld) && accounts.some(({ id }) => id === account));
  const domainOf = (id: string) => domainText(id, nameOfAccount(store.domains.get(id)?.account ?? id));
  const object = (words: string, identity: string | number, lasts = false): ChainObject => ({
    words,
    identity: String(identity),
    lasts,
  });
  return [
    ...accounts.map(({ id, virtual }) => object(accountText(virtual!.virtualName), id)),
    ...domains.map(({ id, created }) => object(domainOf(id), created)),
    ...store.subdomains
      .all()
      .filter(({ name }) => isMarked(name))
      .map(({ name, target = "", domain, uid }) => object(subdomainText(name, target, domainOf(domain)), uid)),
    ...store.applicationTokens
      .all()
      .filter(({ description }) => isMarked(description))
      .map(({ id, description }) => object(tokenText(description), id)),
    ...store.webhooks
      .all()
      .filter(({ url }) => isMarked(url))
      .map(({ id, method, url }) => object(webhookText(method, url), id)),
    ...store.gdprContacts
      .all()
      // Every place gets a client of its own, in addition to the declared ones.
      .filter(({ name }) => name.endsWith(mark))
      .map(({ id }) => object(contactOf(id), id, true)),
    ...store.gdprToms
      .all()
      .filter(({ content }) => isMarked(content))
      .map(({ id, content }) => object(tomText(content), id, true)),
    ...store.gdprContracts
      .all()
      .filter(({ html }) => isMarked(html))
      .map(({ id, tom, client, recipient }) =>
        object(contractText(tomText(store.gdprToms.get(tom)?.content ?? tom), contactOf(client), contactOf(recipient)), id),
      ),
  ];
}

type Arguments = Readonly<Record<string, unknown>>;

/** The expected words of a declared object; undefined if it is not an object. */
function wordsOf(chain: Chain, resource: ResourceSpec): string | undefined {
  const args = resource.args as Arguments;
  const text = (name: string) => String(args[name]);
  /** The words of the object that an argument refers to. */
  const referred = (name: string): string => {
    const [part] = (args[name] as { readonly $of: readonly [string, string] }).$of;
    return wordsOf(
      chain,
      chain.find((each) => each.name === part)!,
    )!;
  };
  switch (resource.type) {
    case "VirtualAccount":
      return accountText(text("virtualName"));
    case "Domain":
      return `domain ${text("sld")}.${text("tld")} in ${referred("accountIdentifier")}`;
    case "Subdomain":
      return subdomainText(text("name"), text("target"), referred("domainIdentifier"));
    case "ApplicationToken":
      return tokenText(text("description"));
    case "Webhook":
      return webhookText(text("method"), text("url"));
    case "GdprContact":
      return contactText(text("name"), text("city"));
    case "GdprTom":
      return tomText(text("content"));
    case "GdprContract":
      return contractText(referred("tom"), referred("client"), referred("recipient"));
    default:
      return undefined;
  }
}

export const wordsOfAll = (chain: Chain): string[] => chain.flatMap((resource) => wordsOf(chain, resource) ?? []);

/** The words of objects that both programs declare identically, including everything they depend on: they must stay the same object. */
export function untouched(before: Chain, after: Chain): string[] {
  const known = new Set(before.map((resource) => signatureOf(before, resource)));
  return after.filter((resource) => known.has(signatureOf(after, resource))).flatMap((each) => wordsOf(after, each) ?? []);
}

/** Everything that determines an object, whatever the name of its resource. */
function signatureOf(chain: Chain, { type, args }: ResourceSpec): string {
  const resolved = JSON.stringify(args, (_, value: unknown) => {
    const [part, output] = (value as { readonly $of?: readonly [string, string] } | null)?.$of ?? [];
    if (part === undefined) return value;
    return `${output} of ${signatureOf(
      chain,
      chain.find(({ name }) => name === part)!,
    )}`;
  });
  return `${type} ${resolved}`;
}
