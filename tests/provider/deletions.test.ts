import assert from "node:assert/strict";
import { ProviderError } from "../../provider/values/errors.js";
import type { Properties } from "../../provider/values/properties.js";
import { domain } from "../../provider/resources/domain.js";
import { virtualAccount } from "../../provider/resources/virtualAccount.js";
import { webhook } from "../../provider/resources/webhook.js";
import { type CreationCase, creationCaseOf, creationCases } from "../support/creation-cases.js";
import { rehearseKernel, type SomeDefinition } from "../support/kernel.js";
import { messageOf, samples } from "../support/rehearsal.js";

type DeletionCase = CreationCase & { readonly deletion: string };

const cases = creationCases.filter((each): each is DeletionCase => each.deletion !== undefined);

const [ofWebhook, ofDomain] = [creationCaseOf("webhook") as DeletionCase, creationCaseOf("domain") as DeletionCase];

const requestTimeout = 60_000;

describe("a run that declares what an earlier run was deleting", () => {
  const rehearsal = rehearseKernel({ registrationDelay: 0 }, { subdomainDeletion: "body", requestTimeout });
  const kernel = (definition: SomeDefinition) => rehearsal.kernel(definition);
  const check = (definition: SomeDefinition, id: string, state: Properties, inputs: Properties = {}) =>
    kernel(definition).checkStays(id, state, inputs);
  const faults = () => rehearsal.sandbox.control.faults;
  const sent = () => rehearsal.sandbox.control.journal.requests({}).length;

  /** An object that a state has had since an earlier run. */
  async function existing(definition: SomeDefinition, inputs: Properties) {
    const created = await kernel(definition).create(inputs);
    rehearsal.recorded(definition.kind, created.id);
    rehearsal.endRun();
    return created;
  }

  /** Performs a deletion up to its effect or just before it; then its run is cut off. */
  async function cutOff({ definition, deletion, inputs }: DeletionCase, when: "before" | "after") {
    const { id, state } = await existing(definition, inputs(rehearsal.sandbox));
    faults().add({ operation: deletion, effect: { kind: "hold", when } });
    kernel(definition)
      .delete(id, state)
      .catch(() => undefined);
    while (faults().held().length === 0) await new Promise(setImmediate);
    return { id, state };
  }

  const asksNothing = async (id: string, state: Properties) => {
    const before = sent();
    await check(webhook, id, state);
    assert.equal(sent(), before);
  };

  for (const each of cases) {
    const { definition, costly } = each;
    it(`fails if it is gone, and says what to do: ${definition.kind}`, async () => {
      const { id, state } = await cutOff(each, "after");
      rehearsal.beginNextRun();
      const message = await messageOf(check(definition, id, state));
      assert.ok(message.includes(`(${id}): an earlier run sent its deletion, and it is gone. `), message);
      assert.match(
        message,
        costly ? /`pulumi state delete --force --target-dependents <urn>`.*explain gone`/ : /Run `pulumi refresh`, and then/,
      );
      assert.equal(await messageOf(check(definition, id, state)), message);
    });

    for (const [how, deleted] of [
      ["interrupted", () => cutOff(each, "after")],
      [
        "finished",
        async () => {
          const created = await existing(definition, each.inputs(rehearsal.sandbox));
          await kernel(definition).delete(created.id, created.state);
          return created;
        },
      ],
    ] as const)
      it(`asks to remove \`adopt: true\` only if declared, after a deletion that was ${how}: ${definition.kind}`, async () => {
        const { id, state } = await deleted();
        rehearsal.beginNextRun();
        for (const [inputs, isAsked] of [
          [{ adopt: true }, true],
          [{ adopt: false }, false],
          [{}, false],
        ] as const) {
          rehearsal.warnings.length = 0;
          const failure = await check(definition, id, state, inputs).catch((error: unknown) => (error as Error).message);
          const text = [failure, ...rehearsal.warnings].join("");
          assert.match(text, /it is gone\. .*`pulumi up`/);
          assert.equal(text.includes("`pulumi up` without `adopt: true`"), isAsked, text);
        }
      });

    it(`prints nothing if it still exists: ${definition.kind}`, async () => {
      const { id, state } = await cutOff(each, "before");
      rehearsal.beginNextRun();
      await check(definition, id, state);
    });
  }

  it("stops checking once the object exists after its deletion can no longer take effect", async () => {
    const { id, state } = await cutOff(ofWebhook, "before");
    rehearsal.beginNextRun();
    await check(webhook, id, state);
    const looks = sent();
    await rehearsal.clock.sleep(requestTimeout + 1);
    rehearsal.beginNextRun();
    await check(webhook, id, state);
    assert.ok(sent() > looks, "the deletion could still be on its way");
    rehearsal.beginNextRun();
    await asksNothing(id, state);
  });

  it("stops checking once a refresh has shown the object", async () => {
    const { id, state } = await cutOff(ofWebhook, "before");
    await rehearsal.clock.sleep(requestTimeout + 1);
    rehearsal.beginNextRun();
    await kernel(webhook).read(id, state);
    rehearsal.beginNextRun();
    await asksNothing(id, state);
  });

  it("still fails after a refresh that was only previewed", async () => {
    const { id, state } = await cutOff(ofWebhook, "after");
    rehearsal.beginNextRun();
    assert.equal(await kernel(webhook).read(id, state), undefined);
    rehearsal.endRun();
    await assert.rejects(check(webhook, id, state), ProviderError);
  });

  it("keeps checking an object that the provider shows after its deletion", async () => {
    const { id, state } = await cutOff(ofDomain, "before");
    await rehearsal.clock.sleep(requestTimeout + 1);
    rehearsal.beginNextRun();
    await check(domain, id, state);
    rehearsal.sandbox.control.store.domains.delete("sommer-shop.de");
    rehearsal.beginNextRun();
    await assert.rejects(check(domain, id, state), ProviderError);
  });

  it("says so if it cannot tell whether the object is gone", async () => {
    const { id, state } = await cutOff(ofWebhook, "after");
    rehearsal.beginNextRun();
    faults().add({ operation: "listWebhooks", effect: { kind: "status", status: 500 }, occurrence: "always" });
    assert.match(
      await messageOf(check(webhook, id, state)),
      /an earlier run sent its deletion, and looking it up failed\. .*500.* Run again\./,
    );
  });

  for (const [how, end] of [
    ["was cut off", () => rehearsal.beginNextRun()],
    ["ended normally, as after a full disk", () => rehearsal.endRun()],
  ] as const)
    it(`warns if it is proven gone, because the state may not record it, after a run that ${how}`, async () => {
      const { id, state } = await existing(webhook, samples.webhook);
      await kernel(webhook).delete(id, state);
      end();
      await check(webhook, id, state);
      const [warning, ...others] = rehearsal.warnings;
      assert.match(warning ?? "", new RegExp(`\\(${id}\\): an earlier run deleted it, and it is gone\\. Run \`pulumi refresh\``));
      assert.deepEqual(others, []);
    });

  it("fails if that run ended normally without knowing the result", async () => {
    const { id, state } = await existing(webhook, samples.webhook);
    faults().add({ operation: "deleteWebhook", effect: { kind: "reset-after" } });
    faults().add({ operation: "listWebhooks", effect: { kind: "status", status: 500 }, occurrence: "always" });
    assert.match(await messageOf(kernel(webhook).delete(id, state)), /Looking for it failed as well\./);
    faults().clear();
    rehearsal.endRun();
    await assert.rejects(check(webhook, id, state), /it is gone/);
  });

  it("does not check after a refusal", async () => {
    const { id, state } = await existing(webhook, samples.webhook);
    faults().add({ operation: "deleteWebhook", effect: { kind: "status", status: 400 } });
    await assert.rejects(kernel(webhook).delete(id, state), ProviderError);
    rehearsal.beginNextRun();
    await asksNothing(id, state);
  });

  it("checks while that run is still going as well", async () => {
    const { id, state } = await cutOff(ofWebhook, "after");
    rehearsal.beginRunBeside();
    assert.match(await messageOf(check(webhook, id, state)), /an earlier run sent its deletion, and it is gone/);
  });

  it("does not check another entry with the same id", async () => {
    const { id } = await cutOff(ofDomain, "after");
    faults().clear();
    rehearsal.beginNextRun();
    const again = await kernel(domain).create(samples.domain);
    assert.equal(again.id, id);
    const before = sent();
    await check(domain, id, again.state);
    assert.equal(sent(), before);
  });

  it("forgets the note of an earlier deletion once a later run has deleted the entry", async () => {
    const { id, state } = await cutOff(ofWebhook, "after");
    faults().clear();
    rehearsal.beginNextRun();
    await kernel(webhook).delete(id, state);
    rehearsal.endRun();
    await rehearsal.clock.sleep(24 * 60 * 60_000);
    await asksNothing(id, state);
  });

  it("deletes without a message if the journal cannot be written", async () => {
    const { id, state } = await existing(webhook, samples.webhook);
    rehearsal.spoilJournal();
    await kernel(webhook).delete(id, state);
    assert.equal(rehearsal.sandbox.control.store.webhooks.get(id), undefined);
    assert.deepEqual(rehearsal.warnings, []);
  });

  for (const [definition, inputs, operation] of [
    [domain, samples.domain, "deleteDomain"],
    [virtualAccount, samples.virtualAccount, "deleteVirtualAccount"],
  ] as const)
    it(`refuses to delete what is billed if the journal cannot be written: ${definition.kind}`, async () => {
      const { id, state } = await existing(definition, inputs);
      rehearsal.spoilJournal();
      assert.match(
        await messageOf(kernel(definition).delete(id, state)),
        / was not deleted\. Could not write the journal, which prevents a second cancellation \(E\w+: .* '\/.*\/journal\/.*\.jsonl'\)\. .*explain journal`\.$/,
      );
      assert.equal(rehearsal.requests(operation), 0);
    });
});
