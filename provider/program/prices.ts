import { PreviewLookups } from "../runtime/preview-lookups.js";
import { systemClock } from "../../sdk/values/clock.js";
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
  const lookups = new Map<ProgramClient["client"], PreviewLookups>();
  const told = new Set<string>();
  for (const { kind, state, provider } of managed) {
    const product = productOf(kind, state);
    if (product === undefined || provider?.settings.previewChecks !== "online") continue;
    const { client, settings } = provider;
    const of = { kind, product, ...(settings.provider !== undefined && { provider: settings.provider }) };
    const key = JSON.stringify(of);
    if (told.has(key)) continue;
    told.add(key);
    const looking = lookups.get(client) ?? new PreviewLookups(() => client, systemClock);
    lookups.set(client, looking);
    const cost = await priceOf(kind, state, looking).catch(() => undefined);
    if (cost !== undefined) handOver({ code: "price", ...of, cost, text: "" }, withoutSecrets);
  }
}

const priceOf = async (kind: string, { tld, articleNumber }: Properties, lookups: PreviewLookups): Promise<Cost> =>
  kind === "domain" ? registrationPrice({ lookups }, String(tld)) : costOf(await article({ lookups }, Number(articleNumber)));
