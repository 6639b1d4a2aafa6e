import { readFile, writeFile } from "node:fs/promises";
import { createClient } from "../../../sdk/index.js";
import { accountPassword, articleNumber, customerNumber, type Declaration, eventType, tld } from "../mix.js";
import { declaration } from "./plan.js";

/**
 * The floor: the fewest requests that can create, list, change and delete the declared objects, with the bare client and
 * without Pulumi. `node floor.js create|list|change|delete` in the folder of a plan; `objects.json` stores what exists.
 */

const atATime = 8;

/** Created objects, as far as later steps need them. */
interface Objects {
  readonly accounts: readonly string[];
  readonly domains: readonly { readonly accountIdentifier: string; readonly domainIdentifier: string }[];
  readonly tokens: readonly string[];
  readonly webhooks: readonly string[];
}

const client = createClient({
  baseUrl: process.env["HOSTING_BASE_URL"]!,
  credentials: { username: process.env["HOSTING_USERNAME"]!, password: process.env["HOSTING_PASSWORD"]! },
  maxConnections: atATime,
  fresh: true,
});

/** Processes all items, a few at a time; results in the order of the items. */
async function forAll<T, R>(items: readonly T[], work: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const left = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of left) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: atATime }, worker));
  return results;
}

/** A member that the API answers but does not promise. */
function there<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("The answer does not say what was created.");
  return value;
}

const webhookBody = ({ url, secret }: Declaration["webhooks"][number]) => ({
  eventType,
  method: "POST" as const,
  url,
  headers: { "X-Key": secret },
});

async function create(): Promise<Objects> {
  const { accounts, domains, subdomains, tokens, webhooks } = declaration();
  const madeAccounts = await forAll(accounts, async ({ virtualName }) => {
    const body = { virtualName, description: virtualName, article: { articleNumber }, password: accountPassword };
    return there((await client.accounts.createVirtual({ customerNumber, body })).name);
  });
  const madeDomains = await forAll(domains, async ({ sld, account }) => {
    const accountIdentifier = madeAccounts[account]!;
    const [domain] = await client.domains.register({ accountIdentifier, body: { sld, tld } });
    return { accountIdentifier, domainIdentifier: there(domain).fullname };
  });
  await forAll(madeDomains, async (domain, index) => {
    const body = subdomains.filter((each) => each.domain === index).map(({ name }) => ({ name, target: "/html" }));
    if (body.length > 0) await client.domains.createSubdomains({ ...domain, body });
  });
  return {
    accounts: madeAccounts,
    domains: madeDomains,
    tokens: await forAll(tokens, async (body) => (await client.authentication.createToken({ body })).uuid),
    webhooks: await forAll(webhooks, async (each) => there((await client.webhooks.create({ body: webhookBody(each) })).uid)),
  };
}

async function list({ accounts, domains }: Objects): Promise<void> {
  const listDomains = async (accountIdentifier: string): Promise<void> => {
    for await (const domain of client.domains.list.each({ accountIdentifier })) void domain;
  };
  const listings: readonly (() => Promise<unknown>)[] = [
    () => client.accounts.listVirtual({ customerNumber }),
    () => client.authentication.listTokens(),
    () => client.webhooks.list(),
    ...accounts.map((account) => () => listDomains(account)),
    ...domains.map((domain) => () => client.domains.listSubdomains(domain)),
  ];
  await forAll(listings, (listing) => listing());
}

async function change({ webhooks: [webhookIdentifier] }: Objects): Promise<void> {
  const [webhook] = declaration().webhooks;
  await client.webhooks.update({ webhookIdentifier: there(webhookIdentifier), body: webhookBody(there(webhook)) });
}

async function remove({ accounts, domains, tokens, webhooks }: Objects): Promise<void> {
  await forAll(webhooks, (webhookIdentifier) => client.webhooks.delete({ webhookIdentifier }));
  await forAll(tokens, (uuid) => client.authentication.deleteToken({ uuid }));
  await forAll(domains, (domain) => client.domains.delete(domain));
  await forAll(accounts, (accountIdentifier) => client.accounts.deleteVirtual({ customerNumber, accountIdentifier }));
}

async function main(step: string | undefined): Promise<void> {
  const file = "objects.json";
  if (step === "create") await writeFile(file, JSON.stringify(await create()));
  else {
    const objects = JSON.parse(await readFile(file, "utf8")) as Objects;
    await { list, change, delete: remove }[step as "list" | "change" | "delete"](objects);
  }
  await client.close();
}

main(process.argv[2]).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
