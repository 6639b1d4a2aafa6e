import { list } from "../models/schema.js";
import { Ticket, TicketAnswer, TicketAnswerInput, TicketInput, TicketsQuery } from "../models/tickets.js";
import { json, operation } from "./operation.js";

/** Support tickets and their answers. */
export const tickets = {
  create: operation({
    id: "createTicket",
    method: "POST",
    path: "/v1/tickets",
    purpose: "create a ticket",
    body: TicketInput,
    answers: { 201: json(Ticket, "the new ticket") },
    repeat: "notifying",
    evidence: { status: "documented", body: "documented", answer: "documented" },
  }),
  list: operation({
    id: "listTickets",
    method: "GET",
    path: "/v1/customers/{customerNumber}/tickets",
    purpose: "list tickets of a customer",
    query: TicketsQuery,
    answers: { 200: json(list(Ticket), "the tickets of the customer") },
    repeat: "safe",
    paging: { by: "limit" },
    evidence: { status: "documented", answer: "documented" },
  }),
  createAnswer: operation({
    id: "createTicketAnswer",
    method: "POST",
    path: "/v1/tickets/{ticketIdentifier}/answers",
    purpose: "create a ticket answer",
    body: TicketAnswerInput,
    answers: { 201: json(TicketAnswer, "the new answer") },
    repeat: "notifying",
    evidence: { status: "documented", body: "documented", answer: "documented" },
  }),
  listAnswers: operation({
    id: "listTicketAnswers",
    method: "GET",
    path: "/v1/tickets/{ticketIdentifier}/answers",
    purpose: "list answers of a ticket",
    answers: { 200: json(list(TicketAnswer), "the answers of the ticket") },
    repeat: "safe",
    evidence: { status: "documented", answer: "documented" },
  }),
};
