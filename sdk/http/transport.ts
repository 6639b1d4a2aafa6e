import type * as Undici from "undici";
import type { buildConnector, Dispatcher } from "undici";
import { boundTunnel, createConnector, later } from "./connector.js";
import { codingOf, decompressed } from "./decompress.js";
import type { Proxies } from "./proxy.js";
import type { Method } from "../operations/operation.js";
import { exactly } from "../redaction/text.js";
import { faultOf, Interrupted, TransportError } from "./transport-error.js";

/** One HTTP request to the base address. */
export interface TransportRequest {
  readonly method: Method;
  /** Path and query, including the path prefix of the base address. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Ends the exchange, even while the body is read. */
  readonly signal: AbortSignal;
  /** Called right before the request is sent: until then, it cannot have taken effect. */
  readonly onStart?: () => void;
}

/** The head of an answer, and its body, which can be read once. */
export interface TransportAnswer {
  readonly status: number;
  /** First value of a header field, by its lower-case name. A body that has been decompressed has no `content-encoding`. */
  header(name: string): string | undefined;
  /** First values of all header fields, by their lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The whole body. */
  bytes(): Promise<Uint8Array>;
  /** The body piece by piece. Leaving the loop early closes the connection. */
  stream(): AsyncIterable<Uint8Array>;
  /** Discards the body; reading it fails. */
  abandon(): void;
}

/** Sends requests to one base address. Redirects are ordinary answers and are never followed. */
export interface Transport {
  /** Rejects with a `TransportError`, or with `Interrupted` if the signal ended it. */
  send(request: TransportRequest): Promise<TransportAnswer>;
  /** Closes all connections. */
  close(): Promise<void>;
}

export interface TransportOptions {
  readonly origin: string;
  readonly maxConnections: number;
  readonly maxAnswerBytes: number;
  readonly timeouts: { readonly connect: number; readonly body: number };
  /** Undefined: connect directly. */
  readonly proxies?: Proxies | undefined;
  /** Sends the requests instead of our own connections; it is left open. */
  readonly dispatcher?: Dispatcher | undefined;
}

/** Keep-alive connections. The HTTP library is loaded with the first request. */
export function createTransport(options: TransportOptions): Transport {
  let own: Dispatcher | undefined;
  return {
    async send(request) {
      if (request.signal.aborted) throw new Interrupted(request.signal.reason, false);
      const dispatcher = options.dispatcher ?? (own ??= openPool(options));
      const bounds = { maxBytes: options.maxAnswerBytes, longestSilence: options.timeouts.body };
      return exchange(dispatcher, options.origin, request, bounds);
    },
    async close() {
      await own?.destroy();
    },
  };
}

/** What the library's agents pass to the pool factory. */
interface PoolOptions {
  readonly connect: buildConnector.connector;
}

function openPool({ origin, maxConnections, timeouts, proxies }: TransportOptions): Dispatcher {
  // A plain require, because some test runners create contexts that refuse a dynamic import.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const undici = require("undici") as typeof Undici;
  const connect = createConnector(undici, timeouts.connect);
  const options = { connections: maxConnections, pipelining: 1, connect };
  if (proxies === undefined) return new undici.Pool(origin, options);
  const proxy = new URL(proxies.httpsProxy || proxies.httpProxy).host;
  const { Pool } = undici;
  return new undici.EnvHttpProxyAgent({
    ...options,
    ...proxies,
    clientFactory: (address) => new Pool(address, { connect }),
    requestTls: { timeout: timeouts.connect + later },
    factory: (address, given) => {
      const { connect: way, ...rest } = given as PoolOptions;
      return new Pool(address, { ...rest, connect: way === connect ? connect : boundTunnel(way, timeouts.connect, proxy) });
    },
  });
}

interface Bounds {
  readonly maxBytes: number;
  /** Milliseconds between two pieces of a body. */
  readonly longestSilence: number;
}

async function exchange(
  dispatcher: Dispatcher,
  origin: string,
  request: TransportRequest,
  bounds: Bounds,
): Promise<TransportAnswer> {
  let sent = false;
  const started = () => {
    sent = true;
    request.onStart?.();
  };
  const observed = dispatcher.compose((dispatch) => (options, handler) => dispatch(options, new StartObserver(handler, started)));
  const { signal } = request;
  const response = observed.request({
    origin,
    method: request.method,
    path: request.path,
    headers: request.headers,
    body: request.body ?? null,
    signal,
    // Other code limits request and body, to the millisecond; the library's timers are not that exact.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const { statusCode, headers, body } = await whileNotAborted(response, signal).catch((error: unknown) => {
    throw signal.aborted ? new Interrupted(signal.reason, sent) : faultOf(error, sent);
  });
  return new PoolAnswer(statusCode, headers, body, signal, bounds);
}

