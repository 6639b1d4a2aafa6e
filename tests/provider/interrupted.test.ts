import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Http2Server, type ServerHttp2Session, type ServerHttp2Stream } from "node:http2";
import type { AddressInfo } from "node:net";
import { GetRootResourceResponse } from "@pulumi/pulumi/proto/engine_pb.js";
import { PulumiEngine } from "../../provider/process/engine.js";
import { ProviderError } from "../../provider/values/errors.js";
import { nameKey } from "../../provider/values/reserved-properties.js";
import { applicationToken } from "../../provider/resources/applicationToken.js";
import { domain } from "../../provider/resources/domain.js";
import { gdprContact } from "../../provider/resources/gdprContact.js";
import { gdprContract } from "../../provider/resources/gdprContract.js";
import { virtualAccount } from "../../provider/resources/virtualAccount.js";
import { webhook } from "../../provider/resources/webhook.js";
import type { Properties } from "../../provider/values/properties.js";
import { createClient } from "../../sdk/index.js";
import { creationCaseOf, creationCases } from "../support/creation-cases.js";
import { rehearseKernel, type KernelRehearsal, type SomeDefinition } from "../support/kernel.js";
import { messageOf, sampleContract, samples } from "../support/rehearsal.js";

/** Performs a creation up to its effect; then its run is cut off. */
async function interrupt(rehearsal: KernelRehearsal, create: Promise<unknown>): Promise<void> {
  const { faults } = rehearsal.sandbox.control;
  create.catch(() => undefined);
  while (faults.held().length === 0) await new Promise(setImmediate);
  rehearsal.beginNextRun();
}

/** Pulumi warns about it in each run until somebody clears it. */
const clearing = "`hosting recover --yes` clears a pending operation.";

