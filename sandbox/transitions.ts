import { invoiceTotals } from "./booking.js";
import { day, hour } from "./clock.js";
import { removeAccount, removeDomain } from "./removal.js";
import type { World } from "./world.js";

/** A contract that was mailed and not concluded is called to mind after this long. */
const reminderAfter = 14 * day;
/** An invoice is paid by then. */
const paymentAfter = 14 * day;
/** The support answers an open ticket by then, and closes an answered one without a reply by then. */
const supportAnswersAfter = hour;
const ticketEndsAfter = 14 * day;

/** Does what has become due by the sandbox's clock. */
export function settle(world: World): void {
  const now = world.now();
  settleDomains(world, now);
  settleAccounts(world, now);
  settleCancellations(world, now);
  settleInvoices(world, now);
  settleTickets(world, now);
  remind(world, now);
  world.objects.sessions.deleteWhere(({ expires }) => expires <= now);
  world.objects.challenges.deleteWhere(({ expires }) => expires <= now);
}

function settleDomains(world: World, now: number): void {
  const { domains } = world.objects;
  for (const domain of domains.all()) {
    if (domain.settlesAt !== undefined && domain.settlesAt <= now) {
      world.announce(domains.update(domain.id, { registryStatus: "ok", settlesAt: undefined }));
    }
    if (domain.endsAt !== undefined && domain.endsAt <= now) removeDomain(world, domain);
  }
}

function settleAccounts(world: World, now: number): void {
  const { accounts } = world.objects;
  for (const account of accounts.filter(({ settlesAt }) => settlesAt !== undefined && settlesAt <= now)) {
    if (account.status === "deleting") removeAccount(world, account);
    else accounts.update(account.id, { status: "ready", settlesAt: undefined });
  }
}

function settleCancellations(world: World, now: number): void {
  const { cancellations, contracts, accounts } = world.objects;
  for (const cancellation of cancellations.filter(({ takesEffect }) => takesEffect <= now)) {
    const contract = contracts.get(cancellation.contract);
    const account = contract?.account === undefined ? undefined : accounts.get(contract.account);
    if (account !== undefined) removeAccount(world, account);
    contracts.delete(cancellation.contract);
    cancellations.delete(cancellation.id);
  }
}

function settleInvoices(world: World, now: number): void {
  const { invoices, paymentReceipts } = world.objects;
  const paid = new Set(paymentReceipts.all().map(({ invoice }) => invoice));
  for (const invoice of invoices.filter(({ id, at }) => at + paymentAfter <= now && !paid.has(id))) {
    paymentReceipts.insert({
      id: String(world.nextUid()),
      invoice: invoice.id,
      at: invoice.at + paymentAfter,
      amount: invoiceTotals(invoice).gross,
      description: "Direct debit",
    });
  }
}

function settleTickets(world: World, now: number): void {
  const { tickets, ticketAnswers } = world.objects;
  for (const ticket of tickets.all()) {
    if (ticket.status === "open" && ticket.updated + supportAnswersAfter <= now) {
      const created = ticket.updated + supportAnswersAfter;
      ticketAnswers.insert({
        id: String(world.nextUid()),
        ticket: ticket.id,
        message: "Thank you, we have looked into it.",
        created,
        author: { name: "Support", email: "support@hosting.example", telephone: "+49-511-0", isSupport: true },
        files: [],
      });
      tickets.update(ticket.id, { status: "answered", updated: created });
    } else if (ticket.status === "answered" && ticket.updated + ticketEndsAfter <= now) {
      tickets.update(ticket.id, { status: "done", updated: ticket.updated + ticketEndsAfter });
    }
  }
}

function remind(world: World, now: number): void {
  const { gdprContracts, gdprContacts } = world.objects;
  for (const contract of gdprContracts.all()) {
    if (contract.sent === undefined || contract.confirmed !== undefined || contract.reminded !== undefined) continue;
    if (contract.sent + reminderAfter > now) continue;
    gdprContracts.update(contract.id, { reminded: now });
    world.post({
      channel: "mail",
      to: gdprContacts.get(contract.recipient)?.mail ?? "unknown@hosting.example",
      subject: "Reminder: a contract waits for your confirmation",
      text: `Please confirm the contract: https://hosting.example/gdpr/confirm/${contract.id}`,
    });
  }
}

/** When `settle` or a delivery has something to do next; undefined where nothing waits. */
export function nextDue(world: World): number | undefined {
  const times = [
    ...world.objects.domains.all().flatMap(({ settlesAt, endsAt }) => [settlesAt, endsAt]),
    ...world.objects.accounts.all().map(({ settlesAt }) => settlesAt),
    ...world.objects.deliveries.filter(({ state }) => state === "waiting").map(({ nextAttemptAt }) => nextAttemptAt),
  ].filter((time): time is number => time !== undefined);
  return times.length === 0 ? undefined : Math.min(...times);
}
