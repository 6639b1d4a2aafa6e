/** An answer of the gateway that stands in front of the interface. */
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
    meaning: "no token was sent; the interface has no 401, and 403 also stands for no access and for no such object",
  },
  {
    status: 429,
    name: "RateLimited",
    meaning: "the window of requests is used up; no Retry-After tells when the next one begins, at most 15 minutes later",
    headers: {
      "X-RateLimit": "Requests that a window holds.",
      "X-RateLimit-Remaining": "Requests left: 1 with the last one that is answered, 0 together with 429.",
    },
  },
  {
    status: 503,
    name: "Unavailable",
    meaning: "the token is unknown, expired or malformed, or the interface is out of service",
  },
];

/** What the gateway answers to a login in place of {@link gatewayAnswers}, as it neither limits logins nor asks for a token. */
export const loginAnswers: readonly GatewayAnswer[] = [
  { status: 500, name: "LoginUnreadable", meaning: "the login is not JSON, or the gateway has failed" },
  { status: 503, name: "OutOfService", meaning: "the interface is out of service" },
];

/** How a request is refused where its operation documents no way. */
export const refusal: GatewayAnswer = {
  status: 400,
  name: "Refused",
  meaning: "the request is not acceptable; how this operation says so is not documented",
};

/** What becomes of a path that has something else in the place of a number. */
export const unknownRoute: GatewayAnswer = {
  status: 404,
  name: "UnknownRoute",
  meaning: "no operation has such a path: what stands in the place of a number is none",
  contentType: "text/plain",
};

/** What stands at every read. */
export const cachedRead = "The answer may come from the gateway's cache, unless `Cache-Control: no-cache` is sent.";

/** What a client has to know of the gateway before its first request; the client of this package does all of it. */
export const gatewayTraps: readonly string[] = [
  "**Cache.** The gateway can keep answers to GET without end, and does not ask who reads them: a list can show what was deleted, or " +
    "what another login was answered. Send `Cache-Control: no-cache`, exactly so, with every GET on whose answer something depends, and " +
    "the same `Accept` with all of them. `X-Cache: HIT` marks an answer from the cache.",
  "**Path parameters.** The gateway decodes a path before it routes it. A parameter that is `.` or `..`, or holds `/`, `\\`, `?`, `#`, " +
    "`%` or a control character, acts on something else, also where it is encoded: `id%2Factions%2Fcheckout` as the identifier of a cart " +
    "places its order. Hold each parameter against its `pattern` before you send it; generated clients often do not.",
  '**Redirects.** Turn off that your HTTP client follows them (`redirect: "manual"` for fetch): `Location` says `https` whatever was ' +
    "called. Read the path that the answer's description names, at the address that you called.",
];
