import type { Clock } from "../values/clock.js";
import { AuthenticationError, type HostingError } from "../values/errors.js";
import type { Notice } from "../values/notice.js";
import { inWords } from "../redaction/text.js";

export interface Token {
  readonly value: string;
  /** When it was obtained, milliseconds since the epoch. */
  readonly obtained: number;
  /** When it is to be replaced; undefined where its end is not known: when it is refused. */
  readonly renewAt: number | undefined;
  /** Whether a login yielded it, and not the caller. */
  readonly fromLogin: boolean;
  /** When the provider last accepted it, milliseconds since the epoch; undefined where it has not yet. */
  acceptedAt: number | undefined;
}

/** What a login yields. */
export interface Grant {
  readonly token: string;
  /** Milliseconds since the epoch; undefined where the answer does not say. */
  readonly expires: number | undefined;
}

/** A login under way. */
interface PendingLogin {
  /** What its last attempt failed with; undefined where none has failed. */
  failure: HostingError | undefined;
}

/** Logs in; tells of failures that another attempt follows. */
export type Login = (onFailure: (error: HostingError) => void) => Promise<Grant>;

export interface TokenSource {
  /** The login that all who ask for a token wait for; undefined where none is under way. */
  readonly login: Readonly<PendingLogin> | undefined;
  /** A token that should be good. */
  current(): Promise<Token>;
  /** A newer token in place of one that the gateway seems to refuse; undefined where none is to be had. */
  renew(refused: Token): Promise<Token | undefined>;
}

/** A token is replaced this long before its end. */
const margin = 60_000;

/** A token younger than this is hardly to blame. */
const young = 5_000;

/** Nor is one that never worked, for this long: something else may be wrong, and more logins would not help. */
const youngUnlessAccepted = 60_000;

/** So often a young token is replaced all the same: it may have been revoked right after the login. */
const youngInterval = 60_000;

/** Tokens by login: one login at a time, however many calls wait for it. */
export class LoginTokens implements TokenSource {
  readonly #clock: Clock;
  readonly #logIn: Login;
  readonly #notify: (notice: Notice) => void;
  #token: Token | undefined;
  #pending: Promise<Token> | undefined;
  #pendingLogin: PendingLogin | undefined;
  #refusal: AuthenticationError | undefined;
  /** When a young token was last replaced. */
  #youngReplaced = -Infinity;

  constructor(clock: Clock, logIn: Login, notify: (notice: Notice) => void) {
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
    return this.#obtain("the provider seems to refuse it");
  }

  /** A moment that lies ahead was noted before the clock was set back, and tells nothing. */
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
      if (error instanceof AuthenticationError) this.#refusal = error;
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

/** Ahead of the end. An end that lies in the past is the fault of a clock; then the token is used until it is refused. */
function renewalOf(obtained: number, expires: number | undefined): number | undefined {
  if (expires === undefined || expires <= obtained) return undefined;
  return expires - Math.min(margin, (expires - obtained) / 2);
}

/** A token that was given and cannot be renewed. */
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
