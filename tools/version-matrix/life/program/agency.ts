import { readFileSync } from "node:fs";

export interface Customer {
  /** Name of the customer's GDPR contact. */
  readonly company: string;
  readonly customerNumber: number;
  /** Name below `.de`. */
  readonly domain: string;
  /** By name. A domain comes with `www`, whose directory the provider chooses. */
  readonly subdomains: Readonly<Record<string, { readonly target?: string }>>;
}

/** A second domain in the account of a customer, with `www`. */
export interface Campaign {
  /** Key of the customer. */
  readonly customer: string;
  /** Name below `.de`. */
  readonly domain: string;
}

export interface Call {
  readonly method: "POST" | "PUT";
  readonly url: string;
  /** Earlier name of the resource. */
  readonly formerly?: string;
}

/** What an agency has, each by the name of its resource. */
export interface Agency {
  readonly customers: Readonly<Record<string, Customer>>;
  readonly campaigns: Readonly<Record<string, Campaign>>;
  readonly webhooks: Readonly<Record<string, Call>>;
  /** The period that each token is for: a new one rotates it. */
  readonly tokens: Readonly<Record<string, string>>;
  /** The language of each preset. */
  readonly presets: Readonly<Record<string, string>>;
}

/** The trial edits the file as a user edits a program. */
export const readAgency = (): Agency => JSON.parse(readFileSync("declared.json", "utf8")) as Agency;
