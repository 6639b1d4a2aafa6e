import type { IncomingHttpHeaders } from "node:http";
import { GatewayCache } from "./cache.js";
import { RateLimiter, type RateLimit } from "./rate-limiter.js";
import type { Login } from "../state/records.js";
import { empty, file, json, type Reply } from "./reply.js";
import { hashed } from "../state/credentials.js";
import { dated, toWire, type WireReply } from "./wire.js";
import type { World } from "../state/world.js";

/** What the gateway needs to know about a request. */
export interface GatewayRequest {
  /** Whether it is a login, which needs no token. */
  readonly login: boolean;
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly address: string;
}

/** Another part of the gateway creates this body, with a space and without a charset. */
const notAuthenticated: Reply = {
  ...file("application/json", Buffer.from('{"msg": "not authenticated"}')),
  status: 403,
};
const badToken = json(503, { msg: "internal server error" });
const rateLimitExceeded = json(429, { msg: "rate limit exceeded" });

/** The gateway in front of the API: rate limit, token check, cache. */
export class Gateway {
  readonly #rate: RateLimiter | undefined;
  readonly #cache: GatewayCache | undefined;

  constructor(
    private readonly world: World,
    rateLimit: RateLimit | false,
    cache: boolean,
  ) {
    this.#rate = rateLimit === false ? undefined : new RateLimiter(rateLimit, () => world.now());
    this.#cache = cache ? new GatewayCache() : undefined;
  }

  /** Forgets windows and cached answers. */
  clear(): void {
    this.#rate?.clear();
    this.#cache?.clear();
  }

  /** Forwards a request to the backend, unless the gateway answers it itself. */
  answer(request: GatewayRequest, backend: (login: Login | undefined) => Reply): WireReply {
    // The gateway itself answers OPTIONS there.
    if (request.login) return toWire(request.method === "OPTIONS" ? empty(200) : backend(undefined));
    const counted = this.#rate?.count(request.headers.authorization ?? request.address);
    const reply = counted?.allowed === false ? toWire(rateLimitExceeded) : this.#authenticated(request, backend);
    return { ...reply, headers: { ...reply.headers, ...counted?.headers } };
  }

  #authenticated(request: GatewayRequest, backend: (login: Login) => Reply): WireReply {
    const login = this.#login(request);
    if ("refused" in login) return toWire(login.refused);
    // A cached answer shows when it was created.
    const work = () => dated(toWire(backend(login.login)), this.world.now());
    if (this.#cache === undefined) return work();
    return this.#cache.answer(
      request.method,
      request.target,
      request.headers.accept ?? "",
      request.headers["cache-control"],
      work,
    );
  }

  #login(request: GatewayRequest): { readonly login: Login } | { readonly refused: Reply } {
    const token = presentedToken(request);
    if (token === undefined) return { refused: notAuthenticated };
    const session = token === "unreadable" ? undefined : this.world.objects.sessions.get(hashed(token.value));
    if (session === undefined || session.expires <= this.world.now()) return { refused: badToken };
    const login = this.world.objects.logins.get(session.login);
    return login === undefined ? { refused: badToken } : { login };
  }
}

/** The token of a request, from the places where the gateway looks. The scheme of the header must match exactly. */
function presentedToken({ headers, query }: GatewayRequest): { readonly value: string } | "unreadable" | undefined {
  if (headers.authorization === "Bearer") return undefined;
  if (headers.authorization !== undefined && headers.authorization !== "") {
    const value = /^Bearer (.+)$/.exec(headers.authorization)?.[1];
    return value === undefined ? "unreadable" : { value };
  }
  const cookies = new Map(
    (headers.cookie ?? "").split(";").map((pair): [string, string] => {
      const [name = "", ...rest] = pair.trim().split("=");
      return [name, rest.join("=")];
    }),
  );
  const places = [
    cookies.get("ACCESSTOKEN"),
    cookies.get("access_token"),
    headers["x-jwt"],
    headers["x-access-token"],
    query.get("access_token"),
  ];
  const value = places.find((place): place is string => typeof place === "string" && place !== "");
  return value === undefined ? undefined : { value };
}
