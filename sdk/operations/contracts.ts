import { FailureMessage } from "../models/common.js";
import { CancellationRequest, Contract } from "../models/contracts.js";
import { list } from "../models/schema.js";
import { empty, failure, json, operation } from "./operation.js";

/** Contracts and their cancellation. */
export const contracts = {
  list: operation({
    id: "listContracts",
    method: "GET",
    path: "/v1/customers/{customerNumber}/contracts",
    purpose: "list contracts",
    answers: { 200: json(list(Contract), "the contracts of the customer") },
    repeat: "safe",
    evidence: { status: "documented", answer: "documented" },
    notes: [
      "The element that the description gives this list has no identifier. A second element, which no operation uses, has one.",
    ],
  }),
  listCancelled: operation({
    id: "listCancelledContracts",
    method: "GET",
    path: "/v1/customers/{customerNumber}/cancelledcontracts",
    purpose: "list contracts currently in the cancellation process",
    answers: { 200: json(list(Contract), "the contracts being cancelled") },
    repeat: "safe",
    evidence: { status: "documented", answer: "documented" },
    notes: ["Shows a cancellation for only five days."],
  }),
  cancel: operation({
    id: "cancelContract",
    method: "POST",
    path: "/v1/cancellations",
    purpose: "start a cancellation",
    body: CancellationRequest,
    answers: { 204: empty("the cancellation has begun"), 403: failure("access denied", FailureMessage) },
    repeat: "notifying",
    evidence: { status: "documented", body: "documented", answer: "documented" },
    notes: ["Legally binding. The answer contains no identifier: look for it in the cancelled contracts."],
  }),
  resendConfirmation: operation({
    id: "resendCancellationConfirmation",
    method: "POST",
    path: "/v1/cancellations/{cancellationIdentifier}/actions/confirmationmail",
    purpose: "resend the cancellation confirmation",
    answers: {
      202: empty("the mail will be sent"),
      403: failure("access denied"),
      500: failure("any unforeseen error"),
    },
    repeat: "notifying",
    evidence: { status: "documented", answer: "documented" },
  }),
};
