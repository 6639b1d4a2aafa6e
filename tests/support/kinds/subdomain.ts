import type { Place } from "../place.js";
import { asPresent, specimen, text } from "../specimen.js";

const ofDomain = ({ account, domain }: Place) => ({ accountIdentifier: account, domainIdentifier: domain });

export const subdomain = specimen({
  valid: { accountIdentifier: "p100001", domainIdentifier: "sommer-gartenbau.de", name: "news", target: "/news" },
  other: { accountIdentifier: "p100002", domainIdentifier: "sommer-gartenbau.com", name: "other", target: "/other" },
  rehearsed: {
    sibling: { name: "other" },
    count: ({ store }) => store.subdomains.all().filter(({ name }) => name === "news").length,
    outputs: { uid: /^\d+$/, fullName: /^news\.sommer-gartenbau\.de$/ },
  },
  answer: (name) => ({ name }),
  edits: ["move-adopt"],

  args: (place) => ({ ...ofDomain(place), name: "news", target: "/news" }),
  replaced: (args) => ({ ...args, target: "/other-news" }),
  plant: (control, { account, domain, customerNumber }, args) => {
    const [name, target] = [text(args["name"]), text(args["target"])];
    const uid = 900_000 + customerNumber;
    control.store.subdomains.insert({ id: String(uid), uid, domain, name, target, certificate: false });
    return `${account}/${domain}/${name}`;
  },
  present: ({ store }, { account, domain }) =>
    asPresent(
      store.subdomains.all().filter((each) => each.domain === domain && each.name !== "www"),
      ["name", "target"],
      ({ name }) => `${account}/${domain}/${name}`,
    ),
  requests: {
    create: "createSubdomains",
    list: "listSubdomains",
    delete: "deleteSubdomain",
  },
});
