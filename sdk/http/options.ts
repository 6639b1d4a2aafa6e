import type { Dispatcher } from "undici";
import { callTimeout, milliseconds } from "../values/duration.js";
import { systemClock, type Clock } from "../values/clock.js";
import { ConfigurationError } from "../values/errors.js";
import { isLoopback } from "../values/loopback.js";
import { type Notice, notify } from "../values/notice.js";
import { resolveRetry, usualRetry, type RetryOptions } from "./call-options.js";
import { checkedHeaders } from "./headers.js";
import { callback, duration, flag, having, integer } from "./option-checks.js";
import { optionNames, readOptions } from "./option-names.js";
import { proxiesFor, type Proxies } from "./proxy.js";
import { windowLength, type RateLimitSettings } from "./rate-window.js";
import { Secrets } from "../redaction/redaction.js";
import { isSecretName } from "../redaction/mask.js";
import type { RetryPolicy } from "./retry.js";
import { secretsIn } from "../redaction/addresses.js";
import { version } from "../values/version.js";
import { printer, type AnswerEvent, type Observer, type RequestEvent } from "./wire-events.js";

export interface LoginCredentials {
  /** Login of the customer centre, or the uuid of an application token. */
  readonly username: string;
  /** Password of the login, or the secret of the application token. */
  readonly password: string;
  /** Code of a second factor, for a login by hand. It is sent until a login succeeds, and not afterwards. */
  readonly multiFactorCode?: string | undefined;
  /** Device identifier from a `SecondFactorError`. */
  readonly deviceId?: string | undefined;
}

export interface AccessTokenCredentials {
  /** A token that the caller obtained. It is never renewed. */
  readonly accessToken: string;
}

export type Credentials = LoginCredentials | AccessTokenCredentials;

/** Timeouts in milliseconds. */
export interface Timeouts {
  /** Opening a connection, including TLS; default 10 seconds. */
  readonly connect?: number | undefined;
  /** One request, from sending it to the end of its answer; default 60 seconds. Reading a file does not count. */
  readonly request?: number | undefined;
  /** Between two pieces of an answer's body, including files; default 30 seconds. */
  readonly body?: number | undefined;
  /**
   * A whole call with its retries; default 5 minutes. Waiting for the rate window does not count, because it has its own limit.
   * Reading a file does not count either.
   */
  readonly total?: number | undefined;
}

/** What is known about the provider's rate limit. */
export interface RateLimitOptions {
  /**
   * Length of the window in milliseconds; default 15 minutes, as documented. If the provider's answers show a shorter one, that one
   * is used.
   */
  readonly window?: number | undefined;
  /**
   * Requests in a window; the last of them is refused. If set, no more are sent until the first answers arrive; the number that
   * they show then replaces it. Default: unknown; until the first answer to an operation, `maxConnections` of its calls are sent.
   */
  readonly limit?: number | undefined;
}

export interface ClientOptions {
  /** Base address of the API without `/v1`; https, or http on loopback. A path prefix is kept. */
  readonly baseUrl: string;
  readonly credentials: Credentials;
  /**
   * Bypass the gateway's cache (`Cache-Control: no-cache` on every GET); default true. The cache keeps answers indefinitely and
   * shares them between logins: with `false`, an answer may be stale or belong to another login.
   */
  readonly fresh?: boolean | undefined;
  readonly timeouts?: Timeouts | undefined;
  readonly retry?: RetryOptions | undefined;
  readonly rateLimit?: RateLimitOptions | undefined;
  /** How long a call may wait for the rate window, in milliseconds; default 15 minutes, or `rateLimit.window` if that is longer. */
  readonly maxRateLimitWait?: number | undefined;
  /** Maximum number of open connections; default 10. */
  readonly maxConnections?: number | undefined;
  /** Largest answer that is read, in bytes; default 32 MiB. */
  readonly maxAnswerBytes?: number | undefined;
  /** Secret values known elsewhere. The client adds its own and masks all of them in messages. */
  readonly secrets?: Secrets | undefined;
  /** Called for retries, waits and token renewals. Its errors and rejections are ignored. */
  readonly onNotice?: ((notice: Notice) => unknown) | undefined;
  /** Called for each request before it is sent, without secrets. Its errors and rejections are ignored. `HOSTING_DEBUG=1` prints the same on stderr. */
  readonly onRequest?: ((event: RequestEvent) => unknown) | undefined;
  /** Called with the head of each answer, or the reason why there is none, without secrets. Its errors and rejections are ignored. */
  readonly onAnswer?: ((event: AnswerEvent) => unknown) | undefined;
  /** Name and version of the program, such as `fleet/2.1`; added to `User-Agent: pulumi-hosting/<version>`. */
  readonly userAgent?: string | undefined;
  /**
   * Header fields of each request, such as a trace id. Those that the client sets itself are refused: login, content, host, connection,
   * cookies, `Accept`, `Cache-Control` (use `fresh`) and `User-Agent` (use `userAgent`).
   */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
  /**
   * Sends the requests instead of the client's own connections: an agent of undici 7, for another kind of proxy, a certificate
   * authority or a test. `timeouts.connect`, `maxConnections` and the proxies of the environment do not apply then, and `close()`
   * leaves it open. It must neither retry (`RetryAgent`) nor follow redirects (`interceptors.redirect`): that could place an order
   * twice, or send the token to another host. Default: own connections, through the proxies of `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`.
   */
  readonly dispatcher?: Dispatcher | undefined;
  readonly clock?: Clock | undefined;
}

