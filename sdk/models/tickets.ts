import * as z from "zod";
import { emailAddress, wholeNumber } from "./common.js";
import { answer, list, optional, request } from "./schema.js";

const ticketStates = ["open", "in-progress", "feedback", "information", "answered", "done"] as const;

const Author = answer({
  name: z.string().describe("Name."),
  email: z.string().describe("Mail address."),
  telephone: z.string().describe("Telephone number."),
  isMittwaldAuthor: z.boolean().describe("Whether the provider's support wrote it."),
});

const files = optional(list(z.string())).describe("Identifiers of the files attached.");

export const Ticket = answer({
  uid: wholeNumber.describe("Number given by the provider; what `ticketIdentifier` takes."),
  subject: z.string().describe("Subject."),
  message: z.string().describe("First message."),
  createdAt: z.string().describe("Time of creation."),
  updatedAt: optional(z.string()).describe("Time of the last change."),
  status: z.string().describe("open, in-progress, feedback, information, answered or done."),
  publicStatus: optional(z.string()).describe("State as the customer sees it."),
  author: Author.describe("Who wrote the ticket."),
  account: optional(answer({ uid: wholeNumber.describe("Number."), name: z.string().describe("Name.") })).describe(
    "Account that the ticket is about.",
  ),
  customer: optional(answer({ customernumber: wholeNumber.describe("Number of the customer.") })).describe(
    "Customer that the ticket is about.",
  ),
  answersCount: wholeNumber.describe("Number of answers."),
  files,
});

export const TicketAnswer = answer({
  uid: wholeNumber.describe("Number given by the provider."),
  message: z.string().describe("Text."),
  createdAt: z.string().describe("Time of creation."),
  author: Author.describe("Who wrote the answer."),
  files,
});

const author = {
  name: z.string().optional().describe("Name."),
  email: emailAddress.optional().describe("Mail address."),
  telephone: z.string().optional().describe("Telephone number."),
};

const customer = request({ customernumber: wholeNumber.describe("Number of the customer.") });

const attachments = z
  .array(
    request({
      id: z.guid("must be a UUID").describe("Identifier of the file."),
      type: z.string().describe("Its content type."),
      name: z.string().describe("Its name."),
    }),
  )
  .optional()
  .describe("Files to attach. No operation of the API uploads them.");

export const TicketInput = request({
  subject: z.string().describe("Subject."),
  message: z.string().describe("Text."),
  author: request({ ...author, notify: z.boolean().optional().describe("Whether the author gets a mail.") })
    .optional()
    .describe("Who writes, if it is not the login."),
  account: request({ name: z.string().describe("Name of the account.") })
    .optional()
    .describe("Account that the ticket is about."),
  customer: customer.describe("Customer that the ticket is about."),
  files: attachments,
});

export const TicketAnswerInput = request({
  message: z.string().describe("Text."),
  author: request(author).optional().describe("Who writes, if it is not the login."),
  customer: customer.optional().describe("Customer that the ticket is about."),
  files: attachments,
});

export const TicketsQuery = request({
  sortDirection: z.enum(["ASC", "DESC"]).optional().describe("Order."),
  status: z.enum(ticketStates).optional().describe("Only tickets in this state."),
  summaryOnly: z.boolean().optional().describe("Whether to answer the short form, without the ticket's answers."),
  limit: z.int().positive().optional().describe("Maximum number of tickets."),
});
