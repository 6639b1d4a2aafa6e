import { PreviewLookups } from "../runtime/preview-lookups.js";
import { systemClock } from "../../sdk/values/clock.js";
import { customerRemark } from "../shared/customer-name.js";
import { article, costOf, registrationPrice } from "../shared/catalogue.js";
import { type Cost, productOf } from "../values/money.js";
import type { Properties } from "../values/properties.js";
import { handOver } from "../values/remarks.js";
import { type ProgramClient, withoutSecrets } from "./client.js";

/** A managed object of the stack, and as what its provider logs in, as far as that is known. */
interface Managed {
  readonly kind: string;
  readonly state: Properties;
  readonly provider: ProgramClient | undefined;
}

/**
 * Hands over what the billed objects of the stack cost, for a command that shows sums: one lookup of the top-level domains and one of each
 * article, for each login. What cannot be looked up is left out.
 */
export async function handOverPrices(managed: readonly Managed[]): Promise<void> {
  const lookupsOf = lookupsByLogin();
  const seen = new Set<string>();
  for (const { kind, state, provider } of managed) {
    const product = productOf(kind, state);
    if (product === undefined || provider?.settings.previewChecks !== "online") continue;
    const { settings } = provider;
    const of = { kind, product, ...(settings.provider !== undefined && { provider: settings.provider }) };
    const key = JSON.stringify(of);
    if (seen.has(key)) continue;
    seen.add(key);
    const cost = await priceOf(kind, state, lookupsOf(provider)).catch(() => undefined);
    if (cost !== undefined) handOver({ code: "price", ...of, cost, text: "" }, withoutSecrets);
  }
}

/** Hands over of which customers objects are that have left the program: a preview asks their provider nothing. */
export async function handOverCustomers(removed: readonly Managed[]): Promise<void> {
  const lookupsOf = lookupsByLogin();
  for (const { kind, state, provider } of removed) {
    if (provider?.settings.previewChecks !== "online") continue;
    const remark = await customerRemark(lookupsOf(provider), kind, state);
    if (remark !== undefined) handOver(remark, withoutSecrets);
  }
}

/** Two providers with one login share the answers. */
function lookupsByLogin(): (provider: ProgramClient) => PreviewLookups {
  const known = new Map<ProgramClient["client"], PreviewLookups>();
  return ({ client }) => {
    const lookups = known.get(client) ?? new PreviewLookups(() => client, systemClock);
    known.set(client, lookups);
    return lookups;
  };
}

const priceOf = async (kind: string, { tld, articleNumber }: Properties, lookups: PreviewLookups): Promise<Cost> =>
  kind === "domain" ? registrationPrice({ lookups }, String(tld)) : costOf(await article({ lookups }, Number(articleNumber)));
