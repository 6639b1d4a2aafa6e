import type { Handlers } from "../handler.js";
import { accounts } from "./accounts.js";
import { authentication } from "./authentication.js";
import { domains } from "./domains.js";
import { gdpr } from "./gdpr.js";
import { webhooks } from "./webhooks.js";

/** What every operation does in the sandbox. */
export const handlers: Handlers = { ...authentication, ...accounts, ...domains, ...webhooks, ...gdpr };
