import { domainToUnicode } from "node:url";
import { canonicalHost, liesWithin } from "../../../provider/values/ids.js";
import type { Properties } from "../../../provider/values/properties.js";
import { inLine } from "../../../sdk/redaction/text.js";
import { hiddenArguments, type Placed } from "../objects.js";
import { codeOf, type Declaration, declarationCode, Expression, memberCode, uses, Variables } from "./code.js";
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

export interface FileCode {
  readonly text: string;
  readonly statements: ReadonlyMap<Placed, string>;
  /** What the statements use, in an order in which each uses only earlier ones. */
  readonly names: readonly UsedName[];
  /** What is declared within the statement of another object, which it lies in. */
  readonly members: ReadonlyMap<Placed, Member>;
}

export interface UsedName {
  readonly name: string;
  /** The code that declares it, or a comment that says what it stands for. */
  readonly code: string;
  readonly object?: Placed;
}

export interface Member {
  readonly domain: Placed;
  readonly code: string;
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

export function fileCode(title: string, objects: readonly Placed[], context: FileContext): FileCode {
  const writer = new FileWriter(objects, context);
  const { statements, members } = writer;
  const reader: UsedName = { name: "textOf", code: readerCode(context.file, context.isModule) };
  const isUsed = ({ name }: UsedName) => Array.from(statements.values()).some((code) => uses(code, name));
  const [usesConfig, readsTexts] = [isUsed(config), isUsed(reader)];
  const { customers, accounts } = writer.constants();
  const lines = (names: readonly UsedName[]) => names.map(({ code }) => code).join("\n");
  const parts = [
    headerOf(title, objects),
    lines([...(readsTexts ? [fileImport] : []), hostingImport, ...(usesConfig ? [pulumiImport] : [])]),
    ...[...(usesConfig ? [config] : []), ...(readsTexts ? [reader] : []), ...customers].map(({ code }) => code),
    ...(accounts.length === 0 ? [] : [`// Accounts that this file does not declare.\n${lines(accounts)}`]),
    ...new Set(statements.values()),
  ];
  const names = [fileImport, hostingImport, pulumiImport, config, reader, ...customers, ...accounts, ...writer.resources()];
  return { text: `${parts.join("\n\n")}\n`, statements, names, members };
}

export const hostingImport: UsedName = { name: "hosting", code: 'import * as hosting from "pulumi-hosting";' };
const fileImport: UsedName = { name: "readFileSync", code: 'import { readFileSync } from "node:fs";' };
const pulumiImport: UsedName = { name: "pulumi", code: 'import * as pulumi from "@pulumi/pulumi";' };
const config: UsedName = { name: "config", code: "const config = new pulumi.Config();" };

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
  readonly members: ReadonlyMap<Placed, Member>;
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
    const inside = [...new Set(this.#sites.values())].flatMap(({ domain, subdomains }) =>
      subdomains.map((object) => [object, { domain, code: memberCode(...this.#below(object), 2) }] as const),
    );
    this.members = new Map(inside);
  }

  constants(): { readonly customers: readonly UsedName[]; readonly accounts: readonly UsedName[] } {
    const accounts = Array.from(this.#accounts, ([account, name]): UsedName => {
      const description = inLine(this.context.descriptions.get(account) ?? "").trim();
      return { name, code: `const ${name} = ${codeOf(account, 0, 0)};${description && ` // ${description}`}` };
    });
    const number = this.#customerNumber;
    const customers = number === undefined ? [] : [{ name: "customerNumber", code: `const customerNumber = ${number};` }];
    return { customers, accounts };
  }

  /** The names of resources. */
  resources(): UsedName[] {
    return Array.from(this.#named, ([object, name]) => {
      // The class that declares it, by which it has its name.
      const className = this.#sites.get(object)?.domain === object ? "Site" : object.definition.className;
      return { name, code: `// \`${name}\` stands for ${className} ${codeOf(object.name, 0, 0)}.`, object };
    });
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
