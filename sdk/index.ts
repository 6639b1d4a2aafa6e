export {
  createClient,
  createClientOf,
  type Answered,
  type Call,
  type CallPromise,
  type Client,
  type ClientOf,
  type RequestInput,
} from "./client.js";
export { systemClock, type Clock } from "./values/clock.js";
export * from "./values/errors.js";
export { identifierOf } from "./identifiers.js";
export type * from "./model-types.generated.js";
export type { FileContent } from "./models/schema.js";
export type { Notice } from "./values/notice.js";
export type { BinaryContent, Evidence, InputOf, Method, Operation, RepeatClass, ResultOf } from "./operations/operation.js";
export { operations, type Operations } from "./operations/index.js";
export type {
  AccessTokenCredentials,
  ClientOptions,
  CloseOptions,
  Credentials,
  LoginCredentials,
  RateLimitOptions,
  Timeouts,
} from "./http/options.js";
export type { CallOptions, RequestOptions, RetryOptions } from "./http/call-options.js";
export type { Listing, Page } from "./http/listing.js";
export { Secrets } from "./redaction/redaction.js";
export type { AnswerEvent, RequestEvent } from "./http/wire-events.js";
