import { day } from "./clock.js";
import { removeAccount, removeDomain } from "./removal.js";
import type { World } from "./world.js";

/** A contract that was mailed and not concluded is called to mind after this long. */
const reminderAfter = 14 * day;

/** Does what has become due by the sandbox's clock: registrations, accounts, ends of domains, reminders, expired logins. */
export function settle(world: World): void {
  const now = world.now();
  const { domains, accounts, gdprContracts, gdprContacts, sessions, challenges } = world.objects;
  for (const domain of domains.all()) {
    if (domain.settlesAt !== undefined && domain.settlesAt <= now) {
      world.announce(domains.update(domain.id, { registryStatus: "ok", settlesAt: undefined }));
    }
    if (domain.endsAt !== undefined && domain.endsAt <= now) removeDomain(world, domain);
  }
  for (const account of accounts.filter(({ settlesAt }) => settlesAt !== undefined && settlesAt <= now)) {
    if (account.status === "deleting") removeAccount(world, account);
    else accounts.update(account.id, { status: "ready", settlesAt: undefined });
  }
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
  sessions.deleteWhere(({ expires }) => expires <= now);
  challenges.deleteWhere(({ expires }) => expires <= now);
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
