import { perform, type PerformOptions } from "./http/call.js";
import { Redirected, type Engine } from "./http/engine.js";
import { Closed } from "./http/deadline.js";
import { once } from "./values/once.js";
import { ConfigurationError, RedirectError } from "./values/errors.js";
import { listingEnded } from "./http/error-messages.js";
import { createLogin } from "./http/login.js";
import {
  asFile,
  parameterNames,
  type BinaryAnswer,
  type BinaryContent,
  type InputOf,
  type Method,
  type Operation,
  type ResultOf,
} from "./operations/operation.js";
import { authentication } from "./operations/authentication.js";
import { operations, type Operations } from "./operations/index.js";
import {
  overCallDefaults,
  readCallOptions,
  readRequestOptions,
  type CallOptions,
  type RequestOptions,
} from "./http/call-options.js";
import { freeRequest } from "./http/free-request.js";
import { listingOf, type Listing } from "./http/listing.js";
import {
  resolveCloseOptions,
  resolveOptions,
  type ClientOptions,
  type CloseOptions,
  type ResolvedOptions,
} from "./http/options.js";
import { eachPage, type PageQuery } from "./http/paging.js";
import { RateWindow } from "./http/rate-window.js";
import { ProviderTime } from "./http/provider-time.js";
import type { AnswerEvent } from "./http/wire-events.js";
import type { Secrets } from "./redaction/redaction.js";
import { TokenChecks } from "./http/refusal.js";
import { type AnyInput, membersOf } from "./http/request.js";
import { FixedToken, LoginTokens, type TokenSource } from "./http/token.js";
import { createTransport, type Transport } from "./http/transport.js";

/** The input of a call that takes none: an object with members does not compile. */
type NoInput = Readonly<Record<string, never>>;

/** Arguments of a call. The input is optional if none of its members is required. */
type Arguments<O extends Operation> = [keyof InputOf<O>] extends [never]
  ? [input?: NoInput, options?: CallOptions]
  : object extends InputOf<O>
    ? [input?: InputOf<O>, options?: CallOptions]
    : [input: InputOf<O>, options?: CallOptions];

/** What a call gave, and the head of its answer. */
export interface Answered<T> {
  readonly data: T;
  /** The last answer to the call, without secrets: status, header fields, request and duration. */
  readonly response: AnswerEvent & { readonly status: number };
}

/** The result of a call that has been sent. */
export interface CallPromise<T> extends Promise<T> {
  /** The result together with status and header fields of its answer. Rejects as the call does. */
  withResponse(): Promise<Answered<T>>;
}

/** One operation of the API as a function. */
export type Call<O extends Operation> = ((...args: Arguments<O>) => CallPromise<ResultOf<O>>) & Paged<O> & Alternate<O>;

type Paged<O extends Operation> = O extends { readonly paging: { readonly by: "offset" } }
  ? {
      /**
       * Reads all elements of all pages, from `query.offset` on, in pages of `query.limit` (default 100, at least 2). The options
       * apply to each page: `timeout` limits one page. A `signal` ends the whole listing; no element follows after an abort.
       * Iterating throws an `AnswerError` if the list cannot be proven complete.
       */
      each(...args: Arguments<O>): Listing<ResultOf<O> extends readonly (infer Element)[] ? Element : never>;
    }
  : unknown;

type Alternate<O extends Operation> = O extends { readonly alternate: BinaryAnswer }
  ? {
      /** The result of the operation as a file. */
      file(...args: Arguments<O>): CallPromise<BinaryContent>;
    }
  : unknown;

type Areas = {
  readonly [Area in keyof Operations]: { readonly [Verb in keyof Operations[Area]]: AreaCall<Operations[Area][Verb]> };
};

type AreaCall<O> = O extends Operation ? Call<O> : never;

/** Input of `client.request`: texts for the parameters of its path, by name (a whole number for `customerNumber`), `query` and `body`. */
export interface RequestInput {
  /** Texts, numbers, `true` and `false`. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
  /** Anything that JSON represents. Members with names such as `password` are masked in messages; GET and HEAD have no body. */
  readonly body?: unknown;
  readonly [parameter: string]: unknown;
}

