import assert from "node:assert/strict";
import { UnfinishedError } from "../../provider/values/errors.js";
import { domain } from "../../provider/resources/domain.js";
import { subdomain } from "../../provider/resources/subdomain.js";
import { virtualAccount } from "../../provider/resources/virtualAccount.js";
import { webhook } from "../../provider/resources/webhook.js";
import type { FaultEffect } from "../../sandbox/index.js";
import { creationCases as cases } from "../support/creation-cases.js";
import { rehearseKernel } from "../support/kernel.js";
import { messageOf, samples, visible } from "../support/rehearsal.js";

/** How a step has failed that left an unfinished object. */
async function unfinished(step: Promise<unknown>, says: RegExp): Promise<UnfinishedError> {
  const failure = await step.catch((error: unknown) => error);
  assert.ok(failure instanceof UnfinishedError, String(failure));
  assert.match(failure.message, says);
  return failure;
}

describe("a creation that never arrived", () => {
  const rehearsal = rehearseKernel();
  const withoutEffect: readonly FaultEffect[] = [
    { kind: "reset-before" },
    { kind: "timeout-before" },
    { kind: "status", status: 500 },
  ];

  for (const { name, definition, creation, inputs, count, costly } of cases) {
    for (const effect of withoutEffect)
      it(`is ${costly ? "not retried, because a duplicate would be billed" : "retried once"}, ${name} (${effect.kind})`, async () => {
        const { sandbox, clock, kernel, requests } = rehearsal;
        rehearsal.fault(creation, effect);
        const created = kernel(definition).create(inputs(sandbox));
        if (!costly) {
          const { id, state } = await created;
          assert.deepEqual([requests(creation), count(sandbox)], [2, 1]);
          assert.equal((await kernel(definition).read(id, state))?.id, id);
          return;
        }
        assert.match(await messageOf(created), /sommer-shop.* may have been created: .*Run again, which looks first/);
        assert.deepEqual([requests(creation), count(sandbox)], [1, 0]);
        const waited = clock.pauses.reduce((sum, pause) => sum + pause, 0);
        assert.ok(waited >= 60_000 && waited < 61_000);
      });

    if (!costly)
      it(`is not tried a third time, ${name}`, async () => {
        rehearsal.fault(creation, { kind: "reset-before" }, { occurrence: "always" });
        const message = await messageOf(rehearsal.kernel(definition).create(inputs(rehearsal.sandbox)));
        assert.match(message, / may have been created: /);
        assert.deepEqual([rehearsal.requests(creation), count(rehearsal.sandbox)], [2, 0]);
      });
  }
});

describe("a new object that never becomes visible", () => {
  const rehearsal = rehearseKernel({ visibleAfter: { reads: 1_000_000 } });
  const took = async (step: () => Promise<unknown>, milliseconds: number) => {
    const start = rehearsal.clock.now();
    await step();
    const passed = rehearsal.clock.now() - start;
    assert.ok(passed >= milliseconds && passed < milliseconds + 1000, `${passed}`);
  };

  it("is not gone, either for a refresh or for a deletion that the provider refuses", async () => {
    const { id, properties } = await unfinished(rehearsal.kernel(webhook).create(samples.webhook), /visible/);
    await assert.rejects(rehearsal.kernel(webhook).read(id, properties), /explain never-listed/);
    rehearsal.fault("deleteWebhook", { kind: "status", status: 403 }, { occurrence: "always" });
    const message = await messageOf(rehearsal.kernel(webhook).delete(id, properties));
    assert.match(message, /was not deleted\..*never been listed since it was created/);
    assert.equal(rehearsal.sandbox.control.store.webhooks.all().length, 1);
  });

  it("is waited for as long as declared, by the next run too", async () => {
    const kernel = rehearsal.kernel(virtualAccount);
    const inputs = { ...samples.virtualAccount, timeouts: { create: "90s", update: "10m" } };
    const { id, properties } = await unfinished(kernel.create(inputs), /within 90 seconds/);
    await took(() => assert.rejects(kernel.update(id, properties, inputs), /within 90 seconds/), 90_000);
  });
});

describe("concurrent deletions of subdomains by a request body", () => {
  const rehearsal = rehearseKernel({}, { subdomainDeletion: "body" });

  it("do not count as damage to each other", async () => {
    const kernel = rehearsal.kernel(subdomain);
    const names = ["news", "press", "jobs"];
    const created = await Promise.all(names.map((name) => kernel.create({ ...samples.subdomain, name })));
    await Promise.all(created.map(({ id, state }) => kernel.delete(id, state)));
    const left = rehearsal.sandbox.control.store.subdomains.all().map(({ name }) => name);
    assert.ok(left.includes("www") && !names.some((name) => left.includes(name)), left.join());
  });
});

