import { second } from "../state/clock.js";

/** A call to a webhook's target. */
export interface WebhookCall {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Aborts the call. */
  readonly signal: AbortSignal;
}

/** How a call ended: with a status, or with the kind of failure. */
export interface WebhookOutcome {
  readonly status?: number;
  readonly problem?: string;
}

/** How long a target may take to answer, in milliseconds of real time. */
const patience = 5 * second;

/** Calls the target of a webhook over the network. Never rejects. */
export async function callWebhook({ url, method, headers, body, signal }: WebhookCall): Promise<WebhookOutcome> {
  try {
    // Loaded only now, because the start of a sandbox would take longer.
    const { request } = await import("undici");
    const answer = await request(url, {
      method: method as "POST",
      headers,
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
    });
    await answer.body.dump();
    return { status: answer.statusCode };
  } catch (error) {
    // Only the kind of failure: a message may repeat the target with its parameter.
    return { problem: error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.name) : "unknown failure" };
  }
}
