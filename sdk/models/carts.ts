import * as z from "zod";
import { articleOptions, articleShape } from "./catalogue.js";
import { countryCode, emailAddress, Orderer, secondsOrDate, wholeNumber } from "./common.js";
import { answer, list, openObject, optional, request, secret, shownOnce } from "./schema.js";

const OfferRequestArticle = request({
  articleNumber: wholeNumber.describe("Number of the article."),
});

export const OfferRequest = request({
  recipient: Orderer.describe("Whom the offer is for."),
  articles: request({
    main: OfferRequestArticle.describe("Main article."),
    additional: z.array(OfferRequestArticle).optional().describe("Articles that go with it."),
  }).describe("What is to be offered."),
  isTechnicalAdminForRecipient: z
    .boolean()
    .optional()
    .describe("Whether the login looks after the recipient's account; false when absent."),
});

/** Salutations that a cart accepts. */
const cartSalutations = ["Herr", "Frau", "Mr.", "Ms."] as const;

export const CartContactInput = request({
  salutation: z.enum(cartSalutations).optional().describe("Form of address."),
  title: z.string().optional().describe("Academic title."),
  firstName: z.string().describe("First name."),
  lastName: z.string().describe("Last name."),
  company: z.string().optional().describe("Company."),
  street: z.string().describe("Street without the house number."),
  houseNumber: z.string().describe("House number."),
  zip: z
    .string()
    .regex(/^[0-9]+$/, "must be digits only")
    .describe("Postal code, digits only."),
  city: z.string().describe("Town."),
  country: countryCode.optional().describe("Country, as a code of two letters (ISO 3166-1)."),
  emailAddress: emailAddress.describe("Mail address."),
  fax: z.string().optional().describe("Fax number."),
});

/** @public a component of the OpenAPI document */
export const CartContact = answer({
  salutation: optional(z.string()).describe("Form of address."),
  title: optional(z.string()).describe("Academic title."),
  firstName: z.string().describe("First name."),
  lastName: z.string().describe("Last name."),
  company: optional(z.string()).describe("Company."),
  street: z.string().describe("Street without the house number."),
  houseNumber: z.string().describe("House number."),
  zip: z.string().describe("Postal code."),
  city: z.string().describe("Town."),
  country: optional(z.string()).describe("Country, as a code of two letters (ISO 3166-1)."),
  emailAddress: z.string().describe("Mail address."),
  fax: optional(z.string()).describe("Fax number."),
});

/**
 * An item as it is written. The provider determines the rest of an article.
 *
 * @public a component of the OpenAPI document
 */
export const CartItemInput = request({
  articleNumber: z.int().optional().describe("Number of the article."),
  crossSellingArticles: z
    .array(
      request({
        articleNumber: z.int().optional().describe("Number of the article."),
        href: z.string().optional().describe("Address of the article."),
        sorting: z.int().optional().describe("Place in the list."),
      }),
    )
    .optional()
    .describe("Articles that go with this one."),
  description: z.string().optional().describe("Description."),
  isOrderable: z.boolean().optional().describe("Whether the article can be ordered."),
  price: z
    .union([
      request({
        default: request({
          currency: z.string().optional().describe("Currency."),
          net: z.number().optional().describe("Net amount."),
          setupFee: z.number().optional().describe("Net amount due once."),
          vat: z.number().optional().describe("Value-added tax."),
        })
          .optional()
          .describe("Price in the default currency."),
      }),
      z.string(),
    ])
    .meta({ likeliest: 0 })
    .optional()
    .describe("Price."),
});

/** An item as it is read: an article or a domain. No source says which member identifies it; `_id` is likely. */
export const CartItem = answer({
  ...articleShape,
  articleOptions,
  _id: optional(z.string()).describe("Likely what `itemIdentifier` takes."),
  itemType: optional(z.string()).describe("Kind of item."),
  identifier: optional(z.string()).describe("Identifier that the item was added with."),
  name: optional(z.string()).describe("Name of the domain."),
  transfer: optional(z.boolean()).describe("Whether the domain is moved here from another registrar."),
  authCode: optional(secret(z.string().describe("Transfer code of the domain."))),
});

