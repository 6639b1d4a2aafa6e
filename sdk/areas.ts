/*
 * The operation table by areas, for `createClientOf`: a bundle has only those that its program imports.
 *
 * Not in the index, which loads an area when it is first used.
 */
export { accounts } from "./operations/accounts.js";
export { authentication } from "./operations/authentication.js";
export { carts } from "./operations/carts.js";
export { catalogue } from "./operations/catalogue.js";
export { contracts } from "./operations/contracts.js";
export { customers } from "./operations/customers.js";
export { domains } from "./operations/domains.js";
export { gdpr } from "./operations/gdpr.js";
export { mail } from "./operations/mail.js";
export { mailing } from "./operations/mailing.js";
export { orders } from "./operations/orders.js";
export { resellers } from "./operations/resellers.js";
export { software } from "./operations/software.js";
export { tickets } from "./operations/tickets.js";
export { webhooks } from "./operations/webhooks.js";
