import type { RedirectAnswer } from "../operations/operation.js";
import type { HostingError } from "../values/errors.js";
import type { OpenFiles } from "./file.js";
import type { ResolvedOptions } from "./options.js";
import type { ProviderTime } from "./provider-time.js";
import type { RateWindow } from "./rate-window.js";
import type { TokenChecks } from "./refusal.js";
import type { TokenSource } from "./token.js";
import type { Transport } from "./transport.js";

/** What every call needs: settings, transport, limits, tokens. */
export interface Engine {
  readonly settings: ResolvedOptions;
  readonly transport: Transport;
  readonly window: RateWindow;
  readonly time: ProviderTime;
  readonly host: { hasAnswered: boolean };
  readonly checks: TokenChecks;
  /** Aborts the calls when the client closes without waiting for them. */
  readonly closing: AbortSignal;
  readonly files: OpenFiles;
  /** Undefined for the login itself. */
  readonly tokens: TokenSource | undefined;
}

/** The answer redirects to another operation. */
export class Redirected {
  constructor(readonly to: RedirectAnswer["to"]) {}
}

/** A raw successful answer, for operations that decode it themselves. */
export interface RawAnswer {
  readonly status: number;
  readonly text: string;
}

/** Reads a complete answer; throws `UnreadableBody`. */
type Reader<T> = (answer: RawAnswer) => T;

/** A call that decodes every 2xx itself. */
export interface RawCall<T> {
  readonly reader: Reader<T>;
  /** Called with the error of each failed attempt that may be retried. */
  readonly onFailure: (error: HostingError) => void;
}
