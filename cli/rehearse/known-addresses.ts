import { canonicalId, joinId } from "../../provider/values/ids.js";
import type { Seed } from "../../sandbox/seeds/schema.js";
import { isSameButForSecrets } from "../../sdk/redaction/addresses.js";
import { classOf, type StoredResource } from "../stack/deployment.js";
import { plainProperties } from "../stack/plaintext.js";

/**
 * The copy with the addresses of the state where `hosting snapshot` has only replaced secrets in them. By its address, the provider tells an
 * object of the stack from another one with the same id.
 */
export function withKnownAddresses(seed: Seed, resources: readonly StoredResource[]): Seed {
  const known = new Map(
    resources.map((each) => [`${classOf(each) ?? ""} ${canonicalId(each.id ?? "")}`, plainProperties(each.inputs)]),
  );
  const knownOr = (copied: string, className: string, id: string, argument: string): string => {
    const address = known.get(`${className} ${canonicalId(id)}`)?.[argument];
    return typeof address === "string" && isSameButForSecrets(address, copied) ? address : copied;
  };
  const { webhooks, domains } = seed;
  return {
    ...seed,
    ...(webhooks && { webhooks: webhooks.map((hook) => ({ ...hook, url: knownOr(hook.url, "Webhook", hook.id ?? "", "url") })) }),
    ...(domains && {
      domains: domains.map((domain) => ({
        ...domain,
        ...(domain.subdomains && {
          subdomains: domain.subdomains.map((subdomain) => {
            const { name, target } = subdomain;
            const id = joinId(domain.account, domain.fullname, name);
            return target === undefined ? subdomain : { ...subdomain, target: knownOr(target, "Subdomain", id, "target") };
          }),
        }),
      })),
    }),
  };
}
