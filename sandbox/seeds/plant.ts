import { bill, ipAddressOf, nameOf, openContract } from "../rules/booking.js";
import { day } from "../state/clock.js";
import { asciiName } from "../rules/hostnames.js";
import { hashed } from "../state/credentials.js";
import { type CheckedSeed, type Seed, seedSchema } from "./schema.js";
import { agency } from "./agency.js";
import { catalogue } from "./catalogue.js";
import { standard } from "./default.js";
import { large } from "./large.js";
import { nothing } from "./empty.js";
import { plantRecords, reserveNumbers } from "./plant-records.js";
import { seededNames } from "../state/collections.js";
import { present } from "../http/shape.js";
import { type World, domainPeriod } from "../state/world.js";
import { schemaProblems } from "../../sdk/http/schema-problems.js";

const builtIn = { default: standard, empty: nothing, agency, large };

/**
 * The built-in seeds: `default` (a reseller with two customers), `empty` (a reseller without customers), `agency`
 * (a reseller with dozens of customers) and `large` (with 300 customers). The login of each is `reseller` with the password `sandbox-password`.
 */
export const seedNames = Object.keys(builtIn) as readonly SeedName[];

type SeedName = keyof typeof builtIn;

/** A seed, or the name of a built-in one. */
export type SeedChoice = Seed | SeedName;

const isName = (choice: unknown): choice is SeedName => typeof choice === "string" && Object.hasOwn(builtIn, choice);

function read(choice: unknown): CheckedSeed {
  if (typeof choice === "string" && !isName(choice)) {
    throw new Error(`There is no seed named ${JSON.stringify(choice)}. There are ${seedNames.join(", ")}.`);
  }
  const seed = isName(choice) ? builtIn[choice] : choice;
  const { success, error, data } = seedSchema.safeParse(seed);
  if (success) return data;
  throw new Error(["Not a seed:", ...schemaProblems(error.issues, "", seed).map((problem) => `  ${problem}`)].join("\n"));
}

/**
 * Validates a seed, or the name of a built-in one.
 *
 * @throws Error that says what is wrong with it.
 */
export function checkSeed(data: unknown): SeedChoice {
  read(data);
  return data as SeedChoice;
}

/** Replaces everything with the objects of a seed. */
export function plant(world: World, choice: SeedChoice): void {
  const seed = read(choice);
  world.store.load(() => {
    world.store.clear();
    reserveNumbers(world, seed);
    plantCatalogue(world, seed);
    plantCustomers(world, seed);
    plantDomains(world, seed);
    plantUse(world, seed);
    plantRecords(world, seed);
  });
}

function plantCatalogue(world: World, seed: CheckedSeed): void {
  const { articles, topLevelDomains } = world.objects;
  for (const entry of seed.articles ?? catalogue.articles) {
    articles.insert(present({ ...entry, id: String(entry.articleNumber) }));
  }
  const sold: NonNullable<CheckedSeed["topLevelDomains"]> = seed.topLevelDomains ?? catalogue.topLevelDomains;
  for (const { name, uid = world.nextUid(), ...entry } of sold) topLevelDomains.insert({ ...entry, id: name, uid });
}

function plantCustomers(world: World, seed: CheckedSeed): void {
  const { logins, customers, accounts, resellers } = world.objects;
  for (const { username, password, secondFactor, ...login } of seed.logins ?? []) {
    const factor =
      secondFactor?.name === "TOTP" ? { name: secondFactor.name, codeHash: hashed(secondFactor.code) } : secondFactor;
    logins.insert(
      present({
        ...login,
        id: username,
        passwordHash: hashed(password),
        emailAddress: login.emailAddress ?? `${username}@hosting.example`,
        secondFactor: factor,
        knownDevices: [],
      }),
    );
  }
  for (const { vatID, postalInvoices, ...customer } of seed.customers ?? []) {
    world.store.skip("customer", customer.customerNumber);
    customers.insert(
      present({
        ...customer,
        id: String(customer.customerNumber),
        prospect: customer.prospect ?? false,
        contractPartner: customer.contractPartner ?? {},
        billingSettings: present({ vatID, postalInvoices: postalInvoices ?? false }),
        paymentSettings: customer.paymentSettings ?? { paymentMethod: "invoice" },
      }),
    );
  }
  for (const { uid, ...tariff } of seed.resellers ?? []) resellers.insert({ ...tariff, id: String(uid) });
  for (const { name, virtualName, password, description, uid: given, ...account } of seed.accounts ?? []) {
    const number = Number(name.slice(1));
    const uid = given ?? number;
    world.store.skip("account", Math.max(number, uid));
    if (seed.contracts === undefined) plantContract(world, name, account);
    accounts.insert(
      present({
        ...account,
        id: name,
        uid,
        description: description ?? name,
        disabled: account.disabled ?? false,
        activateShell: account.activateShell ?? false,
        ipAddress: ipAddressOf(uid),
        status: "ready",
        virtual: virtualName === undefined ? undefined : { virtualName, passwordHash: hashed(password ?? virtualName) },
      }),
    );
  }
}

