import { liesWithin, canonicalHost } from "../../../provider/values/ids.js";
import type { Placed } from "../objects.js";

/** A domain with its subdomains, as a `hosting.Site` declares them. */
export interface Site {
  readonly domain: Placed;
  readonly subdomains: readonly Placed[];
}

/**
 * A site names its resources after the hosts, so it fits only if the resources have these names. What the program declares already keeps its
 * form: a domain by itself becomes no site, and a subdomain by itself enters none.
 */
export function sitesIn(objects: readonly Placed[]): ReadonlyMap<Placed, Site> {
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
