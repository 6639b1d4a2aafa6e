import * as z from "zod";
import { pageQuery, wholeNumber } from "./common.js";
import { answer, optional, request } from "./schema.js";

export const MailAddressesQuery = request(pageQuery);

export const MailAddress = answer({
  uid: optional(wholeNumber).describe("Number given by the provider."),
  fullName: optional(z.string()).describe("The mail address."),
});
