export { createClient, type Call, type CallDefaults, type Client } from "./client.js";
export { systemClock, type Clock } from "./values/clock.js";
export * from "./values/errors.js";
export { identifierOf } from "./identifiers.js";
export type * from "./model-types.js";
export type { Notice } from "./values/notice.js";
export type { BinaryContent, Evidence, InputOf, Operation, RepeatClass, ResultOf } from "./operations/operation.js";
export { operations, type Operations } from "./operations/index.js";
export type {
  AccessTokenCredentials,
  CallOptions,
  ClientOptions,
  CloseOptions,
  Credentials,
  LoginCredentials,
  RateLimitOptions,
  RetryOptions,
  Timeouts,
} from "./http/options.js";
export { Secrets } from "./redaction/redaction.js";
export type { AnswerEvent, RequestEvent } from "./http/wire-events.js";
