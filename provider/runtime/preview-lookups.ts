import type { CallOptions, Client } from "../../sdk/index.js";
import type { Clock } from "../../sdk/values/clock.js";
import { BadRequestError, HostingError, InputError } from "../../sdk/values/errors.js";
import { inWords } from "../../sdk/redaction/text.js";
import { messageOf } from "../values/errors.js";
import { maybeGone } from "../values/rejections.js";

/** What the checks of new resources may use in one process: requests, and milliseconds in all and for one request. */
const previewBudget = { requests: 100, total: 30_000, single: 10_000 } as const;

/** A lookup was not made, or got no answer. */
export class NotLookedUp extends Error {
  /** @param isForAll whether no lookup is made any more */
  constructor(
    message: string,
    readonly isForAll: boolean,
  ) {
    super(message);
    this.name = "NotLookedUp";
  }
}

/** Whether every call fails like this, so that a preview cannot go on: the address or the login is wrong. */
export const isLasting = (error: unknown): error is HostingError => error instanceof HostingError && error.isLasting;

/**
 * Lookups for the checks of new resources: each is made once in a process, and all of them within a budget, because Pulumi checks one
 * resource at a time. After a failure that is no answer, such as a used-up rate window, no further one is made.
 */
export class PreviewLookups {
  readonly #answers = new Map<string, Promise<unknown>>();
  #requests = 0;
  #spent = 0;
  /** Why no further lookup is made. */
  #ended: string | undefined;
  #isEndTold = false;

  /** @param client called with the first lookup */
  constructor(
    private readonly client: () => Client,
    private readonly clock: Clock,
  ) {}

  /** Whether the end of all lookups is still to be told. To be asked by whoever tells it, because an earlier failure may be of no interest. */
  firstToTell(): boolean {
    const isFirst = !this.#isEndTold;
    this.#isEndTold = true;
    return isFirst;
  }

  /**
   * @param key identifies the lookup
   * @throws NotLookedUp if it is not made, or fails without an answer; the API's errors if it is refused
   */
  once<T>(key: string, read: (client: Client, options: CallOptions) => Promise<T>): Promise<T> {
    const known = this.#answers.get(key) as Promise<T> | undefined;
    if (known !== undefined) return known;
    const answer = this.#send(read);
    this.#answers.set(key, answer);
    // Only answers are kept.
    answer.catch((error: unknown) => error instanceof NotLookedUp && this.#answers.delete(key));
    return answer;
  }

  async #send<T>(read: (client: Client, options: CallOptions) => Promise<T>): Promise<T> {
    if (this.#ended !== undefined) throw new NotLookedUp(this.#ended, true);
    if (this.#requests >= previewBudget.requests) throw this.#end(`they have used their ${previewBudget.requests} requests.`);
    const left = previewBudget.total - this.#spent;
    if (left <= 0) throw this.#end(`they have used their ${inWords(previewBudget.total)}.`);
    this.#requests += 1;
    const begun = this.clock.now();
    try {
      return await read(this.client(), { timeout: Math.min(left, previewBudget.single) });
    } catch (error) {
      // What the API says of one value says nothing of the others.
      if (maybeGone(error) || isLasting(error) || error instanceof BadRequestError) throw error;
      // The value cannot even be looked up.
      if (error instanceof InputError) throw new NotLookedUp(messageOf(error), false);
      throw this.#end(messageOf(error));
    } finally {
      this.#spent += Math.max(0, this.clock.now() - begun);
    }
  }

  #end(reason: string): NotLookedUp {
    this.#ended = reason;
    return new NotLookedUp(reason, true);
  }
}
