import { accounts } from "./accounts.js";
import { authentication } from "./authentication.js";
import { webhooks } from "./webhooks.js";

/** The operation table: every operation once, by area and verb. */
export const operations = { authentication, accounts, webhooks };

export type Operations = typeof operations;
