import { documentOf, ofCollection } from "../specimen.js";

export const gdprTom = ofCollection("gdprToms", {
  valid: { content: "a" },
  other: { content: "b" },
  marked: "content",
  isRehearsed: false,
  answer: (_id) => ({ _id, content: "c" }),
  edits: ["adopt-left"],
  record: documentOf,
  replaced: (_, { mark }) => ({ content: `Backups: hourly ${mark}` }),
  requests: { create: "createGdprTom", get: "getGdprTom", list: "listGdprToms" },
});
