/* Written by `npm run generate` from the sources: what programs see of them. */

import type * as sdk from "../sdk/index.generated.js";

/** Web-hosting accounts of customers, virtual accounts, and the software installed in an account. */
export declare const accounts: sdk.Operations["accounts"];

/** Logins, and the application tokens with which programs log in. */
export declare const authentication: sdk.Operations["authentication"];

/** Carts and offers: everything up to the binding order. */
export declare const carts: sdk.Operations["carts"];

/** What can be ordered: articles and their upgrades, promotion codes, operating systems. Also the conversion of bank data. */
export declare const catalogue: sdk.Operations["catalogue"];

/** Contracts and their cancellation. */
export declare const contracts: sdk.Operations["contracts"];

/** Customers: contract partner, contact person, billing and payment settings, booked benefits and invoices. */
export declare const customers: sdk.Operations["customers"];

/** Domains, subdomains and top-level domains. */
export declare const domains: sdk.Operations["domains"];

/** Data-protection (GDPR) contracts and their parts: presets, PDFs, contacts, technical and organisational measures (TOM). */
export declare const gdpr: sdk.Operations["gdpr"];

/** Mail addresses of an account. */
export declare const mail: sdk.Operations["mail"];

/** Mails to customers and to other addresses, based on templates. */
export declare const mailing: sdk.Operations["mailing"];

/** Orders without a cart: partner programme, test accounts and agency packages. */
export declare const orders: sdk.Operations["orders"];

/** Resellers, and the types of database that an account can have. */
export declare const resellers: sdk.Operations["resellers"];

/** Software that can be installed, and its extensions. */
export declare const software: sdk.Operations["software"];

/** Support tickets and their answers. */
export declare const tickets: sdk.Operations["tickets"];

/** Calls that the provider sends when an event occurs. */
export declare const webhooks: sdk.Operations["webhooks"];

export {};
