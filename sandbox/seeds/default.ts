import { collections, seededNames } from "../state/collections.js";
import type { Seed } from "./schema.js";
import { nothing } from "./empty.js";
import { resellerContact, resellerToms } from "./gdpr.js";

/** Records of the collections that are planted as they are. */
const examples: Seed = Object.fromEntries(seededNames.map((name) => [name, collections[name].example]));

/**
 * A reseller (100000) with two customers (100001, 100002), one account each (p100001, p100002), and a second, unrelated
 * reseller (200000) with its own customer (200001), whom the first one must not see.
 *
 * Logins: `reseller` / `sandbox-password`; `agency` / `agency-password`; `totp` / `sandbox-password` requires the code 123456;
 * `device` / `sandbox-password` mails a pin to the outbox.
 */
export const standard: Seed = {
  logins: [
    ...(nothing.logins ?? []),
    { username: "agency", password: "agency-password", customerNumber: 200000 },
    { username: "totp", password: "sandbox-password", customerNumber: 100000, secondFactor: { name: "TOTP", code: "123456" } },
    { username: "device", password: "sandbox-password", customerNumber: 100000, secondFactor: { name: "DeviceCookie" } },
  ],
  customers: [
    ...(nothing.customers ?? []),
    {
      customerNumber: 100001,
      reseller: 100000,
      vatID: "DE100001000",
      contractPartner: {
        salutation: "Herr",
        firstName: "Bruno",
        lastName: "Sommer",
        company: "Sommer Gartenbau GmbH",
        street: "Lindenweg",
        houseNumber: "7a",
        zip: "50667",
        city: "Köln",
        country: "DE",
        emailAddress: "bruno@sommer-gartenbau.example",
        phone: "+49-221-100001",
      },
    },
    {
      customerNumber: 100002,
      reseller: 100000,
      contractPartner: {
        salutation: "Frau",
        firstName: "Carla",
        lastName: "Herbst",
        company: "Buchhandlung Herbst",
        street: "Marktplatz",
        houseNumber: "12",
        zip: "72070",
        city: "Tübingen",
        country: "DE",
        emailAddress: "carla@buch-herbst.example",
        phone: "+49-7071-100002",
      },
      billingRecipient: {
        salutation: "Herr",
        firstName: "David",
        lastName: "Lenz",
        company: "Lenz Steuerberatung",
        street: "Wilhelmstraße",
        houseNumber: "3",
        zip: "72074",
        city: "Tübingen",
        country: "DE",
        emailAddress: "rechnung@lenz.example",
        phone: "+49-7071-200002",
      },
    },
    {
      customerNumber: 200000,
      contractPartner: {
        salutation: "Herr",
        firstName: "Emil",
        lastName: "Frost",
        company: "Frost Digital",
        street: "Neustadt",
        houseNumber: "20",
        zip: "20354",
        city: "Hamburg",
        country: "DE",
        emailAddress: "emil@frost-digital.example",
        phone: "+49-40-200000",
      },
    },
    {
      customerNumber: 200001,
      reseller: 200000,
      contractPartner: {
        salutation: "Frau",
        firstName: "Frieda",
        lastName: "Keller",
        street: "Elbchaussee",
        houseNumber: "99",
        zip: "22763",
        city: "Hamburg",
        country: "DE",
        emailAddress: "frieda@keller.example",
        phone: "+49-40-200001",
      },
    },
  ],
  resellers: [...(nothing.resellers ?? []), { uid: 5002, name: "Frost Digital", customerNumber: 200000 }],
  accounts: [
    { name: "p100001", customerNumber: 100001, description: "Sommer Gartenbau", articleNumber: 1102 },
    { name: "p100002", customerNumber: 100002, description: "Buchhandlung Herbst", articleNumber: 1101 },
    { name: "p200001", customerNumber: 200001, description: "Keller", articleNumber: 1101 },
  ],
  domains: [
    { account: "p100001", fullname: "sommer-gartenbau.de", subdomains: [{ name: "blog", target: "/blog" }] },
    { account: "p100001", fullname: "sommer-gartenbau.com", attachments: ["exchange"] },
    { account: "p100002", fullname: "buch-herbst.de", subdomains: [{ name: "shop", target: "/shop", certificate: true }] },
    { account: "p200001", fullname: "keller.de" },
  ],
  ...examples,
  installations: [
    {
      account: "p100001",
      software: "wordpress",
      version: "6.6.2",
      installPath: "/html/wordpress",
      host: "sommer-gartenbau.de",
      extensions: [
        { key: "seo", name: "SEO", version: "3.1.0" },
        { key: "gallery", name: "Gallery", version: "1.4.2" },
      ],
    },
    {
      account: "p100001",
      software: "wordpress",
      version: "6.5.0",
      installPath: "/html/archive",
      host: "sommer-gartenbau.de",
      archiveFrom: 0,
    },
    { account: "p100002", software: "shopware", version: "6.6.7", installPath: "/html/shop", host: "buch-herbst.de" },
  ],
  tickets: [
    {
      customerNumber: 100001,
      account: "p100001",
      subject: "Slow web site",
      message: "Since Monday.",
      status: "done",
      daysAgo: 40,
    },
  ],
  gdprContacts: [
    resellerContact,
    {
      owner: 100000,
      name: "Sommer Gartenbau GmbH",
      street: "Lindenweg",
      houseNumber: "7a",
      zipCode: "50667",
      city: "Köln",
      mail: "datenschutz@sommer-gartenbau.example",
      type: "client",
    },
    {
      owner: 100000,
      name: "Buchhandlung Herbst",
      street: "Marktplatz",
      houseNumber: "12",
      zipCode: "72070",
      city: "Tübingen",
      mail: "datenschutz@buch-herbst.example",
      type: "client",
    },
  ],
  gdprToms: resellerToms,
};
