import type {
  Account,
  Article,
  Contact,
  Contract,
  Customer,
  Domain,
  Invoice,
  Login,
  Order,
  Subdomain,
} from "../state/records.js";
import { hashed, newPassword } from "../state/credentials.js";
import { present } from "../http/shape.js";
import type { World } from "../state/world.js";

const vatRate = 0.19;

/** Length of a contract's period, in months. */
export const contractMonths = 12;

const cents = (amount: number): number => Math.round(amount * 100) / 100;

export const vatOn = (net: number): number => cents(net * vatRate);

export function invoiceTotals({ items }: Invoice): { readonly net: number; readonly gross: number } {
  const net = cents(items.reduce((sum, item) => sum + item.net * item.amount, 0));
  return { net, gross: cents(net + vatOn(net)) };
}

/** Groups whose articles are accounts; all others are booked with an account. */
const accountGroups: ReadonlySet<string> = new Set(["hosting", "agency", "server"]);

/** Whether an order of the article creates an account. */
export const isAccount = ({ group, createsAccount }: Pick<Article, "group" | "createsAccount">): boolean =>
  createsAccount ?? accountGroups.has(group);

/** A customer without contracts, and the password of its login. The user name is the customer number. */
export function newCustomer(
  world: World,
  customer: Pick<Customer, "contractPartner"> & Partial<Customer>,
): { readonly customer: Customer; readonly password: string } {
  const customerNumber = world.store.next("customer", 100_000);
  const password = newPassword();
  const { logins, customers } = world.objects;
  const emailAddress = customer.contractPartner.emailAddress ?? `${customerNumber}@hosting.example`;
  logins.insert({ id: String(customerNumber), passwordHash: hashed(password), customerNumber, emailAddress, knownDevices: [] });
  const created = customers.insert({
    prospect: true,
    billingSettings: { postalInvoices: false },
    paymentSettings: { paymentMethod: "invoice" },
    ...customer,
    id: String(customerNumber),
    customerNumber,
  });
  return { customer: created, password };
}

/** An account of a customer, with the contract and the invoice for its article. */
export function newAccount(
  world: World,
  account: Pick<Account, "customerNumber" | "description" | "articleNumber"> & Partial<Account>,
): Account {
  const uid = world.store.next("account", 300_000);
  const delay = world.settings.accountDelay;
  const created = world.objects.accounts.insert({
    disabled: false,
    activateShell: false,
    status: delay > 0 ? "creating" : "ready",
    ...(delay > 0 ? { settlesAt: world.now() + delay } : {}),
    ...account,
    id: `p${uid}`,
    uid,
    ipAddress: ipAddressOf(uid),
  });
  if (created.articleNumber !== undefined) {
    openContract(world, { customerNumber: created.customerNumber, articleNumber: created.articleNumber, account: created.id });
    bill(world, created.customerNumber, [created.articleNumber], created.id);
  }
  return created;
}

/** An address from the range reserved for documentation. */
export const ipAddressOf = (uid: number): string => `192.0.2.${(uid % 250) + 1}`;

/** A contract about an article. A customer with a contract is no longer a prospect. */
export function openContract(
  world: World,
  contract: Pick<Contract, "customerNumber" | "articleNumber"> & Partial<Contract>,
): Contract {
  const customer = world.objects.customers.get(String(contract.customerNumber));
  if (customer?.prospect === true) world.objects.customers.update(customer.id, { prospect: false });
  return world.objects.contracts.insert({
    additional: [],
    created: world.now(),
    billingPeriod: contractMonths,
    ...contract,
    id: contract.id ?? String(world.nextUid()),
  });
}

/** An invoice for a year of articles, about an account or a domain. */
export function bill(
  world: World,
  customerNumber: number,
  articleNumbers: readonly number[],
  about: string,
  at = world.now(),
): void {
  const items = articleNumbers.flatMap((articleNumber) => {
    const article = world.objects.articles.get(String(articleNumber));
    return article === undefined ? [] : [{ title: article.title, text: about, net: article.net, amount: contractMonths }];
  });
  if (items.length === 0) return;
  world.objects.invoices.insert({ id: String(world.store.next("invoice", 500_000)), customerNumber, at, isPaid: false, items });
}

export interface Registration {
  readonly id: string;
  readonly sld: string;
  readonly tld: string;
  readonly external: boolean;
  readonly target?: string | undefined;
  readonly handles?: Readonly<Record<string, unknown>> | undefined;
}

/** A domain in an account, with its www subdomain; its registration continues after the answer. */
export function newDomain(world: World, account: Account, { id, sld, tld, external, target, handles }: Registration): Domain {
  const { domains, foreignDomains, topLevelDomains } = world.objects;
  const moved = !external && foreignDomains.delete(id);
  const domain = domains.insert(
    present({
      id,
      account: account.id,
      sld,
      tld,
      external,
      target,
      handles,
      created: world.now(),
      attachments: [],
      registryStatus: external ? undefined : moved ? "pendingTransfer" : "pendingCreate",
      settlesAt: external ? undefined : world.now() + world.settings.registrationDelay,
    }),
  );
  newSubdomain(world, id, "www", undefined);
  const articleNumber = topLevelDomains.get(tld)?.articleNumber;
  if (!external && articleNumber !== undefined) bill(world, account.customerNumber, [articleNumber], id);
  return domain;
}

export function newSubdomain(world: World, domain: string, name: string, target: string | undefined): Subdomain {
  const uid = world.nextUid();
  const subdomain = { id: String(uid), uid, domain, name, certificate: false };
  return world.objects.subdomains.insert(target === undefined ? subdomain : { ...subdomain, target });
}

/** Whether a domain can be ordered: registered, or transferred here with its transfer code. */
export function canOrder(world: World, { id, tld, external }: Registration, authcode: string | undefined): boolean {
  const { domains, foreignDomains, topLevelDomains } = world.objects;
  if (domains.get(id) !== undefined) return false;
  if (external) return true;
  if (topLevelDomains.get(tld) === undefined) return false;
  const foreign = foreignDomains.get(id);
  if (foreign === undefined) return true;
  return authcode !== undefined && authcode !== "" && (foreign.authcode === undefined || foreign.authcode === authcode);
}

/** Records an accepted order, and the customer that it was for. */
export function recordOrder(world: World, login: Login, kind: Order["kind"], customerNumber: number): void {
  world.objects.orders.insert({
    id: String(world.nextUid()),
    owner: login.customerNumber,
    at: world.now(),
    kind,
    customerNumber,
  });
}

/** Name of a person or company, for letters. */
export const nameOf = ({ company, firstName, lastName }: Contact): string =>
  company ?? ([firstName, lastName].filter(Boolean).join(" ") || "customer");
