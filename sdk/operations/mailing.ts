import * as z from "zod";
import { Email, MailAck } from "../models/mailing.js";
import { list } from "../models/schema.js";
import { json, operation } from "./operation.js";

/** Mails to customers and to other addresses, based on templates. */
export const mailing = {
  sendToAddress: operation({
    id: "sendMailToAddress",
    method: "POST",
    path: "/v1/mailing/outboxes/email/{address}",
    purpose: "send an e-mail to an address",
    body: Email,
    answers: { 200: json(MailAck, "what happened to the mail") },
    repeat: "notifying",
    evidence: { status: "unknown", body: "inferred", answer: "inferred" },
  }),
  sendToCustomer: operation({
    id: "sendMailToCustomer",
    method: "POST",
    path: "/v1/mailing/outboxes/customers/{customerNumber}",
    purpose: "send an e-mail to a customer",
    body: Email,
    answers: { 200: json(MailAck, "what happened to the mail") },
    repeat: "notifying",
    evidence: { status: "unknown", body: "inferred", answer: "inferred" },
  }),
  listTemplates: operation({
    id: "listMailTemplates",
    method: "GET",
    path: "/v1/mailing/templates",
    purpose: "list the available templates",
    answers: { 200: json(list(z.unknown()), "the templates; no source says of what shape") },
    repeat: "safe",
    evidence: { status: "unknown", answer: "unknown" },
  }),
};
