import type { Clock } from "../../sdk/values/clock.js";
import type { WebhookCall, WebhookOutcome } from "./webhook-call.js";

/** What an emulation needs of the machine that it runs on. */
export interface Surroundings {
  /** Waits, for a request that a fault delays. */
  readonly sleep: Clock["sleep"];
  /**
   * Calls `work` after that many milliseconds, unless the function that it returns is called before. Absent: what falls due is
   * done when the next request arrives.
   */
  readonly later?: (work: () => void, milliseconds: number) => () => void;
  /** Calls the target of a webhook. Absent: every delivery is skipped. */
  readonly callWebhook?: (call: WebhookCall) => Promise<WebhookOutcome>;
  /** Whether an address on this machine is the emulation's own: a webhook must not reach its control routes. */
  readonly isSelf?: (url: URL) => boolean;
}
