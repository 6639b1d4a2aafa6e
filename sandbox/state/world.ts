import { type SandboxClock, day, second } from "./clock.js";
import type { Readings } from "./readings.js";
import type { Domain, Mail } from "./records.js";
import type { AllSettings } from "./settings.js";
import type { Collections, Store } from "./store.js";

/** Numbers of objects start after this one. */
const firstUid = 1000;

/** Identifiers that the sandbox gives, as {@link World} writes them. */
const ownUuid = /^00000000-0000-4000-8000-([0-9a-f]{12})$/;
const ownDocumentId = /^5f([0-9a-f]{22})$/;

/** What the handlers work on: the store, the clock, and how to interpret the API. */
export class World {
  readonly objects: Collections;

  constructor(
    readonly store: Store,
    readonly clock: SandboxClock,
    public settings: AllSettings,
  ) {
    this.objects = store.collections;
  }

  get readings(): Readings {
    return this.settings.readings;
  }

  now(): number {
    return this.clock.now();
  }

  /** When a token that is given now ends. */
  tokenEnd(): number {
    return this.now() + this.settings.tokenLifetime * second;
  }

  /** A number for a new object. */
  nextUid(): number {
    return this.store.next("uid", firstUid);
  }

  /** A uuid for a new object. The same steps produce the same uuids. */
  nextUuid(): string {
    return `00000000-0000-4000-8000-${this.store.next("uuid").toString(16).padStart(12, "0")}`;
  }

  /** An identifier of 24 hexadecimal digits for a new document. */
  nextDocumentId(): string {
    return `5f${this.store.next("document").toString(16).padStart(22, "0")}`;
  }

  /** Makes the numbers of new objects start after this one. */
  skipUid(uid: number): void {
    this.store.skip("uid", Math.max(uid, firstUid));
  }

  /** Makes sure that no new object gets this uuid. */
  skipUuid(uuid: string): void {
    this.#skipForm("uuid", uuid, ownUuid);
  }

  /** Makes sure that no new document gets this identifier. */
  skipDocumentId(id: string): void {
    this.#skipForm("document", id, ownDocumentId);
  }

  #skipForm(sequence: string, id: string, form: RegExp): void {
    const [, number] = form.exec(id) ?? [];
    if (number !== undefined && Number.isSafeInteger(parseInt(number, 16))) this.store.skip(sequence, parseInt(number, 16));
  }

  /** Puts a message for a person into the outbox. */
  post(mail: Omit<Mail, "id" | "at" | "from"> & { readonly from?: string }): void {
    this.objects.mails.insert({ from: "service@hosting.example", ...mail, id: String(this.store.next("mail")), at: this.now() });
  }

  /** Notifies the webhooks of everyone who sees the domain's account about its registration. */
  announce(domain: Domain): void {
    const account = this.objects.accounts.get(domain.account);
    const customer = account && this.objects.customers.get(String(account.customerNumber));
    for (const webhook of this.objects.webhooks.all()) {
      const login = this.objects.logins.get(webhook.login);
      if (login === undefined || customer === undefined) continue;
      if (login.customerNumber !== customer.customerNumber && login.customerNumber !== customer.reseller) continue;
      this.objects.deliveries.insert({
        id: String(this.store.next("delivery")),
        webhook: webhook.id,
        eventType: "DOMAIN_REGISTRATION_STATUS",
        method: webhook.method,
        url: webhook.url,
        body: {
          eventType: "DOMAIN_REGISTRATION_STATUS",
          account: domain.account,
          domain: { fullname: domain.id, registryStatus: domain.registryStatus ?? null },
        },
        state: "waiting",
        created: this.now(),
        nextAttemptAt: this.now(),
        attempts: [],
      });
    }
  }
}

/** Domains are paid for twelve months in advance. */
export const domainPeriod = 365 * day;
