import { asPresent, documentOf, specimen, text } from "../specimen.js";

export const gdprTom = specimen({
  valid: { content: "a" },
  other: { content: "b" },
  answer: (_id) => ({ _id, content: "c" }),
  edits: ["adopt-left"],

  args: ({ mark }) => ({ content: `Backups: daily ${mark}` }),
  replaced: (_, { mark }) => ({ content: `Backups: hourly ${mark}` }),
  plant: (control, place, { content }) => {
    const record = documentOf(place, control);
    control.store.gdprToms.insert({ ...record, content: text(content) });
    return record.id;
  },
  present: ({ store }, { mark }) =>
    asPresent(
      store.gdprToms.all().filter(({ content }) => content.endsWith(mark)),
      ["content"],
    ),
  requests: {
    create: ({ mark }) => ({ operation: "createGdprTom", body: mark }),
    get: (_, tomIdentifier) => ({ operation: "getGdprTom", parameters: { tomIdentifier } }),
    list: () => ({ operation: "listGdprToms" }),
  },
});
