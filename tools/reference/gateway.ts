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
