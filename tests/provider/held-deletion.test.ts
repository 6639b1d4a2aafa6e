import assert from "node:assert/strict";
import type { Properties } from "../../provider/values/properties.js";
import { nameKey, ownerKey } from "../../provider/values/reserved-properties.js";
import { creationCaseOf } from "../support/creation-cases.js";
import { rehearseKernel } from "../support/kernel.js";
import { samples } from "../support/rehearsal.js";
import { webhook } from "../../provider/resources/webhook.js";

describe("an adoption while another run deletes the object", () => {
  const rehearsal = rehearseKernel();
  const adopting = { ...samples.webhook, headers: { "X-Key": "other" }, [nameKey]: "other", adopt: true };

  /** A deletion whose request is under way. */
  async function deletionOnItsWay() {
    const { id, state } = await rehearsal.existing(webhook, { ...samples.webhook, [nameKey]: "own" });
    return rehearsal.hold(["deleteWebhook", "before"], () => rehearsal.kernel(webhook).delete(id, state));
  }

  it("fails before anything is changed, and does not block the deletion", async () => {
    const goOn = await deletionOnItsWay();
    rehearsal.beginRunBeside();
    await assert.rejects(rehearsal.kernel(webhook).create(adopting), { code: "being deleted" });
    assert.equal(rehearsal.requests("updateWebhook"), 0);
    await goOn();
    assert.deepEqual(rehearsal.sandbox.control.store.webhooks.all(), []);
  });

  it("fails although the provider refused that run's second request, because the first got no answer", async () => {
    const { id, state } = await rehearsal.existing(webhook, { ...samples.webhook, [nameKey]: "own" });
    rehearsal.fault("deleteWebhook", { kind: "reset-before" });
    rehearsal.fault("deleteWebhook", { kind: "status", status: 403 }, { occurrence: 2 });
    await assert.rejects(rehearsal.kernel(webhook).delete(id, state));
    assert.equal(rehearsal.requests("deleteWebhook"), 2);
    rehearsal.beginRunBeside();
    await assert.rejects(rehearsal.kernel(webhook).create(adopting), { code: "being deleted" });
  });

  it("succeeds once that run was killed, because its requests are over", async () => {
    await deletionOnItsWay();
    rehearsal.beginNextRun();
    await rehearsal.kernel(webhook).create(adopting);
  });
});

describe("a deletion while another run's entry gets the object", () => {
  const rehearsal = rehearseKernel({}, { subdomainDeletion: "body" });
  const faults = () => rehearsal.sandbox.control.faults;

  for (const kind of ["webhook", "subdomain"] as const) {
    const { definition, inputs, listing, count, ...each } = creationCaseOf(kind);
    const deletion = each.deletion!;

    /** An object of an earlier run. */
    async function existing() {
      const { id, state } = await rehearsal.existing(definition, { ...inputs(rehearsal.sandbox), [nameKey]: "own" });
      return {
        id,
        isThere: () => count(rehearsal.sandbox) > 0,
        remove: () => rehearsal.kernel(definition).delete(id, state),
        /** Another run shows that its state has the object. */
        claim: async () => {
          const entry: Properties = { [ownerKey]: String(state[ownerKey]).replace(/^\S+/, "another"), [nameKey]: "other" };
          rehearsal.beginRunBeside();
          await rehearsal.declares(definition, id, entry);
        },
      };
    }

    it(`is not sent if another process takes the object while the deletion is noted: ${kind}`, async () => {
      const object = await existing();
      const { journal } = rehearsal;
      const change = journal.change.bind(journal);
      journal.change = (...all) => {
        const sending = change(...all);
        const sent = () => {
          sending.sent();
          rehearsal.beginProcessBeside();
          rehearsal.ownership.run.recordEntry(kind, object.id, {}, { name: "other", stays: true });
        };
        return { ...sending, sent };
      };
      await object.remove();
      assert.deepEqual([object.isThere(), rehearsal.requests(deletion)], [true, 0]);
    });

    it(`is not sent after a wait for the rate limit, and leaves no note: ${kind}`, async () => {
      const object = await existing();
      rehearsal.fault(deletion, { kind: "status", status: 429, headers: { "Retry-After": "600" } });
      const removed = object.remove();
      await rehearsal.clientClock.sleeper((milliseconds) => milliseconds >= 600_000);
      await object.claim();
      await rehearsal.clientClock.advance(600_000);
      await removed;
      assert.deepEqual([object.isThere(), rehearsal.requests(deletion)], [true, 1]);
      assert.match(rehearsal.said(), /was not deleted: resource "other" of stack project\/stack .*Only this entry left/);
    });

    it(`is not retried after an attempt without an answer, which may still take effect: ${kind}`, async () => {
      const object = await existing();
      rehearsal.fault(deletion, { kind: "reset-before" });
      // A kind that compares listings has read one before.
      rehearsal.fault(listing, { kind: "hold" }, { occurrence: kind === "webhook" ? 1 : 2 });
      const removed = object.remove();
      while (faults().held().length === 0) await new Promise(setImmediate);
      await object.claim();
      faults().clear();
      await removed;
      assert.deepEqual([object.isThere(), rehearsal.requests(deletion)], [true, 1]);
      assert.match(rehearsal.said(), /was not deleted a second time\. .*it belonged to resource "other"/);
    });

    it(`says that the object is lost if it took effect after another entry got the object: ${kind}`, async () => {
      const object = await existing();
      const goOn = await rehearsal.hold([deletion, "before"], object.remove);
      await object.claim();
      await goOn();
      assert.ok(!object.isThere());
      assert.match(rehearsal.said(), /was deleted\. .*Run `pulumi refresh` and then `pulumi up` there/);
    });
  }
});
