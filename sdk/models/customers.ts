import * as z from "zod";
import { contactShape, countryCode, emailAddress, phoneNumber, salutations, stringOrNumber, wholeNumber } from "./common.js";
import { answer, list, openObject, optional, request, secret, shownOnce } from "./schema.js";

const unlisted = z.record(z.string(), z.unknown());

/** Bank data, presumably: no source lists the members. */
export const CustomerPaymentSettingsInput = secret(unlisted);
export const CustomerPaymentSettings = secret(openObject);

export const CreateCustomerRequest = request({
  contractPartner: request({
    ...contactShape,
    phone: phoneNumber.describe("Telephone: country, area and number joined by hyphens."),
  }).describe("Whom the contracts are with."),
  contactPerson: unlisted.optional().describe("Whom to talk to; members not listed, presumably those of the contract partner."),
  billingAddress: z
    .looseObject({ vat: z.string().min(1).optional().describe("Value-added tax identification number.") })
    .optional()
    .describe("Where invoices go; further members not listed."),
  paymentSettings: secret(unlisted.describe("How the customer pays; members not listed.")).optional(),
});

export const CreatedCustomer = answer({
  customerNumber: optional(stringOrNumber).describe("Number of the new customer."),
  password: optional(shownOnce(z.string().describe("Password of the new login."))),
});

export const CustomerCategory = answer({
  uid: optional(wholeNumber).describe("Number given by the provider."),
  name: optional(z.string()).describe("Name."),
});

export const Customer = answer({
  customerNumber: wholeNumber.describe("Number of the customer."),
  prospect: z.boolean().describe("Whether the customer has no contract yet."),
});

/** @public a component of the OpenAPI document */
export const Country = answer({
  isoShort: z.string().describe("Code of two letters (ISO 3166-1)."),
  isoLong: z.string().describe("Code of three letters (ISO 3166-1)."),
  euMember: z.boolean().describe("Whether the country belongs to the European Union."),
  name: answer({ de: z.string().describe("In German."), en: z.string().describe("In English.") }).describe("Name."),
});

/** Contract partner, contact person or billing recipient, as it is read. It is written in a different shape. */
export const CustomerPartner = answer({
  firstName: z.string().describe("First name."),
  lastName: z.string().describe("Last name."),
  title: optional(z.string()).describe("Academic title."),
  salutation: z.string().describe("Form of address."),
  company: optional(z.string()).describe("Company."),
  address: answer({
    street: z.string().describe("Street without the house number."),
    houseNumber: z.string().describe("House number."),
    zip: z.string().describe("Postal code."),
    city: z.string().describe("Town."),
    country: Country.describe("Country."),
  }).describe("Address."),
  contact: answer({
    telephone: z.string().describe("Telephone number; written as `phone`."),
    fax: optional(z.string()).describe("Fax number."),
    email: z.string().describe("Mail address; written as `emailAddress`."),
  }).describe("Ways to reach the person."),
});

const updateContact = {
  city: z.string().optional().describe("Town."),
  company: z.string().optional().describe("Company."),
  country: countryCode.optional().describe("Country, as a code of two letters."),
  emailAddress: emailAddress.optional().describe("Mail address."),
  firstName: z.string().optional().describe("First name."),
  houseNumber: z.string().optional().describe("House number."),
  lastName: z.string().optional().describe("Last name."),
  // Of any form: a write replaces the whole contact, so it has to repeat a number that was entered in another form.
  phone: z.string().optional().describe("Telephone number: country, area and number joined by hyphens."),
  salutation: z.enum(salutations).optional().describe("Form of address."),
  street: z.string().optional().describe("Street without the house number."),
  title: z.string().optional().describe("Academic title."),
  vat: z.string().optional().describe("Value-added tax identification number; cannot be read back."),
  zip: z
    .string()
    .regex(/^[0-9]+$/, "must be digits only")
    .optional()
    .describe("Postal code, digits only."),
};

/** Replaces the whole contact. */
export const UpdateContact = request(updateContact);

export const ContactUpdateRequest = request({
  ...updateContact,
  identicalToDefaultAddress: z.boolean().optional().describe("Whether it is the same as the contract partner."),
});

export const CustomerBillingSettingsInput = request({
  vatID: z.string().optional().describe("Value-added tax identification number."),
  postalInvoices: z.boolean().describe("Whether invoices are sent by post."),
});

export const CustomerBillingSettings = answer({
  vatID: optional(z.string()).describe("Value-added tax identification number."),
  postalInvoices: z.boolean().describe("Whether invoices are sent by post."),
});

export const CustomerBenefit = answer({
  benefit: optional(answer({ identifier: optional(z.string()), uid: optional(wholeNumber) })).describe("What is booked."),
  exceedance: optional(wholeNumber).describe("How much the usage exceeds the value."),
  uid: optional(wholeNumber).describe("Number given by the provider."),
  usage: optional(wholeNumber).describe("How much is in use."),
  value: optional(wholeNumber).describe("How much is booked."),
});

/** @public a component of the OpenAPI document */
export const InvoiceAmount = answer({
  currency: z.string().describe("Currency."),
  amount: optional(z.union([z.number(), z.string()]).meta({ likeliest: 0 })).describe(
    "The amount, if the provider has it here: no source names the member that contains it.",
  ),
});

/** @public a component of the OpenAPI document */
export const InvoiceItem = answer({
  title: z.string().describe("Title."),
  text: z.string().describe("Text."),
  netTotal: InvoiceAmount.describe("Net amount."),
  quantity: answer({
    amount: z.number().describe("Quantity."),
    unit: optional(z.string()).describe("Unit of the quantity."),
  }).describe("Quantity."),
});

export const Invoice = answer({
  invoiceNumber: wholeNumber.describe("Number of the invoice."),
  invoicedAt: z.string().describe("Date of the invoice."),
  netTotal: InvoiceAmount.describe("Net amount."),
  grossTotal: InvoiceAmount.describe("Amount with tax."),
  items: list(InvoiceItem).describe("What is billed."),
});

export const PaymentReceipt = answer({
  recordedAt: z.string().describe("When the payment was recorded."),
  amount: InvoiceAmount.describe("Amount paid."),
  kind: answer({ description: z.string().describe("In words.") }).describe("Kind of payment."),
});
