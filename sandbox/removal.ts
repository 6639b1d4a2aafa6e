import type { Account, Customer, Domain } from "./records.js";
import type { World } from "./world.js";

/** Removes a domain with all below it. */
export function removeDomain(world: World, domain: Domain): void {
  world.objects.subdomains.deleteWhere((subdomain) => subdomain.domain === domain.id);
  world.objects.domains.delete(domain.id);
}

/** Removes an account with all below it. */
export function removeAccount(world: World, account: Account): void {
  for (const domain of world.objects.domains.filter((candidate) => candidate.account === account.id)) removeDomain(world, domain);
  world.objects.accounts.delete(account.id);
}

/** Removes a customer with all below it, the data-protection records included. */
export function removeCustomer(world: World, customer: Customer): void {
  const { customerNumber } = customer;
  for (const account of world.objects.accounts.filter((candidate) => candidate.customerNumber === customerNumber)) {
    removeAccount(world, account);
  }
  for (const name of ["gdprContracts", "gdprContractPresets", "gdprPdfs", "gdprContacts", "gdprToms"] as const) {
    world.objects[name].deleteWhere(({ owner }) => owner === customerNumber);
  }
  world.objects.customers.delete(customer.id);
}
