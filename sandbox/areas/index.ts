import type { Handlers } from "./handler.js";
import { accounts } from "./accounts.js";
import { authentication } from "./authentication.js";
import { carts } from "./carts.js";
import { catalogue } from "./catalogue.js";
import { contracts } from "./contracts.js";
import { customers } from "./customers.js";
import { domains } from "./domains.js";
import { gdpr } from "./gdpr.js";
import { mail } from "./mail.js";
import { mailing } from "./mailing.js";
import { orders } from "./orders.js";
import { resellers } from "./resellers.js";
import { software } from "./software.js";
import { tickets } from "./tickets.js";
import { webhooks } from "./webhooks.js";

/** What every operation does in the sandbox. */
export const handlers: Handlers = {
  ...authentication,
  ...accounts,
  ...resellers,
  ...domains,
  ...mail,
  ...software,
  ...customers,
  ...contracts,
  ...carts,
  ...orders,
  ...catalogue,
  ...webhooks,
  ...gdpr,
  ...tickets,
  ...mailing,
};