/** A cart as it is written. It is unknown whether omitted members are kept: send all that should stay. */
export const CartInput = request({
  _id: z.string().optional().describe("Identifier of the cart."),
  agencyServer: wholeNumber.optional().describe("Number of the agency server that the order goes to."),
  billingAddress: CartContactInput.optional().describe("Where invoices go."),
  contactPerson: CartContactInput.optional().describe("Whom to talk to."),
  contractPartner: CartContactInput.optional().describe("Whom the contract is with."),
  billingPeriod: z.number().optional().describe("Billing period of the main item."),
  customerBillingPeriod: z.number().optional().describe("Billing period of the whole customer."),
  commission: z.string().optional().describe("Code from the partner programme."),
  isCommissionLocked: z
    .boolean()
    .optional()
    .describe("Whether the commission code can no longer be changed or removed; default false."),
  databasePartitionPercentage: z
    .number()
    .min(20)
    .max(80)
    .optional()
    .describe("Share of the disk that goes to the databases, in percent, from 20 to 80."),
  items: z.array(CartItemInput).optional().describe("What is to be ordered."),
  jwt: secret(z.string().describe("Token that binds the cart to a login.")).optional(),
  mysqlVersion: z.string().optional().describe("Version of MySQL."),
  newsletter: z.boolean().optional().describe("Whether the customer gets the newsletter."),
  note: z.string().optional().describe("Note."),
  offer: wholeNumber.optional().describe("Number of the offer that the cart comes from."),
  os: z.string().optional().describe("Operating system of a root server."),
  paymentSettings: secret(z.record(z.string(), z.unknown()).describe("How the customer pays; members not listed.")).optional(),
  promotionCode: z.string().optional().describe("Promotion code."),
  software: z.string().optional().describe("Software to install, by its identifier."),
  sourceAccount: z.string().optional().describe("Account to be changed or split off."),
  sourceReseller: z.string().optional().describe("Reseller tariff to be changed."),
  stayOnHardware: z.boolean().optional().describe("Whether the account stays on its current hardware."),
  testing: z.boolean().optional().describe("Whether this is a test order."),
});

export const Cart = answer({
  _id: optional(z.string()).describe("Identifier; what `cartIdentifier` takes."),
  agencyServer: optional(wholeNumber).describe("Number of the agency server that the order goes to."),
  billingAddress: optional(CartContact).describe("Where invoices go."),
  contactPerson: optional(CartContact).describe("Whom to talk to."),
  contractPartner: optional(CartContact).describe("Whom the contract is with."),
  billingPeriod: optional(z.number()).describe("Billing period of the main item."),
  customerBillingPeriod: optional(z.number()).describe("Billing period of the whole customer."),
  commission: optional(z.string()).describe("Code from the partner programme."),
  isCommissionLocked: optional(z.boolean()).describe("Whether the commission code can no longer be changed or removed."),
  databasePartitionPercentage: optional(z.number()).describe("Share of the disk that goes to the databases, in percent."),
  items: optional(list(CartItem)).describe("What is to be ordered."),
  jwt: optional(secret(z.string().describe("Token that binds the cart to a login."))),
  mysqlVersion: optional(z.string()).describe("Version of MySQL."),
  newsletter: optional(z.boolean()).describe("Whether the customer gets the newsletter."),
  note: optional(z.string()).describe("Note."),
  offer: optional(wholeNumber).describe("Number of the offer that the cart comes from."),
  os: optional(z.string()).describe("Operating system of a root server."),
  paymentSettings: optional(secret(openObject)).describe("How the customer pays; members not listed."),
  promotionCode: optional(z.string()).describe("Promotion code."),
  software: optional(z.string()).describe("Software to install, by its identifier."),
  sourceAccount: optional(z.string()).describe("Account to be changed or split off."),
  sourceReseller: optional(z.string()).describe("Reseller tariff to be changed."),
  stayOnHardware: optional(z.boolean()).describe("Whether the account stays on its current hardware."),
  testing: optional(z.boolean()).describe("Whether this is a test order."),
  dueDate: optional(secondsOrDate).describe("When the order will be processed."),
  projectName: optional(z.string()),
  projectPassword: optional(secret(z.string())),
});

export const CreateCartRequest = request({
  forcePartnerId: z.string().optional().describe("Commission code; it can never be changed afterwards."),
});

export const CartItemAddition = request({
  identifier: z.string().describe("What to add; presumably the number of an article."),
  sourceIdentifier: z.string().optional().describe("What the added item belongs to or replaces."),
});

export const DomainItemInput = request({
  name: z.string().describe("Full name of the domain."),
  authCode: secret(z.string().describe("Transfer code from the current registrar.")).optional(),
  transfer: z.boolean().optional().describe("Whether the domain is moved here from another registrar."),
});

export const Recommendation = answer({
  id: z.string().describe("Identifier of the template."),
  pinCode: shownOnce(wholeNumber.describe("Pin that the owner of the account needs at checkout.")),
  expireDate: z.string().describe("When the template expires."),
});

export const SmsVerificationRequest = request({
  recipient: z.string().optional().describe("Mobile number that gets the SMS."),
});

export const SmsVerificationCode = request({
  verificationCode: secret(z.string().describe("Code from the SMS.")).optional(),
});

export const CheckoutRequest = request({
  pinCode: secret(wholeNumber.describe("Pin of the recommendation, where an existing package changes its customer.")).optional(),
});