const clientOptions = optionNames<ClientOptions>({
  baseUrl: true,
  credentials: true,
  fresh: true,
  timeouts: true,
  retry: true,
  rateLimit: true,
  maxRateLimitWait: true,
  maxConnections: true,
  maxAnswerBytes: true,
  secrets: true,
  onNotice: true,
  onRequest: true,
  onAnswer: true,
  userAgent: true,
  headers: true,
  dispatcher: true,
  clock: true,
});
const timeoutOptions = optionNames<Timeouts>({ connect: true, request: true, body: true, total: true });
const rateLimitOptions = optionNames<RateLimitOptions>({ window: true, limit: true });
const loginOptions = optionNames<LoginCredentials>({ username: true, password: true, multiFactorCode: true, deviceId: true });
const credentialOptions = [...loginOptions, ...optionNames<AccessTokenCredentials>({ accessToken: true })];
/** How to close a client. */
export interface CloseOptions {
  /** End the calls under way with an `AbortError` instead of waiting for them; default false. */
  readonly abort?: boolean | undefined;
}

const closeOptions = optionNames<CloseOptions>({ abort: true });

/** Validated options with all defaults applied. */
export interface ResolvedOptions {
  readonly base: URL;
  readonly credentials: Credentials;
  readonly fresh: boolean;
  readonly timeouts: { readonly connect: number; readonly request: number; readonly body: number; readonly total: number };
  readonly retry: RetryPolicy;
  readonly rateLimit: RateLimitSettings;
  readonly maxRateLimitWait: number;
  readonly maxConnections: number;
  readonly maxAnswerBytes: number;
  readonly secrets: Secrets;
  readonly notify: (notice: Notice) => void;
  readonly observers: readonly Observer[];
  readonly userAgent: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly dispatcher: Dispatcher | undefined;
  readonly proxies: Proxies | undefined;
  readonly clock: Clock;
}

const second = 1000;

/** Default timeout of a connection, in milliseconds. */
export const connectTimeout = 10 * second;

/** Default timeout until the head of an answer. */
export const requestTimeoutText = "60s";

/** @throws ConfigurationError */
export function resolveOptions(given: ClientOptions): ResolvedOptions {
  const options = readOptions("options of createClient", given, clientOptions);
  const timeouts = readOptions("timeouts", options.timeouts, timeoutOptions);
  const rateLimit = readOptions("rateLimit", options.rateLimit, rateLimitOptions);
  const window = duration("rateLimit.window", rateLimit.window, windowLength);
  const maxConnections = integer("maxConnections", options.maxConnections, 10, 1);
  const secrets = having("secrets", options.secrets, ["add", "redact", "including"], "Secrets of this package") ?? new Secrets();
  const credentials = checkedCredentials(options.credentials);
  for (const value of "accessToken" in credentials
    ? [credentials.accessToken]
    : [credentials.password, credentials.multiFactorCode, credentials.deviceId])
    secrets.add(value);
  const headers = checkedHeaders(options.headers);
  for (const [name, value] of Object.entries(headers)) if (isSecretName(name)) secrets.add(value);
  const base = checkedBase(options.baseUrl);
  checkRehearsal(base, process.env);
  const dispatcher = having("dispatcher", options.dispatcher, ["compose", "dispatch", "request"], "a Dispatcher of undici 7");
  const proxies = dispatcher === undefined ? proxiesFor(base, process.env) : undefined;
  for (const value of [proxies?.httpProxy, proxies?.httpsProxy].flatMap((address) => secretsIn(address ?? "")))
    secrets.add(value);
  return {
    base,
    credentials,
    fresh: flag("fresh", options.fresh, true),
    timeouts: {
      connect: duration("timeouts.connect", timeouts.connect, connectTimeout),
      request: duration("timeouts.request", timeouts.request, milliseconds(requestTimeoutText)),
      body: duration("timeouts.body", timeouts.body, 30 * second),
      total: duration("timeouts.total", timeouts.total, callTimeout),
    },
    retry: resolveRetry(options.retry, usualRetry),
    rateLimit: {
      window,
      limit: rateLimit.limit === undefined ? undefined : integer("rateLimit.limit", rateLimit.limit, 0, 2),
      probes: maxConnections,
    },
    maxRateLimitWait: integer("maxRateLimitWait", options.maxRateLimitWait, Math.max(windowLength, window), 0),
    maxConnections,
    maxAnswerBytes: integer("maxAnswerBytes", options.maxAnswerBytes, 32 * 2 ** 20, 1),
    secrets,
    notify: notifier(options.onNotice, secrets),
    observers: observersOf(options),
    userAgent: userAgentOf(options.userAgent),
    headers,
    dispatcher,
    proxies,
    clock: having("clock", options.clock, ["now", "sleep"], "a Clock") ?? systemClock,
  };
}

