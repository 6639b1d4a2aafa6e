import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { commandTimeout, failed, Stack } from "../support/engine.js";

const args = `{ eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://agency.example/hook" }`;

/** What a program does in its second line, and what the message of its failure says. */
const failures = [
  [
    `new Webhook("hook", args, { transformations: [() => { throw new Error("in my transformation"); }] });`,
    /in my transformation/,
  ],
  [`new Webhook("hook", args, { transforms: [() => { throw new Error("in my transform"); }] });`, /transform failed/],
] as const;

describe("the stack trace of an error in a program", function () {
  this.timeout(commandTimeout);
  let stack: Stack;

  const runs = (program: string): Promise<void> =>
    writeFile(
      join(stack.folder, "index.js"),
      `const { Webhook } = require("pulumi-hosting"); const args = ${args};\n${program}\n`,
    );

  before(async () => {
    stack = await Stack.create();
  });
  after(() => stack.dispose());

  for (const [statement, message] of failures)
    it(`names the line of the program, as in ${statement}`, async () => {
      // Later, because Pulumi's SDK takes a minute to report what is thrown while a program is loaded.
      await runs(`setTimeout(() => { ${statement} }, 10);`);
      assert.match(failed(await stack.preview(), message).output, /index\.js:2:\d+/);
    });

  it("is shown for a promise that never ends, if Pulumi is to show it", async () => {
    await runs(`new Webhook("hook", { ...args, url: new Promise(() => undefined) });`);
    const { outcome } = await stack.start(["preview", "--non-interactive"], { PULUMI_DEBUG_PROMISE_LEAKS: "1" });
    assert.match((await outcome).output, /Promise leak detected[^]*index\.js:2:\d+/);
  });
});
