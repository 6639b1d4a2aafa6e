import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** Files in which a stack trace is taken. */
const files = {
  promise: "/project/node_modules/@pulumi/pulumi/runtime/debuggable.js",
  resource: "/project/node_modules/@pulumi/pulumi/resource.js",
  registration: "/project/node_modules/@pulumi/pulumi/runtime/resource.js",
  program: "/project/index.js",
} as const;

const mapping = "Error.prepareStackTrace = () => 'formatted';";

/**
 * The stack traces that functions take in files, after a script.
 *
 * @param environment variables of the process
 */
function stacksAfter(script: string, environment: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const whole = `
    const { Script } = require("node:vm");
    const stacks = require(${JSON.stringify(join(__dirname, "..", "..", "provider", "pulumi", "stack-traces.js"))});
    ${script}
    const stackIn = (filename, name) =>
      new Script("(function " + name + "() { return new Error('here').stack })()", { filename }).runInThisContext();
    const found = Object.fromEntries(Object.entries(${JSON.stringify(files)}).map(([each, file]) => [each, stackIn(file, "someFunction")]));
    console.log(JSON.stringify({ ...found, declaration: stackIn(${JSON.stringify(files.resource)}, "callsites") }));
  `;
  const env = { ...process.env, PULUMI_DEBUG_PROMISE_LEAKS: "", ...environment };
  return JSON.parse(execFileSync(process.execPath, ["-e", whole], { encoding: "utf8", env })) as Record<string, string>;
}

const leaks = { PULUMI_DEBUG_PROMISE_LEAKS: "1" };
const formatted = { promise: "formatted", resource: "formatted", registration: "formatted", program: "formatted" };

describe("stack traces while a resource is constructed", () => {
  it("are left out for the SDK's promises and declarations, and all others are as before", () => {
    assert.deepEqual(stacksAfter(`${mapping} stacks.withoutStacks();`), { ...formatted, promise: "", declaration: "" });
  });

  it("are there for promises if Pulumi is to show them", () => {
    assert.deepEqual(stacksAfter(`${mapping} stacks.withoutStacks();`, leaks), { ...formatted, declaration: "" });
  });

  it("are formatted as by Node if no loader formats them", () => {
    const { promise, program } = stacksAfter("stacks.withoutStacks();");
    assert.equal(promise, "");
    const { program: usual } = stacksAfter("");
    assert.match(usual!, /^Error: here\n {4}at someFunction \(\/project\/index\.js:1:\d+\)\n/);
    assert.equal(program, usual);
  });

  it("are all as before afterwards", () => {
    const { declaration, ...others } = stacksAfter(`${mapping} stacks.withoutStacks()();`);
    assert.deepEqual(others, formatted);
    assert.equal(declaration, "formatted");
    const { promise } = stacksAfter(
      "const { prepareStackTrace } = Error; stacks.withoutStacks()(); if (Error.prepareStackTrace !== prepareStackTrace) throw new Error('left');",
    );
    assert.match(promise!, /debuggable\.js/);
  });
});

describe("stack traces of the SDK's promises after the construction", () => {
  it("are left out, and all others are as before", () => {
    assert.deepEqual(stacksAfter(`${mapping} stacks.skipPromiseStacks();`), {
      ...formatted,
      promise: "",
      declaration: "formatted",
    });
  });

  it("stay if Pulumi is to show them", () => {
    assert.equal(stacksAfter(`${mapping} stacks.skipPromiseStacks();`, leaks)["promise"], "formatted");
  });

  it("of others stay as Node writes them if no loader formats them", () => {
    assert.match(stacksAfter("stacks.skipPromiseStacks();")["program"]!, /^Error: here\n {4}at /);
  });
});
