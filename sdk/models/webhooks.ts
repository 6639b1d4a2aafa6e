import * as z from "zod";
import { address, answer, openObject, optional, request, secret } from "./schema.js";

export const eventTypes = ["DOMAIN_REGISTRATION_STATUS"] as const;
export const webhookMethods = ["GET", "POST", "PUT", "DELETE", "PATCH"] as const;

/** Control characters could end the field, or the request, and begin another one (RFC 9110, section 5.5). */
const withoutControls = z
  .string()
  .regex(/^[^\u0000-\u001f\u007f-\u009f]*$/, "must not contain control characters, such as line ends");

const notFieldName = "must be named with letters, digits and !#$%&'*+-.^_`|~ only";

/** Without control characters, and without white space around it, which is not part of a value in HTTP. */
const fieldValue = z
  .string()
  .regex(
    /^(?:[^\u0000-\u0020\u007f-\u009f](?:[^\u0000-\u001f\u007f-\u009f]*[^\u0000-\u0020\u007f-\u009f])?)?$/,
    "must not contain control characters, such as line ends, or begin or end with white space",
  );

/** A `token` (RFC 9110, section 5.6.2). */
export const fieldName = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, notFieldName);

/** Header fields by name. */
export const webhookHeaders = z
  .record(fieldName, fieldValue, { error: ({ code }) => (code === "invalid_key" ? notFieldName : undefined) })
  .describe("Header fields to send.");

/** One key and value that the provider sends. */
const WebhookParameter = request({
  key: withoutControls.optional().describe("Name of the parameter."),
  value: secret(z.string().describe("Value of the parameter.")).optional(),
});

export const WebhookInput = request({
  eventType: z.enum(eventTypes).describe("Event that triggers the call; the API has only this one."),
  method: z.enum(webhookMethods).describe("HTTP method of the call."),
  url: address(z.url().describe("Address that is called.")),
  headers: secret(webhookHeaders).optional(),
  parameters: WebhookParameter.optional().describe("One parameter to send."),
});

export const Webhook = answer({
  uid: optional(z.string()).describe("Identifier given by the provider."),
  eventType: z.string(),
  method: z.string(),
  url: address(z.string()),
  headers: optional(secret(openObject)),
  parameters: optional(answer({ key: optional(z.string()), value: optional(secret(z.string())) })),
});
