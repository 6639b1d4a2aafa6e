import assert from "node:assert/strict";
import { inspect } from "node:util";
import { type Client, type ClientOptions, createClient, type HostingError, InputError, type Notice } from "../../sdk/index.js";
import { rows } from "../../sdk/operations/rows.js";
import { FakeClock } from "./clock.js";
import { assertInert } from "./hostile.js";
import { type RawHandler, type RawServer, startRawServer } from "./raw-server.js";
import { type Handler, json, type Received, startServer, type TestServer } from "./server.js";

export const accessToken = "TOKEN-0123456789====";
export const password = "pass/word&<9>";
export const day = 86_400_000;

/** The input of a call that could act twice, and the answer to it. */
export const webhook = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://hook.example/x" } as const;
export const created = { ...webhook, uid: "w1" };

/** A client with its own time. */
export interface Connected {
  readonly client: Client;
  readonly clock: FakeClock;
  readonly notices: readonly Notice[];
  /** The outcome of a call, while time moves on through pauses between its attempts. */
  readonly driven: <T>(call: Promise<T>) => Promise<T>;
}

export interface World extends Connected {
  readonly server: TestServer;
  /** Requests other than logins. */
  readonly calls: () => readonly Received[];
}

/** The gateway in front of the provider, as far as logins go. */
class Gateway {
  logins = 0;
  readonly valid = new Set<string>();
  constructor(private readonly clock: FakeClock) {}

  /** Answers logins and bad tokens; false for requests that go on to the backend. */
  handles({ url, headers }: Received, response: Parameters<Handler>[1]): boolean {
    if (url === "/v1/authenticate") {
      const token = `TOKEN-${++this.logins}====`;
      this.valid.add(`Bearer ${token}`);
      json(response, 200, { token, expires: new Date(this.clock.now() + day).toISOString() });
    } else if (headers.authorization === undefined) json(response, 403, { msg: "not authenticated" });
    else if (!this.valid.has(headers.authorization)) json(response, 503, { msg: "internal server error" });
    else return false;
    return true;
  }
}

/** Clients and servers for the tests of one `describe`, closed after each of them. */
export function useClients() {
  const open: { close(): unknown }[] = [];
  const keep = <T extends { close(): unknown }>(each: T): T => (open.push(each), each);
  afterEach(async () => {
    for (const each of open.splice(0).reverse()) await each.close();
  });

  const connect = (baseUrl: string, options: Partial<ClientOptions> = {}): Connected => {
    const clock = new FakeClock();
    const notices: Notice[] = [];
    const onNotice = (notice: Notice) => notices.push(notice);
    const client = createClient({ baseUrl, credentials: { accessToken }, clock, onNotice, ...options });
    keep({ close: () => client.close({ abort: true }) });
    return { client, clock, notices, driven: (call) => clock.drive(call, (milliseconds) => milliseconds <= 20_000) };
  };
  const serve = async (handler: Handler): Promise<TestServer> => keep(await startServer(handler));
  const start = async (handler: Handler, options: Partial<ClientOptions> = {}): Promise<World> => {
    const server = await serve(handler);
    const calls = () => server.received.filter(({ url }) => url !== "/v1/authenticate");
    return { server, calls, ...connect(server.url, options) };
  };
  return {
    keep,
    connect,
    serve,
    raw: async (handler: RawHandler, greet?: Parameters<typeof startRawServer>[1]): Promise<RawServer> =>
      keep(await startRawServer(handler, greet)),
    /** A client with a token, and its server. */
    start,
    /** A client with a login, behind a gateway. */
    async login(backend: Handler, options: Partial<ClientOptions> = {}): Promise<World & { readonly gateway: Gateway }> {
      const known: { gateway?: Gateway } = {};
      const world = await start(
        (request, response, socket) =>
          known.gateway!.handles(request, response) ? undefined : backend(request, response, socket),
        { credentials: { username: "me", password }, ...options },
      );
      known.gateway = new Gateway(world.clock);
      return { ...world, gateway: known.gateway };
    },
  };
}

/** The error that a call ends with; what holds for every error is checked here. What it quotes may have more than 40 words. */
export async function failureOf<E extends HostingError>(
  call: Promise<unknown>,
  kind: abstract new (...args: never[]) => E,
  words = 40,
): Promise<E> {
  const error: unknown = await call.then(
    () => assert.fail("the call succeeded"),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof kind, inspect(error));
  const everything = inspect(error, { depth: Infinity, showHidden: true }) + JSON.stringify(error);
  for (const secret of [password, encodeURIComponent(password), "TOKEN-"]) assert.ok(!everything.includes(secret), everything);
  if (error.operation !== undefined && error.operation !== "authenticate")
    assert.equal(error.repeat, rows.find(({ id }) => id === error.operation)?.repeat);
  assertInert(error.message);
  assert.ok(error.message.length < 3000 && error.message.split(/\s+/).length <= words, error.message);
  if (!(error instanceof InputError)) assert.doesNotMatch(error.message, /\n/);
  // What it quotes has no pointer of its own.
  assert.doesNotMatch(error.message, /explain .*explain/);
  return error;
}
