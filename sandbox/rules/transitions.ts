import { invoiceTotals } from "./booking.js";
import { day, hour } from "../state/clock.js";
import { remove } from "./removal.js";
import type { Collection } from "../state/store.js";
import type { World } from "../state/world.js";

/** The provider reminds of a contract that was mailed and not concluded after this time. */
const reminderAfter = 14 * day;
/** An invoice is paid after this time. */
const paymentAfter = 14 * day;
/** The support answers an open ticket after this time, and closes an answered one that has no reply after it. */
const supportAnswersAfter = hour;
const ticketEndsAfter = 14 * day;

/** A change that happens to a record by itself at its time. */
interface Transition {
  readonly at: number;
  /** Does nothing if the record has changed. */
  run(): void;
}

/** Performs everything that is due by the sandbox's clock, in chronological order. Returns when the next change is due, or Infinity. */
export function settle(world: World): number {
  const now = world.now();
  for (;;) {
    const waiting = transitions(world);
    const due = waiting.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at);
    if (due.length === 0) return waiting.reduce((earliest, { at }) => Math.min(earliest, at), Infinity);
    // A change may cause another one that is due too.
    for (const transition of due) transition.run();
  }
}

const transitions = (world: World): Transition[] => [
  ...ofDomains(world),
  ...ofAccounts(world),
  ...ofCancellations(world),
  ...ofInvoices(world),
  ...ofTickets(world),
  ...ofGdprContracts(world),
  ...ofLogins(world),
];

/** The transitions of a collection: `next` returns a record's next one, if any. */
function of<T extends { readonly id: string }>(
  collection: Collection<T>,
  next: (record: T) => { readonly at: number | undefined; readonly run: () => void } | undefined,
): Transition[] {
  const waiting: Transition[] = [];
  for (const record of collection.all()) {
    const { at, run } = next(record) ?? {};
    // Records are never modified in place.
    if (at !== undefined && run !== undefined) waiting.push({ at, run: () => collection.get(record.id) === record && run() });
  }
  return waiting;
}

const ofDomains = (world: World): Transition[] => {
  const { domains } = world.objects;
  const settled = { registryStatus: "ok", settlesAt: undefined };
  return of(domains, (domain) =>
    domain.settlesAt === undefined
      ? { at: domain.endsAt, run: () => remove(world, "domains", domain.id) }
      : { at: domain.settlesAt, run: () => world.announce(domains.update(domain.id, settled)) },
  );
};

const ofAccounts = (world: World): Transition[] => {
  const { accounts } = world.objects;
  return of(accounts, (account) => ({
    at: account.settlesAt,
    run: () => {
      if (account.status === "deleting") remove(world, "accounts", account.id);
      else accounts.update(account.id, { status: "ready", settlesAt: undefined });
    },
  }));
};

const ofCancellations = (world: World): Transition[] => {
  const { cancellations, contracts, accounts } = world.objects;
  return of(cancellations, (cancellation) => ({
    at: cancellation.takesEffect,
    run: () => {
      const contract = contracts.get(cancellation.contract);
      const account = contract?.account === undefined ? undefined : accounts.get(contract.account);
      if (account !== undefined) remove(world, "accounts", account.id);
      contracts.delete(cancellation.contract);
      cancellations.delete(cancellation.id);
    },
  }));
};

const ofInvoices = (world: World): Transition[] => {
  const { invoices, paymentReceipts } = world.objects;
  return of(invoices, (invoice) => {
    if (invoice.isPaid) return undefined;
    const at = invoice.at + paymentAfter;
    const run = (): void => {
      const { gross } = invoiceTotals(invoice);
      paymentReceipts.insert({
        id: String(world.nextUid()),
        invoice: invoice.id,
        at,
        amount: gross,
        description: "Direct debit",
      });
      invoices.update(invoice.id, { isPaid: true });
    };
    return { at, run };
  });
};

const ofTickets = (world: World): Transition[] => {
  const { tickets, ticketAnswers } = world.objects;
  const author = { name: "Support", email: "support@hosting.example", telephone: "+49-511-0", isSupport: true };
  const answer = { message: "Thank you, we have looked into it.", author, files: [] };
  return of(tickets, ({ id, status, updated }) => {
    if (status === "open") {
      const at = updated + supportAnswersAfter;
      const run = (): void => {
        ticketAnswers.insert({ id: String(world.nextUid()), ticket: id, created: at, ...answer });
        tickets.update(id, { status: "answered", updated: at });
      };
      return { at, run };
    }
    if (status !== "answered") return undefined;
    const at = updated + ticketEndsAfter;
    return { at, run: () => tickets.update(id, { status: "done", updated: at }) };
  });
};

const ofGdprContracts = (world: World): Transition[] => {
  const { gdprContracts, gdprContacts } = world.objects;
  return of(gdprContracts, ({ id, sent, confirmed, reminded, recipient }) => {
    if (sent === undefined || confirmed !== undefined || reminded !== undefined) return undefined;
    const at = sent + reminderAfter;
    const run = (): void => {
      gdprContracts.update(id, { reminded: at });
      world.post({
        channel: "mail",
        to: gdprContacts.get(recipient)?.mail ?? "unknown@hosting.example",
        subject: "Reminder: a contract waits for your confirmation",
        text: `Please confirm the contract: https://hosting.example/gdpr/confirm/${id}`,
      });
    };
    return { at, run };
  });
};

const ofLogins = (world: World): Transition[] => {
  const { sessions, challenges } = world.objects;
  return [
    ...of(sessions, ({ id, expires }) => ({ at: expires, run: () => sessions.delete(id) })),
    ...of(challenges, ({ id, expires }) => ({ at: expires, run: () => challenges.delete(id) })),
  ];
};
