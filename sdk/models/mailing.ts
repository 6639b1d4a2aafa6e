import { z } from "zod";
import { answer, list, optional, request } from "./schema.js";

export const Email = request({
  subject: z.string().optional().describe("Subject."),
  body: z.string().optional().describe("Text."),
  htmlTemplate: z.string().optional().describe("Layout, one of the templates; newsletter_without_header when absent."),
  templateData: z.record(z.string(), z.unknown()).optional().describe("What the layout fills in."),
  senderAddress: z.string().optional().describe("Address of the sender; the provider's own when absent."),
  senderName: z.string().optional().describe("Name of the sender; the provider's own when absent."),
});

export const MailAck = answer({
  msg: optional(z.string()).describe("What became of the mail."),
  recipients: optional(list(z.string())).describe("Addresses that it goes to."),
});
