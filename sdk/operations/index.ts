import type * as accounts from "./accounts.js";
import type * as authentication from "./authentication.js";
import type * as carts from "./carts.js";
import type * as catalogue from "./catalogue.js";
import type * as contracts from "./contracts.js";
import type * as customers from "./customers.js";
import type * as domains from "./domains.js";
import type * as gdpr from "./gdpr.js";
import type * as mail from "./mail.js";
import type * as mailing from "./mailing.js";
import type * as orders from "./orders.js";
import type * as resellers from "./resellers.js";
import type * as software from "./software.js";
import type * as tickets from "./tickets.js";
import type * as webhooks from "./webhooks.js";

/* eslint-disable @typescript-eslint/no-require-imports -- loaded on first use, by synchronous callers */

/**
 * The operation table: every operation once, by area and verb. An area and its models are loaded when it is first used, because a run of a program
 * needs few of them.
 */
export const operations = {
  get authentication() {
    return (require("./authentication.js") as typeof authentication).authentication;
  },
  get accounts() {
    return (require("./accounts.js") as typeof accounts).accounts;
  },
  get resellers() {
    return (require("./resellers.js") as typeof resellers).resellers;
  },
  get domains() {
    return (require("./domains.js") as typeof domains).domains;
  },
  get mail() {
    return (require("./mail.js") as typeof mail).mail;
  },
  get software() {
    return (require("./software.js") as typeof software).software;
  },
  get customers() {
    return (require("./customers.js") as typeof customers).customers;
  },
  get contracts() {
    return (require("./contracts.js") as typeof contracts).contracts;
  },
  get carts() {
    return (require("./carts.js") as typeof carts).carts;
  },
  get orders() {
    return (require("./orders.js") as typeof orders).orders;
  },
  get catalogue() {
    return (require("./catalogue.js") as typeof catalogue).catalogue;
  },
  get webhooks() {
    return (require("./webhooks.js") as typeof webhooks).webhooks;
  },
  get gdpr() {
    return (require("./gdpr.js") as typeof gdpr).gdpr;
  },
  get tickets() {
    return (require("./tickets.js") as typeof tickets).tickets;
  },
  get mailing() {
    return (require("./mailing.js") as typeof mailing).mailing;
  },
};

export type Operations = typeof operations;
