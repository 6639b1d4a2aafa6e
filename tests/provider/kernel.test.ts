import assert from "node:assert/strict";
import { UnfinishedError } from "../../provider/values/errors.js";
import { applicationToken } from "../../provider/resources/applicationToken.js";
import { domain } from "../../provider/resources/domain.js";
import { gdprContract } from "../../provider/resources/gdprContract.js";
import { subdomain } from "../../provider/resources/subdomain.js";
import { virtualAccount } from "../../provider/resources/virtualAccount.js";
import { webhook } from "../../provider/resources/webhook.js";
import type { FaultEffect } from "../../sandbox/index.js";
import { creationCases as cases } from "../support/creation-cases.js";
import { rehearseKernel, type SomeDefinition } from "../support/kernel.js";
import type { Properties } from "../../provider/values/properties.js";
import { messageOf, sampleContract, samples, visible } from "../support/rehearsal.js";

const cheap = cases.filter(({ costly }) => !costly);
const costly = cases.filter((each) => each.costly);

describe("a creation that never arrived", () => {
  const rehearsal = rehearseKernel();

  const withoutEffect: readonly FaultEffect[] = [
    { kind: "reset-before" },
    { kind: "timeout-before" },
    { kind: "status", status: 500 },
  ];

  for (const { name, definition, creation, inputs, count } of cheap)
    for (const effect of withoutEffect)
      it(`is retried once, ${name} (${effect.kind})`, async () => {
        const { sandbox, kernel, requests } = rehearsal;
        sandbox.control.faults.add({ operation: creation, effect });
        const { id, state } = await kernel(definition).create(inputs(sandbox));
        assert.equal(requests(creation), 2);
        assert.equal(count(sandbox), 1);
        assert.equal((await kernel(definition).read(id, state))?.id, id);
      });

  for (const { name, definition, creation, inputs, count } of cheap)
    it(`is not tried a third time, ${name}`, async () => {
      const { sandbox, kernel, requests } = rehearsal;
      sandbox.control.faults.add({ operation: creation, occurrence: "always", effect: { kind: "reset-before" } });
      const message = await messageOf(kernel(definition).create(inputs(sandbox)));
      assert.match(message, / may have been created: it is not listed yet\./);
      assert.equal(requests(creation), 2);
      assert.equal(count(sandbox), 0);
    });

  for (const { name, definition, creation, inputs, count } of costly)
    for (const effect of withoutEffect)
      it(`is not retried if a duplicate would be billed, ${name} (${effect.kind})`, async () => {
        const { sandbox, clock, kernel, requests } = rehearsal;
        sandbox.control.faults.add({ operation: creation, effect });
        const message = await messageOf(kernel(definition).create(inputs(sandbox)));
        assert.match(message, /^.*sommer-shop.* may have been created: it is not listed yet\./);
        assert.match(message, /Run again, which looks first/);
        assert.equal(requests(creation), 1);
        assert.equal(count(sandbox), 0);
        const waited = clock.pauses.reduce((sum, pause) => sum + pause, 0);
        assert.ok(waited >= 60_000 && waited < 61_000);
      });

  it("reports the provider's refusal if it refers to something that does not exist", async () => {
    const { sandbox, kernel } = rehearsal;
    const message = await messageOf(kernel(gdprContract).create({ ...sampleContract(sandbox), tom: "5f9999999999999999999999" }));
    assert.match(message, /GDPR contract of client 5f\w+ and recipient 5f\w+ .*createGdprContract .*status 500/);
    assert.deepEqual(sandbox.control.store.gdprContracts.all(), []);
  });
});

/** Objects and requests of a creation without an answer: a token without its secret is left, and another one is created. */
const madeWithoutAnswer = (definition: SomeDefinition) => (definition === applicationToken ? [2, 2] : [1, 1]);

describe("a creation without an answer", () => {
  const rehearsal = rehearseKernel();

  for (const { name, definition, creation, inputs, count } of cases)
    for (const kind of ["timeout-after", "stall"] as const)
      it(`finds the one object that it created, ${name} (${kind})`, async () => {
        const { sandbox, kernel, requests } = rehearsal;
        sandbox.control.faults.add({ operation: creation, effect: { kind } });
        const { id, state } = await kernel(definition).create(inputs(sandbox));
        assert.deepEqual([count(sandbox), requests(creation)], madeWithoutAnswer(definition));
        assert.equal((await kernel(definition).read(id, state))?.id, id);
      });

  for (const { name, definition, creation, inputs, count } of cases)
    it(`finds the one object that it created and that is not visible at once, ${name}`, async () => {
      const { sandbox, kernel, requests } = rehearsal;
      sandbox.control.faults.add({ operation: creation, effect: { kind: "hidden", reads: 3 } });
      sandbox.control.faults.add({ operation: creation, effect: { kind: "reset-after" } });
      const { id } = await kernel(definition).create(inputs(sandbox));
      assert.deepEqual([count(sandbox), requests(creation)], madeWithoutAnswer(definition));
      assert.equal((await kernel(definition).read(id, inputs(sandbox)))?.id, id);
    });
});

