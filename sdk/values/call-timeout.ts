import { milliseconds } from "./duration.js";

/** How long a whole call may take with its repetitions, unless the caller says otherwise. */
export const callTimeoutText = "5m";

/** The same in milliseconds: a request that was first sent longer ago is sent no more. */
export const callTimeout = milliseconds(callTimeoutText);