describe("an object that the provider shows without its identifier", () => {
  const rehearsal = rehearseKernel();
  const { password: _, ...shown } = samples.virtualAccount;

  it("is not adopted, because it could not be read or deleted again", async () => {
    rehearsal.fault("listWebhooks", { kind: "body", body: [samples.webhook] }, { occurrence: "always" });
    const message = await messageOf(rehearsal.kernel(webhook).create({ ...samples.webhook, adopt: true }));
    assert.match(message, /exists, but the provider does not show its identifier/);
  });

  it("does not cause a second order", async () => {
    rehearsal.fault("listVirtualAccounts", { kind: "body", body: [shown] }, { occurrence: "always" });
    await assert.rejects(rehearsal.kernel(virtualAccount).create(samples.virtualAccount), { code: "exists" });
    assert.equal(rehearsal.requests("createVirtualAccount"), 0);
  });

  it("is looked up if its creation was answered that way", async () => {
    rehearsal.fault("createVirtualAccount", { kind: "body", body: shown });
    const { id } = await rehearsal.kernel(virtualAccount).create(samples.virtualAccount);
    assert.match(id, /^100001\/p\d+$/);
    assert.equal(rehearsal.requests("createVirtualAccount"), 1);
  });
});

describe("an update without an answer", () => {
  const rehearsal = rehearseKernel();
  const news = { ...samples.webhook, method: "PUT" };

  for (const kind of ["timeout-after", "reset-after", "malformed", "truncate"] as const)
    it(`is retried, because that is harmless (${kind})`, async () => {
      const { id, state } = await rehearsal.kernel(webhook).create(samples.webhook);
      rehearsal.fault("updateWebhook", { kind });
      const result = rehearsal.kernel(webhook).update(id, state, news);
      if (kind === "malformed") assert.match(await messageOf(result), /^webhook PUT .* was not updated\. /);
      else assert.deepEqual(visible(await result), { ...news, uid: id });
      const [only, ...others] = rehearsal.sandbox.control.store.webhooks.all();
      assert.deepEqual([only!.method, others], ["PUT", []]);
    });

  it("that the provider applies only in part is recorded as unfinished", async () => {
    const { id, state } = await rehearsal.kernel(webhook).create(samples.webhook);
    const other = { uid: id, ...samples.webhook };
    rehearsal.fault("updateWebhook", { kind: "body", body: other }, { occurrence: "always" });
    const updated = rehearsal.kernel(webhook).update(id, state, news);
    const { properties } = await unfinished(updated, /shows other values than declared for method\. .*Recorded\./);
    assert.equal(rehearsal.kernel(webhook).diff(id, properties, news).changes, true);
  });
});

describe("a creation whose answer names an object that existed before", () => {
  const rehearsal = rehearseKernel();

  for (const isKnown of [true, false])
    for (const { kind, definition, creation, inputs, sibling, costly } of cases)
      it(`gives the resource its own object and leaves the other one alone: ${kind}, ${isKnown ? "known to" : "unknown to"} the journal`, async () => {
        const { sandbox, requests } = rehearsal;
        const { faults, journal } = sandbox.control;
        const declared = inputs(sandbox);
        const victim = await rehearsal.kernel(definition).create({ ...declared, ...sibling, __resource: "victim" });
        const { body } = journal.requests({ operation: creation }).at(-1)!.answer!;
        if (isKnown) rehearsal.endRunBefore("another");
        else rehearsal.loseJournal();

        faults.add({ operation: creation, effect: { kind: "body", body } });
        const { id, state } = await rehearsal.kernel(definition).create({ ...declared, __resource: "own" });
        assert.notEqual(id, victim.id);
        if (costly) assert.equal(requests(creation), 2);
        assert.ok(await rehearsal.kernel(definition).read(victim.id, victim.state), "the other object is gone");
        assert.doesNotMatch(rehearsal.warnings.join("\n"), /overwrote/);

        rehearsal.endRun();
        const read = await rehearsal.kernel(definition).read(id, state);
        assert.equal(rehearsal.kernel(definition).diff(id, read!.state, { ...declared, __resource: "own" }).changes, false);
        assert.equal(rehearsal.ownership.holders.claimsOf({ kind, id: victim.id, address: sandbox.url }).length, isKnown ? 1 : 0);
      });
});

describe("an order whose answer does not name what was ordered", () => {
  const rehearsal = rehearseKernel();
  const order = (...names: readonly string[]) => {
    const body = names.map((sld) => ({ name: sld, fullname: `${sld}.de`, tld: "de" }));
    rehearsal.fault("registerDomain", { kind: "body", body });
    return rehearsal.kernel(domain).create(samples.domain);
  };

  it("is looked up if the answer has several", async () => {
    assert.equal((await order("one", "two")).id, "p100001/sommer-shop.de");
  });

  it("claims nothing if the answer has one", async () => {
    await assert.rejects(order("one"), /explain lost-answer`/);
    const named = { kind: "domain", id: "p100001/one.de", address: rehearsal.sandbox.url };
    assert.deepEqual(rehearsal.ownership.holders.claimsOf(named), []);
  });
});