describe("a run after one that was killed during a creation", () => {
  const rehearsal = rehearseKernel();
  const saysHowToClear = () =>
    rehearsal.warnings.some((text) => text.includes("this run took it over.") && text.includes(clearing));

  for (const { name, definition, creation, inputs, count } of creationCases.filter(({ kind }) => kind !== "applicationToken")) {
    it(`takes over what that run created, ${name}`, async () => {
      const { sandbox } = rehearsal;
      const declared = inputs(sandbox);
      sandbox.control.faults.add({ operation: creation, effect: { kind: "hold", when: "after" } });
      await interrupt(rehearsal, rehearsal.kernel(definition).create(declared));
      assert.equal(count(sandbox), 1);
      const { id, state } = await rehearsal.kernel(definition).create(declared);
      assert.equal(count(sandbox), 1);
      assert.ok(
        rehearsal.warnings.some((text) => text.includes(`(${id}): an interrupted run created it; this run took it over.`)),
      );
      assert.ok(saysHowToClear());
      const read = await rehearsal.kernel(definition).read(id, state);
      assert.deepEqual(read?.inputs, declared);
    });

    it(`creates the object if that run did not, ${name}`, async () => {
      const { sandbox } = rehearsal;
      const declared = inputs(sandbox);
      sandbox.control.faults.add({ operation: creation, effect: { kind: "hold", when: "before" } });
      await interrupt(rehearsal, rehearsal.kernel(definition).create(declared));
      await rehearsal.kernel(definition).create(declared);
      assert.equal(count(sandbox), 1);
    });
  }

  for (const [kind, listing] of [
    ["webhook", "listWebhooks"],
    ["virtualAccount", "listVirtualAccounts"],
    ["gdprContract", "listGdprContracts"],
  ] as const) {
    const { name, definition, inputs, count } = creationCaseOf(kind);
    it(`can delete what that run created and was still waiting for, ${name}`, async () => {
      const { sandbox } = rehearsal;
      const declared = { ...inputs(sandbox), [nameKey]: "it" };
      sandbox.control.faults.add({ operation: listing, occurrence: 2, effect: { kind: "hold" } });
      await interrupt(rehearsal, rehearsal.kernel(definition).create(declared));
      assert.equal(count(sandbox), 1);
      const { id, state } = await rehearsal.kernel(definition).create(declared);
      rehearsal.recorded(definition.kind, id);
      rehearsal.endRun();
      await rehearsal.kernel(definition).delete(id, state);
      assert.match(rehearsal.warnings.join("\n"), /: an interrupted run created it; this run took it over\./);
      assert.equal(count(sandbox), 0);
    });
  }

  it("takes over one of several matching objects that nothing can delete, and names the others", async () => {
    const { sandbox } = rehearsal;
    const declared = {
      name: "Office",
      street: "Am Hafen",
      houseNumber: "1",
      zipCode: "30159",
      city: "Celle",
      mail: "a@b.example",
    };
    sandbox.control.faults.add({ operation: "createGdprContact", effect: { kind: "hold", when: "after" } });
    await interrupt(rehearsal, rehearsal.kernel(gdprContact).create(declared));
    const { gdprContacts } = sandbox.control.store;
    gdprContacts.insert({ ...gdprContacts.all().find(({ city }) => city === "Celle")!, id: "5f00000000000000000000ff" });
    const { id } = await rehearsal.kernel(gdprContact).create(declared);
    const [named] = rehearsal.warnings.filter((text) => text.includes("5f00000000000000000000ff"));
    assert.match(named!, /may be the result of an earlier run, and is left alone/);
    assert.doesNotMatch(named!, /Delete it at the provider/);
    assert.notEqual(id, "5f00000000000000000000ff");
  });

  it("leaves a token whose secret may be lost, names it, and creates another", async () => {
    const { sandbox } = rehearsal;
    sandbox.control.faults.add({ operation: "createApplicationToken", effect: { kind: "hold", when: "after" } });
    await interrupt(rehearsal, rehearsal.kernel(applicationToken).create(samples.applicationToken));
    const [lost] = sandbox.control.store.applicationTokens.all();
    const { id, state } = await rehearsal.kernel(applicationToken).create(samples.applicationToken);
    assert.deepEqual(
      sandbox.control.store.applicationTokens.all().map((token) => token.id),
      [lost!.id, id],
    );
    assert.equal(typeof state["token"], "string");
    assert.ok(
      rehearsal.warnings.some((text) => text.includes(`${lost!.id} may be the result`) && text.includes("hosting recover")),
    );
    assert.equal(rehearsal.journal.creations().length, 1);
  });

  it("leaves a token that was created at another time, and names it", async () => {
    const { sandbox } = rehearsal;
    sandbox.control.faults.add({ operation: "createApplicationToken", effect: { kind: "hold", when: "before" } });
    await interrupt(rehearsal, rehearsal.kernel(applicationToken).create(samples.applicationToken));
    sandbox.control.advance(60 * 60_000);
    const client = createClient({ baseUrl: sandbox.url, credentials: { username: "reseller", password: "sandbox-password" } });
    const { uuid } = await client.authentication.createToken({ body: { description: samples.applicationToken.description } });
    await client.close();
    await rehearsal.kernel(applicationToken).create(samples.applicationToken);
    assert.notEqual(sandbox.control.store.applicationTokens.get(uuid), undefined);
    assert.ok(rehearsal.warnings.some((text) => text.includes(`${uuid} may be the result`)));
  });

  it("names what that run created if the program has changed since, and again in the next run", async () => {
    const { sandbox } = rehearsal;
    const declared = sampleContract(sandbox);
    sandbox.control.faults.add({ operation: "createGdprContract", effect: { kind: "hold", when: "after" } });
    await interrupt(rehearsal, rehearsal.kernel(gdprContract).create(declared));
    const [left] = sandbox.control.store.gdprContracts.all();
    await rehearsal.kernel(gdprContract).create({ ...declared, html: "<p>another</p>" });
    assert.match(rehearsal.warnings.join("\n"), new RegExp(`${left!.id} may be the result of an earlier run`));
    rehearsal.beginNextRun();
    assert.ok(rehearsal.journal.creations().some(({ answered }) => answered === undefined));
  });

  for (const [what, changed] of [
    ["headers", { headers: { "X-Key": "another" } }],
    ["headers, parameters", { headers: undefined, parameters: undefined }],
  ] as const)
    it(`takes over what that run created and updates it if the program has changed its ${what} since`, async () => {
      const { sandbox } = rehearsal;
      sandbox.control.faults.add({ operation: "createWebhook", effect: { kind: "hold", when: "after" } });
      await interrupt(rehearsal, rehearsal.kernel(webhook).create(samples.webhook));
      const [left] = sandbox.control.store.webhooks.all();
      const declared = { ...samples.webhook, ...changed };
      assert.deepEqual(await rehearsal.problemsOf(webhook, declared), []);
      const { id } = await rehearsal.kernel(webhook).create(declared);
      const [only, ...others] = sandbox.control.store.webhooks.all();
      assert.deepEqual([id, only?.id, others], [left!.id, left!.id, []]);
      assert.deepEqual(only?.headers ?? {}, declared.headers ?? {});
      assert.ok(rehearsal.warnings.some((text) => text.includes(`this run took it over and changed its ${what}.`)));
      assert.doesNotMatch(rehearsal.warnings.join("\n"), /hook-key-secret/);
    });

  it("takes over the equal one of two with the same address", async () => {
    const { sandbox } = rehearsal;
    sandbox.control.faults.add({ operation: "createWebhook", effect: { kind: "hold", when: "after" } });
    await interrupt(rehearsal, rehearsal.kernel(webhook).create(samples.webhook));
    const [left] = sandbox.control.store.webhooks.all();
    sandbox.control.store.webhooks.insert({ ...samples.webhook, headers: {}, id: "9000", login: "reseller" });
    assert.equal((await rehearsal.kernel(webhook).create(samples.webhook)).id, left!.id);
    assert.deepEqual(sandbox.control.store.webhooks.get("9000")?.headers, {});
  });

  it("leaves one with the same address that another resource has created since", async () => {
    const { sandbox } = rehearsal;
    await anothersInstead(webhook, "createWebhook", samples.webhook);
    const [others] = sandbox.control.store.webhooks.all();
    const { id } = await rehearsal.kernel(webhook).create({ ...samples.webhook, headers: { "X-Key": "another" } });
    assert.notEqual(id, others!.id);
    assert.deepEqual(sandbox.control.store.webhooks.get(others!.id)?.headers, samples.webhook.headers);
  });

  it("takes over what that run created, and says that it has the secret that was sent, which the provider does not show", async () => {
    const { sandbox, warnings } = rehearsal;
    sandbox.control.faults.add({ operation: "createVirtualAccount", effect: { kind: "hold", when: "after" } });
    await interrupt(rehearsal, rehearsal.kernel(virtualAccount).create(samples.virtualAccount));
    assert.deepEqual(rehearsal.journal.creations()[0]?.fingerprints, { password: "" });
    await rehearsal.kernel(virtualAccount).create({ ...samples.virtualAccount, password: "another-1" });
    assert.match(
      warnings.join("\n"),
      /took it over\. Its password is from then: .* `hosting recover --yes` clears a pending operation\.$/m,
    );
  });

  it("says what to do if the program has changed since in what the API cannot change", async () => {
    const { sandbox, warnings } = rehearsal;
    sandbox.control.faults.add({ operation: "createVirtualAccount", effect: { kind: "hold", when: "after" } });
    await interrupt(rehearsal, rehearsal.kernel(virtualAccount).create(samples.virtualAccount));
    const changed = rehearsal.kernel(virtualAccount).create({ ...samples.virtualAccount, description: "another" });
    await assert.rejects(changed, /cannot change description.* An interrupted run left it: undo the change/);
    assert.doesNotMatch(warnings.join("\n"), /took it over/);
  });

  it("adopts nothing that a killed deletion may still remove", async () => {
    const { sandbox, clock } = rehearsal;
    const { id, state } = await rehearsal.kernel(webhook).create({ ...samples.webhook, [nameKey]: "one" });
    rehearsal.beginNextRun();
    sandbox.control.faults.add({ operation: "deleteWebhook", effect: { kind: "hold", when: "before" } });
    await interrupt(rehearsal, rehearsal.kernel(webhook).delete(id, state));
    const start = clock.now();
    const adopted = await rehearsal.kernel(webhook).create({ ...samples.webhook, adopt: true, [nameKey]: "two" });
    assert.equal(adopted.id, id);
    assert.ok(clock.now() - start >= 59_000);
    assert.ok(rehearsal.requests("listWebhooks") >= 2);
  });

  for (const isAnswered of [false, true])
    it(`names the earlier resource if one with another name finds what it created, ${isAnswered ? "answered" : "unanswered"}`, async () => {
      const { sandbox } = rehearsal;
      const declared = (name: string) => ({ ...samples.webhook, [nameKey]: name });
      if (isAnswered) {
        await rehearsal.kernel(webhook).create(declared("before"));
        rehearsal.beginNextRun();
      } else {
        sandbox.control.faults.add({ operation: "createWebhook", effect: { kind: "hold", when: "after" } });
        await interrupt(rehearsal, rehearsal.kernel(webhook).create(declared("before")));
      }
      const message = await messageOf(rehearsal.kernel(webhook).create(declared("after")));
      assert.match(
        message,
        isAnswered
          ? /already exists .* It belongs to resource "before" of this stack\. .*explain exists-in-stack`/
          : /already exists .*explain exists`/,
      );
      await rehearsal.kernel(webhook).create({ ...declared("after"), adopt: true });
      assert.equal(sandbox.control.store.webhooks.all().length, 1);
    });

  it("reports no doubt if a killed adoption is declared under another name", async () => {
    const { sandbox } = rehearsal;
    const client = createClient({ baseUrl: sandbox.url, credentials: { username: "reseller", password: "sandbox-password" } });
    const { uid: id = "" } = await client.webhooks.create({ body: samples.webhook });
    await client.close();
    const declared = { ...samples.webhook, headers: { "X-Key": "1" }, adopt: true };
    sandbox.control.faults.add({ operation: "updateWebhook", effect: { kind: "hold", when: "after" } });
    await interrupt(rehearsal, rehearsal.kernel(webhook).create({ ...declared, [nameKey]: "hook" }));
    const adopted = await rehearsal.kernel(webhook).create({ ...declared, [nameKey]: "Component/hook" });
    rehearsal.beginNextRun();
    await rehearsal.kernel(webhook).delete(adopted.id, adopted.state);
    assert.equal(sandbox.control.store.webhooks.get(id), undefined);
  });

  it("waits as long as an order takes to be listed before it orders", async () => {
    const { sandbox, clock } = rehearsal;
    sandbox.control.faults.add({ operation: "registerDomain", effect: { kind: "hold", when: "before" } });
    await interrupt(rehearsal, rehearsal.kernel(domain).create(samples.domain));
    const start = clock.now();
    await rehearsal.kernel(domain).create(samples.domain);
    assert.ok(clock.now() - start >= 60_000);
  });

  it("takes over an object whose creation was answered but not passed to the program", async () => {
    const { id } = await rehearsal.kernel(webhook).create(samples.webhook);
    rehearsal.beginNextRun();
    const again = await rehearsal.kernel(webhook).create(samples.webhook);
    assert.equal(again.id, id);
    assert.ok(saysHowToClear());
    assert.equal(rehearsal.requests("createWebhook"), 1);
    rehearsal.beginNextRun();
    assert.equal((await rehearsal.kernel(webhook).create(samples.webhook)).id, id);
  });

  it("takes it over even if Pulumi ended that run normally, as after a full disk, and mentions no pending operation", async () => {
    const { id } = await rehearsal.kernel(webhook).create(samples.webhook);
    rehearsal.endRun();
    assert.equal((await rehearsal.kernel(webhook).create(samples.webhook)).id, id);
    assert.doesNotMatch(rehearsal.warnings.join("\n"), /pending operation/);
  });

  it("mentions no pending operation if it adopts an existing object", async () => {
    rehearsal.sandbox.control.store.webhooks.insert({ ...samples.webhook, id: "9000", login: "reseller" });
    await rehearsal.kernel(webhook).create({ ...samples.webhook, adopt: true });
    assert.match(rehearsal.warnings.join("\n"), /9000.*is adopted/);
    assert.doesNotMatch(rehearsal.warnings.join("\n"), /pending operation/);
  });

  it("takes over nothing that was passed to a program", async () => {
    const { id } = await rehearsal.kernel(webhook).create(samples.webhook);
    rehearsal.recorded("webhook", id);
    rehearsal.beginNextRun();
    assert.match(await messageOf(rehearsal.kernel(webhook).create(samples.webhook)), new RegExp(`already exists \\(${id}\\)`));
  });

  it("updates it to what is declared now", async () => {
    const { id } = await rehearsal.kernel(webhook).create({ ...samples.webhook, headers: { "X-Old": "old" } });
    rehearsal.beginNextRun();
    const again = await rehearsal.kernel(webhook).create(samples.webhook);
    assert.equal(again.id, id);
    assert.deepEqual(rehearsal.sandbox.control.store.webhooks.get(id)?.headers, samples.webhook.headers);
  });

  it("does not take over what a state has shown since", async () => {
    const { id } = await rehearsal.kernel(webhook).create(samples.webhook);
    rehearsal.beginNextRun();
    rehearsal.seen("webhook", id);
    assert.match(await messageOf(rehearsal.kernel(webhook).create(samples.webhook)), /already exists/);
    assert.deepEqual(rehearsal.journal.creations(), []);
  });

  it("does not take over what that run was refused or found existing", async () => {
    const { sandbox } = rehearsal;
    sandbox.control.faults.add({ operation: "createWebhook", effect: { kind: "status", status: 400 } });
    await assert.rejects(rehearsal.kernel(webhook).create(samples.webhook), ProviderError);
    sandbox.control.store.webhooks.insert({ ...samples.webhook, id: "9000", login: "reseller" });
    rehearsal.beginNextRun();
    assert.match(await messageOf(rehearsal.kernel(webhook).create(samples.webhook)), /already exists \(9000\)/);
  });

  it("takes over nothing unanswered from a run that ended normally", async () => {
    const { sandbox, kernel } = rehearsal;
    sandbox.control.faults.add({ operation: "createWebhook", effect: { kind: "reset-before" }, times: 2 });
    assert.match(await messageOf(kernel(webhook).create(samples.webhook)), /webhook .* may have been created/);
    sandbox.control.store.webhooks.insert({ ...samples.webhook, id: "9000", login: "reseller" });
    rehearsal.endRun();
    assert.match(await messageOf(rehearsal.kernel(webhook).create(samples.webhook)), /already exists \(9000\)/);
    assert.ok(rehearsal.warnings.some((text) => /9000 may be the result/.test(text)));
  });

  it("leaves what that run created for another resource", async () => {
    await rehearsal.kernel(webhook).create({ ...samples.webhook, [nameKey]: "first" });
    rehearsal.beginNextRun();
    const second = { ...samples.webhook, [nameKey]: "second" };
    assert.match(await messageOf(rehearsal.kernel(webhook).create(second)), /already exists/);
    const third = { ...samples.webhook, [nameKey]: "first" };
    await rehearsal.kernel(webhook).create(third);
    assert.equal(rehearsal.requests("createWebhook"), 1);
  });

  it("fails if several objects match", async () => {
    const { sandbox } = rehearsal;
    const held = sandbox.control.faults;
    held.add({ operation: "createWebhook", effect: { kind: "hold", when: "after" } });
    await interrupt(rehearsal, rehearsal.kernel(webhook).create(samples.webhook));
    sandbox.control.store.webhooks.insert({ ...samples.webhook, id: "9000", login: "reseller" });
    assert.match(
      await messageOf(rehearsal.kernel(webhook).create(samples.webhook)),
      /several objects could be what an interrupted run created \(\d+, 9000\)\./,
    );
    assert.equal(sandbox.control.store.webhooks.all().length, 2);
  });

  /** A creation that never arrives, and an equal object that somebody else has created since. */
  async function anothersInstead(definition: SomeDefinition, operation: string, inputs: Properties): Promise<void> {
    rehearsal.sandbox.control.faults.add({ operation, effect: { kind: "hold", when: "before" } });
    await interrupt(rehearsal, rehearsal.kernel(definition).create(inputs));
    await rehearsal.kernel(definition).create({ ...inputs, [nameKey]: "other" });
    rehearsal.beginNextRun();
  }
  const passTwoMinutes = async () => {
    await rehearsal.clock.sleep(120_000);
    rehearsal.sandbox.control.advance(120_000);
    await rehearsal.clientClock.advance(120_000);
  };
  for (const { name, definition, creation, inputs, count } of (["webhook", "domain", "gdprContract"] as const).map(
    creationCaseOf,
  ))
    it(`previews the refusal of an object that someone else has created since, ${name}`, async () => {
      const declared = { ...inputs(rehearsal.sandbox), [nameKey]: "mine" };
      await anothersInstead(definition, creation, declared);
      assert.deepEqual(await rehearsal.problemsOf(definition, declared), [], "something may still come");
      await passTwoMinutes();
      const [problem] = await rehearsal.problemsOf(definition, declared);
      assert.match(problem!, / already exists \(/);
      assert.equal(await messageOf(rehearsal.kernel(definition).create(declared)), problem);
      assert.equal(count(rehearsal.sandbox), 1);
    });

  it("previews no takeover, and fails if several objects match", async () => {
    const { sandbox } = rehearsal;
    sandbox.control.faults.add({ operation: "createWebhook", effect: { kind: "hold", when: "after" } });
    await interrupt(rehearsal, rehearsal.kernel(webhook).create(samples.webhook));
    await passTwoMinutes();
    assert.deepEqual(await rehearsal.problemsOf(webhook, samples.webhook), []);
    rehearsal.beginNextRun();
    sandbox.control.store.webhooks.insert({ ...samples.webhook, id: "9000", login: "reseller" });
    const [problem] = await rehearsal.problemsOf(webhook, samples.webhook);
    assert.match(problem!, /several objects could be what an interrupted run created \(\d+, 9000\)/);
  });

  it("does not order if it cannot write the journal, and says so if it creates without", async () => {
    rehearsal.spoilJournal();
    assert.match(
      await messageOf(rehearsal.kernel(domain).create(samples.domain)),
      /^domain sommer-shop\.de of account p100001 cannot be created\. Could not write the journal, which prevents duplicate orders.*explain journal`/,
    );
    assert.equal(rehearsal.requests("registerDomain"), 0);
    assert.match(
      (await rehearsal.problemsOf(domain, samples.domain)).join(),
      /Could not write the journal, which prevents duplicate orders/,
    );
    assert.deepEqual(await rehearsal.problemsOf(webhook, samples.webhook), []);
    await rehearsal.kernel(webhook).create(samples.webhook);
    assert.match(rehearsal.warnings.at(-1) ?? "", /could not write the journal.*HOSTING_JOURNAL/);
  });

  it("takes over nothing billed if it cannot write the journal", async () => {
    rehearsal.sandbox.control.faults.add({ operation: "registerDomain", effect: { kind: "hold", when: "after" } });
    await interrupt(rehearsal, rehearsal.kernel(domain).create(samples.domain));
    rehearsal.journal.note = () => {
      throw new Error("ENOSPC");
    };
    const message = await messageOf(rehearsal.kernel(domain).create(samples.domain));
    assert.match(message, /was not created\. Could not write the journal, .*\(ENOSPC\)/);
  });

  it("does not order if it cannot write that the order is sent, and says so once", async () => {
    const { journal } = rehearsal;
    const note = journal.note.bind(journal);
    journal.note = (...all) => ({
      ...note(...all),
      sent: () => {
        throw new Error("ENOSPC");
      },
    });
    for (const { definition, inputs, creation } of creationCases.filter(({ costly }) => costly)) {
      const message = await messageOf(rehearsal.kernel(definition).create(inputs(rehearsal.sandbox)));
      assert.match(message, / was not created\. Could not write the journal, .*\(ENOSPC\)\. /);
      assert.equal(message.split("not created").length, 2, message);
      assert.equal(rehearsal.requests(creation), 0);
    }
  });
});

describe("a run that cannot read the notes of an earlier one", () => {
  const rehearsal = rehearseKernel();

  for (const [definition, creation, inputs] of [
    [domain, "registerDomain", samples.domain],
    [virtualAccount, "createVirtualAccount", samples.virtualAccount],
  ] as const)
    it(`orders nothing: ${definition.kind}`, async () => {
      const { sandbox, kernel } = rehearsal;
      sandbox.control.faults.add({ operation: creation, effect: { kind: "hold" } });
      await interrupt(rehearsal, kernel(definition).create(inputs));
      assert.equal(rehearsal.lockJournal(), 1);
      rehearsal.beginNextRun();
      assert.match(
        await messageOf(rehearsal.kernel(definition).create(inputs)),
        /cannot be created. Could not read the journal, which prevents duplicate orders \(\S+\.jsonl: EISDIR.*\)\. Make the file readable\./,
      );
      assert.match(
        (await rehearsal.problemsOf(definition, inputs)).join(),
        /Could not read the journal, which prevents duplicate orders/,
      );
      // The delayed one has not been performed.
      assert.equal(rehearsal.requests(creation), 0);
    });

  it("creates what costs nothing, and says so once", async () => {
    const { sandbox, kernel } = rehearsal;
    sandbox.control.faults.add({ operation: "registerDomain", effect: { kind: "hold" } });
    await interrupt(rehearsal, kernel(domain).create(samples.domain));
    rehearsal.lockJournal();
    rehearsal.beginNextRun();
    await rehearsal.kernel(webhook).create(samples.webhook);
    await rehearsal.kernel(applicationToken).create(samples.applicationToken);
    assert.equal(rehearsal.warnings.filter((text) => /Could not read the journal \(.*EISDIR/.test(text)).length, 1);
  });
});

describe("two runs that create the same object at once", () => {
  const rehearsal = rehearseKernel();

  it("each keep their own, and name the other", async () => {
    const { sandbox } = rehearsal;
    sandbox.control.faults.add({ operation: "createWebhook", effect: { kind: "hold", when: "before" } });
    const created = rehearsal.kernel(webhook).create(samples.webhook);
    created.catch(() => undefined);
    while (sandbox.control.faults.held().length === 0) await new Promise(setImmediate);
    sandbox.control.store.webhooks.insert({ ...samples.webhook, id: "9000", login: "reseller" });
    sandbox.control.faults.release();
    const { id } = await created;
    assert.deepEqual(
      sandbox.control.store.webhooks
        .all()
        .map((each) => each.id)
        .sort(),
      [id, "9000"].sort(),
    );
    assert.ok(rehearsal.warnings.some((text) => /9000 appeared at the same time/.test(text)));
  });

  it("leave and name a token that appears while the answer to its creation is lost, because it may be another's", async () => {
    const { faults, store } = rehearsal.sandbox.control;
    const fault = faults.add({ operation: "createApplicationToken", effect: { kind: "timeout-before" } });
    const created = rehearsal.kernel(applicationToken).create(samples.applicationToken);
    while (faults.list().find(({ id }) => id === fault)?.seen === 0) await new Promise(setImmediate);
    const { description } = samples.applicationToken;
    store.applicationTokens.insert({ id: "late", login: "reseller", description, secretHash: "", created: Date.now() });
    const { id } = await created;
    assert.deepEqual(
      store.applicationTokens
        .all()
        .map((each) => each.id)
        .sort(),
      [id, "late"].sort(),
    );
    assert.match(rehearsal.warnings.join("\n"), /late appeared at the same time .*left alone\. Its token is lost/);
  });

  it("keep and name both if they cost money", async () => {
    const { sandbox } = rehearsal;
    const declared = samples.virtualAccount;
    const kernel = rehearsal.kernel(creationCaseOf("virtualAccount").definition);
    sandbox.control.faults.add({ operation: "createVirtualAccount", effect: { kind: "hold", when: "after" } });
    const created = kernel.create(declared);
    created.catch(() => undefined);
    while (sandbox.control.faults.held().length === 0) await new Promise(setImmediate);
    const own = sandbox.control.store.accounts.all().find(({ virtual }) => virtual !== undefined)!;
    sandbox.control.store.accounts.insert({ ...own, id: "p999999" });
    sandbox.control.faults.release();
    assert.match(await messageOf(created), /100001\/p999999 appeared at the same time.*Recorded/);
    assert.equal(sandbox.control.store.accounts.all().filter(({ virtual }) => virtual !== undefined).length, 2);
  });
});

const root = "urn:pulumi:prod::agency::pulumi:pulumi:Stack::agency-prod";

/** Answers a call as gRPC does. */
function answerRoot(stream: ServerHttp2Stream, urn: string): void {
  const answer = new GetRootResourceResponse();
  answer.setUrn(urn);
  const message = Buffer.from(answer.serializeBinary());
  const prefix = Buffer.from([0, 0, 0, 0, message.byteLength]);
  stream.respond({ ":status": 200, "content-type": "application/grpc" });
  stream.end(Buffer.concat([prefix, message]));
}

/** Answers a call with an error, as gRPC does. */
const refuse = (stream: ServerHttp2Stream): void =>
  stream.respond({ ":status": 200, "content-type": "application/grpc", "grpc-status": "13" }, { endStream: true });

describe("the engine", () => {
  const patience = { connection: 60_000, answer: 60_000, registration: 60_000 };
  let server: Http2Server;
  let address: string;
  let answer: (stream: ServerHttp2Stream) => void;
  let gone: number;
  let told: Promise<void>;
  let onGone: () => void;
  const sessions = new Set<ServerHttp2Session>();

  const close = async (): Promise<void> => {
    const closed = once(server, "close");
    server.close();
    for (const session of sessions) session.destroy();
    await closed;
  };

  beforeEach(async () => {
    sessions.clear();
    answer = (stream) => answerRoot(stream, root);
    gone = 0;
    told = new Promise((resolve) => {
      onGone = () => {
        gone += 1;
        resolve();
      };
    });
    server = createServer();
    server.on("session", (session) => {
      sessions.add(session);
      session.on("close", () => sessions.delete(session));
    });
    server.on("stream", (stream: ServerHttp2Stream) => answer(stream));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    if (server.listening) await close();
  });

  it("names the stack, and is asked once", async () => {
    let calls = 0;
    answer = (stream) => {
      calls += 1;
      answerRoot(stream, root);
    };
    const engine = new PulumiEngine(address, onGone);
    const stack = { stack: "prod", project: "agency" };
    assert.deepEqual(await Promise.all([engine.stack(), engine.stack()]), [stack, stack]);
    assert.deepEqual(await engine.stack(), stack);
    assert.equal(calls, 1);
  });

  it("is gone only if it can no longer be reached", async () => {
    const engine = new PulumiEngine(address, onGone);
    await engine.stack();
    const [first] = sessions;
    const reconnected = once(server, "session");
    first!.destroy();
    await reconnected;
    assert.equal(gone, 0);
    await close();
    await told;
    assert.equal(gone, 1);
  });

  it("is gone if the first connection cannot be opened, and names no stack", async () => {
    await close();
    const engine = new PulumiEngine(address, onGone);
    engine.watch();
    await told;
    const message =
      `Pulumi's engine did not name the stack that it works on (nothing listens at ${address}), ` +
      "so nothing was sent. Run again.";
    await assert.rejects(engine.stack(), { message });
    await assert.rejects(engine.stack(), { message });
    assert.equal(gone, 1);
  });

  it("is asked again after it refused to answer", async () => {
    answer = refuse;
    const engine = new PulumiEngine(address, onGone, patience);
    await assert.rejects(engine.stack(), /did not name the stack that it works on \(the call to [\d.:]+ failed\)/);
    answer = (stream) => answerRoot(stream, root);
    assert.deepEqual(await engine.stack(), { stack: "prod", project: "agency" });
    assert.equal(gone, 0);
  });

  it("is not waited for without end if it does not answer", async () => {
    answer = () => undefined;
    const engine = new PulumiEngine(address, onGone, { ...patience, answer: 20 });
    await assert.rejects(engine.stack(), /the call to [\d.:]+ failed/);
    assert.equal(gone, 0);
  });

  it("is asked until the program has registered its stack", async () => {
    let calls = 0;
    answer = (stream) => answerRoot(stream, ++calls < 3 ? "" : root);
    assert.deepEqual(await new PulumiEngine(address, onGone, patience).stack(), { stack: "prod", project: "agency" });
    assert.equal(calls, 3);
  });

  it("names no stack if no program registers one", async () => {
    answer = (stream) => answerRoot(stream, "");
    const engine = new PulumiEngine(address, onGone, { ...patience, registration: 20 });
    await assert.rejects(engine.stack(), /\([\d.:]+ names no stack\), so nothing was sent/);
    assert.equal(gone, 0);
  });

  it("is asked again over a new connection if the first one ends during the call", async () => {
    let calls = 0;
    answer = (stream) => (++calls === 1 ? stream.session!.destroy() : answerRoot(stream, root));
    assert.deepEqual(await new PulumiEngine(address, onGone, patience).stack(), { stack: "prod", project: "agency" });
    assert.equal(gone, 0);
  });

  it("is not missed if it never existed", async () => {
    for (const nowhere of ["", "127.0.0.1:0", "nonsense"]) {
      const engine = new PulumiEngine(nowhere, onGone);
      engine.watch();
      assert.equal(await engine.stack(), undefined);
    }
    assert.equal(gone, 0);
  });
});
