import { emulate, type Emulation } from "../../sandbox/emulation.js";
import { hashed } from "../../sandbox/state/credentials.js";
import { operations } from "../../sdk/operations/index.js";
import type { WindowState } from "../../examples/fleet/login.js";
import { FakeClock } from "../../tests/support/clock.js";
import { moved, seedOf } from "./customers.js";
import type { SentRequest } from "./measured.js";

const quarter = 15 * 60_000;

/** Size of the window of the published gateway. */
export const limit = 1000;

/** What reached the provider. */
export interface Traffic {
  reads: number;
  writes: number;
  /** Requests that only read the state of the window. */
  asked: number;
  windows: number;
}

/**
 * The provider in simulated time: the sandbox, with a rate window for each token. Its listings of webhooks and tokens, which all customers
 * share, are kept short: a longer one takes no more requests, but more time of the simulation, and each registration is told to each webhook.
 */
export class World {
  readonly clock = new FakeClock();
  readonly traffic: Traffic = { reads: 0, writes: 0, asked: 0, windows: 0 };
  readonly #sandbox: Emulation;

  /** @param withDomains whether the customers have what a fleet has created */
  constructor(
    customers: number,
    private readonly withDomains: boolean,
  ) {
    const options = { seed: seedOf(customers, withDomains), rateLimit: { limit, windowMs: quarter }, registrationDelay: 0 };
    this.#sandbox = emulate(options, this.clock, { sleep: (milliseconds, signal) => this.clock.sleep(milliseconds, signal) });
  }

  /** Forgets what a stack has created, which nothing needs any more, and shortens the listings that all customers share. */
  forget(accounts: ReadonlySet<string>): void {
    const { webhooks, applicationTokens, deliveries, domains, subdomains, invoices } = this.#sandbox.control.store;
    for (const shared of [webhooks, applicationTokens, deliveries, invoices])
      for (const { id } of shared.all()) shared.delete(id);
    if (this.withDomains) return;
    const own = new Set(domains.all().flatMap(({ id, account }) => (accounts.has(account) ? [id] : [])));
    for (const { id, domain } of subdomains.all()) if (own.has(domain)) subdomains.delete(id);
    for (const id of own) domains.delete(id);
  }

  logIn(token: string): void {
    this.#sandbox.control.store.sessions.insert({ id: hashed(token), login: "reseller", expires: Infinity });
  }

  /** What the runner asks at the beginning of a window. */
  async ask(token: string): Promise<WindowState> {
    const { remaining } = await this.#handle(token, "GET", operations.authentication.listTokens.path, undefined);
    this.traffic.asked += 1;
    return { limit, remaining };
  }

  /**
   * Sends a measured request for the customers from `first` on.
   *
   * @throws Error if it is answered otherwise than when it was measured
   */
  async send(token: string, { method, path, body, status }: SentRequest, first: number): Promise<void> {
    const sent = body === undefined ? undefined : moved(JSON.stringify(body), first);
    const answer = await this.#handle(token, method, moved(path, first), sent);
    if (answer.status !== status)
      throw new Error(`${method} ${moved(path, first)} was answered with ${answer.status}, not ${status}.`);
    if (method === "GET") this.traffic.reads += 1;
    else this.traffic.writes += 1;
  }

  async #handle(token: string, method: string, target: string, body: string | undefined) {
    const outcome = await this.#sandbox.handle({
      method,
      target,
      headers: {
        authorization: `Bearer ${token}`,
        accept: "application/json",
        "cache-control": "no-cache",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: Buffer.from(body ?? ""),
      address: "127.0.0.1",
    });
    // The entries have the bodies of all answers.
    this.#sandbox.control.journal.clear();
    if (outcome.kind !== "answer") throw new Error(`${method} ${target} was not answered.`);
    const remaining = Number(outcome.reply.headers["X-RateLimit-Remaining"]);
    if (remaining === limit - 1) this.traffic.windows += 1;
    return { status: outcome.reply.status, remaining };
  }
}
