import * as pulumi from "@pulumi/pulumi";
import { isOfType } from "../pulumi/resources.js";
import { programError } from "../pulumi/runs.js";
import type { LifecycleArgs } from "../program/resource-class.js";
import { Domain, type DomainArgs } from "../resources/domain.js";
import { GdprContract, type GdprContractArgs } from "../resources/gdprContract.js";
import { Subdomain, type SubdomainArgs } from "../resources/subdomain.js";
import { VirtualAccount, type VirtualAccountArgs } from "../resources/virtualAccount.js";
import { canonicalHost } from "../values/ids.js";
import { inLine } from "../../sdk/redaction/text.js";
import { unknownName } from "../../sdk/values/suggest.js";
import { type Properties, isAbsent } from "../values/properties.js";

/** The account that a {@link Site} orders. Its customer and its name cannot be outputs, because they name the resource. */
export interface SiteAccountArgs extends Omit<VirtualAccountArgs, "customerNumber" | "virtualName"> {
  /** Number of the customer. */
  readonly customerNumber: number;
  /** Name of the account, which tells it from the customer's other accounts. */
  readonly virtualName: string;
}

/** The domain of a {@link Site}. Its name cannot be an output, because it names the resource. */
export interface SiteDomainArgs extends Omit<DomainArgs, "accountIdentifier" | "sld" | "tld"> {
  /** Name below the top-level domain, such as `example`; in ASCII or Unicode. */
  readonly sld: string;
  /** Top-level domain without a leading dot, such as `de`. */
  readonly tld: string;
}

/** A subdomain of a {@link Site}. Its name is its key in the map. */
export interface SiteSubdomainArgs extends Omit<SubdomainArgs, "accountIdentifier" | "domainIdentifier" | "name"> {}

/** Arguments of a {@link Site}. */
export interface SiteArgs {
  /**
   * Account to order: `customerNumber`, `virtualName`, and the other arguments of a {@link VirtualAccount}. Or the name of an
   * existing account, such as `p123456` or `account.accountIdentifier`.
   */
  readonly account: SiteAccountArgs | pulumi.Input<string>;
  /** Domain: `sld`, `tld`, and the other arguments of a {@link Domain}, except its account. */
  readonly domain: SiteDomainArgs;
  /**
   * Subdomains by name, such as `{ www: {}, blog: { target: "/blog" } }`, each with the other arguments of a {@link Subdomain}.
   * Default: none.
   */
  readonly subdomains?: Readonly<Record<string, SiteSubdomainArgs>> | undefined;
  /** GDPR contract with the customer: the arguments of a {@link GdprContract}. Default: none. */
  readonly contract?: GdprContractArgs | undefined;
  /**
   * Adopt the existing objects instead of creating them. A part with an `adopt` of its own ignores this one. Used only at
   * creation, and then for every part, so remove it after the first `up`. Default: `false`.
   */
  readonly adopt?: pulumi.Input<boolean> | undefined;
}

const type = "hosting:index:Site";

const nameOfAccount = ({ customerNumber, virtualName }: SiteAccountArgs): string => `${customerNumber}/${virtualName}`;

/** Known once the resource exists, so that what uses it waits for that. */
const urlOf = (host: string, { id }: pulumi.CustomResource): pulumi.Output<string> => id.apply(() => `https://${host}`);

const mapValues = <T, U>(map: Readonly<Record<string, T>>, to: (value: T, key: string) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [key, to(value, key)]));

const isExisting = (account: SiteArgs["account"]): account is pulumi.Input<string> =>
  typeof account === "string" || account instanceof Promise || pulumi.Output.isInstance(account);

