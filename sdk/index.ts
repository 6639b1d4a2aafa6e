export { createClient, type Call, type CallDefaults, type Client } from "./client.js";
export { systemClock, type Clock } from "./clock.js";
export * from "./errors.js";
export { identifierOf } from "./identifiers.js";
export type * from "./model-types.js";
export type { Notice } from "./notice.js";
export type { BinaryContent, Evidence, InputOf, Operation, RepeatClass, ResultOf } from "./operation.js";
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
} from "./options.js";
export { Secrets } from "./redaction.js";
export type { AnswerEvent, RequestEvent } from "./wire-events.js";
