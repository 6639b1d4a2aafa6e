import type { Control } from "../../../sandbox/index.js";
import type { ResourceSpec } from "../../../tests/support/engine.js";
import type { Place } from "../place.js";
import type { Chain } from "./programs.js";

/** An object of a place, as the sandbox has it. */
export interface ChainObject {
  /** What it is, and what it hangs on: equal for what is declared alike. */
  readonly words: string;
  /** Tells it from any other one that is alike. */
  readonly identity: string;
  /** Nothing can delete it. */
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

/** Everything at the provider that a place has made. */
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
      // Every place is given a client of its own, beside those that it declares.
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

/** What a program declares, in the words of the objects that are to come of it; undefined for what is no object. */
function wordsOf(chain: Chain, resource: ResourceSpec): string | undefined {
  const args = resource.args as Arguments;
  const text = (name: string) => String(args[name]);
  /** The words of what an argument refers to. */
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

/** The words of what one program declares exactly as the other one does, with all that it hangs on: it stays the same object. */
export function untouched(before: Chain, after: Chain): string[] {
  const known = new Set(before.map((resource) => signatureOf(before, resource)));
  return after.filter((resource) => known.has(signatureOf(after, resource))).flatMap((each) => wordsOf(after, each) ?? []);
}

/** All that decides over an object, whatever its resource is called. */
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
