import type { Seed } from "./schema.js";
import { nothing } from "./empty.js";
import { gdprContactsWith, resellerToms } from "./gdpr.js";
import { ascii, people } from "./people.js";

const firstNumber = 110_001;

const customers = people.map(([lastName, firstName, salutation, trade, short, city, zip, area], index) => {
  const customerNumber = firstNumber + index;
  const name = `${short}-${ascii(lastName)}`;
  return { lastName, firstName, salutation, trade, city, zip, area, customerNumber, name, account: `p${customerNumber}`, index };
});

/** Every third customer has a second account, for its shop or its tests. */
const withSecond = customers.filter(({ index }) => index % 3 === 0);

/** One customer has more domains than a page shows. */
const collector = customers[12]!;
const collected = Array.from({ length: 25 }, (_, index) => `haus-${index + 1}-${collector.name}.de`);

/** A reseller with two dozen small businesses, such as an agency manages. */
export const agency: Seed = {
  logins: nothing.logins,
  resellers: nothing.resellers,
  customers: [
    ...(nothing.customers ?? []),
    ...customers.map(({ lastName, firstName, salutation, trade, city, zip, area, customerNumber, name, index }) => ({
      customerNumber,
      reseller: 100000,
      postalInvoices: index % 5 === 0,
      vatID: `DE${300_000_000 + customerNumber}`,
      contractPartner: {
        salutation,
        firstName,
        lastName,
        company: `${trade} ${lastName}`,
        street: ["Hauptstraße", "Marktplatz", "Lindenweg", "Schulgasse"][index % 4]!,
        houseNumber: String(1 + ((index * 7) % 90)),
        zip,
        city,
        country: "DE",
        emailAddress: `${ascii(firstName)}@${name}.example`,
        phone: `+49-${area}-${customerNumber}`,
      },
    })),
  ],
  accounts: [
    ...customers.map(({ account, customerNumber, trade, lastName, index }) => ({
      name: account,
      customerNumber,
      description: `${trade} ${lastName}`,
      articleNumber: [1101, 1102, 1103][index % 3]!,
    })),
    ...withSecond.map(({ customerNumber, name, lastName, index }) => ({
      name: `p${customerNumber + 1000}`,
      customerNumber,
      description: `${index % 2 === 0 ? "Shop" : "Trials"} ${lastName}`,
      articleNumber: 1201,
      virtualName: `${name}-2`,
    })),
  ],
  domains: [
    ...customers.flatMap(({ account, name, index }) => [
      {
        account,
        fullname: `${name}.de`,
        subdomains: [
          { name: "blog", target: "/blog" },
          ...(index % 4 === 0 ? [{ name: "shop", target: "/shop", certificate: true }] : []),
        ],
      },
      ...(index % 2 === 0 ? [{ account, fullname: `${name}.com` }] : []),
      ...(index % 6 === 0 ? [{ account, fullname: `${name}.eu`, external: true, target: "/html" }] : []),
    ]),
    { account: customers[10]!.account, fullname: "krüger-apotheke.de" },
    ...collected.map((fullname) => ({ account: collector.account, fullname })),
  ],
  mailAddresses: customers.flatMap(({ account, name, firstName, index }) =>
    ["info", "rechnung", ascii(firstName)].slice(0, 1 + (index % 3)).map((box) => ({ account, fullName: `${box}@${name}.de` })),
  ),
  installations: customers
    .filter(({ index }) => index % 2 === 0)
    .map(({ account, name, index }) => ({
      account,
      software: ["wordpress", "typo3", "shopware"][index % 3]!,
      version: ["6.6.2", "12.4.20", "6.6.7"][index % 3]!,
      installPath: "/html/site",
      host: `${name}.de`,
      extensions: [{ key: "backup", name: "Backup", version: "2.0.1" }],
    })),
  tickets: customers
    .filter(({ index }) => index % 5 === 0)
    .map(({ customerNumber, account, index }) => ({
      customerNumber,
      account,
      subject: index % 2 === 0 ? "Certificate" : "Mailbox is full",
      message: "Please have a look.",
      status: "done" as const,
      daysAgo: 20 + index,
    })),
  gdprContacts: gdprContactsWith(customers),
  gdprToms: resellerToms,
};
