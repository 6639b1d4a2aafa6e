import type { PolicyResource } from "@pulumi/policy";
import { virtualAccount } from "../resources/virtualAccount.js";
import { isOf, known } from "./shown.js";

/** An account whose customer is known. */
interface Account {
  readonly customer: number;
  readonly resource: PolicyResource;
}

export const accountsIn = (resources: readonly PolicyResource[]): readonly Account[] =>
  resources
    .filter((resource) => isOf(resource, virtualAccount))
    .flatMap((resource) => {
      const customer = known(resource, "customerNumber");
      return typeof customer === "number" ? [{ customer, resource }] : [];
    })
    .sort((a, b) => (a.resource.urn < b.resource.urn ? -1 : 1));

/** What a resource lies in, from the inside outwards, without the stack, in which everything lies. */
function parentsOf({ parent }: PolicyResource): readonly PolicyResource[] {
  return parent?.parent === undefined ? [] : [parent, ...parentsOf(parent)];
}

const isIn = (resource: PolicyResource, parent: PolicyResource): boolean =>
  [resource, ...parentsOf(resource)].some(({ urn }) => urn === parent.urn);

/**
 * The customers whom a GDPR contract is for. The API does not tell, because a contract names contacts and no customer. So the program
 * must: the contract depends on an account of the customer, or the innermost parent with accounts has those of one customer only.
 */
export function customersOf(contract: PolicyResource, accounts: readonly Account[]): readonly number[] {
  const dependencies = new Set(contract.dependencies.map(({ urn }) => urn));
  const needed = accounts.filter(({ resource }) => dependencies.has(resource.urn)).map(({ customer }) => customer);
  for (const parent of parentsOf(contract)) {
    const inside = new Set(accounts.filter(({ resource }) => isIn(resource, parent)).map(({ customer }) => customer));
    if (inside.size > 0) return [...needed, ...(inside.size === 1 ? inside : [])];
  }
  return needed;
}
