import assert from "node:assert/strict";
import { join } from "node:path";
import { run } from "../support/hosting.js";
import { commandTimeout, Stack, succeeded } from "../support/engine.js";

/** `pulumi cancel` removes the lock of a run, and the run continues. */
describe("a run beside one whose lock was removed too early", function () {
  this.timeout(5 * commandTimeout);
  let stack: Stack;

  beforeEach(async () => {
    stack = await Stack.create();
  });
  afterEach(() => stack.dispose());

  const described = () =>
    stack.sandbox.control.store.applicationTokens.all().filter(({ description }) => description === "deploy");
  const tokens = () => described().map(({ id }) => id);
  const until = async (there: () => boolean) => {
    while (!there()) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const up = (environment = {}) => stack.start(["up", "--yes", "--skip-preview"], environment);

  it("leaves the other run's token, which is in the state or named", async () => {
    const { faults } = stack.sandbox.control;
    const elsewhere = { HOSTING_JOURNAL: join(stack.folder, "journal-elsewhere") };
    await stack.declare({ resources: [{ type: "ApplicationToken", name: "token", args: { description: "deploy" } }] });
    faults.add({ operation: "createApplicationToken", effect: { kind: "hold", when: "after" } });
    const first = await up();
    await until(() => tokens().length > 0);
    succeeded(await stack.pulumi("cancel", "--yes"));
    await (
      await up(elsewhere)
    ).outcome;
    faults.release();
    const { output } = await first.outcome;

    const { resources } = await stack.export();
    const held = resources.find(({ type }) => type.endsWith(":ApplicationToken"))?.id;
    const others = tokens().filter((id) => id !== held);
    assert.ok(held !== undefined && tokens().includes(held) && others.length === 1, tokens().join());
    const env = { HOME: stack.folder, ...stack.environment, ...elsewhere };
    const { stdout } = await run(["recover", "--cwd", stack.folder], { env });
    for (const id of others)
      assert.match(
        stdout,
        new RegExp(
          `application token ${id} of resource "token", .*: It still exists at the provider\\. .*Delete it at the provider only if nobody uses it`,
        ),
      );
    assert.match(output, new RegExp(`${others[0]} appeared at the same time and is left alone`));
  });
});