/** The whole API: `client.<area>.<verb>(input, options)`. */
export interface Client extends Areas {
  /** Every secret that the client knows, for masking them in other texts. */
  readonly secrets: Secrets;
  /**
   * The provider's time in milliseconds since the epoch, derived from the `Date` of its answers. It is accurate to a second plus
   * half the duration of the answer. Undefined until an answer contains a date.
   */
  providerTime(): number | undefined;
  /**
   * This client with default options for its calls. An option of the call itself takes precedence; `retry` and `headers` are merged, and
   * either `signal` ends the call. Token, connections and limits are shared.
   *
   * @throws ConfigurationError for invalid options.
   */
  with(defaults: CallOptions): Client;
  /**
   * Sends a request that no operation of the table covers, with the same login, rate window, retries, checks and redaction. Values belong into
   * parameters, which no value can leave: `request("GET", "/v1/things/{id}", { id })`. The result is the answer's JSON, unchecked, or
   * undefined if it is empty. Except for GET and HEAD, it is sent again only if it certainly had no effect, or as `repeat` says; what the table
   * covers, as the table says.
   */
  request(method: Method, path: `/v1/${string}`, input?: RequestInput, options?: RequestOptions): CallPromise<unknown>;
  /**
   * Waits for the calls under way, or ends them with `{ abort: true }`, then closes the connections. A file that has not been read
   * to its end by then is cut off. A call can wait as long as its timeout and `maxRateLimitWait` allow. A second call may still abort.
   */
  close(options?: CloseOptions): Promise<void>;
  /** Same as `close()`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** A client that has some areas of the API. */
export type ClientOf<Area extends keyof Operations> = Omit<Client, Exclude<keyof Operations, Area> | "with"> & {
  /** As `with` of a client that has all areas. */
  with(defaults: CallOptions): ClientOf<Area>;
};

/**
 * Creates a client for one login. It sends nothing and opens no connection before the first call.
 *
 * @throws ConfigurationError for invalid options.
 */
export function createClient(options: ClientOptions): Client {
  return createClientOf(operations, options);
}

/**
 * Creates a client with some areas, which `pulumi-hosting/sdk/areas` exports, so that a bundle does not have the others:
 * `createClientOf({ webhooks }, options)`.
 *
 * @throws ConfigurationError for invalid options.
 */
export function createClientOf<Area extends keyof Operations>(
  areas: Pick<Operations, Area>,
  options: ClientOptions,
): ClientOf<Area> {
  const settings = resolveOptions(options);
  return clientOver(settings, createTransport({ ...settings, origin: settings.base.origin }), areas);
}

/**
 * Creates a client that sends its requests to the given transport instead of the network.
 *
 * @throws ConfigurationError for invalid options.
 */
export const createClientOver = (options: ClientOptions, transport: Transport): Client =>
  clientOver(resolveOptions(options), transport, operations);

/** Some areas of the operation table, or all of them. */
type Table = Partial<Operations>;

function clientOver(settings: ResolvedOptions, transport: Transport, table: Table): Client {
  const closing = new AbortController();
  const engine = createEngine(settings, transport, closing.signal);
  const underWay = new Set<Promise<unknown>>();
  let closed = false;

  const carryOut = (operation: Operation, input: AnyInput, options: PerformOptions): Promise<unknown> => {
    if (closed) throw new ConfigurationError(`${operation.id}: the client is closed.`, { operation });
    const result = performAndFollow({ engine, table }, operation, input, options);
    underWay.add(result);
    const over = () => underWay.delete(result);
    result.then(over, over);
    return result;
  };
  const close = async (options?: CloseOptions): Promise<void> => {
    const { abort } = resolveCloseOptions(options);
    closed = true;
    if (abort) closing.abort(new Closed("the client was closed"));
    await Promise.allSettled(underWay);
    await transport.close();
  };
  const shared: Omit<Client, keyof Areas | "with" | "request"> = {
    secrets: settings.secrets,
    providerTime: () => engine.time.now(),
    close,
    [Symbol.asyncDispose]: () => close(),
  };
  const rows = once(() => Object.values(table).flatMap((area) => Object.values<Operation>(area)));
  const clientWith = (defaults: CallOptions): Client => {
    /** Whatever a call is refused for rejects its promise. */
    const send = (input: AnyInput = {}, read: () => readonly [Operation, CallOptions]) =>
      telling(async (onHead) => {
        const [operation, options] = read();
        return carryOut(operation, input, { ...overCallDefaults(defaults, options), onHead });
      });
    const calls: CarryOut = (operation, input, options) => send(input, () => [operation, readCallOptions(options)]);
    const others: Omit<Client, keyof Areas> = {
      ...shared,
      with: (further) => clientWith(overCallDefaults(defaults, readCallOptions(further))),
      request: (method, path, input, given) =>
        send(input, () => {
          const { repeat, ...options } = readRequestOptions(given);
          return [freeRequest({ method, path, repeat }, rows()), options];
        }),
    };
    return withAreas(others, table, (row) => createCall(row, calls, [defaults.signal, closing.signal]));
  };
  return clientWith({});
}

/** Sends a call. Its promise also tells about the last answer. */
function telling(send: (onHead: (head: () => AnswerEvent) => void) => Promise<unknown>): CallPromise<unknown> {
  let last: () => AnswerEvent;
  const data = send((head) => (last = head));
  const withResponse = async () => ({ data: await data, response: last() as Answered<unknown>["response"] });
  return Object.assign(data, { withResponse });
}

/** Each of them ends all calls. */
type Signals = readonly (AbortSignal | undefined)[];

/** Adds the areas, each of which is made when it is first used. */
function withAreas<T extends object>(client: T, table: Table, callOf: (row: Operation) => unknown): T & Areas {
  for (const area of Object.keys(table) as (keyof Operations)[])
    Object.defineProperty(client, area, {
      get: once(() => Object.fromEntries(Object.entries<Operation>(table[area] ?? {}).map(([verb, row]) => [verb, callOf(row)]))),
      enumerable: true,
    });
  return client as T & Areas;
}

function createEngine(settings: ResolvedOptions, transport: Transport, closing: AbortSignal): Engine {
  const { clock, credentials, notify, rateLimit } = settings;
  const window = new RateWindow(clock, notify, rateLimit);
  const time = new ProviderTime(clock);
  const withoutTokens: Engine = {
    settings,
    transport,
    window,
    time,
    host: { hasAnswered: false },
    checks: new TokenChecks(),
    closing,
    files: new Set(),
    tokens: undefined,
  };
  const login = "accessToken" in credentials ? undefined : createLogin(withoutTokens, credentials);
  const tokens: TokenSource =
    "accessToken" in credentials
      ? new FixedToken(credentials.accessToken, clock.now())
      : new LoginTokens(
          clock,
          async (onFailure) => {
            const grant = await login!(onFailure);
            window.reset();
            return grant;
          },
          notify,
        );
  return { ...withoutTokens, tokens };
}

type CarryOut = (operation: Operation, input?: AnyInput, options?: CallOptions) => CallPromise<unknown>;

function createCall(operation: Operation, carryOut: CarryOut, ending: Signals): unknown {
  const call = (input?: AnyInput, options?: CallOptions) => carryOut(operation, input, options);
  const { alternate } = operation;
  if (alternate !== undefined)
    Object.assign(call, {
      file: (input?: AnyInput, options?: CallOptions) => carryOut(asFile(operation, alternate), input, options),
    });
  if (operation.paging?.by !== "offset") return call;
  const { key } = operation.paging;
  const each = (given: AnyInput = {}, options?: CallOptions) => {
    // The call refuses what cannot be read.
    const input = membersOf(given);
    const query = membersOf(input?.["query"] ?? {});
    const read = (page: PageQuery) =>
      carryOut(
        operation,
        input === undefined || query === undefined ? given : { ...input, query: { ...query, ...page } },
        options,
      );
    const check = () => {
      for (const signal of [options?.signal, ...ending])
        if (signal?.aborted === true) throw listingEnded(operation, signal.reason);
    };
    return listingOf(
      () => eachPage(operation, key, query ?? {}, read as (page: PageQuery) => Promise<readonly unknown[]>),
      check,
    );
  };
  return Object.assign(call, { each });
}

const login = authentication.authenticate;

async function performAndFollow(
  { engine, table }: { readonly engine: Engine; readonly table: Table },
  operation: Operation,
  input: AnyInput,
  options: PerformOptions,
): Promise<unknown> {
  const result = await perform(
    operation.path === login.path ? { ...engine, tokens: undefined } : engine,
    operation,
    input,
    options,
  );
  if (!(result instanceof Redirected)) return result;
  // Loads all areas, for one operation that is redirected. Its target is in its own area.
  const rows = Object.values(table).flatMap((area) => Object.values<Operation>(area));
  const target = rows.find((row) => row.method === "GET" && row.path === result.to)!;
  const parameters = Object.fromEntries(parameterNames(target.path).map((name) => [name, input[name]]));
  const followed = await perform(engine, target, parameters, options);
  if (followed instanceof Redirected)
    throw new RedirectError(`${operation.id}: the provider redirects twice.`, 301, undefined, { operation });
  return followed;
}
