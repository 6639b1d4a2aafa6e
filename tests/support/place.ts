import type { Seed } from "../../sandbox/index.js";

/**
 * The place of a cell's object: its own customer, account and domain, so that a fault on a path hits only this cell; and a
 * mark in its arguments, so that a fault on a body does too, and that distinguishes its objects from all others.
 */
export interface Place {
  /** Name of the resource in the program. */
  readonly name: string;
  /** Text that no other place has, nor the beginning of any other name. */
  readonly mark: string;
  readonly customerNumber: number;
  /** Name of the customer's account. */
  readonly account: string;
  /** Domain of that account. */
  readonly domain: string;
}

/** Prefix of every secret that a cell plants. */
export const plantedText = "planted-";

/** A secret of a place. */
export const planted = ({ mark }: Place, what: string): string => `${plantedText}${mark}-${what}`;

/** The place of a resource. Further resources of a place have its name, a dot and a word. */
export const ownerOf = (resourceName: string): string => resourceName.split(".", 1)[0]!;

const firstCustomer = 500_001;

export function placeOf(index: number, name: string): Place {
  const mark = `m${String(index).padStart(3, "0")}`;
  const customerNumber = firstCustomer + index;
  return { name, mark, customerNumber, account: `p${customerNumber}`, domain: `base-${mark}.de` };
}

/** The initial contact of every customer. */
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

/** Name of the client in the contract of a place. */
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
    // Contracts with the same parties are created one after the other, so a held request would delay the others.
    gdprContacts: [partyOf("recipient", "recipient"), ...places.map((place) => partyOf("client", clientOf(place)))],
    gdprToms: [{ owner: reseller, content: "Access control: locked rooms. Backups: daily." }],
  };
}