/**
 * A customer's website: an account, a domain, its subdomains and the GDPR contract, as a component.
 *
 * @remarks Its resources are named after what they are at the provider, not after the site: the account
 * `<customerNumber>/<virtualName>`, the domain and each subdomain by its full name in lower case and in ASCII. The contract has the
 * name of the account or, if that exists already, of the domain: if such a domain changes, declare `adopt: true` for the contract. So nothing else changes if you add or remove a subdomain, or rename the site.
 * @options
 * - `provider`, `providers`, `protect`, `retainOnDelete`, `dependsOn`, `aliases`, `transformations` and `transforms` apply to every
 *   resource of the site.
 * - Account and domain are protected unless the site says `protect: false`. Subdomains are protected only with `protect: true`;
 *   otherwise `pulumi destroy --exclude-protected` fails, because the API cannot delete them without their domain.
 * - `deletedWith` applies to the account or, if that exists already, to the domain. Subdomains are always deleted with their
 *   domain.
 * - Other options, such as `ignoreChanges`, reach a single resource through `transformations`.
 * @example
 * ```ts
 * import * as hosting from "pulumi-hosting";
 * import * as pulumi from "@pulumi/pulumi";
 *
 * const config = new pulumi.Config();
 *
 * const site = new hosting.Site("gardener", {
 *   account: {
 *     customerNumber: 100001,
 *     virtualName: "gardener-web",
 *     description: "Website of the gardener",
 *     articleNumber: config.requireNumber("articleNumber"),
 *     password: config.requireSecret("accountPassword"),
 *   },
 *   domain: { sld: "example", tld: "de" },
 *   subdomains: { www: {}, blog: { target: "/blog" } },
 * });
 *
 * export const blog = site.urls["blog"];
 * ```
 *
 * A second site in the same account:
 *
 * ```ts
 * new hosting.Site("gardener-shop", { account: site.accountIdentifier, domain: { sld: "example-shop", tld: "de" } });
 * ```
 *
 * Moving a resource that the program declares so far without a site into one:
 *
 * ```ts
 * const fromOutside: pulumi.ResourceTransformation = ({ name, props, opts }) => {
 *   if (name !== "example.org") return undefined;
 *   const aliases = [{ name: "shop", parent: pulumi.rootStackResource }];
 *   return { props, opts: pulumi.mergeOptions(opts, { aliases }) };
 * };
 *
 * new hosting.Site(
 *   "shop",
 *   { account: "p100001", domain: { sld: "example", tld: "org" } },
 *   { transformations: [fromOutside] },
 * );
 * ```
 */
export class Site extends pulumi.ComponentResource {
  /** The type of the component in URNs. Typed policies compare it. */
  static readonly __pulumiType: string = type;

  /** Whether a value is a site, also if another copy of this package created it. */
  static override isInstance(value: unknown): value is Site {
    return isOfType(value, type);
  }

  /** The account, if the site orders one. */
  readonly account: VirtualAccount | undefined;
  /** The domain. */
  readonly domain: Domain;
  /** The subdomains, by name. */
  readonly subdomains: Readonly<Record<string, Subdomain>>;
  /** The GDPR contract, if the site has one. */
  readonly contract: GdprContract | undefined;

  /** Name of the account; known in every preview if the account exists. */
  readonly accountIdentifier: pulumi.Output<string>;
  /** Full name of the domain; known in every preview if the account exists. */
  readonly domainIdentifier: pulumi.Output<string>;
  /** Address of the domain, with `https`. The API does not tell whether it has a certificate. */
  readonly url: pulumi.Output<string>;
  /** Addresses of the subdomains by name, with `https`. */
  readonly urls: Readonly<Record<string, pulumi.Output<string>>>;

  constructor(name: string, args: SiteArgs, options: pulumi.ComponentResourceOptions = {}) {
    const problems = siteProblems(args);
    if (problems.length > 0) throw programError(`Site "${inLine(name)}": ${problems.join("; ")}`);
    // Without the arguments: the state would keep them, and with them every secret that is not marked as one.
    super(type, name, {}, optionsOfComponent(options));
    const { account, domain, subdomains, contract } = args;
    const host = canonicalHost(`${domain.sld}.${domain.tld}`);
    const inside = optionsInside(this, options);
    const container = optionsOfContainer(this, options);
    const adopting = <A extends LifecycleArgs>(part: A): A => ({ ...part, adopt: part.adopt ?? args.adopt });

    this.account = isExisting(account) ? undefined : new VirtualAccount(nameOfAccount(account), adopting(account), container);
    this.domain = new Domain(
      host,
      { ...adopting(domain), accountIdentifier: isExisting(account) ? account : this.account!.accountIdentifier },
      isExisting(account) ? container : inside,
    );
    const { accountIdentifier, domainIdentifier } = this.domain;
    this.subdomains = mapValues(
      subdomains ?? {},
      (subdomain, below) =>
        new Subdomain(
          canonicalHost(`${below}.${host}`),
          { ...adopting(subdomain), accountIdentifier, domainIdentifier, name: below },
          { ...inside, deletedWith: this.domain },
        ),
    );
    this.contract = isAbsent(contract)
      ? undefined
      : new GdprContract(isExisting(account) ? host : nameOfAccount(account), adopting(contract), inside);

    this.accountIdentifier = accountIdentifier;
    this.domainIdentifier = domainIdentifier;
    this.url = urlOf(host, this.domain);
    this.urls = mapValues(this.subdomains, (subdomain, below) => urlOf(canonicalHost(`${below}.${host}`), subdomain));
    this.registerOutputs({ accountIdentifier, domainIdentifier, url: this.url, urls: this.urls });
  }
}

