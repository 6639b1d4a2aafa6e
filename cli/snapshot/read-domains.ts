import type { Client } from "../../sdk/client.js";
import { sameHost } from "../../provider/values/ids.js";
import type { Attempts } from "../stack/attempts.js";
import { filled, type Part } from "./seed-parts.js";

/** The domains of an account, with their subdomains. */
export async function readDomains(client: Client, account: string, attempts: Attempts): Promise<readonly Part<"domains">[]> {
  const listed = await attempts.all(`domains of account ${account}`, () =>
    client.domains.list.each({ accountIdentifier: account }),
  );
  const domains: Part<"domains">[] = [];
  for (const { fullname, registryStatus } of listed) {
    const below = await attempts.of(`subdomains of domain ${fullname}`, () =>
      client.domains.listSubdomains({ accountIdentifier: account, domainIdentifier: fullname }),
    );
    const subdomains = (below ?? []).flatMap(({ uid, name, fullName, target }) => {
      const label = labelOf(name ?? fullName, fullname);
      return label === undefined ? [] : [{ name: label, ...filled({ uid, target }) }];
    });
    domains.push({
      account,
      fullname,
      // An external domain has no status of its registration.
      ...(registryStatus ? { registryStatus } : { external: true }),
      // Without the listing, the subdomain that comes with a registration is likely.
      ...(below === undefined ? {} : { www: false, subdomains }),
    });
  }
  return domains;
}

/** What stands before the domain; some versions of the API show the full name. */
function labelOf(name: string | undefined, domain: string): string | undefined {
  if (name === undefined || name === "" || sameHost(name, domain)) return undefined;
  const suffix = name.slice(-domain.length - 1);
  return suffix.startsWith(".") && sameHost(suffix.slice(1), domain) ? name.slice(0, -domain.length - 1) : name;
}
