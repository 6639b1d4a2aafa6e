import assert from "node:assert/strict";
import { withoutStacks } from "../../provider/program/stack-traces.js";

/** What Pulumi's SDK does for the frames that it records. */
function wholeStack(): string {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = Number.POSITIVE_INFINITY;
  const { stack = "" } = new Error();
  Error.stackTraceLimit = stackTraceLimit;
  return stack;
}

describe("stack traces of the SDK's constructors", () => {
  it("are not captured, whatever limit the SDK sets", () => {
    const withStacks = withoutStacks();
    const [whole, limited] = [wholeStack(), new Error("limited").stack];
    withStacks();
    assert.equal(whole, "");
    assert.equal(limited, "");
  });

  it("are captured again afterwards, by any formatter", () => {
    const { prepareStackTrace, stackTraceLimit } = Error;
    withoutStacks()();
    assert.equal(Error.stackTraceLimit, stackTraceLimit);
    assert.equal(Error.prepareStackTrace, prepareStackTrace);
    assert.match(new Error("after").stack!, /stacks\.test\.js/);

    Error.prepareStackTrace = () => "as the loader formats it";
    try {
      withoutStacks()();
      assert.equal(new Error("after").stack, "as the loader formats it");
    } finally {
      if (prepareStackTrace === undefined) Reflect.deleteProperty(Error, "prepareStackTrace");
      else Error.prepareStackTrace = prepareStackTrace;
    }
  });
});
