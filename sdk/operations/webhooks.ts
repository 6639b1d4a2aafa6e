import { FailureMessage } from "../models/common.js";
import { list } from "../models/schema.js";
import { Webhook, WebhookInput } from "../models/webhooks.js";
import { empty, failure, json, operation } from "./operation.js";

/** Calls that the provider sends when an event occurs. */
export const webhooks = {
  list: operation({
    id: "listWebhooks",
    method: "GET",
    path: "/v1/webhooks",
    purpose: "list registered webhooks",
    answers: { 200: json(list(Webhook), "the webhooks of the login") },
    repeat: "safe",
    evidence: { status: "documented", answer: "documented" },
  }),
  create: operation({
    id: "createWebhook",
    method: "POST",
    path: "/v1/webhooks",
    purpose: "register a webhook",
    body: WebhookInput,
    answers: { 200: json(Webhook, "the new webhook, with its uid") },
    repeat: "ambiguous",
    evidence: { status: "documented", body: "documented", answer: "documented" },
    notes: ["Answers 200, not 201.", "No rule of uniqueness is known: a repeated call can create a second webhook."],
  }),
  get: operation({
    id: "getWebhook",
    method: "GET",
    path: "/v1/webhooks/{webhookIdentifier}",
    purpose: "read a webhook",
    answers: { 200: json(Webhook, "the requested webhook"), 403: failure("no access to this webhook", FailureMessage) },
    repeat: "safe",
    evidence: { status: "documented", answer: "documented" },
    notes: ["403 may also mean that the webhook is gone: confirm with the list."],
  }),
  update: operation({
    id: "updateWebhook",
    method: "PUT",
    path: "/v1/webhooks/{webhookIdentifier}",
    purpose: "update a webhook",
    body: WebhookInput,
    answers: { 200: json(Webhook, "the updated webhook"), 403: failure("no access to this webhook", FailureMessage) },
    repeat: "idempotent",
    evidence: { status: "documented", body: "documented", answer: "documented" },
    notes: ["Replaces the whole resource, without its uid: an omitted member may be cleared."],
  }),
  delete: operation({
    id: "deleteWebhook",
    method: "DELETE",
    path: "/v1/webhooks/{webhookIdentifier}",
    purpose: "delete a webhook",
    answers: { 204: empty("deleted"), 403: failure("access denied", FailureMessage) },
    repeat: "ambiguous",
    evidence: { status: "documented", answer: "documented" },
  }),
};
