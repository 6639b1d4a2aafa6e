/**
 * @typedef {import("../../../sandbox/index.js").Sandbox} Sandbox
 *
 * @typedef {ReadonlyMap<string, string>} Objects What the sandbox stores of the seven kinds, by collection and id.
 */

/**
 * @param {string} fullName
 * @param {string | undefined} [target]
 */
const subdomain = (fullName, target = "the provider's choice") => `subdomain ${fullName} at ${target}`;

/**
 * What a program of the agency should have at the provider, in the words of {@link objectsOf}.
 *
 * @param {import("./program/agency.js").Agency} agency
 * @returns {string[]}
 */
export function declaredBy({ customers, campaigns, webhooks, tokens, presets }) {
  const accountOf = (/** @type {string} */ key) => `${customers[key]?.customerNumber}/${customers[key]?.domain}-web`;
  return [
    ...Object.entries(customers).flatMap(([key, { company, domain, subdomains }]) => [
      `account ${accountOf(key)}, Website of ${company}`,
      `domain ${domain}.de in ${accountOf(key)}`,
      ...Object.entries(subdomains).map(([name, { target }]) => subdomain(`${name}.${domain}.de`, target)),
      `contract of ${company}`,
    ]),
    ...Object.values(campaigns).flatMap(({ customer, domain }) => [
      `domain ${domain}.de in ${accountOf(customer)}`,
      subdomain(`www.${domain}.de`),
    ]),
    ...Object.values(webhooks).map(({ method, url }) => `webhook ${method} ${url}`),
    ...Object.keys(tokens).map((name) => `token ${name}`),
    ...presetsOf({ presets }),
  ];
}

/**
 * @param {Pick<import("./program/agency.js").Agency, "presets">} agency
 * @returns {string[]} what stays at the provider, because the API cannot delete it
 */
export const presetsOf = ({ presets }) => Object.entries(presets).map(([name, language]) => `preset ${name} in ${language}`);

/**
 * @param {Sandbox} sandbox
 * @returns {Objects}
 */
export function objectsOf({ control: { store } }) {
  const accountOf = (/** @type {string} */ id) => {
    const account = store.accounts.get(id);
    return `${account?.customerNumber}/${account?.virtual?.virtualName}`;
  };
  return new Map([
    ...store.accounts.all().map(({ id, description }) => entry("accounts", id, `account ${accountOf(id)}, ${description}`)),
    ...store.domains.all().map(({ id, account }) => entry("domains", id, `domain ${id} in ${accountOf(account)}`)),
    ...store.subdomains
      .all()
      .map(({ id, name, domain, target }) => entry("subdomains", id, subdomain(`${name}.${domain}`, target))),
    ...store.gdprContracts
      .all()
      .map(({ id, client }) => entry("gdprContracts", id, `contract of ${store.gdprContacts.get(client)?.name}`)),
    ...store.webhooks.all().map(({ id, method, url }) => entry("webhooks", id, `webhook ${method} ${url}`)),
    ...store.applicationTokens.all().map(({ id, description }) => entry("applicationTokens", id, `token ${description}`)),
    ...store.gdprContractPresets
      .all()
      .map(({ id, name, config }) => entry("gdprContractPresets", id, `preset ${name} in ${String(config?.["language"])}`)),
  ]);
}

/**
 * @param {string} collection
 * @param {string} id
 * @param {string} words
 * @returns {[string, string]}
 */
const entry = (collection, id, words) => [`${collection}/${id}`, words];

/**
 * @param {Objects} objects
 * @param {Objects} others
 * @returns {string[]} those that are not among the others
 */
export const without = (objects, others) => Array.from(objects).flatMap(([key, words]) => (others.has(key) ? [] : [words]));
