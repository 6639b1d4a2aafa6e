import assert from "node:assert/strict";
import type { Properties } from "../../provider/values/properties.js";
import { nameKey, ownerKey } from "../../provider/values/reserved-properties.js";
import { subdomain } from "../../provider/resources/subdomain.js";
import { webhook } from "../../provider/resources/webhook.js";
import { rehearseKernel } from "../support/kernel.js";
import { messageOf, samples } from "../support/rehearsal.js";

const cases = {
  webhook: { definition: webhook, inputs: samples.webhook, deletion: "deleteWebhook", listing: "listWebhooks" },
  subdomain: { definition: subdomain, inputs: samples.subdomain, deletion: "deleteSubdomain", listing: "listSubdomains" },
} as const;

describe("an adoption while another run deletes the object", () => {
  const rehearsal = rehearseKernel({}, { subdomainDeletion: "body" });
  const deleting = /was not adopted: another run \(process \d+\) is deleting it\. Run again when it has ended\./;

  /** A deletion whose request is under way. */
  async function deletionOnItsWay(kind: keyof typeof cases, inputs: Properties) {
    const { faults } = rehearsal.sandbox.control;
    const { definition, deletion } = cases[kind];
    const { id, state } = await rehearsal.kernel(definition).create({ ...inputs, [nameKey]: "own" });
    rehearsal.recorded(kind, id);
    rehearsal.endRun();
    faults.add({ operation: deletion, effect: { kind: "hold" } });
    const removed = rehearsal.kernel(definition).delete(id, state);
    removed.catch(() => undefined);
    while (faults.held().length === 0) await new Promise(setImmediate);
    return () => {
      faults.clear();
      return removed;
    };
  }

  it("fails before anything is changed, and does not block the deletion", async () => {
    const goOn = await deletionOnItsWay("webhook", samples.webhook);
    rehearsal.beginRunBeside();
    const adopted = { ...samples.webhook, headers: { "X-Key": "other" }, [nameKey]: "other", adopt: true };
    assert.match(await messageOf(rehearsal.kernel(webhook).create(adopted)), deleting);
    assert.equal(rehearsal.requests("updateWebhook"), 0);
    await goOn();
    assert.deepEqual(rehearsal.sandbox.control.store.webhooks.all(), []);
  });

  it("fails if the object is used without adopt: true, and leaves no claim", async () => {
    const www = { ...samples.subdomain, name: "www", target: undefined };
    const goOn = await deletionOnItsWay("subdomain", www);
    rehearsal.beginRunBeside();
    assert.match(await messageOf(rehearsal.kernel(subdomain).create({ ...www, [nameKey]: "other" })), deleting);
    await goOn();
    assert.doesNotMatch(rehearsal.warnings.join("\n"), /has lost it|belonged to/);
  });

  it("succeeds once that run was killed, because its requests are over", async () => {
    await deletionOnItsWay("webhook", samples.webhook);
    rehearsal.beginNextRun();
    await rehearsal.kernel(webhook).create({ ...samples.webhook, [nameKey]: "other", adopt: true });
  });
});

