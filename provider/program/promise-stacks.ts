/** The module of Pulumi's SDK that takes a stack trace for each promise of a resource. */
const takesOne = /[\\/]@pulumi[\\/]pulumi[\\/]runtime[\\/]debuggable\.js$/;

let isSkipping = false;

/**
 * Leaves out the stack traces that Pulumi's SDK takes for each promise of a resource, long after the resource was declared: mapping them to the
 * sources is a fifth of the time of a large program. Only PULUMI_DEBUG_PROMISE_LEAKS shows them, so with that they stay. All other stack traces
 * are as before.
 */
export function skipPromiseStacks(): void {
  const { prepareStackTrace: format } = Error;
  // Without a function that maps them, they cost little.
  if (isSkipping || format === undefined || process.env["PULUMI_DEBUG_PROMISE_LEAKS"]) return;
  isSkipping = true;
  Error.prepareStackTrace = (error, frames) =>
    takesOne.test(frames[0]?.getFileName() ?? "") ? "" : (format(error, frames) as unknown);
}
