import * as z from "zod";
import { contactShape, Orderer, phoneNumber } from "./common.js";
import { request } from "./schema.js";

export const PartnerHostingOrderRequest = request({
  customer: Orderer.optional().describe("Who orders; ignored if the login is a customer."),
  billing: request({
    vatRegNumber: z.string().optional().describe("Value-added tax identification number."),
  })
    .optional()
    .describe("For the invoice."),
});

const { salutation, firstName, lastName, title, company, emailAddress, country } = contactShape;

const TestHostingOrderCustomer = request({
  salutation,
  firstName,
  lastName,
  title,
  company,
  emailAddress,
  country,
  phone: phoneNumber.optional().describe("Telephone: country, area and number joined by hyphens."),
  street: contactShape.street.optional(),
  houseNumber: contactShape.houseNumber.optional(),
  city: contactShape.city.optional(),
});

const testOrder = {
  customer: TestHostingOrderCustomer.describe("Who orders."),
  isRegisteredForNewsletter: z.boolean().optional().describe("Whether the customer gets the newsletter; default false."),
};

export const TestAgencyOrderRequest = request(testOrder);

export const ShopTestAgencyOrderRequest = request(testOrder);

export const TestAccountOrderRequest = request({
  ...testOrder,
  software: request({
    identifier: z.string().describe("Identifier of the software."),
    name: z.string().optional().describe("Its name."),
    uid: z.int().optional().describe("Its number."),
    category: request({
      name: z.string().optional().describe("Name."),
      uid: z.int().optional().describe("Number."),
    })
      .optional()
      .describe("Kind of software."),
  })
    .optional()
    .describe("Software to install."),
});
