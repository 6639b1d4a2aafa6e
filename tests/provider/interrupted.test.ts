import assert from "node:assert/strict";
import { ProviderError } from "../../provider/values/errors.js";
import { nameKey } from "../../provider/values/reserved-properties.js";
import { applicationToken } from "../../provider/resources/applicationToken.js";
import { domain } from "../../provider/resources/domain.js";
import { gdprContract } from "../../provider/resources/gdprContract.js";
import { virtualAccount } from "../../provider/resources/virtualAccount.js";
import { webhook } from "../../provider/resources/webhook.js";
import type { Properties } from "../../provider/values/properties.js";
import { creationCaseOf, creationCases } from "../support/creation-cases.js";
import { rehearseKernel, type SomeDefinition } from "../support/kernel.js";
import { messageOf, sampleContract, samples } from "../support/rehearsal.js";

/** Pulumi warns about it in each run until somebody clears it. */
const pending = /this run took it over\..*`hosting recover --yes` clears a pending operation\./;

const another = { ...samples.webhook, id: "9000", login: "reseller" };

describe("a run after one that was killed during a creation", () => {
  const rehearsal = rehearseKernel();
  const create = (definition: SomeDefinition, inputs: Properties) => rehearsal.kernel(definition).create(inputs);
  const hook = (changes: Properties = {}) => create(webhook, { ...samples.webhook, ...changes });
  const cutOff = (definition: SomeDefinition, operation: string, when: "before" | "after", inputs: Properties) =>
    rehearsal.cutOff([operation, when], () => create(definition, inputs));
  const hooks = () => rehearsal.sandbox.control.store.webhooks;

  for (const { name, definition, creation, inputs, count } of creationCases.filter(({ kind }) => kind !== "applicationToken")) {
    it(`takes over what that run created, ${name}`, async () => {
      const declared = inputs(rehearsal.sandbox);
      await cutOff(definition, creation, "after", declared);
      const { id, state } = await create(definition, declared);
      assert.equal(count(rehearsal.sandbox), 1);
      assert.match(rehearsal.said(), pending);
      assert.deepEqual(rehearsal.journal.creations(), []);
      assert.deepEqual((await rehearsal.kernel(definition).read(id, state))?.inputs, declared);
    });

    it(`creates the object if that run did not, ${name}`, async () => {
      const declared = inputs(rehearsal.sandbox);
      await cutOff(definition, creation, "before", declared);
      await create(definition, declared);
      assert.equal(count(rehearsal.sandbox), 1);
    });
  }

  it("leaves a token whose secret may be lost, names it, and creates another", async () => {
    const { applicationTokens } = rehearsal.sandbox.control.store;
    await cutOff(applicationToken, "createApplicationToken", "after", samples.applicationToken);
    const [lost] = applicationTokens.all();
    const { id, state } = await create(applicationToken, samples.applicationToken);
    assert.deepEqual(
      applicationTokens.all().map((token) => token.id),
      [lost!.id, id],
    );
    assert.equal(typeof state["token"], "string");
    assert.match(rehearsal.said(), new RegExp(`${lost!.id} may be the result.*hosting recover`));
    assert.equal(rehearsal.journal.creations().length, 1);
  });

  it("names what that run created if the program has changed since, and again in the next run", async () => {
    const declared = sampleContract(rehearsal.sandbox);
    await cutOff(gdprContract, "createGdprContract", "after", declared);
    const [left] = rehearsal.sandbox.control.store.gdprContracts.all();
    await create(gdprContract, { ...declared, html: "<p>another</p>" });
    assert.match(rehearsal.said(), new RegExp(`${left!.id} may be the result of an earlier run`));
    rehearsal.beginNextRun();
    assert.ok(rehearsal.journal.creations().some(({ answered }) => answered === undefined));
  });

  for (const changed of [{ headers: { "X-Key": "another" } }, { headers: undefined, parameters: undefined }])
    it(`takes over what that run created and updates it if the program has changed its ${Object.keys(changed).join()} since`, async () => {
      await cutOff(webhook, "createWebhook", "after", samples.webhook);
      const [left] = hooks().all();
      const declared = { ...samples.webhook, ...changed };
      assert.deepEqual(await rehearsal.problemsOf(webhook, declared), []);
      const { id } = await create(webhook, declared);
      const [only, ...others] = hooks().all();
      assert.deepEqual([id, only?.id, others], [left!.id, left!.id, []]);
      assert.deepEqual(only?.headers ?? {}, declared.headers ?? {});
      assert.match(rehearsal.said(), new RegExp(`took it over and changed its ${Object.keys(changed).join(", ")}\\.`));
      assert.doesNotMatch(rehearsal.said(), /hook-key-secret/);
    });

  it("takes over what that run created, and says that it has the secret that was sent, which the provider does not show", async () => {
    await cutOff(virtualAccount, "createVirtualAccount", "after", samples.virtualAccount);
    assert.deepEqual(rehearsal.journal.creations()[0]?.fingerprints, { password: "" });
    await create(virtualAccount, { ...samples.virtualAccount, password: "another-1" });
    assert.match(rehearsal.said(), /took it over\. Its password is from then: /);
  });

  it("leaves no claim of a killed adoption that would keep the object", async () => {
    const { id } = hooks().insert(another);
    const adopting = { ...samples.webhook, adopt: true, headers: { "X-Key": "another" } };
    await cutOff(webhook, "updateWebhook", "before", adopting);
    const { state } = await create(webhook, adopting);
    rehearsal.recorded("webhook", id);
    rehearsal.beginNextRun();
    await rehearsal.kernel(webhook).delete(id, state);
    assert.deepEqual(hooks().all(), []);
  });

  it("adopts nothing that a killed deletion may still remove", async () => {
    const { clock } = rehearsal;
    const { id, state } = await hook({ [nameKey]: "one" });
    rehearsal.beginNextRun();
    await rehearsal.cutOff(["deleteWebhook", "before"], () => rehearsal.kernel(webhook).delete(id, state));
    const start = clock.now();
    assert.equal((await hook({ adopt: true, [nameKey]: "two" })).id, id);
    assert.ok(clock.now() - start >= 59_000);
    assert.ok(rehearsal.requests("listWebhooks") >= 2);
  });

  it("waits as long as an order takes to be listed before it orders", async () => {
    await cutOff(domain, "registerDomain", "before", samples.domain);
    const start = rehearsal.clock.now();
    await create(domain, samples.domain);
    assert.ok(rehearsal.clock.now() - start >= 60_000);
  });

  it("keeps the note of an order while its run goes on, although the object exists", async () => {
    await rehearsal.hold(["registerDomain", "after"], () => create(domain, samples.domain));
    rehearsal.beginRunBeside();
    await create(domain, { ...samples.domain, adopt: true });
    assert.deepEqual(
      rehearsal.journal.creations().map(({ ending }) => ending),
      ["running"],
    );
  });

  it("takes over an object whose creation was answered but not passed to the program", async () => {
    const { id } = await hook();
    for (let run = 0; run < 2; run += 1) {
      rehearsal.beginNextRun();
      assert.equal((await hook()).id, id);
      assert.match(rehearsal.said(), pending);
    }
    assert.equal(rehearsal.requests("createWebhook"), 1);
  });

  it("takes over nothing that was passed to a program, nor what a state has shown since", async () => {
    for (const pass of [rehearsal.recorded, rehearsal.seen]) {
      const { id } = await hook({ adopt: pass === rehearsal.seen });
      if (pass === rehearsal.recorded) pass("webhook", id);
      rehearsal.beginNextRun();
      if (pass === rehearsal.seen) pass("webhook", id);
      assert.match(await messageOf(hook()), new RegExp(`already exists \\(${id}\\)`));
      assert.deepEqual(rehearsal.journal.creations(), []);
      rehearsal.loseJournal();
    }
  });

  it("does not take over what that run was refused or found existing", async () => {
    rehearsal.fault("createWebhook", { kind: "status", status: 400 });
    await assert.rejects(hook(), ProviderError);
    hooks().insert(another);
    rehearsal.beginNextRun();
    await assert.rejects(hook(), { code: "exists" });
  });

  it("takes over nothing unanswered from a run that ended normally", async () => {
    rehearsal.fault("createWebhook", { kind: "reset-before" }, { times: 2 });
    assert.match(await messageOf(hook()), /webhook .* may have been created/);
    hooks().insert(another);
    rehearsal.endRun();
    await assert.rejects(hook(), { code: "exists" });
    assert.match(rehearsal.said(), /9000 may be the result/);
  });

  it("fails if several objects match", async () => {
    await cutOff(webhook, "createWebhook", "after", samples.webhook);
    hooks().insert(another);
    await assert.rejects(hook(), { code: "several results" });
    assert.equal(hooks().all().length, 2);
  });

  for (const { name, definition, creation, inputs, count } of (["webhook", "domain", "gdprContract"] as const).map(
    creationCaseOf,
  ))
    it(`previews the refusal of an object that someone else has created since, ${name}`, async () => {
      const declared = { ...inputs(rehearsal.sandbox), [nameKey]: "mine" };
      await cutOff(definition, creation, "before", declared);
      await create(definition, { ...declared, [nameKey]: "other" });
      rehearsal.beginNextRun();
      assert.deepEqual(await rehearsal.problemsOf(definition, declared), [], "something may still come");
      await rehearsal.clock.sleep(120_000);
      rehearsal.sandbox.control.advance(120_000);
      await rehearsal.clientClock.advance(120_000);
      const [problem] = await rehearsal.problemsOf(definition, declared);
      assert.match(problem!, / already exists \(/);
      assert.equal(await messageOf(create(definition, declared)), problem);
      assert.equal(count(rehearsal.sandbox), 1);
    });

  it("does not order if it cannot write the journal, and says so if it creates without", async () => {
    rehearsal.spoilJournal();
    await assert.rejects(create(domain, samples.domain), { code: "journal" });
    assert.equal(rehearsal.requests("registerDomain"), 0);
    assert.match((await rehearsal.problemsOf(domain, samples.domain)).join(), /explain journal`/);
    assert.deepEqual(await rehearsal.problemsOf(webhook, samples.webhook), []);
    await hook();
    assert.match(rehearsal.warnings.at(-1) ?? "", /could not write the journal.*HOSTING_JOURNAL/);
  });

  it("does not order if it cannot write that the order is sent, and says so once", async () => {
    const { journal } = rehearsal;
    const note = journal.note.bind(journal);
    const sent = () => {
      throw new Error("ENOSPC");
    };
    journal.note = (...all) => ({ ...note(...all), sent });
    for (const { definition, inputs, creation } of creationCases.filter(({ costly }) => costly)) {
      const message = await messageOf(create(definition, inputs(rehearsal.sandbox)));
      assert.match(message, / was not created\. Could not write the journal, .*\(ENOSPC\)\. /);
      assert.equal(message.split("not created").length, 2, message);
      assert.equal(rehearsal.requests(creation), 0);
    }
  });

  describe("whose notes it cannot read", () => {
    for (const { definition, creation, inputs } of creationCases.filter(({ costly }) => costly))
      it(`orders nothing: ${definition.kind}`, async () => {
        const declared = inputs(rehearsal.sandbox);
        await cutOff(definition, creation, "before", declared);
        assert.equal(rehearsal.lockJournal(), 1);
        rehearsal.beginNextRun();
        await assert.rejects(create(definition, declared), { code: "journal" });
        assert.match((await rehearsal.problemsOf(definition, declared)).join(), /Could not read the journal/);
        // The delayed one has not been performed.
        assert.equal(rehearsal.requests(creation), 0);
      });

    it("creates what costs nothing, and says so once", async () => {
      await cutOff(domain, "registerDomain", "before", samples.domain);
      rehearsal.lockJournal();
      rehearsal.beginNextRun();
      await hook();
      await create(applicationToken, samples.applicationToken);
      assert.equal(rehearsal.warnings.filter((text) => /Could not read the journal \(.*EISDIR/.test(text)).length, 1);
    });
  });
});

describe("two runs that create the same object at once", () => {
  const rehearsal = rehearseKernel();
  const store = () => rehearsal.sandbox.control.store;

  it("keep and name both if they cost money", async () => {
    const accounts = () =>
      store()
        .accounts.all()
        .filter(({ virtual }) => virtual !== undefined);
    const goOn = await rehearsal.hold(["createVirtualAccount", "after"], () =>
      rehearsal.kernel(virtualAccount).create(samples.virtualAccount),
    );
    store().accounts.insert({ ...accounts()[0]!, id: "p999999" });
    assert.match(await messageOf(goOn()), /100001\/p999999 appeared at the same time.*Recorded/);
    assert.equal(accounts().length, 2);
  });
});