/**
 * Options that a component passes to each of its resources itself. Pulumi passes `dependsOn` to none of them. It would pass
 * `protect` and `retainOnDelete`, but a costly resource protects itself unless its own options say otherwise, and a retained one
 * must not count on the deletion of its container.
 */
const ownOptions = ["dependsOn", "protect", "retainOnDelete"] as const;

/** Options of each resource of a component. */
function optionsInside(parent: pulumi.ComponentResource, options: pulumi.ComponentResourceOptions): pulumi.CustomResourceOptions {
  const given = ownOptions.filter((name) => options[name] !== undefined).map((name) => [name, options[name]]);
  return { ...(Object.fromEntries(given) as pulumi.CustomResourceOptions), parent };
}

/**
 * Options of a resource that contains the others of a component. Pulumi would pass `deletedWith` to all of them, but each is
 * deleted with another one, or with none.
 */
function optionsOfContainer(
  parent: pulumi.ComponentResource,
  options: pulumi.ComponentResourceOptions,
): pulumi.CustomResourceOptions {
  const { deletedWith } = options;
  return { ...optionsInside(parent, options), ...(deletedWith === undefined ? {} : { deletedWith }) };
}

/** Options of the component itself. */
function optionsOfComponent(options: pulumi.ComponentResourceOptions): pulumi.ComponentResourceOptions {
  const { deletedWith: _, ...others } = options;
  return others;
}

/**
 * What would keep a site from declaring its resources. Whatever a resource checks by itself is left to it, so that all mistakes are shown
 * together.
 */

const known = ["account", "domain", "subdomains", "contract", "adopt"];

const isWholeValue = (value: unknown): boolean =>
  typeof value === "string" || value instanceof Promise || pulumi.Output.isInstance(value);

/** A plain object whose members are known at once. */
const isMap = (value: unknown): value is Properties =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !isWholeValue(value);

/** Members that name a resource, so that they must be plain values. */
const naming = (path: string, value: Properties, types: Readonly<Record<string, "string" | "number">>): string[] =>
  Object.entries(types)
    .filter(([name, type]) => typeof value[name] !== type || value[name] === "")
    .map(([name, type]) => `${path}.${name}: must be a ${type}, and not an output, because it names the resource`);

function accountProblems(account: unknown): string[] {
  if (isAbsent(account) || account === "") return ["account: required, but missing"];
  if (isWholeValue(account)) return [];
  return isMap(account)
    ? naming("account", account, { customerNumber: "number", virtualName: "string" })
    : ["account: must be the name of an account, or the arguments of one to order"];
}

function domainProblems(domain: unknown): string[] {
  if (isAbsent(domain)) return ["domain: required, but missing"];
  return isMap(domain)
    ? naming("domain", domain, { sld: "string", tld: "string" })
    : ["domain: must be an object with `sld` and `tld`"];
}

function subdomainProblems(subdomains: unknown): string[] {
  if (isAbsent(subdomains)) return [];
  if (!isMap(subdomains))
    return ['subdomains: must be an object with the arguments of each subdomain, such as `{ blog: { target: "/blog" } }`'];
  return Object.entries(subdomains)
    .filter(([, each]) => !isMap(each))
    .map(([name]) => `subdomains.${inLine(name)}: must be an object, such as \`{}\` or \`{ target: "/blog" }\``);
}

/** Problems of a site's arguments, each beginning with the path of the argument. */
function siteProblems(args: unknown): string[] {
  if (!isMap(args)) return ["the arguments must be an object with `account` and `domain`"];
  const { account, domain, subdomains, contract } = args;
  return [
    ...Object.keys(args)
      .filter((name) => !known.includes(name))
      .map((name) => `${inLine(name)}: ${unknownName("argument", name, known)}`),
    ...accountProblems(account),
    ...domainProblems(domain),
    ...subdomainProblems(subdomains),
    ...(isAbsent(contract) || isMap(contract) ? [] : ["contract: must be an object with the arguments of the contract"]),
  ];
}
