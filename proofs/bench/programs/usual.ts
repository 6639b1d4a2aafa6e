import * as pulumi from "@pulumi/pulumi";
import { accountPassword, articleNumber, customerNumber, declaration, eventType, tld } from "../mix.js";
import { type Place, withChecks } from "./checks.js";

/*
 * The benchmark's program with dynamic providers as they are usually written: an object of functions for each kind, which
 * Pulumi serialises with everything that they capture, and direct calls of the API. It has what a careful author would add:
 * one provider object and one login for each kind, a comparison in `diff`, secrets marked. With BENCH_CHECKED it also has
 * the checks of this package.
 */

type Values = Record<string, unknown>;

interface Token {
  readonly uuid: string;
  readonly token: string;
  readonly crdate?: string | number;
}

interface Listed {
  readonly uid: number;
  readonly name: string;
  readonly fullName: string;
}

const session: { token?: Promise<string> } = {};

async function logIn(): Promise<string> {
  const response = await fetch(`${process.env["HOSTING_BASE_URL"]}/v1/authenticate`, {
    method: "POST",
    headers: { accept: "application/json", "content-type": "application/json" },
    body: JSON.stringify({ username: process.env["HOSTING_USERNAME"], password: process.env["HOSTING_PASSWORD"] }),
  });
  if (!response.ok) throw new Error(`login: ${response.status}`);
  return ((await response.json()) as { token: string }).token;
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  session.token ??= logIn();
  const response = await fetch(`${process.env["HOSTING_BASE_URL"]}/v1/${path}`, {
    method,
    headers: {
      accept: "application/json",
      authorization: `Bearer ${await session.token}`,
      "cache-control": "no-cache",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (text === "" ? undefined : JSON.parse(text)) as T;
}

const differs = (olds: Values, news: Values, names: readonly string[]): string[] =>
  names.filter((name) => JSON.stringify(olds[name]) !== JSON.stringify(news[name]));

const accountProvider: pulumi.dynamic.ResourceProvider = {
  async diff(_id, olds: Values, news: Values) {
    const replaces = differs(olds, news, ["customerNumber", "virtualName", "description", "articleNumber", "password"]);
    return { changes: replaces.length > 0, replaces, deleteBeforeReplace: true };
  },
  async create(inputs: Values) {
    const made = await call<{ name: string; uid: number }>(
      "POST",
      `customers/${String(inputs["customerNumber"])}/virtualaccounts`,
      {
        virtualName: inputs["virtualName"],
        description: inputs["description"],
        article: { articleNumber: inputs["articleNumber"] },
        password: inputs["password"],
      },
    );
    return { id: made.name, outs: { ...inputs, name: made.name, uid: made.uid } };
  },
  async read(id, props: Values = {}) {
    const path = `customers/${String(props["customerNumber"])}/virtualaccounts`;
    const all = await call<readonly { name: string; virtualName: string; description: string }[] | null>("GET", path);
    const found = all?.find(({ name }) => name === id);
    if (found === undefined) return {};
    return { id, props: { ...props, virtualName: found.virtualName, description: found.description } };
  },
  async delete(id, props: Values) {
    await call("DELETE", `customers/${String(props["customerNumber"])}/virtualaccounts/${id}`);
  },
};

const domainProvider: pulumi.dynamic.ResourceProvider = {
  async diff(_id, olds: Values, news: Values) {
    const replaces = differs(olds, news, ["account", "sld", "tld"]);
    return { changes: replaces.length > 0, replaces, deleteBeforeReplace: true };
  },
  async create(inputs: Values) {
    const [made] = await call<readonly { fullname: string; registryStatus: string }[]>(
      "POST",
      `accounts/${String(inputs["account"])}/domains`,
      { sld: inputs["sld"], tld: inputs["tld"] },
    );
    return { id: made!.fullname, outs: { ...inputs, fullname: made!.fullname, registryStatus: made!.registryStatus } };
  },
  async read(id, props: Values = {}) {
    const all = await call<readonly { fullname: string; registryStatus: string }[] | null>(
      "GET",
      `accounts/${String(props["account"])}/domains?limit=100`,
    );
    const found = all?.find(({ fullname }) => fullname === id);
    return found === undefined ? {} : { id, props: { ...props, registryStatus: found.registryStatus } };
  },
  async delete(id, props: Values) {
    await call("DELETE", `accounts/${String(props["account"])}/domains/${id}`);
  },
};

const subdomainProvider: pulumi.dynamic.ResourceProvider = {
  async diff(_id, olds: Values, news: Values) {
    const replaces = differs(olds, news, ["account", "domain", "name", "target"]);
    return { changes: replaces.length > 0, replaces, deleteBeforeReplace: true };
  },
  async create(inputs: Values) {
    const path = `accounts/${String(inputs["account"])}/domains/${String(inputs["domain"])}/subdomains`;
    const [made] = await call<readonly Listed[]>("POST", path, [{ name: inputs["name"], target: inputs["target"] }]);
    return { id: made!.fullName, outs: { ...inputs, uid: made!.uid, fullName: made!.fullName } };
  },
  async read(id, props: Values = {}) {
    const path = `accounts/${String(props["account"])}/domains/${String(props["domain"])}/subdomains`;
    const found = (await call<readonly Listed[] | null>("GET", path))?.find(({ fullName }) => fullName === id);
    return found === undefined ? {} : { id, props: { ...props, uid: found.uid } };
  },
  async delete(_id, props: Values) {
    const path = `accounts/${String(props["account"])}/domains/${String(props["domain"])}/subdomains`;
    await call("DELETE", path, [{ name: props["name"] }]);
  },
};

const tokenProvider: pulumi.dynamic.ResourceProvider = {
  async diff(_id, olds: Values, news: Values) {
    const replaces = differs(olds, news, ["description"]);
    return { changes: replaces.length > 0, replaces };
  },
  async create(inputs: Values) {
    const made = await call<Token>("POST", "authentication/tokens", { description: inputs["description"] });
    return { id: made.uuid, outs: { ...inputs, uuid: made.uuid, token: made.token, crdate: made.crdate } };
  },
  async read(id, props: Values = {}) {
    const all = await call<readonly (Token & { description: string })[] | null>("GET", "authentication/tokens");
    const found = all?.find(({ uuid }) => uuid === id);
    return found === undefined ? {} : { id, props: { ...props, description: found.description } };
  },
  async delete(id) {
    await call("DELETE", `authentication/tokens/${id}`);
  },
};

const webhookProvider: pulumi.dynamic.ResourceProvider = {
  async diff(_id, olds: Values, news: Values) {
    return { changes: differs(olds, news, ["eventType", "method", "url", "headers"]).length > 0 };
  },
  async create(inputs: Values) {
    const { eventType, method, url, headers } = inputs;
    const made = await call<{ uid: string }>("POST", "webhooks", { eventType, method, url, headers });
    return { id: made.uid, outs: { ...inputs, uid: made.uid } };
  },
  async read(id, props: Values = {}) {
    const { eventType, method, url, headers } = await call<Values>("GET", `webhooks/${id}`);
    return { id, props: { ...props, eventType, method, url, headers } };
  },
  async update(id, olds: Values, news: Values) {
    const { eventType, method, url, headers } = news;
    await call("PUT", `webhooks/${id}`, { eventType, method, url, headers });
    return { outs: { ...news, uid: olds["uid"] } };
  },
  async delete(id) {
    await call("DELETE", `webhooks/${id}`);
  },
};

const collections = {
  account: (properties: Values) => `customers/${String(properties["customerNumber"])}/virtualaccounts`,
  domain: (properties: Values) => `accounts/${String(properties["account"])}/domains?limit=100`,
  subdomain: (properties: Values) =>
    `accounts/${String(properties["account"])}/domains/${String(properties["domain"])}/subdomains`,
  token: () => "authentication/tokens",
  webhook: () => "webhooks",
};

/** @param equal the members that tell one object from another */
const placeOf = (kind: keyof typeof collections, id: string, equal: Readonly<Record<string, string>>): Place => ({
  list: (properties) => call<readonly Values[] | null>("GET", collections[kind](properties)),
  matches: (listed, inputs) => Object.entries(equal).every(([member, argument]) => listed[member] === inputs[argument]),
  has: (listed, wanted) => listed[id] === wanted,
});

const isChecked = process.env["BENCH_CHECKED"] === "true";
const providers = !isChecked
  ? {
      account: accountProvider,
      domain: domainProvider,
      subdomain: subdomainProvider,
      token: tokenProvider,
      webhook: webhookProvider,
    }
  : {
      account: withChecks(accountProvider, placeOf("account", "name", { virtualName: "virtualName" })),
      domain: withChecks(domainProvider, placeOf("domain", "fullname", { name: "sld", tld: "tld" }), true),
      subdomain: withChecks(subdomainProvider, placeOf("subdomain", "fullName", { name: "name" })),
      token: withChecks(tokenProvider, placeOf("token", "uuid", { description: "description" })),
      webhook: withChecks(webhookProvider, placeOf("webhook", "uid", { method: "method", url: "url", eventType: "eventType" })),
    };

class Account extends pulumi.dynamic.Resource {
  declare readonly name: pulumi.Output<string>;

  constructor(name: string, args: pulumi.Inputs, options?: pulumi.CustomResourceOptions) {
    const secret = { ...options, additionalSecretOutputs: ["password"] };
    super(providers.account, name, { ...args, name: undefined, uid: undefined }, secret);
  }
}

class Domain extends pulumi.dynamic.Resource {
  declare readonly account: pulumi.Output<string>;
  declare readonly fullname: pulumi.Output<string>;

  constructor(name: string, args: pulumi.Inputs, options?: pulumi.CustomResourceOptions) {
    super(providers.domain, name, { ...args, fullname: undefined, registryStatus: undefined }, options);
  }
}

class Subdomain extends pulumi.dynamic.Resource {
  constructor(name: string, args: pulumi.Inputs, options?: pulumi.CustomResourceOptions) {
    super(providers.subdomain, name, { ...args, uid: undefined, fullName: undefined }, options);
  }
}

class ApplicationToken extends pulumi.dynamic.Resource {
  constructor(name: string, args: pulumi.Inputs, options?: pulumi.CustomResourceOptions) {
    const secret = { ...options, additionalSecretOutputs: ["token"] };
    super(providers.token, name, { ...args, uuid: undefined, token: undefined, crdate: undefined }, secret);
  }
}

class Webhook extends pulumi.dynamic.Resource {
  constructor(name: string, args: pulumi.Inputs, options?: pulumi.CustomResourceOptions) {
    super(providers.webhook, name, { ...args, uid: undefined }, { ...options, additionalSecretOutputs: ["headers"] });
  }
}

const { accounts, domains, subdomains, tokens, webhooks } = declaration();

const madeAccounts = accounts.map(
  ({ virtualName }) =>
    new Account(virtualName, {
      customerNumber,
      virtualName,
      description: virtualName,
      articleNumber,
      password: pulumi.secret(accountPassword),
    }),
);

const madeDomains = domains.map(({ sld, account }) => new Domain(sld, { account: madeAccounts[account]!.name, sld, tld }));

for (const { name, domain } of subdomains) {
  const deletedWith = madeDomains[domain]!;
  new Subdomain(name, { account: deletedWith.account, domain: deletedWith.fullname, name, target: "/html" }, { deletedWith });
}

for (const { description } of tokens) new ApplicationToken(description, { description });

for (const { name, url, secret } of webhooks)
  new Webhook(name, { eventType, method: "POST", url, headers: { "X-Key": pulumi.secret(secret) } });
