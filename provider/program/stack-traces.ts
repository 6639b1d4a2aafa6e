/**
 * Keeps stack traces from being taken until the result is called. Pulumi's SDK takes one for every property, which is most of what a
 * large program spends its time on, and records all frames of another one with every resource, which is a third of its state and
 * shown by no command.
 */
export function withoutStacks(): () => void {
  const { stackTraceLimit, prepareStackTrace } = Error;
  Error.stackTraceLimit = 0;
  // For the one that is taken whatever the limit is.
  Error.prepareStackTrace = () => "";
  return () => {
    Error.stackTraceLimit = stackTraceLimit;
    if (prepareStackTrace === undefined) Reflect.deleteProperty(Error, "prepareStackTrace");
    else Error.prepareStackTrace = prepareStackTrace;
  };
}
