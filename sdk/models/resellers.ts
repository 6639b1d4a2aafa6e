import { z } from "zod";
import { answer, optional } from "./schema.js";

export const Reseller = answer({
  uid: optional(z.number()).describe("Number given by the provider."),
  name: optional(z.string()).describe("Name."),
  customerNumber: optional(z.number()).describe("Customer that the tariff belongs to."),
});

export const DatabaseType = answer({
  uid: optional(z.number()).describe("Number given by the provider."),
  type: optional(z.string()).describe("Kind and version of the database."),
  default: optional(z.boolean()).describe("Whether new databases have this type."),
});
