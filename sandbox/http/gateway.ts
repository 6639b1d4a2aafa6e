import type { IncomingHttpHeaders } from "node:http";
import { GatewayCache } from "./cache.js";
import { RateLimiter } from "./rate-limiter.js";
import type { Login } from "../state/records.js";
import { file, json, type Reply } from "./reply.js";
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

/** JSON that the gateway writes itself, in most places without a charset. */
export const gatewayJson = (status: number, content: string): Reply => ({
  ...file("application/json", Buffer.from(content)),
  status,
});

const notAuthenticated = gatewayJson(403, '{"msg": "not authenticated"}');
const badToken = json(503, { msg: "internal server error" });
const rateLimitExceeded = gatewayJson(429, '{"msg":"rate limit exceeded"}');

/** What the published example configuration adds to every answer to OPTIONS, for scripts in browsers. */
const crossOrigin = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Credentials": "true",
  "Access-Control-Allow-Headers": "X-Requested-With, Authorization",
  "Access-Control-Max-Age": "86400",
};

/** The gateway in front of the API: rate limit, token check, cache. */
export class Gateway {
  #rate: RateLimiter | undefined;
  #cache: GatewayCache | undefined;

  constructor(private readonly world: World) {
    this.clear();
  }

  /** Forgets windows and cached answers, and heeds changed settings. */
  clear(): void {
    const { rateLimit, cache } = this.world.settings;
    this.#rate = rateLimit === false ? undefined : new RateLimiter(rateLimit, () => this.world.now());
    this.#cache = cache ? new GatewayCache() : undefined;
  }

  /** Forwards a request to the backend, unless the gateway answers it itself. */
  answer(request: GatewayRequest, backend: (login: Login | undefined) => Reply): WireReply {
    if (request.login) return toWire(backend(undefined));
    // Spaces do not distinguish callers.
    const caller = request.headers.authorization?.replaceAll(" ", "");
    const counted = this.#rate?.count(caller === undefined || caller === "" ? request.address : caller);
    const reply = counted?.allowed === false ? toWire(rateLimitExceeded) : this.#answered(request, backend);
    const whole = { ...reply, headers: { ...reply.headers, ...counted?.headers } };
    return request.method === "OPTIONS" ? ofOptions(whole) : whole;
  }

  #answered(request: GatewayRequest, backend: (login: Login | undefined) => Reply): WireReply {
    if (request.method === "OPTIONS") return this.#cached(request, () => backend(undefined));
    const login = this.#login(request);
    return "refused" in login ? toWire(login.refused) : this.#cached(request, () => backend(login.login));
  }

  #cached({ method, target, headers }: GatewayRequest, backend: () => Reply): WireReply {
    const work = () => {
      const reply = backend();
      // A cached answer shows when it was created.
      return dated(toWire(method === "HEAD" ? withoutBody(reply) : reply), this.world.now());
    };
    if (this.#cache === undefined) return work();
    return this.#cache.answer(method, target, headers.accept ?? "", headers["cache-control"], work);
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

/** The gateway answers OPTIONS with 200, whatever the backend or the rate limit says. */
const ofOptions = (reply: WireReply): WireReply => {
  const allow = reply.headers["Allow"] ?? "GET, POST, PUT, DELETE, PATCH, OPTIONS";
  return {
    ...reply,
    status: 200,
    headers: { ...crossOrigin, ...reply.headers, Allow: allow, "Access-Control-Allow-Methods": allow },
  };
};

/** The gateway measures the body that it received, and HEAD receives none; GET is then answered with it from the cache. */
const withoutBody = (reply: Reply): Reply => ({
  ...reply,
  body: { kind: "file", contentType: toWire(reply).headers["Content-Type"] ?? "text/plain", content: Buffer.alloc(0) },
});

/** The token of a request, from the places where the gateway looks. The scheme of the header must match exactly. */
function presentedToken({ headers, query }: GatewayRequest): { readonly value: string } | "unreadable" | undefined {
  const [scheme, value] = (headers.authorization ?? "").split(/ (.*)/s);
  if (scheme !== "" && scheme !== "Bearer") return "unreadable";
  if (value !== undefined) return { value };
  const cookies = new Map(
    (headers.cookie ?? "").split(";").map((pair): [string, string] => {
      const [name = "", ...rest] = pair.trim().split("=");
      return [name, rest.join("=").replace(/^"(.*)"$/, "$1")];
    }),
  );
  const cookie = cookies.get("ACCESSTOKEN") ?? cookies.get("access_token");
  if (cookie !== undefined) return { value: cookie };
  const places = [headers["x-jwt"], headers["x-access-token"], query.get("access_token")];
  const place = places.find((each): each is string => typeof each === "string" && each !== "");
  return place === undefined ? undefined : { value: place };
}
