import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { filesBelow, shownEvents } from "../../proofs/matrix/evidence.js";
import { changes, commandTimeout, Stack, succeeded } from "../support/engine.js";

describe("secrets that a transformation sets, on the real engine", function () {
  this.timeout(6 * commandTimeout);
  let stack: Stack;

  before(async () => {
    stack = await Stack.create();
  });
  after(() => stack.dispose());

  const declare = (key: string) =>
    writeFile(
      join(stack.folder, "index.js"),
      `const hosting = require("pulumi-hosting");
       const pulumi = require("@pulumi/pulumi");
       const settings = { description: "Shop", articleNumber: 1101 };
       const shop = new hosting.VirtualAccount(
         "account",
         { customerNumber: 100001, virtualName: "shop", ...settings, password: "planted-original" },
         {
           protect: false,
           transformations: [({ props, opts }) => ({ props: { ...props, password: pulumi.output("planted-password") }, opts })],
         },
       );
       pulumi.runtime.registerStackTransformation(({ type, props, opts }) =>
         type.endsWith(":Webhook") ? { props: { ...props, headers: { "X-Key": "planted-${key}" } }, opts } : undefined,
       );
       new hosting.Webhook("hook", { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://agency.example/hook" });`,
    );

  it("are hidden like those that the program passes", async () => {
    for (const [key, expected] of [
      ["first", ["create account", "create hook"]],
      ["second", ["update hook"]],
    ] as const) {
      await declare(key);
      const outcome = succeeded(await stack.pulumi("up", "--yes", "--diff"));
      assert.deepEqual(Array.from(new Set(changes(outcome))).sort(), expected);
      assert.doesNotMatch(outcome.output + shownEvents(outcome), /planted/);
      const files = await Promise.all(["state", "home"].map((name) => filesBelow(join(stack.folder, name))));
      for (const { where, text } of files.flat()) assert.doesNotMatch(text, /planted/, where);
    }
    assert.deepEqual(stack.sandbox.control.store.webhooks.all()[0]!.headers, { "X-Key": "planted-second" });
    succeeded(await stack.preview("--refresh", "--expect-no-changes"));
  });
});