describe("a deletion while another run's entry gets the object", () => {
  const rehearsal = rehearseKernel({}, { subdomainDeletion: "body" });
  const faults = () => rehearsal.sandbox.control.faults;
  const warned = () => rehearsal.warnings.join("\n");

  /** An object of an earlier run. */
  async function existing(kind: keyof typeof cases) {
    const { definition, inputs } = cases[kind];
    const { id, state } = await rehearsal.kernel(definition).create({ ...inputs, [nameKey]: "own" });
    rehearsal.recorded(kind, id);
    rehearsal.endRun();
    return {
      isThere: () => {
        const { webhooks, subdomains } = rehearsal.sandbox.control.store;
        return kind === "webhook"
          ? webhooks.all().some((each) => each.id === id)
          : subdomains.all().some(({ name }) => name === samples.subdomain.name);
      },
      remove: () => rehearsal.kernel(definition).delete(id, state),
      /** Another run shows that its state has the object. */
      claim: async () => {
        const entry: Properties = { [ownerKey]: String(state[ownerKey]).replace(/^\S+/, "another"), [nameKey]: "other" };
        rehearsal.beginRunBeside();
        await rehearsal.declares(definition, id, entry);
      },
    };
  }

  const held = async () => {
    while (faults().held().length === 0) await new Promise(setImmediate);
  };

  for (const kind of ["webhook", "subdomain"] as const) {
    const { deletion, listing } = cases[kind];

    it(`is not sent after a wait for the rate limit, and leaves no note: ${kind}`, async () => {
      const object = await existing(kind);
      faults().add({ operation: deletion, effect: { kind: "status", status: 429, headers: { "Retry-After": "600" } } });
      const removed = object.remove();
      await rehearsal.clientClock.sleeper((milliseconds) => milliseconds >= 600_000);
      await object.claim();
      await rehearsal.clientClock.advance(600_000);
      await removed;
      assert.ok(object.isThere());
      assert.equal(rehearsal.requests(deletion), 1);
      assert.match(warned(), /was not deleted: resource "other" of stack project\/stack .*has it as well\. Only this entry left/);
    });

    it(`is not retried after an attempt without an answer, which may still take effect: ${kind}`, async () => {
      const object = await existing(kind);
      faults().add({ operation: deletion, effect: { kind: "reset-before" } });
      // A kind that compares listings has read one before.
      faults().add({ operation: listing, occurrence: kind === "webhook" ? 1 : 2, effect: { kind: "hold" } });
      const removed = object.remove();
      await held();
      await object.claim();
      faults().clear();
      await removed;
      assert.ok(object.isThere());
      assert.equal(rehearsal.requests(deletion), 1);
      assert.match(
        warned(),
        /was not deleted a second time\. .*it belonged to resource "other".* may still delete it: run `pulumi refresh`/,
      );
    });

    it(`says that the object is lost if the attempt without an answer took effect: ${kind}`, async () => {
      const object = await existing(kind);
      faults().add({ operation: deletion, effect: { kind: "reset-after" } });
      faults().add({ operation: listing, occurrence: kind === "webhook" ? 1 : 2, effect: { kind: "hold" } });
      faults().add({ operation: listing, occurrence: kind === "webhook" ? 1 : 3, effect: { kind: "stale-list" } });
      const removed = object.remove();
      await held();
      await object.claim();
      faults().release();
      await removed;
      assert.ok(!object.isThere());
      assert.match(warned(), /was deleted\. .*it belonged to resource "other"/);
    });

    it(`says that the object is lost if it took effect after another entry got the object: ${kind}`, async () => {
      const object = await existing(kind);
      faults().add({ operation: deletion, effect: { kind: "hold" } });
      const removed = object.remove();
      await held();
      await object.claim();
      faults().clear();
      await removed;
      assert.ok(!object.isThere());
      assert.match(warned(), /was deleted\. .*Run `pulumi refresh` and then `pulumi up` there/);
    });
  }

  it("does not mistake another run's deletion for its own", async () => {
    const create = async (name: string) => rehearsal.kernel(subdomain).create({ ...samples.subdomain, name, [nameKey]: name });
    const [one, two] = [await create("one"), await create("two")];
    rehearsal.endRun();
    faults().add({ operation: "deleteSubdomain", effect: { kind: "hold", when: "after" } });
    const removed = rehearsal.kernel(subdomain).delete(one.id, one.state);
    await held();
    rehearsal.beginRunBeside();
    await rehearsal.kernel(subdomain).delete(two.id, two.state);
    faults().clear();
    await removed;
    const left = rehearsal.sandbox.control.store.subdomains.all().map(({ name }) => name);
    assert.deepEqual(
      left.filter((name) => name === "one" || name === "two"),
      [],
    );
  });
});
