import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
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

describe("stack traces of the SDK's promises", () => {
  const sdk = "/project/node_modules/@pulumi/pulumi/runtime/debuggable.js";
  const other = "/project/index.js";

  /** The stack traces of errors from two files, in a program whose loader formats them. */
  function stacksIn(
    environment: Readonly<Record<string, string>>,
    loader = "Error.prepareStackTrace = () => 'formatted';",
  ): string[] {
    const script = `
      const { Script } = require("node:vm");
      ${loader}
      require(${JSON.stringify(join(__dirname, "..", "..", "provider", "program", "promise-stacks.js"))}).skipPromiseStacks();
      const stackIn = (filename) => new Script("new Error('here').stack", { filename }).runInThisContext();
      console.log(JSON.stringify([stackIn(${JSON.stringify(sdk)}), stackIn(${JSON.stringify(other)})]));
    `;
    const env = { ...process.env, PULUMI_DEBUG_PROMISE_LEAKS: "", ...environment };
    return JSON.parse(execFileSync(process.execPath, ["-e", script], { encoding: "utf8", env })) as string[];
  }

  it("are left out, and all others are as before", () => {
    assert.deepEqual(stacksIn({}), ["", "formatted"]);
  });

  it("stay if Pulumi is to show them", () => {
    assert.deepEqual(stacksIn({ PULUMI_DEBUG_PROMISE_LEAKS: "1" }), ["formatted", "formatted"]);
  });

  it("of others stay as Node writes them if no loader formats them", () => {
    const [, stack = ""] = stacksIn({}, "");
    assert.match(stack, /^Error: here\n {4}at /);
  });
});
