import type { Seed } from "../../sandbox/index.js";

/**
 * Where a cell has its object: a customer, an account and a domain of its own, so that a fault on a path hits it alone, and a
 * mark that its arguments carry, so that a fault on a body does, and that tells its objects from all others.
 */
export interface Place {
  /** Name of the resource in the program. */
  readonly name: string;
  /** Text that no other place has, nor any name that begins like it. */
  readonly mark: string;
  readonly customerNumber: number;
  /** Name of the customer's account. */
  readonly account: string;
  /** Domain of that account. */
  readonly domain: string;
}

/** Every secret that a cell plants begins like this. */
export const plantedText = "planted-";

/** A secret of a place. */
export const planted = ({ mark }: Place, what: string): string => `${plantedText}${mark}-${what}`;

/** The place that a resource belongs to. Further resources of a place are called as it is, with a word after a point. */
export const ownerOf = (resourceName: string): string => resourceName.split(".", 1)[0]!;

const firstCustomer = 500_001;

export function placeOf(index: number, name: string): Place {
  const mark = `m${String(index).padStart(3, "0")}`;
  const customerNumber = firstCustomer + index;
  return { name, mark, customerNumber, account: `p${customerNumber}`, domain: `base-${mark}.de` };
}

/** The contact that every customer begins with. */
const contactOf = (mark: string) => ({
  salutation: "Frau",
  firstName: "Carla",
  lastName: `Herbst ${mark}`,
  company: "Buchhandlung Herbst",
  street: "Marktplatz",
  houseNumber: "12",
  zip: "72070",
  city: "Tübingen",
  country: "DE",
  emailAddress: `${mark}@buch-herbst.example`,
  phone: "+49-7071-100002",
});

const reseller = 100_000;

/** Name of the client that the contract of a place has. */
export const clientOf = ({ mark }: Pick<Place, "mark">): string => `${mark} as client`;

const partyOf = (type: "recipient" | "client", name: string) => ({
  owner: reseller,
  name,
  street: "Marktplatz",
  houseNumber: "1",
  zipCode: "72070",
  city: "Tübingen",
  mail: `${type}@buch-herbst.example`,
  type,
});

/** A reseller with a customer for each place. */
export function seedFor(places: readonly Place[]): Seed {
  return {
    logins: [{ username: "reseller", password: "sandbox-password", customerNumber: reseller }],
    customers: [
      { customerNumber: reseller, contractPartner: contactOf("reseller") },
      ...places.map(({ customerNumber, mark }) => ({ customerNumber, reseller, contractPartner: contactOf(mark) })),
    ],
    accounts: places.map(({ account, customerNumber }) => ({ name: account, customerNumber, articleNumber: 1102 })),
    domains: places.map(({ account, domain }) => ({ account, fullname: domain })),
    // Contracts of the same parties are created one after the other, so that a request that is held would hold up others.
    gdprContacts: [partyOf("recipient", "recipient"), ...places.map((place) => partyOf("client", clientOf(place)))],
    gdprToms: [{ owner: reseller, content: "Access control: locked rooms. Backups: daily." }],
  };
}
