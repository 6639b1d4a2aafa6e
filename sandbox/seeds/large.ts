import type { Seed } from "./schema.js";
import { nothing } from "./empty.js";
import { gdprContactsWith, resellerToms } from "./gdpr.js";
import { ascii, people } from "./people.js";

const size = 300;
const firstNumber = 200_001;

/** Each family with each trade, so that several customers have the same of either. */
const customers = Array.from({ length: size }, (_, index) => {
  const [lastName, firstName, salutation] = people[index % people.length]!;
  const [, , , trade, short, city, zip] = people[(index + Math.floor(index / people.length)) % people.length]!;
  const customerNumber = firstNumber + index;
  const name = `${short}-${ascii(lastName)}`;
  return { lastName, firstName, salutation, trade, short, city, zip, customerNumber, name, account: `p${customerNumber}`, index };
});

/** Accounts on the reseller's own server, whose names repeat from customer to customer. */
const shops = customers.filter(({ index }) => index % 3 === 0);

/** One customer has a shop for each of many towns. */
const branches = Array.from({ length: 60 }, (_, index) => ({ name: `filiale-${index + 1}`, target: `/filialen/${index + 1}` }));

const subdomainsOf = (index: number) => [
  { name: "blog", target: "/blog" },
  ...(index % 2 === 0 ? [{ name: "shop", target: "/shop" }] : []),
  ...(index % 3 === 0 ? [{ name: "termine", target: "/termine" }] : []),
  ...(index === 0 ? branches : []),
];

/** A reseller with hundreds of small businesses, for trials of what takes time. */
export const large: Seed = {
  logins: nothing.logins,
  resellers: nothing.resellers,
  customers: [
    ...(nothing.customers ?? []),
    ...customers.map(({ lastName, firstName, salutation, trade, city, zip, customerNumber, name }) => ({
      customerNumber,
      reseller: 100000,
      contractPartner: {
        salutation,
        firstName,
        lastName,
        company: `${trade} ${lastName}`,
        street: "Hauptstraße",
        houseNumber: "1",
        zip,
        city,
        country: "DE",
        emailAddress: `${ascii(firstName)}@${name}.example`,
      },
    })),
  ],
  accounts: [
    ...customers.map(({ account, customerNumber, trade, lastName }) => ({
      name: account,
      customerNumber,
      description: `${trade} ${lastName}`,
      articleNumber: 1101,
    })),
    ...shops.map(({ customerNumber, lastName, short }) => ({
      name: `p${customerNumber + 1000}`,
      customerNumber,
      description: `Shop ${lastName}`,
      articleNumber: 1201,
      virtualName: `${short}-shop`,
    })),
  ],
  domains: [
    ...customers.map(({ account, name, index }) => ({ account, fullname: `${name}.de`, subdomains: subdomainsOf(index) })),
    ...shops.map(({ customerNumber, name }) => ({
      account: `p${customerNumber + 1000}`,
      fullname: `${name}.shop`,
      subdomains: [{ name: "bilder", target: "/bilder" }],
    })),
    ...customers
      .filter(({ index }) => index % 50 === 0)
      .map(({ account, index }) => ({ account, fullname: `größe-${index + 1}.de` })),
  ],
  gdprContacts: gdprContactsWith(customers),
  gdprToms: resellerToms,
};
