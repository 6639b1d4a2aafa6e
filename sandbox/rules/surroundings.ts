import type { Clock } from "../../sdk/values/clock.js";
import type { WebhookCall, WebhookOutcome } from "./webhook-call.js";

/** What an emulation needs from the machine that it runs on. */
export interface Surroundings {
  /** Waits for the time of a `delay` fault. */
  readonly sleep: Clock["sleep"];
  /**
   * Calls `work` after that many milliseconds, unless the returned function is called first. Undefined: what is due happens
   * when the next request arrives.
   */
  readonly later?: (work: () => void, milliseconds: number) => () => void;
  /** Calls the target of a webhook. Undefined: every delivery is skipped. */
  readonly callWebhook?: (call: WebhookCall) => Promise<WebhookOutcome>;
  /** Whether an address on this machine is the emulation's own: a webhook must not reach its control routes. */
  readonly isSelf?: (url: URL) => boolean;
}
