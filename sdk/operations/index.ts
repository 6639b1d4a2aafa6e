import { webhooks } from "./webhooks.js";

/** The operation table: every operation once, by area and verb. */
export const operations = { webhooks };

export type Operations = typeof operations;
