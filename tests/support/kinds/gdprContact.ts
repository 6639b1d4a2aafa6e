import type { GdprContact } from "../../../sandbox/index.js";
import { asPresent, documentOf, specimen } from "../specimen.js";

export const gdprContact = specimen({
  valid: { name: "a", street: "a", houseNumber: "1", zipCode: "1", city: "a", mail: "a@a.example", type: "client" },
  other: { name: "b", street: "b", houseNumber: "2", zipCode: "2", city: "b", mail: "b@b.example", type: "recipient" },
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

  args: ({ mark }) => ({
    name: `Sommer ${mark}`,
    street: "Lindenweg",
    houseNumber: "7a",
    zipCode: "50667",
    city: "Köln",
    mail: "office@sommer.example",
    type: "client",
  }),
  replaced: (args) => ({ ...args, city: "Bonn" }),
  plant: (control, place, args) => {
    const record = documentOf(place, control);
    control.store.gdprContacts.insert({ ...(args as Omit<GdprContact, keyof typeof record>), ...record });
    return record.id;
  },
  present: ({ store }, { mark }) =>
    asPresent(
      store.gdprContacts.all().filter(({ name }) => name.endsWith(mark)),
      ["name", "city", "mail", "type"],
    ),
  requests: {
    create: ({ mark }) => ({ operation: "createGdprContact", body: mark }),
    get: (_, contactIdentifier) => ({ operation: "getGdprContact", parameters: { contactIdentifier } }),
    list: () => ({ operation: "listGdprContacts" }),
  },
});
