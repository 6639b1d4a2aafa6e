import type { z } from "zod";
import type * as accounts from "./models/accounts.js";
import type * as authentication from "./models/authentication.js";
import type * as carts from "./models/carts.js";
import type * as catalogue from "./models/catalogue.js";
import type * as common from "./models/common.js";
import type * as contracts from "./models/contracts.js";
import type * as customers from "./models/customers.js";
import type * as domains from "./models/domains.js";
import type * as gdpr from "./models/gdpr.js";
import type * as mail from "./models/mail.js";
import type * as mailing from "./models/mailing.js";
import type * as orders from "./models/orders.js";
import type * as resellers from "./models/resellers.js";
import type * as software from "./models/software.js";
import type * as tickets from "./models/tickets.js";
import type * as webhooks from "./models/webhooks.js";

// The types of answers and request bodies, under the names that the reference uses.

export type Account = z.output<typeof accounts.Account>;
export type ListedAccount = z.output<typeof accounts.ListedAccount>;
export type VirtualAccount = z.output<typeof accounts.VirtualAccount>;
export type VirtualAccountOutput = z.output<typeof accounts.VirtualAccountOutput>;
export type VirtualAccountInput = z.input<typeof accounts.VirtualAccountInput>;

export type ApplicationToken = z.output<typeof authentication.ApplicationToken>;
export type ApplicationTokenResponse = z.output<typeof authentication.ApplicationTokenResponse>;
export type AuthenticationResponse = z.output<typeof authentication.AuthenticationResponse>;
export type AuthenticationIncompleteResponse = z.output<typeof authentication.AuthenticationIncompleteResponse>;
export type ApplicationTokenInput = z.input<typeof authentication.ApplicationTokenInput>;
export type AuthenticationRequest = z.input<typeof authentication.AuthenticationRequest>;

export type Cart = z.output<typeof carts.Cart>;
export type CartItem = z.output<typeof carts.CartItem>;
export type CartContact = z.output<typeof carts.CartContact>;
export type CartInput = z.input<typeof carts.CartInput>;
export type CartItemAddition = z.input<typeof carts.CartItemAddition>;
export type CheckoutRequest = z.input<typeof carts.CheckoutRequest>;
export type CreateCartRequest = z.input<typeof carts.CreateCartRequest>;
export type DomainItemInput = z.input<typeof carts.DomainItemInput>;
export type OfferRequest = z.input<typeof carts.OfferRequest>;
export type Recommendation = z.input<typeof carts.Recommendation>;
export type SmsVerificationCode = z.input<typeof carts.SmsVerificationCode>;
export type SmsVerificationRequest = z.input<typeof carts.SmsVerificationRequest>;

export type Article = z.output<typeof catalogue.Article>;
export type ArticleUpgradeOption = z.output<typeof catalogue.ArticleUpgradeOption>;
export type GuestOperatingSystem = z.output<typeof catalogue.GuestOperatingSystem>;
export type PromotionCodeValidationRequest = z.input<typeof catalogue.PromotionCodeValidationRequest>;

export type Contact = z.input<typeof common.Contact>;

export type Cancellation = z.output<typeof contracts.Cancellation>;
export type Contract = z.output<typeof contracts.Contract>;
export type CancellationRequest = z.input<typeof contracts.CancellationRequest>;

