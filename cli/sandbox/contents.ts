import type { Control } from "../../sandbox/control/control.js";
import { nameOf } from "../../sandbox/rules/booking.js";
import type { SeedChoice } from "../../sandbox/seeds/plant.js";
import { aligned } from "../shared/terminal.js";
import { loginOf } from "./login.js";

/** What a program can use of a sandbox. */
export type Contents = ReturnType<typeof contentsOf>;

export function contentsOf(seed: SeedChoice, control: Control) {
  const { customers, accounts, domains, articles, logins } = control.store;
  return {
    /** The login to start with; undefined if no password is known. */
    login: loginOf(seed, control),
    customers: customers.all().map(({ customerNumber, contractPartner, reseller }) => ({
      customerNumber,
      name: nameOf(contractPartner),
      reseller,
    })),
    accounts: accounts.all().map(({ id: name, customerNumber, description }) => ({
      name,
      customerNumber,
      description,
      domains: domains.all().flatMap(({ account, id }) => (account === name ? [id] : [])),
    })),
    /** Those that can be ordered. */
    articles: articles
      .all()
      .filter(({ isOrderable }) => isOrderable)
      .map(({ articleNumber, title, group, net }) => ({ articleNumber, title, group, net })),
    logins: logins.all().map(({ id, customerNumber, secondFactor }) => ({
      username: id,
      customerNumber,
      secondFactor: secondFactor?.name,
    })),
  };
}

/** With the password of the login that the banner names. */
const withPassword = (username: string, { login }: Contents): string =>
  username === login?.username ? `${username} / ${login.password}` : username;

/** Columns of a line of the summary behind its label. */
const room = 67;

/** As many items as fit, and the number of the others. */
function abridged(items: readonly string[]): string {
  const shown = items.filter((_, index) => index === 0 || items.slice(0, index + 1).join(", ").length <= room);
  if (items.length === 0) return "none";
  return shown.length === items.length ? items.join(", ") : `${shown.join(", ")}, ${items.length - shown.length} more`;
}

/** One line for each kind of contents, as rows of a table. */
export function summary(contents: Contents): string[][] {
  const { customers, accounts, articles, logins, login } = contents;
  const first = logins.filter(({ username }) => username === login?.username);
  const others = logins.filter(({ username }) => username !== login?.username);
  const names = [...first, ...others].map(({ username }) => withPassword(username, contents));
  return [
    ["  customers", abridged(customers.map(({ customerNumber, name }) => `${customerNumber} ${name}`))],
    ["  accounts", abridged(accounts.map(({ name }) => name))],
    ["  articles", abridged(articles.map(({ articleNumber, title }) => `${articleNumber} ${title}`))],
    ["  logins", login === undefined ? `${abridged(names)}; no password is known` : abridged(names)],
  ];
}

/** All contents, in tables for a person or as one line of JSON. */
export function listing(contents: Contents, json: boolean): string {
  if (json) return JSON.stringify(contents);
  const { customers, accounts, articles, logins } = contents;
  const tables: readonly (readonly string[][])[] = [
    [
      ["CUSTOMER", "NAME", "RESELLER"],
      ...customers.map(({ customerNumber, name, reseller = "" }) => [`${customerNumber}`, name, `${reseller}`]),
    ],
    [
      ["ACCOUNT", "CUSTOMER", "DESCRIPTION", "DOMAINS"],
      ...accounts.map(({ name, customerNumber, description, domains }) => [
        name,
        `${customerNumber}`,
        description,
        domains.join(", "),
      ]),
    ],
    [
      ["ARTICLE", "TITLE", "GROUP", "EUR NET"],
      ...articles.map(({ articleNumber, title, group, net }) => [`${articleNumber}`, title, group, net.toFixed(2)]),
    ],
    [
      ["LOGIN", "CUSTOMER", "SECOND FACTOR"],
      ...logins.map(({ username, customerNumber, secondFactor = "" }) => [
        withPassword(username, contents),
        `${customerNumber}`,
        secondFactor,
      ]),
    ],
  ];
  return tables.map((rows) => aligned(rows).join("\n")).join("\n\n");
}
