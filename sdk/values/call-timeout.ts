import { milliseconds } from "./duration.js";

/** How long a whole call may take with its repetitions, unless the caller says otherwise. */
export const callTimeoutText = "5m";

/** Milliseconds after which a request that was first sent then is sent no more. */
export const callTimeout = milliseconds(callTimeoutText);
