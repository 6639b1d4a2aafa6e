import { done, failed, type Attempt, type Failure, type Renewal } from "./attempt.js";
import { checkWhole, decodeBody, decodeText, successOf, UnreadableBody, type Success } from "./decode.js";
import { Deadline, Expired, LinkedController, unlessAborted } from "./deadline.js";
import { Redirected, type Engine, type RawCall } from "./engine.js";
import { AuthenticationError, HostingError } from "../values/errors.js";
import { unexplained } from "../values/explained.js";
import { beginFile, openFile } from "./file.js";
import { withFiles } from "./file-input.js";
import {
  abortError,
  answerError,
  deadlineError,
  loginNote,
  nameOf,
  rateLimitError,
  readAgainError,
  redirectError,
  saidIn,
  statusError,
  tokenRefusedError,
  transportError,
  waitingNote,
  type Circumstances,
} from "./error-messages.js";
import { observed } from "./observe.js";
import type { BinaryAnswer, BinaryContent, Operation, RedirectAnswer } from "../operations/operation.js";
import { resolveRetry, type CallOptions } from "./call-options.js";
import { WaitTooLong, type Patience, type Permit } from "./rate-window.js";
import { doubtAboutToken, showsAcceptance } from "./refusal.js";
import { RequestLimit } from "./request-limit.js";
import { requestFor } from "./prepare.js";
import { addressed, type AnyInput, type Request } from "./request.js";
import {
  isConclusive,
  isRepeatable,
  noPauses,
  parseRetryAfter,
  pauseBeforeRetry,
  type RetryPolicy,
  type Trouble,
} from "./retry.js";
import type { Token } from "./token.js";
import { inTenths } from "../redaction/text.js";
import type { TransportAnswer } from "./transport.js";
import type { Observer } from "./wire-events.js";
import { Interrupted, isLasting, TransportError } from "./transport-error.js";

/** Options of a call, and where the heads of its answers go. */
export type PerformOptions = CallOptions & Pick<Observer, "onHead">;

/** Performs an operation, including token, rate window, retries, deadline and decoding. */
export async function perform(engine: Engine, operation: Operation, input: AnyInput, options: PerformOptions): Promise<unknown> {
  return new Call(engine, requestFor(engine.settings, operation, input, options), options).run();
}

/** Same as `perform`, with its own decoder. */
export async function performRaw<T>(engine: Engine, operation: Operation, input: AnyInput, raw: RawCall<T>): Promise<T> {
  return (await new Call(engine, requestFor(engine.settings, operation, input, {}), {}, raw).run()) as T;
}

/** Limit for answers saying that the rate window is used up: `Retry-After` may be far too short. */
const mostRateLimitAnswers = 5;

/** One call, from its first attempt to its result. */
class Call {
  readonly #engine: Engine;
  #request: Request;
  readonly #options: PerformOptions;
  readonly #raw: RawCall<unknown> | undefined;
  readonly #total: number;
  readonly #retry: RetryPolicy;
  readonly #deadline: Deadline;
  readonly #patience: Patience;
  #attempts = 0;
  #pauses = noPauses;
  #rateLimitAnswers = 0;
  /** What the provider said when it last refused a request because of the rate limit. */
  #rateLimitSaid: string | undefined;
  #renewed = false;
  /** Whether an attempt may have taken effect. */
  #touched = false;
  #lastFailure: Failure | undefined;
  /** What the call waits for before it sends: a free connection or a token. */
  #waitsFor: "connection" | "token" | undefined;

  constructor(engine: Engine, request: Request, options: PerformOptions, raw?: RawCall<unknown>) {
    const { clock, timeouts, retry, maxRateLimitWait } = engine.settings;
    this.#engine = engine;
    this.#request = request;
    this.#options = options;
    this.#raw = raw;
    this.#total = options.timeout ?? timeouts.total;
    this.#retry = resolveRetry(options.retry, retry);
    this.#deadline = new Deadline(clock, this.#total);
    this.#patience = { left: maxRateLimitWait };
  }

