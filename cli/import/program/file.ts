import { domainToUnicode } from "node:url";
import { canonicalHost, liesWithin } from "../../../provider/values/ids.js";
import type { Properties } from "../../../provider/values/properties.js";
import { inLine } from "../../../sdk/redaction/text.js";
import { hiddenArguments, type Placed } from "../objects.js";
import { codeOf, type Declaration, declarationCode, Expression, uses, Variables } from "./code.js";
import { type LongText, readerCode, readingOf, type SecretPlaces } from "./values.js";

export interface Reference {
  readonly argument: string;
  readonly to: Placed;
  readonly member: string;
}

/**
 * Which arguments refer to other objects: to what the object lies in, by the values that ids hold, and to records, by their identifiers.
 * @param others objects of the same file
 */
function referencesOf(object: Placed, others: readonly Placed[]): readonly Reference[] {
  const candidates = others.filter((other) => other !== object);
  const above = candidates
    .map((to) =>
      Object.entries(to.definition.derived ?? {}).map(([name, of]) => ({
        argument: name,
        to,
        member: name,
        value: of(to.found.id),
      })),
    )
    .filter((members) => members.every(({ member, value }) => object.args[member] === value))
    .reduce((most, members) => (members.length > most.length ? members : most), []);
  const identifiers = Object.entries(object.args)
    .filter(([argument]) => !above.some((reference) => reference.argument === argument))
    .flatMap(([argument, value]) => {
      const to = candidates.find((each) => each.found.id === value && identifierOf(each) !== undefined);
      return to === undefined ? [] : [{ argument, to, member: identifierOf(to)! }];
    });
  return [...above, ...identifiers];
}

/** The output that holds the id, for records that others name by their identifier. */
const identifierOf = ({ found: { id, outputs } }: Placed): string | undefined =>
  Object.entries(outputs as Properties).find(([name, value]) => /Identifier$/.test(name) && value === id)?.[0];

/** A domain with its subdomains, as a `hosting.Site` declares them. */
export interface Site {
  readonly domain: Placed;
  readonly subdomains: readonly Placed[];
}

/**
 * A site names its resources after the hosts, so it fits only if the resources have these names. What the program declares already keeps its
 * form: a domain by itself becomes no site, and a subdomain by itself enters none.
 */
function sitesIn(objects: readonly Placed[]): ReadonlyMap<Placed, Site> {
  const sites = new Map<Placed, Site>();
  const subdomains = objects.filter(({ definition }) => definition.kind === "subdomain");
  for (const domain of objects.filter(({ definition }) => definition.kind === "domain")) {
    const host = canonicalHost(`${String(domain.args["sld"])}.${String(domain.args["tld"])}`);
    const inside = subdomains.filter(({ found }) => liesWithin(found.id, domain.found.id));
    const fitting = inside.filter(
      ({ name, form, args }) => form !== "alone" && name === canonicalHost(`${String(args["name"])}.${host}`),
    );
    if (domain.name !== host || domain.form === "alone") continue;
    if (domain.form === undefined && fitting.length < inside.length) continue;
    const site = { domain, subdomains: fitting };
    for (const object of [domain, ...fitting]) sites.set(object, site);
  }
  return sites;
}

export interface FileContext {
  /** Its name, relative to the folder of the program. */
  readonly file: string;
  readonly isModule: boolean;
  readonly secrets: SecretPlaces;
  /** Texts that have files of their own. */
  readonly texts: readonly LongText[];
  /** How people call accounts, by name. */
  readonly descriptions: ReadonlyMap<string, string | undefined>;
}

export function fileCode(title: string, objects: readonly Placed[], context: FileContext): string {
  const writer = new FileWriter(objects, context);
  const statements = [...new Set(writer.statements.values())];
  const [usesConfig, readsTexts] = ["config", "textOf"].map((name) => statements.some((code) => uses(code, name)));
  const { customers, accounts } = writer.constants();
  const imports = [
    ...(readsTexts ? ['import { readFileSync } from "node:fs";'] : []),
    'import * as hosting from "pulumi-hosting";',
    ...(usesConfig ? ['import * as pulumi from "@pulumi/pulumi";'] : []),
  ];
  const parts = [
    headerOf(title, objects),
    imports.join("\n"),
    ...(usesConfig ? ["const config = new pulumi.Config();"] : []),
    ...(readsTexts ? [readerCode(context.file, context.isModule)] : []),
    ...customers,
    ...(accounts.length === 0 ? [] : [`// Accounts that this file does not declare.\n${accounts.join("\n")}`]),
    ...statements,
  ];
  return `${parts.join("\n\n")}\n`;
}

/** Says what is there and why it does not appear, once for each class. */
function headerOf(title: string, objects: readonly Placed[]): string {
  const definitions = new Map(objects.map(({ definition }) => [definition.className, definition]));
  const hidden = Array.from(definitions, ([className, definition]) => [className, hiddenArguments(definition)] as const)
    .filter(([, names]) => names.length > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([className, names]) => ` * - ${className}: ${names.join(", ")}`);
  const explained =
    hidden.length === 0
      ? []
      : [" *", " * The API does not show these arguments, so they are left out, which changes nothing:", ...hidden];
  return ["/**", ` * ${title}`, ...explained, " */"].join("\n");
}

