import { documentOf, ofCollection } from "../specimen.js";

export const gdprContact = ofCollection("gdprContacts", {
  valid: { name: "a", street: "a", houseNumber: "1", zipCode: "1", city: "a", mail: "a@a.example", type: "client" },
  other: { name: "b", street: "b", houseNumber: "2", zipCode: "2", city: "b", mail: "b@b.example", type: "recipient" },
  marked: "name",
  isRehearsed: false,
  answer: (_id) => ({
    _id,
    id: "another",
    name: "n",
    street: "s",
    houseNumber: "1",
    zipCode: "1",
    city: "c",
    mail: "m@a.example",
  }),
  edits: ["rename-alias"],
  record: documentOf,
  replaced: (args) => ({ ...args, city: "Bonn" }),
  requests: {
    create: "createGdprContact",
    get: "getGdprContact",
    list: "listGdprContacts",
  },
});
