import {
  bill,
  canOrder,
  isAccount,
  nameOf,
  newAccount,
  newCustomer,
  newDomain,
  openContract,
  recordOrder,
  type Registration,
} from "./booking.js";
import type { Account, Article, Cart, CartItem, Contact, Login } from "../state/records.js";
import { Refusal, denied, message, visible } from "../http/reply.js";
import { accountOf } from "./access.js";
import { hashed } from "../state/credentials.js";
import type { World } from "../state/world.js";

const badRequest = (reason: string): Refusal => new Refusal(message(400, reason));

/** Checks a cart, and turns it into customer, accounts, contracts, domains and invoices. */
export function placeOrder(world: World, login: Login, cart: Cart, pinCode: number | undefined): void {
  const partner = cart.settings["contractPartner"] as Contact | undefined;
  check(world, cart, partner, pinCode);
  const source = sourceAccount(world, login, cart);
  const articles = cart.items.flatMap((item) =>
    item.kind === "article" ? [visible(world.objects.articles.get(item.identifier))] : [],
  );
  const mains = articles.filter(isAccount);
  const registrations = domainItems(world, cart);
  if (mains.length === 0 && source === undefined) throw badRequest("items: nothing to book the others with");

  const customerNumber = partner === undefined ? login.customerNumber : newPartner(world, login, cart, partner);
  const accounts = mains.map((article) =>
    newAccount(world, { customerNumber, description: article.title, articleNumber: article.articleNumber }),
  );
  const target = source ?? accounts[0]!;
  const additional = articles.filter((article) => !isAccount(article));
  bookAlong(world, target, additional);
  for (const registration of registrations) newDomain(world, target, registration);
  recordOrder(world, login, "cart", customerNumber);
  world.objects.carts.update(cart.id, { ordered: world.now() });
  const to = partner?.emailAddress ?? login.emailAddress;
  world.post({ channel: "mail", to, subject: "Your order", text: `We have received your order of ${cart.items.length} items.` });
}

function check(world: World, cart: Cart, partner: Contact | undefined, pinCode: number | undefined): void {
  if (cart.items.length === 0) throw badRequest("items: the cart is empty");
  const { checkoutVerification } = world.readings;
  const needsCode = checkoutVerification === "always" || (checkoutVerification === "new-customers" && partner !== undefined);
  if (needsCode && cart.verification?.confirmed !== true) throw badRequest("the SMS verification is missing");
  if (cart.recommendation !== undefined && (pinCode === undefined || cart.recommendation.pinHash !== hashed(String(pinCode)))) {
    throw new Refusal(denied());
  }
}

/** The account that the cart extends; undefined if it creates a new one. */
function sourceAccount(world: World, login: Login, cart: Cart): Account | undefined {
  const source = cart.settings["sourceAccount"] ?? cart.items.find(({ sourceIdentifier }) => sourceIdentifier)?.sourceIdentifier;
  return typeof source === "string" ? accountOf(world, login, source) : undefined;
}

function domainItems(world: World, cart: Cart): Registration[] {
  return cart.items
    .filter((item: CartItem) => item.kind === "domain")
    .map(({ identifier, authCode }) => {
      const sld = identifier.slice(0, identifier.indexOf("."));
      const registration = { id: identifier, sld, tld: identifier.slice(sld.length + 1), external: false };
      if (!canOrder(world, registration, authCode)) throw badRequest(`items: ${identifier} cannot be ordered`);
      return registration;
    });
}

function newPartner(world: World, login: Login, cart: Cart, contractPartner: Contact): number {
  const { contactPerson, billingAddress } = cart.settings;
  const { customer } = newCustomer(world, {
    reseller: login.customerNumber,
    contractPartner,
    ...(contactPerson === undefined ? {} : { contactPerson: contactPerson as Contact }),
    ...(billingAddress === undefined ? {} : { billingRecipient: billingAddress as Contact }),
  });
  world.post({
    channel: "mail",
    to: contractPartner.emailAddress ?? login.emailAddress,
    subject: "Welcome",
    text: `${nameOf(contractPartner)}, your customer number is ${customer.customerNumber}.`,
  });
  return customer.customerNumber;
}

/** Adds articles to the contract of an account, and creates the contract if there is none. */
function bookAlong(world: World, account: Account, articles: readonly Article[]): void {
  if (articles.length === 0) return;
  const numbers = articles.map(({ articleNumber }) => articleNumber);
  const { contracts } = world.objects;
  const contract = contracts.find((candidate) => candidate.account === account.id);
  if (contract !== undefined) contracts.update(contract.id, { additional: [...contract.additional, ...numbers] });
  else
    openContract(world, {
      customerNumber: account.customerNumber,
      articleNumber: numbers[0]!,
      account: account.id,
      additional: numbers.slice(1),
    });
  bill(world, account.customerNumber, numbers, account.id);
}
