import type { Control } from "../../sandbox/control/control.js";
import type { JournalEntry } from "../../sandbox/http/request-log.js";
import { nameOf } from "../../sandbox/rules/booking.js";
import { nothing } from "../../sandbox/seeds/empty.js";
import type { SeedChoice } from "../../sandbox/seeds/plant.js";
import { hashed } from "../../sandbox/state/credentials.js";
import { aligned } from "../shared/terminal.js";
import { shellQuoted } from "../shared/text.js";

export interface KnownLogin {
  readonly username: string;
  readonly password: string;
}

/**
 * A login of the seed that needs no second factor, if it exists: a snapshot may have other logins, whose passwords are
 * unknown.
 */
function loginOf(seed: SeedChoice, { store }: Control): KnownLogin | undefined {
  // All built-in seeds have the login of this one.
  const { logins = [] } = typeof seed === "string" ? nothing : seed;
  const usable = logins.find(
    ({ username, password, secondFactor }) =>
      secondFactor === undefined && store.logins.get(username)?.passwordHash === hashed(password),
  );
  return usable && { username: usable.username, password: usable.password };
}

export type Contents = ReturnType<typeof contentsOf>;

export function contentsOf(seed: SeedChoice, control: Control) {
  const { customers, accounts, domains, articles, logins } = control.store;
  return {
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
function summary(contents: Contents): string[][] {
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

export interface Announcement {
  readonly url: string;
  readonly seed: string;
  readonly login: KnownLogin | undefined;
  readonly snapshot: { readonly file: string; readonly restored: boolean } | undefined;
}

/** At most 12 lines for a person: the rest of the contents is for `--list`. */
export function announcement(facts: Announcement, contents: Contents, json: boolean): string {
  const { url, seed, login, snapshot } = facts;
  const environment = {
    HOSTING_BASE_URL: url,
    ...(login === undefined ? {} : { HOSTING_USERNAME: login.username, HOSTING_PASSWORD: login.password }),
  };
  if (json) return JSON.stringify({ ...facts, control: `${url}/_sandbox`, environment });
  const kept = snapshot === undefined ? "" : ` and the snapshot ${snapshot.file} (${snapshot.restored ? "restored" : "new"})`;
  const exports = Object.entries(environment).map(([name, value]) => `export ${name}=${shellQuoted(value)}`);
  return [
    `Sandbox listening on ${url} with the seed ${seed}${kept}`,
    ...aligned([...summary(contents), ["  control", `${url}/_sandbox`]]),
    "",
    ...exports,
    "",
    "`hosting sandbox --list` shows what the seed has. Ctrl-C ends it.",
  ].join("\n");
}

export function logLine(entry: JournalEntry, json: boolean): string {
  const { at, operation, method, path, status, effect, faults, login } = entry;
  const time = new Date(at).toISOString();
  if (json) return JSON.stringify({ request: { time, method, path, status, operation, login, effect, faults } });
  const known = [operation, login === undefined ? undefined : `as ${login}`, ...faults.map((kind) => `fault ${kind}`)];
  const more = known.filter((part) => part !== undefined).join(", ");
  return `${time} ${status ?? "---"} ${method} ${path}${more === "" ? "" : ` (${more})`}`;
}
