/** As many frames the SDK takes for its own and for the class at the top of a stack. */
const framesBeforeProgram = 5;

const frameLine = /^\s+at /;

/**
 * The frame of the program that runs a constructor, as it stands in a stack; undefined where it cannot be told.
 *
 * @param own the file of ours whose frames come before it
 */
export function placeOf(constructor: NewableFunction, own: string): string | undefined {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 2;
  try {
    const seen: { stack?: string } = {};
    Error.captureStackTrace(seen, constructor);
    return seen.stack?.split("\n").find((line) => frameLine.test(line) && !line.includes(own));
  } finally {
    Error.stackTraceLimit = limit;
  }
}

/**
 * Has the constructors of Pulumi's SDK see one place only, until the result is called. The SDK takes a stack trace for every
 * property, which is most of what a large program spends its time on, and records all frames of another one with every resource,
 * which is a third of its state: loader and SDK in them, and this package for the place of the declaration.
 */
export function showOnly(place: string | undefined): () => void {
  const { stackTraceLimit, prepareStackTrace } = Error;
  const before = Array.from({ length: framesBeforeProgram }, () => "    at pulumi-hosting");
  const stack = ["Error", ...(place === undefined ? [] : [...before, place])].join("\n");
  Error.stackTraceLimit = 0;
  Error.prepareStackTrace = () => stack;
  return () => {
    Error.stackTraceLimit = stackTraceLimit;
    if (prepareStackTrace === undefined) Reflect.deleteProperty(Error, "prepareStackTrace");
    else Error.prepareStackTrace = prepareStackTrace;
  };
}
