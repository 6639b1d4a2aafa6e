import { z } from "zod";
import { answer, openObject, optional, request, secret } from "./schema.js";

export const eventTypes = ["DOMAIN_REGISTRATION_STATUS"] as const;
export const webhookMethods = ["GET", "POST", "PUT", "DELETE", "PATCH"] as const;

/** One key and value that the provider sends along. */
const WebhookParameter = request({
  key: z.string().optional().describe("Name of the parameter."),
  value: secret(z.string().describe("Value of the parameter.")).optional(),
});

export const WebhookInput = request({
  eventType: z.enum(eventTypes).describe("Event that triggers the call; the interface knows this one only."),
  method: z.enum(webhookMethods).describe("HTTP method of the call."),
  url: z.url().describe("Address that is called."),
  headers: secret(z.record(z.string(), z.string()).describe("Header fields sent along.")).optional(),
  parameters: WebhookParameter.optional().describe("One parameter sent along."),
});

export const Webhook = answer({
  uid: optional(z.string()).describe("Identifier given by the provider."),
  eventType: z.string(),
  method: z.string(),
  url: z.string(),
  headers: optional(secret(openObject)),
  parameters: optional(answer({ key: optional(z.string()), value: optional(secret(z.string())) })),
});