  async run(): Promise<unknown> {
    if (this.#request.files.size > 0)
      this.#request = await this.#interruptible((controller) =>
        this.#deadline.watch(controller, () => withFiles(this.#request, controller.signal)),
      );
    for (;;) {
      const attempt = await this.#attempt();
      if (attempt.kind === "done") return attempt.result;
      if (attempt.kind === "failed") {
        this.#lastFailure = attempt.failure;
        this.#raw?.onFailure(attempt.failure.error());
        await this.#pause(attempt.failure);
      }
    }
  }

  /** Waits before the next attempt. Throws if there is none. */
  async #pause({ trouble, error, summary }: Failure): Promise<void> {
    const { clock, notify } = this.#engine.settings;
    const next =
      trouble === undefined
        ? undefined
        : pauseBeforeRetry({
            repeat: this.#operation.repeat,
            attempt: this.#attempts,
            trouble,
            policy: this.#retry,
            pauses: this.#pauses,
            now: clock.now(),
            deadline: this.#deadline.end,
            random: Math.random(),
          });
    if (next === undefined) throw error();
    this.#pauses = next.pauses;
    const plan = `Retrying in ${inTenths(next.milliseconds)}, attempt ${this.#attempts + 1} of at most ${this.#retry.attempts}.`;
    notify({ kind: "retry", message: `${nameOf(this.#request)}: ${summary}. ${plan}` });
    await this.#interruptible((controller) => clock.sleep(next.milliseconds, controller.signal));
  }

  get #operation(): Operation {
    return this.#request.operation;
  }

  get #circumstances(): Circumstances {
    const effect = this.#touched && this.#operation.repeat !== "safe" ? "possible" : "none";
    return { effect, attempts: this.#attempts };
  }

  #attempt(): Promise<Attempt> {
    return this.#interruptible(async (controller) => {
      const permit = await this.#enter(controller);
      try {
        return await this.#deadline.watch(controller, () => this.#exchange(controller, permit));
      } finally {
        permit?.over();
      }
    });
  }

  /** Runs a step that the caller's signal can interrupt. */
  async #interruptible<T>(step: (controller: LinkedController) => Promise<T>): Promise<T> {
    const controller = new LinkedController(this.#options.signal, this.#engine.closing);
    try {
      return await step(controller);
    } catch (error) {
      if (error instanceof Interrupted) this.#touched ||= error.sent;
      throw controller.signal.aborted && !(error instanceof HostingError) ? this.#interruption(controller.signal) : error;
    } finally {
      controller.release();
    }
  }

  #interruption({ reason }: AbortSignal): HostingError {
    const { settings, files, tokens } = this.#engine;
    const login = this.#waitsFor === "token" ? tokens?.login : undefined;
    const note = login
      ? loginNote(login.failure)
      : this.#waitsFor === "connection"
        ? waitingNote(settings.maxConnections, files.size)
        : undefined;
    const circumstances = { ...this.#circumstances, note };
    return reason instanceof Expired
      ? deadlineError(this.#request, this.#total, circumstances, this.#lastFailure?.error() ?? login?.failure)
      : abortError(this.#request, circumstances, reason);
  }

  /** Waits for the rate window; the login is not limited. */
  async #enter(controller: LinkedController): Promise<Permit | undefined> {
    const { tokens, window } = this.#engine;
    if (tokens === undefined) return undefined;
    const waitingCounts = this.#options.timeout !== undefined;
    if (waitingCounts) this.#patience.left = Math.min(this.#patience.left, this.#deadline.left);
    try {
      const { permit, slept } = await window.enter(this.#operation.id, this.#patience, controller.signal, (step) => {
        this.#waitsFor = "connection";
        return this.#deadline.watch(controller, step);
      });
      this.#waitsFor = undefined;
      if (!waitingCounts) this.#deadline.postpone(slept);
      return permit;
    } catch (error) {
      if (error instanceof WaitTooLong)
        throw rateLimitError(this.#request, error.wait, this.#rateLimitSaid, this.#circumstances.effect);
      throw error;
    }
  }

  async #exchange(controller: LinkedController, permit: Permit | undefined): Promise<Attempt> {
    const token = await this.#token(controller.signal);
    controller.signal.throwIfAborted();
    if (this.#operation.repeat !== "safe") {
      await unlessAborted(Promise.resolve(this.#options.onSend?.(this.#touched)), controller.signal);
      controller.signal.throwIfAborted();
    }
    this.#attempts++;
    const { clock, timeouts } = this.#engine.settings;
    const limit = new RequestLimit(clock, timeouts.request, controller.signal);
    try {
      let answer: TransportAnswer;
      try {
        answer = await limit.over(this.#send(token, limit));
      } catch (error) {
        return failed(this.#broken(error, undefined));
      }
      permit?.answered(answer);
      return await this.#read(answer, token, limit, controller.signal);
    } finally {
      limit.release();
    }
  }

  async #send(token: Token | undefined, limit: RequestLimit): Promise<TransportAnswer> {
    const { transport, settings, time, host } = this.#engine;
    const { clock, observers } = settings;
    const target = addressed(this.#request, settings, token?.value);
    let sent = clock.now();
    this.#waitsFor = "connection";
    const { onAnswer, onHead } = this.#options;
    const event = { headers: target.headers, attempt: this.#attempts };
    const answer = await observed([...observers, { onAnswer, onHead }], this.#request, event, () =>
      transport.send({
        ...target,
        body: this.#request.body,
        signal: limit.signal,
        onStart: () => {
          this.#waitsFor = undefined;
          sent = clock.now();
          limit.start();
        },
      }),
    );
    this.#waitsFor = undefined;
    time.observe(answer, sent, clock.now());
    host.hasAnswered = true;
    return answer;
  }

  async #token(signal: AbortSignal): Promise<Token | undefined> {
    const { tokens, checks } = this.#engine;
    if (tokens === undefined) return undefined;
    this.#waitsFor = "token";
    try {
      let token = await unlessAborted(tokens.current(), signal);
      if (!isRepeatable(this.#operation.repeat)) token = await unlessAborted(checks.checked(this.#engine, tokens, token), signal);
      this.#waitsFor = undefined;
      return token;
    } catch (error) {
      // The caller must learn first that an earlier attempt may have taken effect.
      if (error instanceof HostingError && this.#lastFailure !== undefined && this.#circumstances.effect === "possible")
        throw this.#lastFailure.error();
      throw error;
    }
  }

  /** Turns a broken exchange into a failure; `status` is set if the answer had begun. Rethrows interruptions. */
  #broken(error: unknown, status: number | undefined): Failure {
    if (!(error instanceof TransportError)) throw error;
    this.#waitsFor = undefined;
    this.#touched ||= error.sent;
    const { settings, host } = this.#engine;
    const isFinal = isLasting(error.fault, host.hasAnswered);
    const circumstances = () => ({ ...this.#circumstances, isLasting: isFinal });
    return {
      error: () => transportError(this.#request, settings.base.host, error, status, circumstances()),
      summary: error.message,
      trouble: isFinal ? undefined : { kind: error.sent ? "unanswered" : "unsent" },
    };
  }

  async #read(answer: TransportAnswer, token: Token | undefined, limit: RequestLimit, signal: AbortSignal): Promise<Attempt> {
    const { status } = answer;
    const success = successOf(this.#operation, status);
    if (success !== undefined) this.#accepted(token);

    let bytes: Uint8Array = new Uint8Array();
    try {
      if (success?.kind !== "binary") bytes = await limit.over(answer.bytes());
    } catch (error) {
      // If no JSON is expected, the status alone decides.
      if (success?.kind === "json" || !(error instanceof TransportError)) return failed(this.#broken(error, status));
    }
    if (success === undefined) return this.#refused(answer, new TextDecoder().decode(bytes), token, signal);
    if (success.kind === "redirect") return done(new Redirected(success.to));
    try {
      checkWhole(success, status);
      if (success.kind === "binary") return done(await this.#content(answer, success, limit));
      return done(
        this.#decode(success, status, success.kind === "json" ? decodeText(bytes, answer.header("content-encoding")) : ""),
      );
    } catch (error) {
      if (success.kind === "binary") answer.abandon();
      if (error instanceof TransportError) return failed(this.#broken(error, status));
      if (!(error instanceof UnreadableBody)) throw error;
      this.#touched = true;
      const unreadable = () => answerError(this.#request, status, error, this.#circumstances.effect);
      if (!error.garbled || this.#operation.repeat !== "safe") throw unreadable();
      return failed({ error: unreadable, summary: `status ${status}, but ${error.message}`, trouble: { kind: "unanswered" } });
    }
  }

  #decode(success: Exclude<Success, BinaryAnswer | RedirectAnswer>, status: number, text: string): unknown {
    return this.#raw === undefined ? decodeBody(success, text) : this.#raw.reader({ status, text });
  }

  async #content(answer: TransportAnswer, listed: BinaryAnswer, limit: RequestLimit): Promise<BinaryContent> {
    const { files, closing } = this.#engine;
    const begun = await limit.over(beginFile(answer));
    return openFile(answer, begun, answer.header("content-type") ?? listed.contentType, {
      open: files,
      signals: [this.#options.signal, closing],
      failure: (error, interruption) =>
        interruption === undefined ? this.#broken(error, answer.status).error() : this.#interruption(interruption),
      readAgain: () => readAgainError(this.#request),
    });
  }

  async #refused(answer: TransportAnswer, text: string, token: Token | undefined, signal: AbortSignal): Promise<Attempt> {
    const { status } = answer;
    if (status >= 300 && status <= 399) {
      this.#touched = true;
      throw redirectError(this.#request, status, answer.header("location"), this.#circumstances);
    }
    const said = saidIn(text, this.#request);
    if (status === 429 && token !== undefined && ++this.#rateLimitAnswers < mostRateLimitAnswers) {
      this.#rateLimitSaid = said;
      this.#attempts--;
      return { kind: "again" };
    }
    const doubt = token === undefined ? undefined : doubtAboutToken(status, said);
    if (showsAcceptance(status, doubt)) this.#accepted(token);
    this.#touched ||= !isConclusive(status);
    const { clock } = this.#engine.settings;
    const retryAfter = answer.header("retry-after");
    const trouble: Trouble = { kind: "status", status, retryAfter };
    const retryIn = token === undefined ? parseRetryAfter(retryAfter, clock.now()) : this.#engine.window.left;
    const summary = `status ${status}${said === undefined ? "" : `, ${said}`}`;
    const failure = (note?: string): Failure => ({
      error: () => statusError(this.#request, status, said, { ...this.#circumstances, note }, retryIn),
      summary,
      trouble,
    });
    if (token === undefined || doubt === undefined) return failed(failure());

    const renewal = await this.#renew(token, signal);
    if (renewal.kind === "renewed" && (doubt === "refused" || isRepeatable(this.#operation.repeat))) {
      this.#attempts--;
      return { kind: "again" };
    }
    if (renewal.kind === "failed" && this.#circumstances.effect === "none") throw renewal.error;
    const certain = doubt === "refused";
    // A token of the caller that has never worked does not work with the next attempt either.
    const isFinal = certain || (!token.fromLogin && token.acceptedAt === undefined);
    const circumstances = () => ({ ...this.#circumstances, isLasting: isFinal });
    const error = () => tokenRefusedError(this.#request, { status, said, certain }, token, circumstances());
    if (certain || renewal.kind === "none") return failed({ error, summary, trouble: isFinal ? undefined : trouble });
    // The gateway answers like this to an expired token, but nothing proves that this was the cause, so nothing is sent twice.
    if (renewal.kind !== "failed") return failed(failure());
    const why = renewal.error instanceof AuthenticationError ? `: ${unexplained(renewal.error.message)}` : ".";
    return failed(failure(`The token could not be renewed${why}`));
  }

  #accepted(token: Token | undefined): void {
    if (token !== undefined) token.acceptedAt = this.#engine.settings.clock.now();
  }

  /** At most once in a call. */
  async #renew(refused: Token, signal: AbortSignal): Promise<Renewal> {
    if (this.#renewed) return { kind: "none" };
    this.#renewed = true;
    this.#waitsFor = "token";
    try {
      const token = await unlessAborted(this.#engine.tokens!.renew(refused), signal);
      this.#waitsFor = undefined;
      return { kind: token === undefined ? "none" : "renewed" };
    } catch (error) {
      if (error instanceof HostingError) return { kind: "failed", error };
      throw error;
    }
  }
}