export type Country = z.output<typeof customers.Country>;
export type CreatedCustomer = z.output<typeof customers.CreatedCustomer>;
export type Customer = z.output<typeof customers.Customer>;
export type CustomerBenefit = z.output<typeof customers.CustomerBenefit>;
export type CustomerBillingSettings = z.output<typeof customers.CustomerBillingSettings>;
export type CustomerCategory = z.output<typeof customers.CustomerCategory>;
export type CustomerPartner = z.output<typeof customers.CustomerPartner>;
export type CustomerPaymentSettings = z.output<typeof customers.CustomerPaymentSettings>;
export type Invoice = z.output<typeof customers.Invoice>;
export type InvoiceItem = z.output<typeof customers.InvoiceItem>;
export type PaymentReceipt = z.output<typeof customers.PaymentReceipt>;
export type ContactUpdateRequest = z.input<typeof customers.ContactUpdateRequest>;
export type CreateCustomerRequest = z.input<typeof customers.CreateCustomerRequest>;
export type CustomerBillingSettingsInput = z.input<typeof customers.CustomerBillingSettingsInput>;
export type CustomerPaymentSettingsInput = z.input<typeof customers.CustomerPaymentSettingsInput>;
export type UpdateContact = z.input<typeof customers.UpdateContact>;

export type Domain = z.output<typeof domains.Domain>;
export type DomainAuthCode = z.output<typeof domains.DomainAuthCode>;
export type Subdomain = z.output<typeof domains.Subdomain>;
export type TopLevelDomain = z.output<typeof domains.TopLevelDomain>;
export type DomainDeletionRequest = z.input<typeof domains.DomainDeletionRequest>;
export type DomainNameTransfer = z.input<typeof domains.DomainNameTransfer>;
export type DomainRegistration = z.input<typeof domains.DomainRegistration>;
export type Handles = z.input<typeof domains.Handles>;
export type SubdomainCreationBody = z.input<typeof domains.SubdomainCreationBody>;
export type SubdomainReference = z.input<typeof domains.SubdomainReference>;

export type GdprContact = z.output<typeof gdpr.GdprContact>;
export type GdprContract = z.output<typeof gdpr.GdprContract>;
export type GdprContractPreset = z.output<typeof gdpr.GdprContractPreset>;
export type GdprPdf = z.output<typeof gdpr.GdprPdf>;
export type GdprTom = z.output<typeof gdpr.GdprTom>;
export type AcceptGdprContractRequest = z.input<typeof gdpr.AcceptGdprContractRequest>;
export type CreateGdprContractRequest = z.input<typeof gdpr.CreateGdprContractRequest>;
export type GdprContactInput = z.input<typeof gdpr.GdprContactInput>;
export type GdprContractPresetInput = z.input<typeof gdpr.GdprContractPresetInput>;
export type GdprTomInput = z.input<typeof gdpr.GdprTomInput>;
export type MailGdprContractRequest = z.input<typeof gdpr.MailGdprContractRequest>;
export type UploadGdprPdfRequest = z.input<typeof gdpr.UploadGdprPdfRequest>;

export type MailAddress = z.output<typeof mail.MailAddress>;

export type MailAck = z.output<typeof mailing.MailAck>;
export type Email = z.input<typeof mailing.Email>;

export type PartnerHostingOrderRequest = z.input<typeof orders.PartnerHostingOrderRequest>;
export type ShopTestAgencyOrderRequest = z.input<typeof orders.ShopTestAgencyOrderRequest>;
export type TestAccountOrderRequest = z.input<typeof orders.TestAccountOrderRequest>;
export type TestAgencyOrderRequest = z.input<typeof orders.TestAgencyOrderRequest>;

export type DatabaseType = z.output<typeof resellers.DatabaseType>;
export type Reseller = z.output<typeof resellers.Reseller>;

export type Software = z.output<typeof software.Software>;
export type SoftwareExtension = z.output<typeof software.SoftwareExtension>;
export type SoftwareInstallation = z.output<typeof software.SoftwareInstallation>;

export type Ticket = z.output<typeof tickets.Ticket>;
export type TicketAnswer = z.output<typeof tickets.TicketAnswer>;
export type TicketAnswerInput = z.input<typeof tickets.TicketAnswerInput>;
export type TicketInput = z.input<typeof tickets.TicketInput>;

export type Webhook = z.output<typeof webhooks.Webhook>;
export type WebhookInput = z.input<typeof webhooks.WebhookInput>;