/** @throws ConfigurationError */
export function resolveCloseOptions(options: CloseOptions | undefined): { readonly abort: boolean } {
  const { abort } = readOptions("options of close", options, closeOptions);
  return { abort: flag("abort", abort, false) };
}

function observersOf({ onRequest, onAnswer }: ClientOptions): Observer[] {
  callback("onRequest", onRequest);
  callback("onAnswer", onAnswer);
  const debug = process.env["HOSTING_DEBUG"] === "1" ? [printer((line) => process.stderr.write(`${line}\n`))] : [];
  return [{ onRequest, onAnswer }, ...debug];
}

/** What a header field can contain, and long enough for a name and a version or two. */
const product = /^[\x21-\x7e][\x20-\x7e]{0,199}$/;

function userAgentOf(own: string | undefined): string {
  const ours = `pulumi-hosting/${version}`;
  if (own === undefined) return ours;
  if (typeof own !== "string" || !product.test(own))
    throw new ConfigurationError(
      "userAgent must be the program's name and version, such as fleet/2.1: at most 200 ASCII characters.",
    );
  return `${ours} ${own}`;
}

function notifier(onNotice: ClientOptions["onNotice"], secrets: Secrets): (notice: Notice) => void {
  callback("onNotice", onNotice);
  return ({ kind, message }) => notify(onNotice, { kind, message: secrets.redact(message) });
}

/** Messages do not repeat the address: it may contain a login. */
function checkedBase(text: string): URL {
  if (typeof text !== "string" || !URL.canParse(text))
    throw new ConfigurationError("baseUrl must be the address of the API, such as https://api.example.com.");
  const url = new URL(text);
  if (url.username !== "" || url.password !== "")
    throw new ConfigurationError("baseUrl must not contain a login: use credentials.");
  if (url.search !== "" || url.hash !== "" || /[?#]/.test(text))
    throw new ConfigurationError("baseUrl must not contain a query or a fragment.");
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname)))
    throw new ConfigurationError(
      `baseUrl must be https (http only on loopback): the login would be sent unencrypted to ${url.hostname || "its host"}.`,
    );
  url.pathname = url.pathname.replace(/\/+$/, "");
  if (/\/v1$/.test(url.pathname))
    throw new ConfigurationError("baseUrl must not end in /v1: the paths of the operations contain it.");
  return url;
}

const visibleAscii = /^[\x21-\x7e]+$/;

const eitherCredentials = "credentials must be either a username with its password, or an accessToken";

function checkedCredentials(given: Credentials | undefined): Credentials {
  if (typeof given !== "object" || given === null) throw new ConfigurationError(`${eitherCredentials}.`);
  const credentials = readOptions<Credentials>("credentials", given, credentialOptions);
  if ("accessToken" in credentials) {
    if (loginOptions.some((name) => name in credentials)) throw new ConfigurationError(`${eitherCredentials}, not both.`);
    if (typeof credentials.accessToken !== "string" || !visibleAscii.test(credentials.accessToken))
      throw new ConfigurationError("credentials.accessToken must be a token: visible ASCII characters without spaces.");
    return credentials;
  }
  for (const name of ["username", "password"] as const) checkedLogin(name, credentials[name]);
  for (const name of ["multiFactorCode", "deviceId"] as const)
    if (credentials[name] !== undefined && typeof credentials[name] !== "string")
      throw new ConfigurationError(`credentials.${name} must be a string.`);
  return credentials;
}

function checkedLogin(name: "username" | "password", value: unknown): void {
  if (typeof value !== "string" || value === "")
    throw new ConfigurationError(`credentials.${name} is missing. An application token logs in with its uuid and its secret.`);
  if (/^\s|\s$|\p{Cc}/u.test(value))
    throw new ConfigurationError(
      `credentials.${name} has white space around it or a control character in it, such as the line end of a file. Remove that.`,
    );
}

/** The variable with the only address that clients may call, that of a sandbox. `hosting rehearse` sets it for the program and the provider. */
export const rehearsalVariable = "HOSTING_REHEARSAL";

/**
 * In a rehearsal, refuses every address but that of the sandbox, wherever it comes from: a program may have the address of the real API in
 * its code.
 *
 * @throws ConfigurationError
 */
function checkRehearsal(base: URL, environment: Readonly<Record<string, string | undefined>>): void {
  const only = environment[rehearsalVariable];
  if (!only || (URL.canParse(only) && new URL(only).origin === base.origin)) return;
  throw new ConfigurationError(
    `this is a rehearsal, which calls only its sandbox, and this login is for ${base.host}. The copy has the logins of the providers in the state.`,
  );
}
