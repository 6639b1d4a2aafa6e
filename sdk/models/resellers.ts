import * as z from "zod";
import { wholeNumber } from "./common.js";
import { answer, optional } from "./schema.js";

export const Reseller = answer({
  uid: optional(wholeNumber).describe("Number given by the provider."),
  name: optional(z.string()).describe("Name."),
  customerNumber: optional(wholeNumber).describe("Customer that the tariff belongs to."),
});

export const DatabaseType = answer({
  uid: optional(wholeNumber).describe("Number given by the provider."),
  type: optional(z.string()).describe("Kind and version of the database."),
  default: optional(z.boolean()).describe("Whether new databases have this type."),
});
