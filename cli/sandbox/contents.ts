import type { Control } from "../../sandbox/control/control.js";
import { nameOf } from "../../sandbox/rules/booking.js";
import type { SeedChoice } from "../../sandbox/seeds/plant.js";
import { aligned } from "../shared/terminal.js";
import { type KnownLogin, loginOf } from "./login.js";

/** What a program can use of a sandbox. */
export interface Contents {
  /** The login to start with; undefined if no password is known. */
  readonly login: KnownLogin | undefined;
  readonly customers: readonly { readonly customerNumber: number; readonly name: string; readonly reseller?: number }[];
  readonly accounts: readonly {
    readonly name: string;
    readonly customerNumber: number;
    readonly description: string;
    readonly domains: readonly string[];
  }[];
  /** Those that can be ordered. */
  readonly articles: readonly {
    readonly articleNumber: number;
    readonly title: string;
    readonly group: string;
    readonly net: number;
  }[];
  readonly logins: readonly { readonly username: string; readonly customerNumber: number; readonly secondFactor?: string }[];
}

export function contentsOf(seed: SeedChoice, control: Control): Contents {
  const { customers, accounts, domains, articles, logins } = control.store;
  return {
    login: loginOf(seed, control),
    customers: customers.all().map(({ customerNumber, contractPartner, reseller }) => ({
      customerNumber,
      name: nameOf(contractPartner),
      ...(reseller === undefined ? {} : { reseller }),
    })),
    accounts: accounts.all().map(({ id, customerNumber, description }) => ({
      name: id,
      customerNumber,
      description,
      domains: domains
        .all()
        .filter(({ account }) => account === id)
        .map((domain) => domain.id),
    })),
    articles: articles
      .all()
      .filter(({ isOrderable }) => isOrderable)
      .map(({ articleNumber, title, group, net }) => ({ articleNumber, title, group, net })),
    logins: logins.all().map(({ id, customerNumber, secondFactor }) => ({
      username: id,
      customerNumber,
      ...(secondFactor === undefined ? {} : { secondFactor: secondFactor.name }),
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
