import assert from "node:assert/strict";
import { domain } from "../../provider/resources/domain.js";
import { webhook } from "../../provider/resources/webhook.js";
import { type CreationCase, creationCaseOf, creationCases } from "../support/creation-cases.js";
import { rehearseKernel, type Shown, type SomeDefinition } from "../support/kernel.js";
import { messageOf, samples } from "../support/rehearsal.js";

type DeletionCase = CreationCase & { readonly deletion: string };

const cases = creationCases.filter((each): each is DeletionCase => each.deletion !== undefined);

const [ofWebhook, ofDomain] = [creationCaseOf("webhook") as DeletionCase, creationCaseOf("domain") as DeletionCase];

const requestTimeout = 60_000;

describe("a run that declares what an earlier run was deleting", () => {
  const rehearsal = rehearseKernel({ registrationDelay: 0 }, { subdomainDeletion: "body", requestTimeout });
  const remove = (definition: SomeDefinition, { id, state }: Shown) => rehearsal.kernel(definition).delete(id, state);
  const check = (definition: SomeDefinition, { id, state }: Shown) => rehearsal.kernel(definition).checkStays(id, state, {});
  const sent = () => rehearsal.sandbox.control.journal.requests({}).length;

  /** Performs a deletion up to its effect or just before it; then its run is cut off. */
  async function cutOff({ definition, deletion, inputs }: DeletionCase, when: "before" | "after"): Promise<Shown> {
    const shown = await rehearsal.existing(definition, inputs(rehearsal.sandbox));
    await rehearsal.cutOff([deletion, when], () => remove(definition, shown));
    return shown;
  }

  const asksNothing = async (definition: SomeDefinition, shown: Shown) => {
    const before = sent();
    await check(definition, shown);
    assert.equal(sent(), before);
  };

  for (const each of cases) {
    const { definition, costly } = each;
    it(`fails if it is gone, and says what to do: ${definition.kind}`, async () => {
      const shown = await cutOff(each, "after");
      const message = await messageOf(check(definition, shown));
      assert.ok(message.includes(`(${shown.id}): an earlier run sent its deletion, and it is gone. `), message);
      assert.match(message, costly ? /explain gone/ : /Run `pulumi refresh`, and then/);
      assert.equal(await messageOf(check(definition, shown)), message);
    });

    it(`prints nothing if it still exists: ${definition.kind}`, async () => {
      await check(definition, await cutOff(each, "before"));
    });
  }

  it("stops checking once the object exists after its deletion can no longer take effect", async () => {
    const shown = await cutOff(ofWebhook, "before");
    await check(webhook, shown);
    const looks = sent();
    await rehearsal.clock.sleep(requestTimeout + 1);
    rehearsal.beginNextRun();
    await check(webhook, shown);
    assert.ok(sent() > looks, "the deletion could still be on its way");
    rehearsal.beginNextRun();
    await asksNothing(webhook, shown);
  });

  it("keeps checking while the run that deletes goes on, however late", async () => {
    const shown = await rehearsal.existing(webhook, samples.webhook);
    await rehearsal.hold(["deleteWebhook", "before"], () => remove(webhook, shown));
    await rehearsal.clock.sleep(requestTimeout + 1);
    rehearsal.beginRunBeside();
    await check(webhook, shown);
    assert.equal(rehearsal.ownership.notes.deletions("webhook", shown.id).length, 1);
  });

  it("still fails after a refresh that was only previewed", async () => {
    const { id, state } = await cutOff(ofWebhook, "after");
    assert.equal(await rehearsal.kernel(webhook).read(id, state), undefined);
    rehearsal.endRun();
    await assert.rejects(check(webhook, { id, state }), /it is gone/);
  });

  it("keeps checking an object that the provider shows after its deletion", async () => {
    const shown = await cutOff(ofDomain, "before");
    await rehearsal.clock.sleep(requestTimeout + 1);
    rehearsal.beginNextRun();
    await check(domain, shown);
    rehearsal.sandbox.control.store.domains.delete("sommer-shop.de");
    rehearsal.beginNextRun();
    await assert.rejects(check(domain, shown), /it is gone/);
  });

  for (const [how, end] of [
    ["was cut off", () => rehearsal.beginNextRun()],
    ["ended normally, as after a full disk", () => rehearsal.endRun()],
  ] as const)
    it(`warns if it is proven gone, because the state may not record it, after a run that ${how}`, async () => {
      const shown = await rehearsal.existing(webhook, samples.webhook);
      await remove(webhook, shown);
      end();
      await check(webhook, shown);
      assert.equal(rehearsal.warnings.length, 1);
      assert.match(rehearsal.said(), new RegExp(`\\(${shown.id}\\): an earlier run deleted it, and it is gone\\. Run \`pulumi`));
    });

  it("fails if that run ended normally without knowing the result", async () => {
    const shown = await rehearsal.existing(webhook, samples.webhook);
    rehearsal.fault("deleteWebhook", { kind: "reset-after" });
    rehearsal.fault("listWebhooks", { kind: "status", status: 500 }, { occurrence: "always" });
    assert.match(await messageOf(remove(webhook, shown)), /Looking for it failed as well\./);
    rehearsal.sandbox.control.faults.clear();
    rehearsal.endRun();
    await assert.rejects(check(webhook, shown), /it is gone/);
  });

  it("does not check after a refusal", async () => {
    const shown = await rehearsal.existing(webhook, samples.webhook);
    rehearsal.fault("deleteWebhook", { kind: "status", status: 400 });
    await messageOf(remove(webhook, shown));
    rehearsal.beginNextRun();
    await asksNothing(webhook, shown);
  });

  it("does not check another entry with the same id", async () => {
    const { id } = await cutOff(ofDomain, "after");
    const again = await rehearsal.kernel(domain).create(samples.domain);
    assert.equal(again.id, id);
    await asksNothing(domain, again);
  });

  for (const { kind, definition, deletion, costly, inputs } of cases)
    it(`${costly ? "refuses to delete what is billed" : "deletes without a message"} if the journal cannot be written: ${kind}`, async () => {
      const shown = await rehearsal.existing(definition, inputs(rehearsal.sandbox));
      rehearsal.spoilJournal();
      const removed = remove(definition, shown);
      if (costly) assert.match(await messageOf(removed), / was not deleted\. Could not write the journal.*explain journal`\.$/);
      else await removed;
      assert.deepEqual([rehearsal.requests(deletion), rehearsal.said()], [costly ? 0 : 1, ""]);
    });
});
