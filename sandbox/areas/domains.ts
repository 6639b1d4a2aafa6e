import { operations } from "../../sdk/operations/index.js";
import { accountOf } from "../rules/access.js";
import { canOrder, newDomain, newSubdomain } from "../rules/booking.js";
import type { Handlers } from "./handler.js";
import { asciiLabels, asciiName, readableName } from "../rules/hostnames.js";
import type { Account, Domain, Login, Subdomain } from "../state/records.js";
import { remove } from "../rules/removal.js";
import { Refusal, empty, json, message, visible } from "../http/reply.js";
import { transferCode } from "../state/credentials.js";
import { onlyFields, pageOf, present } from "../http/shape.js";
import { type World, domainPeriod } from "../state/world.js";

const wrongArgument = (): Refusal => new Refusal(empty(400));

const written = (world: World, name: string): string =>
  world.readings.internationalNames === "unicode" ? readableName(name) : name;

const domainForm = (world: World, domain: Domain) =>
  present({
    name: written(world, domain.sld),
    fullname: written(world, domain.id),
    tld: domain.tld,
    registryStatus: domain.registryStatus,
  });

function subdomainForm(world: World, subdomain: Subdomain) {
  const fullName = written(world, `${subdomain.name}.${subdomain.domain}`);
  const name = world.readings.subdomainName === "label" ? written(world, subdomain.name) : fullName;
  const target = subdomain.target ?? (world.readings.subdomainTarget === "root" ? "/" : undefined);
  return present({ uid: subdomain.uid, fullName, name, target });
}

const topLevelDomainForm = (id: string, domain: object) => {
  const { id: _, ...members } = { name: id, ...domain } as { id?: string; name: string };
  return members;
};

/** The domain of an account by its full name, in either form of international names. */
function domainOf(world: World, account: Account, identifier: string): Domain | undefined {
  const name = asciiName(identifier);
  const domain = name === undefined ? undefined : world.objects.domains.get(name);
  return domain?.account === account.id ? domain : undefined;
}

const subdomainsOf = (world: World, domain: Domain): Subdomain[] =>
  world.objects.subdomains.filter((subdomain) => subdomain.domain === domain.id);

/** The domain that a request names in an account, or 403. */
const namedDomain = (
  world: World,
  login: Login,
  { accountIdentifier, domainIdentifier }: { readonly accountIdentifier: string; readonly domainIdentifier: string },
): Domain => visible(domainOf(world, accountOf(world, login, accountIdentifier), domainIdentifier));

/** Labels below the domain, even if the full host name was given. */
function labelsBelow(domain: Domain, name: string): string | undefined {
  const labels = asciiLabels(name);
  const suffix = `.${domain.id}`;
  return labels?.endsWith(suffix) === true ? labels.slice(0, -suffix.length) : labels;
}

/** The subdomains that a deletion means, by the active reading; 400 if it names none that exists. */
function meantSubdomains(
  world: World,
  login: Login,
  parameters: { readonly accountIdentifier: string; readonly domainIdentifier: string },
  sent: unknown,
): Subdomain[] {
  const { subdomainDeletion } = world.readings;
  if (subdomainDeletion === "refused") throw wrongArgument();
  if (subdomainDeletion === "full-name") {
    const account = accountOf(world, login, parameters.accountIdentifier);
    const name = asciiLabels(parameters.domainIdentifier);
    const named = world.objects.subdomains.find(
      (subdomain) =>
        `${subdomain.name}.${subdomain.domain}` === name && world.objects.domains.get(subdomain.domain)?.account === account.id,
    );
    return [visible(named)];
  }
  const domain = namedDomain(world, login, parameters);
  const existing = subdomainsOf(world, domain);
  if (subdomainDeletion === "all") return existing;
  const body = operations.domains.deleteSubdomain.body.safeParse(sent);
  if (!body.success) throw wrongArgument();
  return body.data.map(({ name }) => {
    const labels = labelsBelow(domain, name);
    const named = existing.find((subdomain) => subdomain.name === labels);
    if (named === undefined) throw wrongArgument();
    return named;
  });
}