describe("a new object that never becomes visible", () => {
  const rehearsal = rehearseKernel({ visibleAfter: { reads: 1_000_000 } });

  for (const { name, definition, inputs } of cases)
    it(`is recorded after five minutes, or as long as declared, ${name}`, async () => {
      const { sandbox, clock, kernel } = rehearsal;
      const start = clock.now();
      const failure = await kernel(definition)
        .create(inputs(sandbox))
        .catch((error: unknown) => error);
      assert.ok(failure instanceof UnfinishedError);
      assert.match(failure.message, /did not become visible within 5 minutes/);
      assert.ok(clock.now() - start >= 300_000 && clock.now() - start < 301_000);
      assert.ok(clock.pauses.every((pause) => pause <= 10_000));
    });

  it("is not gone, either for a refresh or for a deletion that the provider refuses", async () => {
    const { sandbox, kernel } = rehearsal;
    const failure = await kernel(webhook)
      .create(samples.webhook)
      .catch((error: unknown) => error);
    assert.ok(failure instanceof UnfinishedError);
    await assert.rejects(
      kernel(webhook).read(failure.id, failure.properties),
      /never been listed since it was created.*explain never-listed/,
    );
    sandbox.control.faults.add({ operation: "deleteWebhook", occurrence: "always", effect: { kind: "status", status: 403 } });
    await assert.rejects(
      kernel(webhook).delete(failure.id, failure.properties),
      /was not deleted\..*never been listed since it was created/,
    );
    assert.equal(sandbox.control.store.webhooks.all().length, 1);
  });

  it("is waited for as long as declared by the next run too", async () => {
    const { clock, kernel } = rehearsal;
    const inputs = { ...samples.virtualAccount, timeouts: { create: "90s", update: "10m" } };
    const failure = await kernel(virtualAccount)
      .create(inputs)
      .catch((error: unknown) => error);
    assert.ok(failure instanceof UnfinishedError);
    const start = clock.now();
    await assert.rejects(
      kernel(virtualAccount).update(failure.id, failure.properties, inputs),
      /did not become visible within 90 seconds/,
    );
    assert.ok(clock.now() - start >= 90_000 && clock.now() - start < 91_000);
  });

  it("is waited for as long as declared", async () => {
    const { clock, kernel } = rehearsal;
    const start = clock.now();
    const inputs = { ...samples.webhook, timeouts: { create: "1m30s" } };
    await assert.rejects(kernel(webhook).create(inputs), /did not become visible within 90 seconds/);
    assert.ok(clock.now() - start >= 90_000 && clock.now() - start < 91_000);
  });
});

describe("a login that expires during the run", () => {
  const rehearsal = rehearseKernel();
  const hour = 3_600_000;

  it("is renewed once if the gateway refuses it, however many calls are refused", async () => {
    const { sandbox, clientClock, kernel, requests } = rehearsal;
    const { id, state } = await kernel(webhook).create(samples.webhook);
    assert.equal(requests("authenticate"), 1);
    // The sandbox's sessions have ended, while the client expects its token to be valid for a day.
    sandbox.control.advance(25 * hour);
    await clientClock.advance(10_000);
    const reads = await Promise.all(Array.from({ length: 5 }, () => kernel(webhook).read(id, state)));
    assert.deepEqual(
      reads.map((read) => read?.id),
      [id, id, id, id, id],
    );
    assert.equal(requests("authenticate"), 2);
    assert.ok(sandbox.control.journal.requests({ status: 503 }).length > 0);
  });

  it("is renewed before it expires, without a refused call", async () => {
    const { sandbox, clientClock, kernel, requests } = rehearsal;
    const { id, state } = await kernel(webhook).create(samples.webhook);
    const almost = 24 * hour - 30_000;
    sandbox.control.advance(almost);
    await clientClock.advance(almost);
    assert.equal((await kernel(webhook).read(id, state))?.id, id);
    assert.equal(requests("authenticate"), 2);
    assert.deepEqual(sandbox.control.journal.requests({ status: 503 }), []);
  });

  it("is renewed, and a creation that met its expiry is not blindly retried", async () => {
    const { sandbox, clientClock, kernel, requests } = rehearsal;
    await kernel(webhook).create(samples.webhook);
    await clientClock.advance(10_000);
    sandbox.control.journal.clear();
    const effect = { kind: "status", status: 503, body: { msg: "internal server error" }, when: "after" } as const;
    sandbox.control.faults.add({ operation: "registerDomain", effect });
    assert.equal((await kernel(domain).create(samples.domain)).id, "p100001/sommer-shop.de");
    assert.equal(requests("authenticate"), 1);
    assert.equal(requests("registerDomain"), 1);
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
    assert.deepEqual(
      names.filter((name) => left.includes(name)),
      [],
    );
    assert.ok(left.includes("www"));
  });
});

