import type { Seed } from "./schema.js";

/** The reseller's own login and customer, and nothing else. */
export const nothing: Seed = {
  logins: [{ username: "reseller", password: "sandbox-password", customerNumber: 100000 }],
  resellers: [{ uid: 5001, name: "Winter Agentur", customerNumber: 100000 }],
  customers: [
    {
      customerNumber: 100000,
      contractPartner: {
        salutation: "Frau",
        firstName: "Ada",
        lastName: "Winter",
        company: "Winter Agentur GmbH",
        street: "Am Hafen",
        houseNumber: "1",
        zip: "30159",
        city: "Hannover",
        country: "DE",
        emailAddress: "ada@winter-agentur.example",
        phone: "+49-511-100000",
      },
    },
  ],
};
