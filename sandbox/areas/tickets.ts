import { accountOf, customerOf } from "../rules/access.js";
import { nameOf } from "../rules/booking.js";
import { timestamp } from "../state/clock.js";
import type { Handlers } from "./handler.js";
import type { Customer, Login, Ticket, TicketAnswer } from "../state/records.js";
import { json, visible } from "../http/reply.js";
import { present } from "../http/shape.js";
import type { World } from "../state/world.js";

interface Author {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly telephone?: string | undefined;
}

/** The named author, with missing members from the customer. */
const authorOf = (login: Login, { contractPartner }: Customer, author: Author | undefined): Ticket["author"] => ({
  name: author?.name ?? nameOf(contractPartner),
  email: author?.email ?? contractPartner.emailAddress ?? login.emailAddress,
  telephone: author?.telephone ?? contractPartner.phone ?? "",
  isSupport: false,
});

const authorForm = ({ isSupport, ...author }: Ticket["author"]) => ({ ...author, isMittwaldAuthor: isSupport });

function ticketForm(world: World, ticket: Ticket) {
  const account = ticket.account === undefined ? undefined : world.objects.accounts.get(ticket.account);
  return present({
    uid: Number(ticket.id),
    subject: ticket.subject,
    message: ticket.message,
    createdAt: timestamp(ticket.created),
    updatedAt: timestamp(ticket.updated),
    status: ticket.status,
    publicStatus: ticket.status,
    author: authorForm(ticket.author),
    account: account && { uid: account.uid, name: account.id },
    customer: { customernumber: ticket.customerNumber },
    answersCount: world.objects.ticketAnswers.filter((answer) => answer.ticket === ticket.id).length,
    files: ticket.files,
  });
}

const answerForm = (answer: TicketAnswer) => ({
  uid: Number(answer.id),
  message: answer.message,
  createdAt: timestamp(answer.created),
  author: authorForm(answer.author),
  files: answer.files,
});

/** The ticket if its customer is visible, or 403. */
function ticketOf(world: World, login: Login, identifier: string): Ticket {
  const ticket = visible(world.objects.tickets.get(identifier));
  customerOf(world, login, ticket.customerNumber);
  return ticket;
}

export const tickets = {
  createTicket: ({ body, login }, world) => {
    const customer = customerOf(world, login, body.customer.customernumber);
    const account = body.account === undefined ? undefined : accountOf(world, login, body.account.name);
    visible(account === undefined || account.customerNumber === customer.customerNumber ? customer : undefined);
    const ticket = world.objects.tickets.insert(
      present({
        id: String(world.nextUid()),
        customerNumber: customer.customerNumber,
        account: account?.id,
        subject: body.subject,
        message: body.message,
        created: world.now(),
        updated: world.now(),
        status: "open",
        author: authorOf(login, customer, body.author),
        files: (body.files ?? []).map(({ id }) => id),
      }),
    );
    if (body.author?.notify === true) {
      world.post({
        channel: "mail",
        to: ticket.author.email,
        subject: `Ticket ${ticket.id}: ${ticket.subject}`,
        text: ticket.message,
      });
    }
    return json(201, ticketForm(world, ticket));
  },

  listTickets: ({ parameters, query, login }, world) => {
    const { customerNumber } = customerOf(world, login, parameters.customerNumber);
    const found = world.objects.tickets.filter(
      (ticket) => ticket.customerNumber === customerNumber && (query.status === undefined || ticket.status === query.status),
    );
    const direction = query.sortDirection === "ASC" ? 1 : -1;
    const sorted = found.sort((a, b) => direction * (a.created - b.created || Number(a.id) - Number(b.id)));
    return json(
      200,
      sorted.slice(0, query.limit).map((ticket) => ticketForm(world, ticket)),
    );
  },

  createTicketAnswer: ({ parameters, body, login }, world) => {
    const ticket = ticketOf(world, login, parameters.ticketIdentifier);
    const customer = customerOf(world, login, ticket.customerNumber);
    const answer = world.objects.ticketAnswers.insert({
      id: String(world.nextUid()),
      ticket: ticket.id,
      message: body.message,
      created: world.now(),
      author: authorOf(login, customer, body.author),
      files: (body.files ?? []).map(({ id }) => id),
    });
    world.objects.tickets.update(ticket.id, { status: "open", updated: world.now() });
    return json(201, answerForm(answer));
  },

  listTicketAnswers: ({ parameters, login }, world) => {
    const ticket = ticketOf(world, login, parameters.ticketIdentifier);
    return json(200, world.objects.ticketAnswers.filter((answer) => answer.ticket === ticket.id).map(answerForm));
  },
} satisfies Partial<Handlers>;
