import type { Account, Customer, Login } from "../state/records.js";
import { visible } from "../http/reply.js";
import type { World } from "../state/world.js";

/** Whether a login may see a customer: its own, or one that it manages as a reseller. */
const seesCustomer = (login: Login, customer: Customer): boolean =>
  customer.customerNumber === login.customerNumber || customer.reseller === login.customerNumber;

/** The customer, or 403. */
export function customerOf(world: World, login: Login, customerNumber: number): Customer {
  const customer = visible(world.objects.customers.get(String(customerNumber)));
  return visible(seesCustomer(login, customer) ? customer : undefined);
}

/** The account by its name or uid, or 403. */
export function accountOf(world: World, login: Login, identifier: string): Account {
  const { accounts } = world.objects;
  const account = visible(accounts.get(identifier) ?? accounts.find(({ uid }) => String(uid) === identifier));
  if (account.adviser !== login.customerNumber) customerOf(world, login, account.customerNumber);
  return account;
}
