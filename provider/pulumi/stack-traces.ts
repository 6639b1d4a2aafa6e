import * as pulumi from "@pulumi/pulumi";
import { once } from "../../sdk/values/once.js";
import { moduleOf } from "./runs.js";

interface Promises {
  debuggablePromise?(promise: Promise<unknown>, context?: unknown): Promise<unknown>;
}

/**
 * Keeps Pulumi's SDK from taking a stack trace for each promise of a resource, a good part of the time of a large program. Only
 * `PULUMI_DEBUG_PROMISE_LEAKS` shows them.
 */
export const skipPromiseStacks = once((): void => {
  const promises = moduleOf("runtime/debuggable") as Promises | undefined;
  const original = promises?.debuggablePromise;
  if (promises === undefined || original === undefined || process.env["PULUMI_DEBUG_PROMISE_LEAKS"]) return;
  promises.debuggablePromise = (...parameters) => {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    try {
      return original(...parameters);
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
    }
  };
});

interface Declarations {
  callsites?(): readonly unknown[];
}

/**
 * Keeps Pulumi's SDK from recording the frames of a declaration with its resource, until the returned function is called: they are a third of the
 * state, and no command shows them.
 */
export function withoutFrames(): () => void {
  const declarations = pulumi.Resource as unknown as Declarations;
  const { callsites } = declarations;
  if (callsites === undefined) return () => undefined;
  declarations.callsites = () => [];
  return () => {
    declarations.callsites = callsites;
  };
}