const readableHost = (name: string): string => (/(?:^|\.)xn--/.test(name) && domainToUnicode(name)) || name;

const collator = new Intl.Collator("en", { numeric: true });

/** What contains others comes first. */
const depthOf = ({ definition: { derived = {} } }: Placed): number => Object.keys(derived).length || Infinity;

const inReadingOrder = (a: Placed, b: Placed): number =>
  depthOf(a) === depthOf(b)
    ? collator.compare(`${a.definition.className} ${a.name}`, `${b.definition.className} ${b.name}`)
    : depthOf(a) - depthOf(b);

/** Writes statements in an order in which each refers only to earlier ones. */
class FileWriter {
  readonly statements = new Map<Placed, string>();
  readonly #variables = new Variables();
  readonly #named = new Map<Placed, string>();
  readonly #accounts = new Map<string, string>();
  readonly #sites: ReadonlyMap<Placed, Site>;
  readonly #references: ReadonlyMap<Placed, readonly Reference[]>;
  #customerNumber: number | undefined;

  constructor(
    objects: readonly Placed[],
    private readonly context: FileContext,
  ) {
    this.#sites = sitesIn(objects);
    this.#references = new Map(objects.map((object) => [object, referencesOf(object, objects)]));
    const sorted = [...objects].sort(inReadingOrder);
    // Whatever another resource refers to gets a name first. What lies in a site is named by its key.
    for (const object of sorted)
      if ((this.#sites.get(object)?.domain ?? object) === object)
        for (const { to } of this.#references.get(object)!) this.#name(to);
    for (const object of sorted) this.#write(object);
  }

  constants(): { readonly customers: readonly string[]; readonly accounts: readonly string[] } {
    const accounts = Array.from(this.#accounts, ([account, name]) => {
      const description = inLine(this.context.descriptions.get(account) ?? "").trim();
      return `const ${name} = ${codeOf(account, 0, 0)};${description && ` // ${description}`}`;
    });
    const number = this.#customerNumber;
    return { customers: number === undefined ? [] : [`const customerNumber = ${number};`], accounts };
  }

  #write(object: Placed): void {
    if (this.statements.has(object)) return;
    const { domain, subdomains } = this.#sites.get(object) ?? { domain: object, subdomains: undefined };
    for (const { to } of this.#references.get(domain)!) this.#write(to);
    const readable = readableHost(domain.name);
    const comment = readable === domain.name ? "" : `// ${inLine(readable)}\n`;
    const code = `${comment}${declarationCode(subdomains === undefined ? this.#plain(domain) : this.#site(domain, subdomains))}`;
    for (const each of [domain, ...(subdomains ?? [])]) this.statements.set(each, code);
  }

  /** Refers to a resource: that of a site is a member. */
  #resource(object: Placed): string {
    return `${this.#name(object)}${this.#sites.get(object)?.domain === object ? ".domain" : ""}`;
  }

  #name(object: Placed): string {
    const name = this.#named.get(object) ?? this.#variables.reserve(readableHost(object.name));
    this.#named.set(object, name);
    return name;
  }

  #plain(object: Placed): Declaration {
    const { definition, name } = object;
    const container = this.#references.get(object)!.find(({ argument, member }) => argument === member)?.to;
    const isDeletedWith = container !== undefined && definition.deletion.dependsOnSettings === true;
    return {
      variable: this.#named.get(object),
      className: definition.className,
      name,
      args: this.#arguments(object),
      ...(isDeletedWith && { options: { deletedWith: new Expression(this.#resource(container)) } }),
    };
  }

  #site(domain: Placed, subdomains: readonly Placed[]): Declaration {
    const { accountIdentifier, ...rest } = this.#arguments(domain);
    const below = subdomains.map((object) => this.#below(object));
    const sorted = below.sort(([a], [b]) => (canonicalHost(a) < canonicalHost(b) ? -1 : 1));
    return {
      variable: this.#named.get(domain),
      className: "Site",
      name: domain.name,
      args: {
        account: accountIdentifier,
        domain: rest,
        ...(below.length > 0 && { subdomains: Object.fromEntries(sorted) }),
      },
    };
  }

  /** A subdomain of a site, by its label. */
  #below(object: Placed): readonly [label: string, args: Properties] {
    const { accountIdentifier: _, domainIdentifier: __, name, ...others } = this.context.secrets.withoutSecrets(object);
    return [String(name), others];
  }

  /** The arguments, with references in place of what other resources and constants have. */
  #arguments(object: Placed): Properties {
    const { secrets, texts } = this.context;
    const args: Record<string, unknown> = { ...secrets.withoutSecrets(object) };
    for (const text of texts) if (text.object === object) args[text.argument] = readingOf(text);
    for (const { argument, to, member } of this.#references.get(object)!)
      args[argument] = new Expression(`${this.#resource(to)}.${member}`);
    const { accountIdentifier: account, customerNumber: customer } = args;
    if (typeof account === "string") {
      const variable = this.#accounts.get(account) ?? this.#variables.reserve(account);
      this.#accounts.set(account, variable);
      args["accountIdentifier"] = new Expression(variable);
    }
    if (typeof customer === "number") {
      this.#customerNumber = customer;
      args["customerNumber"] = new Expression("customerNumber");
    }
    return args;
  }
}
