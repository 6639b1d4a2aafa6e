/** An answer of the gateway in front of the API. */
export interface GatewayAnswer {
  readonly status: number;
  readonly name: string;
  readonly meaning: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: JSON with a message. */
  readonly contentType?: "text/plain";
}

/** What the gateway answers to any operation; measured with its published software. */
export const gatewayAnswers: readonly GatewayAnswer[] = [
  {
    status: 403,
    name: "NotAuthenticated",
    meaning: "no token was sent; the API has no 401, and 403 also means no access or no such object",
  },
  {
    status: 429,
    name: "RateLimited",
    meaning: "the request window is used up; no Retry-After says when the next one begins, at most 15 minutes later",
    headers: {
      "X-RateLimit": "Requests in a window.",
      "X-RateLimit-Remaining": "Requests left: 1 with the last one that is answered, 0 together with 429.",
    },
  },
  {
    status: 503,
    name: "Unavailable",
    meaning: "the token is unknown, expired or malformed, or the API is out of service",
  },
];

/** What the gateway answers to a login instead of {@link gatewayAnswers}: it neither limits logins nor requires a token for them. */
export const loginAnswers: readonly GatewayAnswer[] = [
  { status: 500, name: "LoginUnreadable", meaning: "the login is not JSON, or the gateway has failed" },
  { status: 503, name: "OutOfService", meaning: "the API is out of service" },
];

/** How a request is refused if its operation does not document it. */
export const refusal: GatewayAnswer = {
  status: 400,
  name: "Refused",
  meaning: "the request is not acceptable; this operation's form of that answer is not documented",
};

/** The answer to a path with something else instead of a number. */
export const unknownRoute: GatewayAnswer = {
  status: 404,
  name: "UnknownRoute",
  meaning: "no operation has this path: a parameter that must be a number is not one",
  contentType: "text/plain",
};

/** Said at every read. */
export const cachedRead = "The answer may come from the gateway's cache, unless `Cache-Control: no-cache` is sent.";

/** What a client must know about the gateway before its first request; the client of this package handles all of it. */
export const gatewayTraps: readonly string[] = [
  "**Cache.** The gateway can cache answers to GET indefinitely, and shares them between logins: a list can show deleted objects, or " +
    "what another login received. Send exactly `Cache-Control: no-cache` with every GET whose answer matters, and " +
    "the same `Accept` with all of them. `X-Cache: HIT` marks an answer from the cache.",
  "**Path parameters.** The gateway decodes a path before it routes it. A parameter that is `.` or `..`, or contains `/`, `\\`, `?`, `#`, " +
    "`%` or a control character, acts on something else, even if it is encoded: `id%2Factions%2Fcheckout` as the identifier of a cart " +
    "places its order. Check each parameter against its `pattern` before you send it; generated clients often do not.",
  '**Redirects.** Do not let your HTTP client follow them (`redirect: "manual"` for fetch): `Location` always says `https`. ' +
    "Read the path that the answer's description names, at the address that you called.",
];