/** The contract of an account that was ordered some months ago, with its invoice. */
function plantContract(
  world: World,
  account: string,
  { customerNumber, articleNumber }: { readonly customerNumber: number; readonly articleNumber?: number | undefined },
): void {
  if (articleNumber === undefined) return;
  const created = world.now() - (60 + ((world.store.next("contract") * 13) % 240)) * day;
  openContract(world, { customerNumber, articleNumber, account, created });
  bill(world, customerNumber, [articleNumber], account, created);
}

function plantDomains(world: World, seed: CheckedSeed): void {
  const { accounts, domains, subdomains, foreignDomains } = world.objects;
  const nameOf = (fullname: string): string => {
    const name = asciiName(fullname);
    if (name === undefined || !name.includes(".")) throw new Error(`Not a seed: ${fullname} is not the full name of a domain.`);
    return name;
  };
  for (const { account, fullname, external, target, registryStatus, attachments, www, subdomains: below = [] } of seed.domains ??
    []) {
    if (accounts.get(account) === undefined)
      throw new Error(`Not a seed: ${fullname} belongs to ${account}, which does not exist.`);
    const id = nameOf(fullname);
    const sld = id.slice(0, id.indexOf("."));
    domains.insert(
      present({
        id,
        account,
        sld,
        tld: id.slice(sld.length + 1),
        external: external ?? false,
        target,
        registryStatus: registryStatus ?? (external === true ? undefined : "ok"),
        // Some time in the period that has been paid for.
        created: world.now() - domainPeriod + ((world.store.next("domain") * 11) % 360) * day + 5 * day,
        attachments: attachments ?? [],
      }),
    );
    const all: typeof below = www === false || below.some(({ name }) => name === "www") ? below : [{ name: "www" }, ...below];
    for (const { certificate = false, uid = world.nextUid(), ...subdomain } of all) {
      subdomains.insert(present({ ...subdomain, id: String(uid), uid, domain: id, certificate }));
    }
  }
  for (const { fullname, ...foreign } of seed.foreignDomains ?? catalogue.foreignDomains) {
    foreignDomains.insert(present({ ...foreign, id: nameOf(fullname) }));
  }
}

/** What is planted as it is, installations, promotion codes and tickets. */
function plantUse(world: World, seed: CheckedSeed): void {
  const { installations, promotionCodes, tickets, customers } = world.objects;
  for (const name of seededNames)
    for (const { id = String(world.nextUid()), ...record } of seed[name] ?? []) world.store.insert(name, { id, ...record });
  const uids = (seed.installations ?? []).map(() => String(world.nextUid()));
  for (const [index, { archiveFrom, ...installation }] of (seed.installations ?? []).entries()) {
    const original = archiveFrom === undefined ? {} : { archiveFrom: uids[archiveFrom]! };
    installations.insert({ ...installation, ...original, id: uids[index]!, extensions: installation.extensions ?? [] });
  }
  for (const { code, validForDays, monthly = true, ...promotion } of seed.promotionCodes ?? catalogue.promotionCodes) {
    const validUntil = validForDays === undefined ? undefined : world.now() + validForDays * day;
    promotionCodes.insert(present({ ...promotion, monthly, validUntil, id: code }));
  }
  for (const { daysAgo, ...ticket } of seed.tickets ?? []) {
    const created = world.now() - (daysAgo ?? 0) * day;
    const { emailAddress, phone, ...person } = customers.get(String(ticket.customerNumber))?.contractPartner ?? {};
    const author = { name: nameOf(person), email: emailAddress ?? "", telephone: phone ?? "", isSupport: false };
    tickets.insert(present({ ...ticket, id: String(world.nextUid()), created, updated: created, author, files: [] }));
  }
}