describe("an object that the provider shows without its identifier", () => {
  const rehearsal = rehearseKernel();

  it("is not adopted, because it could not be read or deleted again", async () => {
    const { faults } = rehearsal.sandbox.control;
    faults.add({ operation: "listWebhooks", occurrence: "always", effect: { kind: "body", body: [samples.webhook] } });
    const message = await messageOf(rehearsal.kernel(webhook).create({ ...samples.webhook, adopt: true }));
    assert.match(message, /exists, but the provider does not show its identifier/);
  });

  it("does not cause a second order", async () => {
    const { faults } = rehearsal.sandbox.control;
    const { password: _, ...shown } = samples.virtualAccount;
    faults.add({ operation: "listVirtualAccounts", occurrence: "always", effect: { kind: "body", body: [shown] } });
    const message = await messageOf(rehearsal.kernel(virtualAccount).create(samples.virtualAccount));
    assert.match(message, /already exists \(without identifier\)/);
    assert.equal(rehearsal.requests("createVirtualAccount"), 0);
  });

  it("is looked up if its creation was answered that way", async () => {
    const { faults } = rehearsal.sandbox.control;
    const { password: _, ...shown } = samples.virtualAccount;
    faults.add({ operation: "createVirtualAccount", effect: { kind: "body", body: shown } });
    const { id } = await rehearsal.kernel(virtualAccount).create(samples.virtualAccount);
    assert.match(id, /^100001\/p\d+$/);
    assert.equal(rehearsal.requests("createVirtualAccount"), 1);
  });
});

describe("a deletion without an answer", () => {
  const rehearsal = rehearseKernel();

  for (const kind of ["timeout-before", "timeout-after"] as const)
    it(`checks whether the object is gone (${kind})`, async () => {
      const { sandbox, kernel, requests } = rehearsal;
      const { id, state } = await kernel(webhook).create(samples.webhook);
      sandbox.control.faults.add({ operation: "deleteWebhook", effect: { kind } });
      await kernel(webhook).delete(id, state);
      assert.deepEqual(sandbox.control.store.webhooks.all(), []);
      assert.equal(requests("deleteWebhook"), kind === "timeout-before" ? 2 : 1);
    });
});

describe("an update without an answer", () => {
  const rehearsal = rehearseKernel();

  for (const kind of ["timeout-after", "reset-after", "malformed", "truncate"] as const)
    it(`is retried, because that is harmless (${kind})`, async () => {
      const { sandbox, kernel } = rehearsal;
      const { id, state } = await kernel(webhook).create(samples.webhook);
      sandbox.control.faults.add({ operation: "updateWebhook", effect: { kind } });
      const news = { ...samples.webhook, method: "PUT" };
      const result = await kernel(webhook)
        .update(id, state, news)
        .catch((error: unknown) => error);
      assert.equal(sandbox.control.store.webhooks.all().length, 1);
      assert.equal(sandbox.control.store.webhooks.get(id)!.method, "PUT");
      if (kind === "malformed") assert.match((result as Error).message, /^webhook PUT .* was not updated\. /);
      else assert.deepEqual(visible(result as Properties), { ...news, uid: id });
    });

  it("that the provider applies only in part is recorded as unfinished", async () => {
    const { sandbox, kernel } = rehearsal;
    const { id, state } = await kernel(webhook).create(samples.webhook);
    const other = { uid: id, ...samples.webhook };
    sandbox.control.faults.add({ operation: "updateWebhook", occurrence: "always", effect: { kind: "body", body: other } });
    const news = { ...samples.webhook, method: "PUT" };
    const failure = await kernel(webhook)
      .update(id, state, news)
      .catch((error: unknown) => error);
    assert.ok(failure instanceof UnfinishedError);
    assert.match(failure.message, /was updated, but the provider shows other values than declared for method\. .*Recorded/);
    assert.equal(kernel(webhook).diff(id, failure.properties, news).changes, true);
  });
});