/** The library notices an abort only when a waiting request gets its connection. No caller should wait for that. */
async function whileNotAborted(
  response: Promise<Dispatcher.ResponseData>,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  let abort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason as Error);
    signal.addEventListener("abort", abort, { once: true });
  });
  try {
    return await Promise.race([response, aborted]);
  } finally {
    signal.removeEventListener("abort", abort!);
    response.then(
      ({ body }) => {
        if (signal.aborted) body.on("error", () => undefined).destroy();
      },
      () => undefined,
    );
  }
}

/** Notices when a request is about to be written to a connection: until then, it cannot have taken effect. */
class StartObserver implements Dispatcher.DispatchHandler {
  constructor(
    private readonly inner: Dispatcher.DispatchHandler,
    private readonly started: () => void,
  ) {}

  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    this.started();
    this.inner.onRequestStart?.(controller, context);
  }

  onResponseStart(...event: Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseStart"]>>): void {
    this.inner.onResponseStart?.(...event);
  }

  onResponseData(...event: Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseData"]>>): void {
    this.inner.onResponseData?.(...event);
  }

  onResponseEnd(...event: Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseEnd"]>>): void {
    this.inner.onResponseEnd?.(...event);
  }

  onResponseError(...event: Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseError"]>>): void {
    this.inner.onResponseError?.(...event);
  }
}

class PoolAnswer implements TransportAnswer {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly #body: Dispatcher.ResponseData["body"];
  readonly #pieces: AsyncIterable<Uint8Array>;
  readonly #signal: AbortSignal;
  readonly #bounds: Bounds;

  constructor(
    readonly status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
    body: Dispatcher.ResponseData["body"],
    signal: AbortSignal,
    bounds: Bounds,
  ) {
    const { "content-encoding": encoding, ...others } = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
    );
    const coding = codingOf(encoding);
    this.headers = coding === undefined && encoding !== undefined ? { ...others, "content-encoding": encoding } : others;
    this.#body = body;
    this.#pieces = coding === undefined ? body : decompressed(body, coding);
    this.#signal = signal;
    this.#bounds = bounds;
  }

  header(name: string): string | undefined {
    return Object.hasOwn(this.headers, name) ? this.headers[name] : undefined;
  }

  /** Collected in one buffer: kept as pieces, an answer in pieces of one byte would take a hundred times its size. */
  async bytes(): Promise<Uint8Array> {
    let gathered = new Uint8Array(0);
    let length = 0;
    for await (const piece of this.stream()) {
      if (length + piece.byteLength > gathered.byteLength) {
        const larger = new Uint8Array(Math.max(2 * gathered.byteLength, length + piece.byteLength));
        larger.set(gathered.subarray(0, length));
        gathered = larger;
      }
      gathered.set(piece, length);
      length += piece.byteLength;
    }
    return gathered.subarray(0, length);
  }

  async *stream(): AsyncGenerator<Uint8Array> {
    const { maxBytes } = this.#bounds;
    let bytes = 0;
    let silence = this.#silence();
    let isRead = false;
    try {
      for await (const piece of this.#pieces) {
        clearTimeout(silence);
        bytes += piece.byteLength;
        if (bytes > maxBytes)
          throw new TransportError("too-large", true, `the answer is larger than the allowed ${maxBytes} bytes`);
        yield piece;
        silence = this.#silence();
      }
      isRead = true;
    } catch (error) {
      if (error instanceof TransportError) throw error;
      throw this.#signal.aborted ? new Interrupted(this.#signal.reason, true) : faultOf(error, true);
    } finally {
      clearTimeout(silence);
      if (!isRead) this.abandon();
    }
  }

  /** Discards the body unless a piece arrives in time. While the reader processes a piece, no time is counted. */
  #silence(): NodeJS.Timeout {
    const { longestSilence } = this.#bounds;
    const message = `no more of the answer arrived for ${exactly(longestSilence)}`;
    return setTimeout(() => this.#body.destroy(new TransportError("body-timeout", true, message)), longestSilence);
  }

  abandon(): void {
    this.#body.on("error", () => undefined).destroy(new Error("abandoned"));
  }
}
