import type { Seed } from "../../sandbox/seeds/schema.js";
import { classOf, type StoredResource } from "../stack/deployment.js";
import { plainProperties } from "../stack/plaintext.js";
import { isSameButForSecrets } from "../snapshot/secret-addresses.js";

/**
 * The copy with the addresses of the state where `hosting snapshot` has only replaced secrets in them. By its address, the provider tells an
 * object of the stack from another one with the same id.
 */
export function withKnownAddresses(seed: Seed, resources: readonly StoredResource[]): Seed {
  if (seed.webhooks === undefined) return seed;
  const known = new Map(
    resources.filter((each) => classOf(each) === "Webhook").map(({ id, inputs }) => [id, plainProperties(inputs)["url"]]),
  );
  const webhooks = seed.webhooks.map((webhook) => {
    const url = known.get(webhook.id);
    return typeof url === "string" && isSameButForSecrets(url, webhook.url) ? { ...webhook, url } : webhook;
  });
  return { ...seed, webhooks };
}
