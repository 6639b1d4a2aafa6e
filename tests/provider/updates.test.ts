import assert from "node:assert/strict";
import type { Properties } from "../../provider/values/properties.js";
import { ownerOf, ownerText } from "../../provider/ownership/identity.js";
import { ownerKey } from "../../provider/values/reserved-properties.js";
import { contactPerson } from "../../provider/resources/contactPerson.js";
import { webhook } from "../../provider/resources/webhook.js";
import { rehearseKernel, type SomeDefinition } from "../support/kernel.js";
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
  const faults = () => rehearsal.sandbox.control.faults;
  const isOpen = (id: string, state: Properties, { kind }: SomeDefinition = webhook) =>
    rehearsal.ownership.notes.openUpdates(kind, id, state).length > 0;
  const shownUrl = (id: string) => rehearsal.sandbox.control.store.webhooks.get(id)?.url;

  /** An object that a state has had since an earlier run. */
  async function existing({ definition, inputs }: UpdateCase) {
    const { id, state } = await kernel(definition).create(inputs);
    rehearsal.recorded(definition.kind, id);
    rehearsal.endRun();
    return { id, state };
  }

  /** Performs a change up to its effect or just before it; then its run is cut off. */
  async function cutOff(each: UpdateCase, when: "before" | "after") {
    const { id, state } = await existing(each);
    faults().add({ operation: each.operation, effect: { kind: "hold", when } });
    kernel(each.definition)
      .update(id, state, each.changed)
      .catch(() => undefined);
    while (faults().held().length === 0) await new Promise(setImmediate);
    faults().clear();
    rehearsal.beginNextRun();
    return { id, state };
  }

  /** A change that was answered and is in the state. */
  async function changed() {
    const { id, state } = await existing(hook);
    return { id, before: state, state: await kernel().update(id, state, hook.changed) };
  }

  for (const each of [hook, contact])
    for (const when of ["before", "after"] as const)
      it(`is open until a state is known to have another one, ${each.definition.kind} (cut off ${when} its effect)`, async () => {
        const { definition, operation, inputs } = each;
        const { id, state } = await cutOff(each, when);
        assert.ok(isOpen(id, state, definition));
        const before = rehearsal.requests(operation);
        const written = await kernel(definition).update(id, state, inputs);
        assert.ok(rehearsal.requests(operation) > before);
        const shown = await kernel(definition).read(id, written);
        assert.equal(kernel(definition).diff(id, shown!.state, inputs).changes, false);
        rehearsal.recorded(definition.kind, id);
        rehearsal.endRun();
        assert.ok(!isOpen(id, written, definition));
      });

  it("is sent again only once, although nobody records that", async () => {
    const { id, state } = await cutOff(hook, "after");
    const written = await kernel().update(id, state, hook.inputs);
    rehearsal.beginNextRun();
    assert.ok(!isOpen(id, written));
  });

  for (const [what, change] of [
    ["updated", (id: string, state: Properties) => kernel().update(id, state, hook.inputs)],
    ["deleted", (id: string, state: Properties) => kernel().delete(id, state)],
  ] as const)
    it(`explains to a rotated login why the object is not as in the state: it is ${what}`, async () => {
      const { id, state } = await cutOff(hook, "after");
      await change(id, { ...state, [ownerKey]: ownerText({ ...ownerOf(state)!, login: "rotated" }) });
      assert.equal(shownUrl(id), what === "updated" ? hook.inputs["url"] : undefined);
    });

  it("stays open after a refresh", async () => {
    const { id, state } = await cutOff(hook, "after");
    const refreshed = await kernel().read(id, state);
    assert.equal(refreshed!.state["url"], hook.changed["url"]);
    rehearsal.endRun();
    assert.ok(isOpen(id, refreshed!.state));
  });

  it("is open if the run ended normally without an answer", async () => {
    const { id, state } = await existing(hook);
    faults().add({ operation: "updateWebhook", effect: { kind: "timeout-after" }, occurrence: "always" });
    assert.match(await messageOf(kernel().update(id, state, hook.changed)), /was not updated/);
    rehearsal.endRun();
    assert.ok(isOpen(id, state));
  });

  it("is not open if the provider refused it", async () => {
    const { id, state } = await existing(hook);
    faults().add({ operation: "updateWebhook", effect: { kind: "status", status: 400 } });
    await messageOf(kernel().update(id, state, hook.changed));
    rehearsal.beginNextRun();
    assert.ok(!isOpen(id, state));
  });

  for (const [how, end] of [
    ["was cut off", () => rehearsal.beginNextRun()],
    ["ended normally, as after a full disk", () => rehearsal.endRun()],
  ] as const)
    it(`is open if it was answered and the program was not told, after that run ${how}`, async () => {
      const { id, before } = await changed();
      end();
      assert.ok(isOpen(id, before));
    });

  it("leaves no note in a run that ends normally", async () => {
    const { id, before } = await changed();
    rehearsal.recorded("webhook", id);
    rehearsal.endRun();
    assert.ok(!isOpen(id, before));
  });

  it("leaves no note in a run without checkpoints that ends normally: its program is told too early", async () => {
    const { id, before } = await changed();
    rehearsal.journal.endNormally(true);
    rehearsal.beginNextRun();
    assert.ok(!isOpen(id, before));
  });

  it("counts whatever mark an earlier version left in the state, which no state keeps", async () => {
    const { id, state } = await existing(hook);
    const marked = { ...state, __change: "mark" };
    assert.equal(kernel().diff(id, marked, hook.inputs).changes, false);
    const read = await kernel().read(id, marked);
    assert.deepEqual(read?.state, state);
    assert.equal("__change" in (await kernel().update(id, marked, hook.changed)), false);
    rehearsal.beginNextRun();
    assert.ok(isOpen(id, marked));
    assert.deepEqual(rehearsal.warnings, []);
  });

  it("is not open for another entry with the same object", async () => {
    const { id } = await cutOff(hook, "after");
    rehearsal.endRun();
    const { state } = await kernel().create({ ...hook.changed, adopt: true });
    assert.ok(!isOpen(id, state));
  });

  it("is not mistaken for a creation", async () => {
    await cutOff(hook, "after");
    assert.deepEqual(rehearsal.journal.creations(), []);
  });

  it("is sent without a message if the journal cannot be written", async () => {
    const { id, state } = await existing(hook);
    rehearsal.spoilJournal();
    await kernel().update(id, state, hook.changed);
    assert.equal(shownUrl(id), hook.changed["url"]);
    assert.deepEqual(rehearsal.warnings, []);
  });
});
