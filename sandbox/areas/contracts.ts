import { customerOf } from "../rules/access.js";
import { contractMonths, nameOf } from "../rules/booking.js";
import { day, timestamp, unixTime } from "../state/clock.js";
import type { Handlers } from "./handler.js";
import type { Cancellation, Contract, Customer } from "../state/records.js";
import { Refusal, denied, empty, json, visible } from "../http/reply.js";
import { present } from "../http/shape.js";
import type { World } from "../state/world.js";
import { articleForm } from "./article-form.js";

/** How long the list of cancellations shows one. */
const shownFor = 5 * day;

/** When the next billing period begins. */
function nextPeriod(contract: Contract, now: number): number {
  const date = new Date(contract.created);
  while (date.getTime() <= now) date.setUTCMonth(date.getUTCMonth() + contract.billingPeriod);
  return date.getTime();
}

const cancellationOf = (world: World, contract: Contract): Cancellation | undefined =>
  world.objects.cancellations.find((cancellation) => cancellation.contract === contract.id);

function contractForm(world: World, contract: Contract): object {
  const { articles, accounts } = world.objects;
  const article = articles.get(String(contract.articleNumber));
  const title = article?.title ?? String(contract.articleNumber);
  if (world.readings.contracts === "short") {
    return { title, startDate: timestamp(contract.created), contractDuration: `${contractMonths} months` };
  }
  const account = contract.account === undefined ? undefined : accounts.get(contract.account);
  const cancellation = cancellationOf(world, contract);
  const additional = contract.additional.flatMap((number) => articles.get(String(number)) ?? []);
  return present({
    uid: Number(contract.id),
    article: article && articleForm(world, article),
    title,
    text: article?.text,
    sourceUid: account?.uid,
    sourceType: account && "account",
    creationDate: unixTime(contract.created),
    nextPeriodDate: unixTime(nextPeriod(contract, world.now())),
    billingPeriod: contract.billingPeriod,
    cancellation: cancellation && {
      uid: Number(cancellation.id),
      status: "open",
      creationDate: unixTime(cancellation.created),
      cancellationDate: timestamp(cancellation.takesEffect),
    },
    account: account && {
      name: account.id,
      description: account.description,
      additionalArticles: additional.map((option) => articleForm(world, option)),
    },
  });
}

function mailConfirmation(world: World, customer: Customer, cancellation: Cancellation): void {
  const { contractPartner } = customer;
  world.post({
    channel: "mail",
    to: contractPartner.emailAddress ?? "unknown@hosting.example",
    subject: "Your cancellation",
    text: `${nameOf(contractPartner)}, contract ${cancellation.contract} ends on ${timestamp(cancellation.takesEffect)}.`,
  });
}

export const contracts = {
  listContracts: ({ parameters, login }, world) => {
    const { customerNumber } = customerOf(world, login, parameters.customerNumber);
    const found = world.objects.contracts.filter((contract) => contract.customerNumber === customerNumber);
    return json(
      200,
      found.map((contract) => contractForm(world, contract)),
    );
  },

  listCancelledContracts: ({ parameters, login }, world) => {
    const { customerNumber } = customerOf(world, login, parameters.customerNumber);
    const found = world.objects.contracts.filter((contract) => {
      const cancellation = cancellationOf(world, contract);
      return (
        contract.customerNumber === customerNumber && cancellation !== undefined && cancellation.created + shownFor > world.now()
      );
    });
    return json(
      200,
      found.map((contract) => contractForm(world, contract)),
    );
  },

  cancelContract: ({ body, login }, world) => {
    const { cancellations, domains } = world.objects;
    const contract = visible(world.objects.contracts.get(String(body.contract)));
    const customer = customerOf(world, login, contract.customerNumber);
    if (cancellationOf(world, contract) !== undefined) throw new Refusal(denied());
    const takesEffect = nextPeriod(contract, world.now());
    const ends = (body.domains ?? []).map(({ domain, cancellationDate }) => {
      const named = visible(domain === undefined ? undefined : domains.get(domain.toLowerCase()));
      visible(named.account === contract.account ? named : undefined);
      return { id: named.id, endsAt: cancellationDate === undefined ? takesEffect : cancellationDate * 1000 };
    });
    const { message, reason, call = false } = body;
    const cancellation = cancellations.insert(
      present({
        id: String(world.nextUid()),
        contract: contract.id,
        created: world.now(),
        takesEffect,
        message,
        reason,
        call,
      }),
    );
    for (const { id, endsAt } of ends) domains.update(id, { endsAt, registryStatus: "pendingDelete" });
    mailConfirmation(world, customer, cancellation);
    return empty(204);
  },

  resendCancellationConfirmation: ({ parameters, login }, world) => {
    const cancellation = world.objects.cancellations.get(parameters.cancellationIdentifier);
    const contract = cancellation && world.objects.contracts.get(cancellation.contract);
    if (cancellation === undefined || contract === undefined) throw new Refusal(empty(403));
    mailConfirmation(world, customerOf(world, login, contract.customerNumber), cancellation);
    return empty(202);
  },
} satisfies Partial<Handlers>;
