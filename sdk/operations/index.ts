import { accounts } from "./accounts.js";
import { authentication } from "./authentication.js";
import { domains } from "./domains.js";
import { gdpr } from "./gdpr.js";
import { webhooks } from "./webhooks.js";

/** The operation table: every operation once, by area and verb. */
export const operations = { authentication, accounts, domains, webhooks, gdpr };

export type Operations = typeof operations;
