import { asPresent, specimen, text } from "../specimen.js";

/** A person as the handles of a domain accept one. */
export const sampleHandle = {
  salutation: "Frau",
  firstName: "Ada",
  lastName: "Winter",
  street: "Am Hafen",
  houseNumber: "1",
  zip: "30159",
  city: "Hannover",
  country: "DE",
  emailAddress: "ada@winter-agentur.example",
} as const;

export const domain = specimen({
  valid: { accountIdentifier: "p100001", sld: "sommer-shop", tld: "de" },
  rest: { target: "/a", external: false, handles: { owner: sampleHandle }, domainNameTransfer: { authcode: "a" } },
  other: {
    accountIdentifier: "p100002",
    sld: "other",
    tld: "com",
    target: "/b",
    external: true,
    handles: { owner: { ...sampleHandle, city: "Celle" } },
    domainNameTransfer: { authcode: "b" },
  },
  rehearsed: {
    sibling: { sld: "of-another-stack" },
    count: ({ store }) => store.domains.all().filter(({ sld }) => sld === "sommer-shop").length,
    outputs: { fullname: /^sommer-shop\.de$/, name: /^sommer-shop$/, registryStatus: /^pendingCreate$/ },
  },
  answer: (fullname) => ({ fullname, name: "n", tld: "de" }),
  edits: ["replace", "rename", "rename-adopt", "protect"],

  args: ({ account, mark }) => ({ accountIdentifier: account, sld: `new-${mark}`, tld: "de" }),
  replaced: (args) => ({ ...args, sld: `${text(args["sld"])}-2` }),
  plant: (control, { account }, args) => {
    const [sld, tld] = [text(args["sld"]), text(args["tld"])];
    const id = `${sld}.${tld}`;
    const registered = { external: false, registryStatus: "ok", created: control.now(), attachments: [] };
    control.store.domains.insert({ id, account, sld, tld, ...registered });
    return `${account}/${id}`;
  },
  present: ({ store }, { account, domain: base }) =>
    asPresent(
      store.domains.all().filter((each) => each.account === account && each.id !== base),
      ["sld", "tld"],
      ({ id }) => `${account}/${id}`,
    ),
  requests: {
    create: "registerDomain",
    list: "listDomains",
    delete: "deleteDomain",
  },
});
