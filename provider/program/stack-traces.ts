/**
 * Disables stack traces until the returned function is called. Pulumi's SDK takes one for every property, which is most of the
 * time of a large program. It also records all frames of another one with every resource, which is a third of the state and shown
 * by no command.
 */
export function withoutStacks(): () => void {
  const { stackTraceLimit, prepareStackTrace } = Error;
  Error.stackTraceLimit = 0;
  // For the trace that ignores the limit.
  Error.prepareStackTrace = () => "";
  return () => {
    Error.stackTraceLimit = stackTraceLimit;
    if (prepareStackTrace === undefined) Reflect.deleteProperty(Error, "prepareStackTrace");
    else Error.prepareStackTrace = prepareStackTrace;
  };
}
