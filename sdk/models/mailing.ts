import * as z from "zod";
import { answer, list, optional, request } from "./schema.js";

export const Email = request({
  subject: z.string().optional().describe("Subject."),
  body: z.string().optional().describe("Text."),
  htmlTemplate: z.string().optional().describe("Layout, one of the templates; default newsletter_without_header."),
  templateData: z.record(z.string(), z.unknown()).optional().describe("Values for the layout."),
  senderAddress: z.string().optional().describe("Address of the sender; default: the provider's own."),
  senderName: z.string().optional().describe("Name of the sender; default: the provider's own."),
});

export const MailAck = answer({
  msg: optional(z.string()).describe("What happened to the mail."),
  recipients: optional(list(z.string())).describe("Addresses that it is sent to."),
});
