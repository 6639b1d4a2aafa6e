import { AccessDeniedError, BadRequestError, ConflictError, NotFoundError } from "../../sdk/values/errors.js";
import { ProviderError } from "./errors.js";

/** The API gives the same answer for "no access" and "no such object". Only a listing tells them apart. */
export const maybeGone = (error: unknown): boolean => error instanceof AccessDeniedError || error instanceof NotFoundError;

/** Whether the API rejected the content of a request. If it was duplicated on the way, its first copy may have taken effect. */
export const isRejected = (error: unknown): boolean =>
  error instanceof BadRequestError ||
  error instanceof ConflictError ||
  (error instanceof ProviderError && isRejected(error.cause));
