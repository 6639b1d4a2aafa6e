import { isLoopback } from "../../sdk/values/loopback.js";
import { minute, second } from "../state/clock.js";
import type { Delivery, Webhook } from "../state/records.js";
import type { Surroundings } from "./surroundings.js";
import type { WebhookCall } from "./webhook-call.js";
import type { World } from "../state/world.js";

/** Pauses between the attempts of a delivery; after the last one it has failed. */
const retryAfter = [10 * second, minute, 10 * minute];

/** Sends the deliveries that are due. */
export class Dispatcher {
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #end = new AbortController();

  constructor(
    private readonly world: World,
    private readonly surroundings: Pick<Surroundings, "callWebhook" | "isSelf">,
    /** Called after each attempt. */
    private readonly onAttempt: () => void,
  ) {}

  /** Starts every delivery that is due. */
  dispatch(): void {
    if (this.#end.signal.aborted) return;
    const now = this.world.now();
    const waiting = this.world.objects.deliveries.filter(({ state }) => state === "waiting");
    for (const delivery of waiting) {
      if ((delivery.nextAttemptAt ?? 0) > now || this.#underWay.has(delivery.id)) continue;
      const attempt = this.#attempt(delivery).finally(() => {
        this.#underWay.delete(delivery.id);
        this.onAttempt();
      });
      this.#underWay.set(delivery.id, attempt);
    }
  }

  /** When the next attempt is due; Infinity if none is waiting. */
  nextDue(): number {
    return this.world.objects.deliveries
      .filter(({ id, state }) => state === "waiting" && !this.#underWay.has(id))
      .reduce((earliest, { nextAttemptAt = 0 }) => Math.min(earliest, nextAttemptAt), Infinity);
  }

  /** Resolves when no attempt is under way. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay.values());
  }

  /** Aborts the attempts under way. */
  async close(): Promise<void> {
    this.#end.abort();
    await this.idle();
  }

  async #attempt(delivery: Delivery): Promise<void> {
    const { deliveries, webhooks } = this.world.objects;
    const webhook = webhooks.get(delivery.webhook);
    const { callWebhook, isSelf } = this.surroundings;
    const target = new URL(delivery.url);
    // Only targets on this machine are called, so no test reaches anyone else.
    if (webhook === undefined || callWebhook === undefined || !isLoopback(target.hostname) || isSelf?.(target) === true) {
      deliveries.update(delivery.id, { state: "skipped", nextAttemptAt: undefined });
      return;
    }
    const outcome = await callWebhook(this.#callOf(delivery, webhook));
    const present = deliveries.get(delivery.id);
    // A reset in the meantime removed it.
    if (present === undefined || this.#end.signal.aborted) return;
    const attempts = [...present.attempts, { at: this.world.now(), ...outcome }];
    const wait = retryAfter[attempts.length - 1];
    if (outcome.status !== undefined && outcome.status >= 200 && outcome.status < 300) {
      deliveries.update(delivery.id, { state: "delivered", nextAttemptAt: undefined, attempts });
    } else if (wait === undefined) {
      deliveries.update(delivery.id, { state: "failed", nextAttemptAt: undefined, attempts });
    } else {
      deliveries.update(delivery.id, { nextAttemptAt: this.world.now() + wait, attempts });
    }
  }

  #callOf({ url: address, method, body }: Delivery, { headers, parameters: { key, value } = {} }: Webhook): WebhookCall {
    const url = new URL(address);
    if (key !== undefined) url.searchParams.append(key, value ?? "");
    const { signal } = this.#end;
    if (method === "GET") return { url, method, headers: { ...headers }, body: undefined, signal };
    return { url, method, headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body), signal };
  }
}