export const domains = {
  listDomains: ({ parameters, query, login }, world) => {
    const account = accountOf(world, login, parameters.accountIdentifier);
    const found = world.objects.domains.filter((domain) => domain.account === account.id);
    return json(
      200,
      pageOf(found, query).map((domain) => domainForm(world, domain)),
    );
  },

  registerDomain: ({ parameters, body, login }, world) => {
    const account = accountOf(world, login, parameters.accountIdentifier);
    const tld = asciiName(body.tld.replace(/^\./, ""));
    const sld = asciiName(body.sld);
    if (sld === undefined || tld === undefined || sld.includes(".")) throw wrongArgument();
    const { external = false, target, handles } = body;
    const registration = { id: `${sld}.${tld}`, sld, tld, external, target, handles };
    if (!canOrder(world, registration, body.domainNameTransfer?.authcode)) throw wrongArgument();
    return json(201, [domainForm(world, newDomain(world, account, registration))]);
  },

  deleteDomain: ({ parameters, body, login }, world) => {
    const domain = namedDomain(world, login, parameters);
    if (domain.attachments.length > 0 || subdomainsOf(world, domain).some(({ certificate }) => certificate))
      throw wrongArgument();
    const asked = body?.cancellationDate === undefined ? undefined : body.cancellationDate * 1000;
    const scheduled = world.readings.domainDeletion === "scheduled" ? domain.created + domainPeriod : undefined;
    const endsAt = asked ?? scheduled;
    if (endsAt === undefined || endsAt <= world.now()) remove(world, "domains", domain.id);
    else world.objects.domains.update(domain.id, { endsAt, registryStatus: "pendingDelete", settlesAt: undefined });
    return empty(204);
  },

  getDomainAuthCode: ({ parameters, login }, world) => {
    const domain = domainOf(world, accountOf(world, login, parameters.accountIdentifier), parameters.domainIdentifier);
    return domain === undefined ? message(404, "domain not found") : json(200, { "auth-code": transferCode(domain.id) });
  },

  checkDomainAvailability: ({ parameters }, world) => {
    const name = asciiName(parameters.domainIdentifier);
    const { domains: registered, foreignDomains, topLevelDomains } = world.objects;
    const tld = name?.slice(name.indexOf(".") + 1);
    const free =
      name !== undefined &&
      topLevelDomains.get(tld ?? "") !== undefined &&
      registered.get(name) === undefined &&
      foreignDomains.get(name) === undefined;
    return empty(free ? 200 : 410);
  },

  listSubdomains: ({ parameters, login }, world) =>
    json(
      200,
      subdomainsOf(world, namedDomain(world, login, parameters)).map((subdomain) => subdomainForm(world, subdomain)),
    ),

  createSubdomains: ({ parameters, body, login }, world) => {
    const domain = namedDomain(world, login, parameters);
    const taken = new Set(subdomainsOf(world, domain).map(({ name }) => name));
    const wanted = body.map(({ name, target }) => ({ name: labelsBelow(domain, name), target }));
    const names = wanted.map(({ name }) => name);
    if (new Set(names).size < names.length) throw wrongArgument();
    if (names.some((name) => name === undefined || name === domain.id || taken.has(name))) throw wrongArgument();
    const created = wanted.map(({ name, target }) => newSubdomain(world, domain.id, name!, target));
    return json(
      201,
      created.map((subdomain) => subdomainForm(world, subdomain)),
    );
  },

  deleteSubdomain: ({ parameters, sent, login, deletesAllSubdomains }, world) => {
    const meant = deletesAllSubdomains
      ? subdomainsOf(world, namedDomain(world, login, parameters))
      : meantSubdomains(world, login, parameters, sent);
    if (meant.some(({ certificate }) => certificate)) throw wrongArgument();
    for (const { id } of meant) world.objects.subdomains.delete(id);
    return empty(200);
  },

  listTopLevelDomains: (_, world) =>
    json(
      200,
      world.objects.topLevelDomains.all().map((domain) => topLevelDomainForm(domain.id, domain)),
    ),

  getTopLevelDomain: ({ parameters, query }, world) => {
    const identifier = parameters.topLevelDomainIdentifier;
    const { topLevelDomains } = world.objects;
    const domain = visible(topLevelDomains.get(identifier) ?? topLevelDomains.find(({ uid }) => String(uid) === identifier));
    return json(200, onlyFields(topLevelDomainForm(domain.id, domain), query.fields));
  },
} satisfies Partial<Handlers>;
