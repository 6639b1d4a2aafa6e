import { asPresent, specimen, text } from "../specimen.js";

export const applicationToken = specimen({
  valid: { description: "deployment", triggers: ["2026"] },
  other: { description: "other", triggers: ["other"] },
  rehearsed: {
    sibling: { description: "of another stack" },
    count: ({ store }) => store.applicationTokens.all().length,
    outputs: { uuid: /^[\da-f-]{36}$/, token: /^MW_/, crdate: /^\d{4}-\d\d-\d\dT/ },
    unseen: ["token", "triggers"],
  },
  answer: (uuid) => ({ uuid, crdate: "2026-01-01", description: "d" }),
  edits: ["state-delete", "remove-retain", "rotate", "second-stack-same-name"],

  args: ({ mark }) => ({ description: `deployment ${mark}`, triggers: ["1"] }),
  replaced: (args) => ({ ...args, triggers: ["2"] }),
  plant: (control, { mark, customerNumber }, { description }) => {
    const id = `5f0c1d6e-0000-4000-8000-000000${customerNumber}`;
    const token = { login: "reseller", description: text(description), secretHash: mark, created: control.now() };
    control.store.applicationTokens.insert({ id, ...token });
    return id;
  },
  present: ({ store }, { mark }) =>
    asPresent(
      store.applicationTokens.all().filter(({ description }) => description.endsWith(mark)),
      ["description"],
    ),
  requests: {
    create: "createApplicationToken",
    list: "listApplicationTokens",
    delete: "deleteApplicationToken",
  },
});
