import type { Seed } from "../../sandbox/seeds/schema.js";
import type { CommandContext } from "../shared/command.js";
import { printed } from "../shared/document.js";
import { CommandError } from "../shared/exit.js";
import { customerNumbers } from "../shared/input.js";
import { openSession, type ReadStack, readStack } from "../stack/stack.js";
import type { SnapshotFlags } from "../options.js";
import { checkOut, type Copy, format, writeCopy } from "./copy-file.js";
import { readCopy } from "./read-copy.js";
import { withoutPersonalData } from "./replace.js";
import { gdprRecords } from "./seed-parts.js";

/** What a copy cannot be right about: the API does not show it, or it is of no use in a sandbox. */
const placeholders = [
  "passwords, secrets, names, addresses, mail addresses and telephone numbers are replaced",
  "texts of GDPR contracts and files of PDFs are replaced",
  "owners, dates and certificates of domains are unknown: none hinders a deletion",
  "a name that the copy does not have counts as free, because nobody asked for it",
  "an article creates accounts unless it registers domains, because the API does not say which do",
  "payment settings, invoices, tickets, mail addresses, installed software and cancellations are not copied",
] as const;

const sizeOf =
  (...collections: readonly (keyof Seed)[]) =>
  (seed: Seed): number =>
    collections.reduce((sum, name) => sum + (seed[name]?.length ?? 0), 0);

const counted: readonly (readonly [member: string, words: string, count: (seed: Seed) => number])[] = [
  ["logins", "logins", sizeOf("logins")],
  ["customers", "customers", sizeOf("customers")],
  ["accounts", "accounts", sizeOf("accounts")],
  ["domains", "domains", sizeOf("domains")],
  ["subdomains", "subdomains", ({ domains = [] }) => domains.reduce((sum, { subdomains = [] }) => sum + subdomains.length, 0)],
  ["contracts", "contracts", sizeOf("contracts")],
  ["webhooks", "webhooks", sizeOf("webhooks")],
  ["applicationTokens", "application tokens", sizeOf("applicationTokens")],
  ["gdprRecords", "GDPR records", sizeOf(...gdprRecords)],
  ["articles", "articles", sizeOf("articles")],
  ["topLevelDomains", "top-level domains", sizeOf("topLevelDomains")],
];

const summaryAsJson = (file: string, copy: Copy, requests: number): object => ({
  file,
  requests,
  objects: Object.fromEntries(counted.map(([member, , count]) => [member, count(copy.seed)])),
  leftOut: copy.leftOut,
  placeholders,
});

const summaryText = (file: string, copy: Copy, requests: number): string => {
  const numbers = counted.map(([, words, count]) => `${words} ${count(copy.seed)}`);
  const lists = [
    { title: "Could not be read, and is not in the copy", items: copy.leftOut.map(({ what, why }) => `${what}: ${why}`) },
    { title: "Not as at the provider", items: placeholders },
  ];
  return printed([{ heading: `Wrote ${file} with ${requests} requests: ${numbers.join(", ")}.`, lists }], {});
};

/** Password of the logins of a copy, as of the built-in seeds. It guards nothing: what is secret is not in the copy. */
const password = "sandbox-password";

/** Writes a copy of accounts without secrets and personal data. Only reads. */
export async function runSnapshot(flags: SnapshotFlags, { environment, print }: CommandContext): Promise<number> {
  const place = await checkOut(flags.out);
  const customers = customerNumbers(flags.customer);
  const session = await openSession(flags, environment);
  const { redact } = session;
  const stacks: ReadStack[] = [];
  for (const stack of new Set(flags.stack)) stacks.push(await readStack(session, stack));
  // Without a stack, only the login of the environment.
  const sources =
    stacks.length === 0 ? [{ resources: [], configuration: () => Promise.resolve(new Map<string, string>()) }] : stacks;
  const accounts = flags.account ?? [];
  const isFinding = stacks.length + customers.length + accounts.length === 0;
  const options = { ...session, customers, accounts, isFinding, password };
  const { seed, providers, leftOut: unread, requests } = await readCopy(sources, options);
  if (seed.logins === undefined)
    throw new CommandError(`nothing could be read, so no file was written: ${unread.map(({ why }) => why).join(" ")}`);
  const leftOut = unread.map(({ what, why }) => ({ what: redact(what), why: redact(why) }));
  const copy: Copy = {
    format,
    takenAt: new Date().toISOString(),
    seed: withoutPersonalData(seed),
    providers,
    leftOut,
  };
  await writeCopy(place, copy);
  print(flags.json ? JSON.stringify(summaryAsJson(flags.out, copy, requests)) : summaryText(flags.out, copy, requests));
  return leftOut.length === 0 ? 0 : 1;
}
