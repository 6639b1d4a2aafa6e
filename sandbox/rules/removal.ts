import type { Account, Customer, Domain } from "../state/records.js";
import type { World } from "../state/world.js";

/** Removes a domain and everything in it. */
export function removeDomain(world: World, domain: Domain): void {
  world.objects.subdomains.deleteWhere((subdomain) => subdomain.domain === domain.id);
  world.objects.domains.delete(domain.id);
}

/** Removes an account and everything in it. */
export function removeAccount(world: World, account: Account): void {
  for (const domain of world.objects.domains.filter((candidate) => candidate.account === account.id)) removeDomain(world, domain);
  const { mailAddresses, installations, contracts, accounts } = world.objects;
  mailAddresses.deleteWhere((address) => address.account === account.id);
  installations.deleteWhere((installation) => installation.account === account.id);
  contracts.deleteWhere((contract) => contract.account === account.id);
  accounts.delete(account.id);
}

/** Removes a customer and everything it has, including data-protection records and logins. */
export function removeCustomer(world: World, customer: Customer): void {
  const { customerNumber } = customer;
  for (const account of world.objects.accounts.filter((candidate) => candidate.customerNumber === customerNumber)) {
    removeAccount(world, account);
  }
  for (const name of ["gdprContracts", "gdprContractPresets", "gdprPdfs", "gdprContacts", "gdprToms"] as const) {
    world.objects[name].deleteWhere(({ owner }) => owner === customerNumber);
  }
  for (const name of ["contracts", "tickets", "invoices"] as const) {
    world.objects[name].deleteWhere((record) => record.customerNumber === customerNumber);
  }
  world.objects.logins.deleteWhere((login) => login.customerNumber === customerNumber);
  world.objects.customers.delete(customer.id);
}
