import assert from "node:assert/strict";
import { contactPerson } from "../../provider/resources/contactPerson.js";
import { webhook } from "../../provider/resources/webhook.js";
import type { Properties } from "../../provider/values/properties.js";
import { rehearseKernel, type Shown, type SomeDefinition } from "../support/kernel.js";
import { messageOf, samples } from "../support/rehearsal.js";

interface UpdateCase {
  readonly definition: SomeDefinition;
  readonly operation: string;
  readonly inputs: Properties;
  readonly changed: Properties;
}

const hook: UpdateCase = {
  definition: webhook,
  operation: "updateWebhook",
  inputs: samples.webhook,
  changed: { ...samples.webhook, url: "https://agency.example/changed", headers: { "X-Key": "another-secret" } },
};
const contact: UpdateCase = {
  definition: contactPerson,
  operation: "updateContactPerson",
  inputs: { customerNumber: 100001, firstName: "Ada" },
  changed: { customerNumber: 100001, firstName: "Grace" },
};

describe("an update that an earlier run sent", () => {
  const rehearsal = rehearseKernel();
  const kernel = (definition: SomeDefinition = webhook) => rehearsal.kernel(definition);
  const isOpen = ({ id, state }: Shown, { kind }: SomeDefinition = webhook) =>
    rehearsal.ownership.notes.openUpdates(kind, id, state).length > 0;
  const existing = ({ definition, inputs }: UpdateCase) => rehearsal.existing(definition, inputs);

  /** Performs a change up to its effect or just before it; then its run is cut off. */
  async function cutOff(each: UpdateCase, when: "before" | "after"): Promise<Shown> {
    const { id, state } = await existing(each);
    await rehearsal.cutOff([each.operation, when], () => kernel(each.definition).update(id, state, each.changed));
    rehearsal.sandbox.control.faults.clear();
    return { id, state };
  }

  for (const each of [hook, contact])
    for (const when of ["before", "after"] as const)
      it(`is open until a state is known to have another one, ${each.definition.kind} (cut off ${when} its effect)`, async () => {
        const { definition, operation, inputs } = each;
        const shown = await cutOff(each, when);
        assert.ok(isOpen(shown, definition));
        const before = rehearsal.requests(operation);
        const state = await kernel(definition).update(shown.id, shown.state, inputs);
        assert.ok(rehearsal.requests(operation) > before);
        const read = await kernel(definition).read(shown.id, state);
        assert.equal(kernel(definition).diff(shown.id, read!.state, inputs).changes, false);
        rehearsal.recorded(definition.kind, shown.id);
        rehearsal.endRun();
        assert.ok(!isOpen({ id: shown.id, state }, definition));
      });

  it("stays open after a refresh", async () => {
    const { id, state } = await cutOff(hook, "after");
    const refreshed = await kernel().read(id, state);
    assert.equal(refreshed!.state["url"], hook.changed["url"]);
    rehearsal.endRun();
    assert.ok(isOpen({ id, state: refreshed!.state }));
  });

  for (const [isRefused, effect] of [
    [false, { kind: "timeout-after" }],
    [true, { kind: "status", status: 400 }],
  ] as const)
    it(`is ${isRefused ? "not open if the provider refused it" : "open if the run ended normally without an answer"}`, async () => {
      const { id, state } = await existing(hook);
      rehearsal.fault("updateWebhook", effect, { occurrence: "always" });
      assert.match(await messageOf(kernel().update(id, state, hook.changed)), /was not updated/);
      rehearsal.endRun();
      assert.equal(isOpen({ id, state }), !isRefused);
    });

  for (const [what, isTold, end] of [
    ["was cut off and the program was not told", false, () => rehearsal.beginNextRun()],
    ["ended normally and the program was not told, as after a full disk", false, () => rehearsal.endRun()],
    ["ended normally and the program was told", true, () => rehearsal.endRun()],
  ] as const)
    it(`is ${isTold ? "not " : ""}open if it was answered, and the run ${what}`, async () => {
      const { id, state } = await existing(hook);
      await kernel().update(id, state, hook.changed);
      if (isTold) rehearsal.recorded("webhook", id);
      end();
      assert.equal(isOpen({ id, state }), !isTold);
    });

  it("is not open for another entry with the same object", async () => {
    await cutOff(hook, "after");
    rehearsal.endRun();
    assert.ok(!isOpen(await kernel().create({ ...hook.changed, adopt: true })));
    assert.deepEqual(rehearsal.journal.creations(), []);
  });
});
