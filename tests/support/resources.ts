import type { ResourceSpec } from "./engine.js";

/** Resources of programs on the real engine. What costs money is not protected, unless an option says so. */

type Options = NonNullable<ResourceSpec["options"]>;

/** The way to an output of another resource. */
export const of = (name: string, output: string) => ({ $of: [name, output] });

export const webhook = (name: string, args: object = {}, options: Options = {}): ResourceSpec => ({
  type: "Webhook",
  name,
  args: { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: `https://agency.example/${name}`, ...args },
  options,
});

export const token = (name: string, args: object = {}, options: Options = {}): ResourceSpec => ({
  type: "ApplicationToken",
  name,
  args: { description: name, ...args },
  options,
});

export const account = (name: string, args: object = {}, options: Options = {}): ResourceSpec => ({
  type: "VirtualAccount",
  name,
  args: {
    customerNumber: 100001,
    virtualName: name,
    description: "Shop",
    articleNumber: 1101,
    password: { $secret: "planted-account-password" },
    ...args,
  },
  options: { protect: false, ...options },
});

/** A domain with the name of its resource, in an account that no program declares. */
export const domain = (name: string, args: object = {}, options: Options = {}): ResourceSpec => ({
  type: "Domain",
  name,
  args: { accountIdentifier: "p100001", sld: name, tld: "de", ...args },
  options: { protect: false, ...options },
});

/** The account in which another resource lies or which it is. */
export const inAccount = (name: string) => ({ accountIdentifier: of(name, "accountIdentifier") });

/** A subdomain of a domain that the program declares. */
export const subdomain = (name: string, within: string, args: object = {}, options: Options = {}): ResourceSpec => ({
  type: "Subdomain",
  name,
  args: { ...inAccount(within), domainIdentifier: of(within, "domainIdentifier"), name, target: "/", ...args },
  options,
});

export const component = (name: string, options: Options = {}): ResourceSpec => ({ type: "Component", name, options });

export const provider = (name: string, baseUrl: string, args: object = {}): ResourceSpec => ({
  type: "Provider",
  name,
  args: { baseUrl, username: "reseller", password: { $secret: "sandbox-password" }, ...args },
});
