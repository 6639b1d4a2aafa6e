import * as z from "zod";
import { answer, optional, request } from "./schema.js";

/** Body of most failures: the API uses both `message` and `msg`. */
export const FailureMessage = answer({
  message: optional(z.string()),
  msg: optional(z.string()),
  reason: optional(z.string()),
});

/** Body of a failure that may contain the server's call stack, which must not be shown to anyone. */
export const ErrorBody = answer({
  message: optional(z.string()),
  msg: optional(z.string()),
  reason: optional(z.string()),
  trace: optional(z.string()).describe("Call stack of the server; never shown."),
});

/** A number that identifies or counts something. Documents call it an integer; an answer with another number is still read. */
export const wholeNumber = z.number().meta({ whole: true });

/** A string in most sources, or the newest, and a number in others. */
export const stringOrNumber = z.union([z.number(), z.string()]).meta({ likeliest: 1 });

/** Seconds since the epoch in most sources, and a date in others. */
export const secondsOrDate = z.union([wholeNumber, z.string()]).meta({ likeliest: 0 });

/** A number that identifies something. If it is too large to be read without loss, it would identify something else. */
export const exactNumber = wholeNumber.refine((number) => !Number.isInteger(number) || Number.isSafeInteger(number), {
  error: "must be a number of at most 15 digits",
});

/** Salutations that any source names. The cart alone accepts fewer. */
export const salutations = ["Herr", "Frau", "Divers", "Mr.", "Ms."] as const;

/** Mail address as browsers check it: strict enough for a typing error, and it refuses no address that works. */
export const emailAddress = z.email({ pattern: z.regexes.html5Email });
export const countryCode = z.string().regex(/^[A-Za-z]{2}$/, "must be a country code of two letters, such as DE");
export const phoneNumber = z
  .string()
  .regex(/^\+([0-9]{2,3}|1)-[0-9]{2,5}-[0-9]+$/, "must be country, area and number joined by hyphens, such as +49-511-123456");

const personShape = {
  firstName: z.string().min(1).describe("First name."),
  lastName: z.string().min(1).describe("Last name."),
  title: z.string().min(1).optional().describe("Academic title."),
  salutation: z.enum(salutations).describe("Form of address."),
  street: z.string().min(1).describe("Street without the house number."),
  houseNumber: z.string().min(1).describe("House number."),
  city: z.string().min(1).describe("Town."),
  company: z.string().optional().describe("Company."),
  emailAddress: emailAddress.describe("Mail address."),
  country: countryCode.describe("Country, as a code of two letters (ISO 3166-1)."),
};

/** Members that the contacts of domain handles share with those of new customers. */
export const contactShape = {
  ...personShape,
  zip: z.string().min(1).describe("Postal code."),
  fax: z.string().optional().describe("Fax number."),
};

/** A person or company as the domain handles take it. */
export const Contact = request(contactShape);

/** The person who requests an offer or places an order: like a contact, with a telephone and without a postal code. */
export const Orderer = request({
  ...personShape,
  phone: phoneNumber.describe("Telephone: country, area and number joined by hyphens."),
});

/** Page of a list that is paged by limit and offset. */
export const pageQuery = {
  limit: z.int().positive().optional().describe("Elements per page; default 20, with `each` 100. The maximum is unknown."),
  offset: z.int().nonnegative().optional().describe("Index of the first element of the page; default 0."),
};

export const fieldsQuery = z
  .string()
  .optional()
  .describe("Names of the members to answer with, separated by commas; default all.");
