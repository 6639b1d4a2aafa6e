import type { HostingError } from "../values/errors.js";
import type { Trouble } from "./retry.js";

/** A failed attempt: its error, and what it means for a retry. */
export interface Failure {
  readonly error: () => HostingError;
  /** A few words for a notice. */
  readonly summary: string;
  /** Undefined if a retry is pointless. */
  readonly trouble: Trouble | undefined;
}

export type Attempt =
  | { readonly kind: "done"; readonly result: unknown }
  | { readonly kind: "failed"; readonly failure: Failure }
  /** The request had no effect, and its obstacle is removed: a refused token, a used-up rate window. */
  | { readonly kind: "again" };

export const done = (result: unknown): Attempt => ({ kind: "done", result });
export const failed = (failure: Failure): Attempt => ({ kind: "failed", failure });

/** Whether a refused token could be replaced. */
export type Renewal = { readonly kind: "renewed" | "none" } | { readonly kind: "failed"; readonly error: HostingError };
