import * as z from "zod";
import { Article } from "./catalogue.js";
import { secondsOrDate, stringOrNumber, wholeNumber } from "./common.js";
import { answer, list, optional, request } from "./schema.js";

/** @public a component of the OpenAPI document */
export const Cancellation = answer({
  uid: optional(wholeNumber).describe("Number given by the provider; what `cancellationIdentifier` takes."),
  status: optional(z.string()).describe("State. Its values are not documented."),
  creationDate: optional(secondsOrDate).describe("When the cancellation was declared."),
  cancellationDate: optional(stringOrNumber).describe("When it takes effect."),
});

/** The sources describe two different elements for one list; this one has the members of both. */
export const Contract = answer({
  uid: optional(wholeNumber).describe("Number given by the provider; what a cancellation takes."),
  article: optional(Article).describe("Article that was ordered."),
  title: optional(z.string()).describe("Title."),
  text: optional(z.string()).describe("Text."),
  startDate: optional(stringOrNumber).describe("When the contract began."),
  contractDuration: optional(z.string()).describe("Duration of the contract."),
  sourceUid: optional(wholeNumber).describe("Number of the object that the contract is about."),
  sourceType: optional(z.string()).describe("Kind of the object that the contract is about."),
  creationDate: optional(secondsOrDate).describe("When the contract was concluded."),
  nextPeriodDate: optional(secondsOrDate).describe("When the next billing period begins."),
  billingPeriod: optional(wholeNumber).describe("Length of the billing period."),
  cancellation: optional(Cancellation).describe("Its cancellation, if there is one."),
  account: optional(
    answer({
      name: optional(z.string()).describe("Name of the account."),
      description: optional(z.string()).describe("Description."),
      additionalArticles: optional(list(Article)).describe("Articles ordered with it."),
    }),
  ).describe("Account that the contract is about."),
});

export const CancellationRequest = request({
  contract: z.int().describe("Number (uid) of the contract."),
  domains: z
    .array(
      request({
        domain: z.string().optional().describe("Name of the domain."),
        transfer: z.boolean().optional().describe("Whether the domain is released for a move to another provider."),
        transit: z.boolean().optional().describe("Whether the domain is handed back to the registry."),
        cancellationDate: z.int().optional().describe("When the domain ends, in seconds since the epoch."),
      }),
    )
    .optional()
    .describe("What happens to the domains of the contract."),
  message: z.string().optional().describe("Message to the provider."),
  call: z.boolean().optional().describe("Whether the customer requests a call."),
  reason: z.int().optional().describe("Number of a reason. No operation lists them."),
});
