import type { Clock } from "../values/clock.js";
import { AuthenticationError, type HostingError } from "../values/errors.js";
import type { Notice } from "../values/notice.js";
import { inWords } from "../redaction/text.js";

export interface Token {
  readonly value: string;
  /** When it was obtained, milliseconds since the epoch. */
  readonly obtained: number;
  /** When to replace it; undefined if its expiry is unknown: then when it is refused. */
  readonly renewAt: number | undefined;
  /** Whether it comes from a login, not from the caller. */
  readonly fromLogin: boolean;
  /** When the provider last accepted it, milliseconds since the epoch; undefined if it never did. */
  acceptedAt: number | undefined;
}

/** The result of a login. */
export interface Grant {
  readonly token: string;
  /** Milliseconds since the epoch; undefined where the answer does not say. */
  readonly expires: number | undefined;
}

/** A login under way. */
interface PendingLogin {
  /** The error of its last attempt; undefined if none has failed. */
  failure: HostingError | undefined;
}

/** Logs in; reports failed attempts that are retried. */
export type LoginCall = (onFailure: (error: HostingError) => void) => Promise<Grant>;

export interface TokenSource {
  /** The login that all callers wait for; undefined if none is under way. */
  readonly login: Readonly<PendingLogin> | undefined;
  /** A token that should be valid. */
  current(): Promise<Token>;
  /** A newer token to replace one that the gateway seems to reject; undefined if there is none. */
  renew(refused: Token): Promise<Token | undefined>;
}

/** A token is replaced this long before it expires. */
const margin = 60_000;

/** A token younger than this is unlikely to be the cause. */
const young = 5_000;

/** For this long, so is one that never worked: something else may be wrong, and more logins would not help. */
const youngUnlessAccepted = 60_000;

/** A young token is still replaced once in this interval: it may have been revoked right after the login. */
const youngInterval = 60_000;

/** Tokens from logins: one login at a time, no matter how many calls wait for it. */
export class LoginTokens implements TokenSource {
  readonly #clock: Clock;
  readonly #logIn: LoginCall;
  readonly #notify: (notice: Notice) => void;
  #token: Token | undefined;
  #pending: Promise<Token> | undefined;
  #pendingLogin: PendingLogin | undefined;
  #refusal: AuthenticationError | undefined;
  /** When a young token was last replaced. */
  #youngReplaced = -Infinity;

  constructor(clock: Clock, logIn: LoginCall, notify: (notice: Notice) => void) {
    this.#clock = clock;
    this.#logIn = logIn;
    this.#notify = notify;
  }

  get login(): Readonly<PendingLogin> | undefined {
    return this.#pendingLogin;
  }

  async current(): Promise<Token> {
    const token = this.#token;
    if (token === undefined) return this.#obtain();
    if (token.renewAt === undefined || this.#clock.now() < token.renewAt) return token;
    return this.#obtain("it is about to expire");
  }

  async renew(refused: Token): Promise<Token | undefined> {
    if (this.#pending !== undefined) return this.#pending;
    if (this.#token !== undefined && this.#token !== refused) return this.#token;
    if (this.#isWithin(refused.acceptedAt === undefined ? youngUnlessAccepted : young, refused.obtained)) {
      if (this.#isWithin(youngInterval, this.#youngReplaced)) return undefined;
      this.#youngReplaced = this.#clock.now();
    }
    return this.#obtain("the provider seems to reject it");
  }

  /** A moment in the future was noted before the clock was set back, and proves nothing. */
  #isWithin(milliseconds: number, since: number): boolean {
    const passed = this.#clock.now() - since;
    return passed >= 0 && passed < milliseconds;
  }

  #obtain(reason?: string): Promise<Token> {
    // A refused login stays refused: a hundred waiting calls must not try it a hundred times.
    if (this.#refusal !== undefined) return Promise.reject(this.#refusal);
    this.#pending ??= this.#loginOnce(reason).finally(() => (this.#pending = undefined));
    return this.#pending;
  }

  async #loginOnce(reason: string | undefined): Promise<Token> {
    const age = this.#token === undefined ? undefined : this.#clock.now() - this.#token.obtained;
    const pending: PendingLogin = { failure: undefined };
    this.#pendingLogin = pending;
    let grant: Grant;
    try {
      grant = await this.#logIn((failure) => (pending.failure = failure));
    } catch (error) {
      if (isRefusal(error)) this.#refusal = error;
      throw error;
    } finally {
      this.#pendingLogin = undefined;
    }
    const obtained = this.#clock.now();
    this.#token = {
      value: grant.token,
      obtained,
      renewAt: renewalOf(obtained, grant.expires),
      fromLogin: true,
      acceptedAt: undefined,
    };
    if (age !== undefined && reason !== undefined)
      this.#notify({ kind: "token", message: `The access token was renewed after ${inWords(age)}: ${reason}.` });
    return this.#token;
  }
}

/** A login that is not found may be back after the gateway's next start. */
const isRefusal = (error: unknown): error is AuthenticationError => error instanceof AuthenticationError && error.status !== 404;

/** Before the expiry. An expiry in the past is the fault of a clock; then the token is used until it is refused. */
function renewalOf(obtained: number, expires: number | undefined): number | undefined {
  if (expires === undefined || expires <= obtained) return undefined;
  return expires - Math.min(margin, (expires - obtained) / 2);
}

/** A token set by the caller, which cannot be renewed. */
export class FixedToken implements TokenSource {
  readonly login = undefined;
  readonly #token: Token;

  constructor(value: string, now: number) {
    this.#token = { value, obtained: now, renewAt: undefined, fromLogin: false, acceptedAt: undefined };
  }

  async current(): Promise<Token> {
    return this.#token;
  }

  async renew(): Promise<undefined> {
    return undefined;
  }
}
