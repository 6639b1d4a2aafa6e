import type { ResourceSpec } from "./engine.js";

/** Resources of a new shop, for programs on the real engine. They are not protected. */

export const account = (args = {}): ResourceSpec => ({
  type: "VirtualAccount",
  name: "account",
  args: {
    customerNumber: 100001,
    virtualName: "shop",
    description: "Shop",
    articleNumber: 1101,
    password: { $secret: "a-password" },
    ...args,
  },
  options: { protect: false },
});

export const domain = (args = {}, options = {}): ResourceSpec => ({
  type: "Domain",
  name: "domain",
  args: { accountIdentifier: "p100001", sld: "new-shop", tld: "de", ...args },
  options: { protect: false, ...options },
});

/** A subdomain of {@link domain}. */
export const subdomain = (name: string, args = {}, options = {}): ResourceSpec => ({
  type: "Subdomain",
  name,
  args: {
    accountIdentifier: { $of: ["domain", "accountIdentifier"] },
    domainIdentifier: { $of: ["domain", "domainIdentifier"] },
    name,
    target: "/",
    ...args,
  },
  options,
});
