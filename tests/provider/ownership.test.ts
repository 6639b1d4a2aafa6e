import assert from "node:assert/strict";
import type { Context } from "../../provider/runtime/context.js";
import type { Definition } from "../../provider/definition/definition.js";
import { entryOf } from "../../provider/ownership/identity.js";
import { nameKey, ownerKey, readerKey } from "../../provider/values/reserved-properties.js";
import { applicationToken } from "../../provider/resources/applicationToken.js";
import { domain } from "../../provider/resources/domain.js";
import { gdprContract } from "../../provider/resources/gdprContract.js";
import { gdprContractPreset } from "../../provider/resources/gdprContractPreset.js";
import { gdprPdf } from "../../provider/resources/gdprPdf.js";
import { subdomain } from "../../provider/resources/subdomain.js";
import { virtualAccount } from "../../provider/resources/virtualAccount.js";
import { webhook } from "../../provider/resources/webhook.js";
import { rehearseKernel } from "../support/kernel.js";
import { messageOf, sampleContract, samples } from "../support/rehearsal.js";

const asDefinition = (definition: unknown): Definition => definition as Definition;

/** A client whose creations are sent twice on the way; it receives the second answer. */
const sentTwice = (definition: unknown): Definition => {
  const plain = asDefinition(definition);
  return {
    ...plain,
    async create(context, inputs) {
      await plain.create?.(context, inputs);
      return plain.create!(context, inputs);
    },
  };
};

describe("a creation that a proxy sends twice", () => {
  const rehearsal = rehearseKernel();
  const warned = (pattern: RegExp) => rehearsal.warnings.some((text) => pattern.test(text));

  for (const [name, definition, inputs, ids] of [
    [
      "application token",
      applicationToken,
      samples.applicationToken,
      () => rehearsal.sandbox.control.store.applicationTokens.all(),
    ],
    ["webhook", webhook, samples.webhook, () => rehearsal.sandbox.control.store.webhooks.all()],
  ] as const)
    it(`keeps the answered object and names the other, ${name}`, async () => {
      const { id } = await rehearsal.kernel(sentTwice(definition)).create(inputs);
      const [first, second, ...more] = ids().map((each) => each.id);
      assert.deepEqual([second, more], [id, []]);
      assert.ok(warned(new RegExp(`${first} appeared at the same time and is left alone`)), rehearsal.warnings.join("\n"));
    });

  it("names the billed object if the second answer is a refusal, and does not order again", async () => {
    const { sandbox } = rehearsal;
    const account = asDefinition(virtualAccount);
    let sent = 0;
    const refusing: Definition = {
      ...account,
      async create(context, inputs) {
        await account.create?.(context, inputs);
        sandbox.control.faults.add({ operation: "createVirtualAccount", effect: { kind: "status", status: 400 } });
        sent += 1;
        return account.create!(context, inputs);
      },
    };
    const message = await messageOf(rehearsal.kernel(refusing).create(samples.virtualAccount));
    assert.match(message, /may have been created: 100001\/p\d+ has appeared\. createVirtualAccount .* failed with status 400\./);
    rehearsal.endRun();
    assert.match(
      await messageOf(rehearsal.kernel(virtualAccount).create(samples.virtualAccount)),
      /already exists.*`adopt: true`/,
    );
    const { id } = await rehearsal.kernel(virtualAccount).create({ ...samples.virtualAccount, adopt: true });
    assert.match(message, new RegExp(id));
    assert.equal(sent, 1);
  });
});

describe("a request that takes effect after it was given up", () => {
  const rehearsal = rehearseKernel();

  it("is named by the next refresh, once, if it is billed", async () => {
    const { sandbox, kernel } = rehearsal;
    const { id, state } = await kernel(virtualAccount).create(samples.virtualAccount);
    const own = sandbox.control.store.accounts.all().find(({ virtual }) => virtual !== undefined)!;
    sandbox.control.store.accounts.insert({ ...own, id: "p999999" });
    rehearsal.endRun();
    const refresh = rehearsal.kernel(virtualAccount);
    await refresh.read(id, state);
    await refresh.read(id, state);
    assert.equal(
      rehearsal.warnings.filter((text) => /p999999 is equal to it and in no entry of this stack/.test(text)).length,
      1,
    );
  });

  it("is not named if it costs nothing", async () => {
    const { sandbox, kernel } = rehearsal;
    const { id, state } = await kernel(webhook).create(samples.webhook);
    sandbox.control.store.webhooks.insert({ ...samples.webhook, id: "late", login: "reseller" });
    rehearsal.endRun();
    await rehearsal.kernel(webhook).read(id, state);
    assert.deepEqual(rehearsal.warnings, []);
  });
});

describe("a creation that was noted", () => {
  const rehearsal = rehearseKernel();
  const declared = { ...samples.domain, [nameKey]: "shop" };
  const note = () =>
    rehearsal.journal.note(
      {
        kind: "domain",
        name: "shop",
        title: asDefinition(domain).identity.title(declared),
        address: rehearsal.sandbox.url,
        project: "project",
        stack: "stack",
        backend: "file:///state",
        organization: undefined,
        scope: { accountIdentifier: "p100001" },
        before: [],
        fingerprints: {},
      },
      true,
    );

  it("is not waited for if it was never sent", async () => {
    note();
    rehearsal.beginNextRun();
    const start = rehearsal.clock.now();
    await rehearsal.kernel(domain).create(declared);
    assert.ok(rehearsal.clock.now() - start < 60_000);
  });

  it("is waited for from the moment it is sent", async () => {
    const sending = note();
    await rehearsal.clock.sleep(10 * 60_000);
    sending.sent();
    rehearsal.beginNextRun();
    const start = rehearsal.clock.now();
    await rehearsal.kernel(domain).create(declared);
    assert.ok(rehearsal.clock.now() - start >= 60_000);
  });
});

describe("a creation whose operation reaches a person", () => {
  const rehearsal = rehearseKernel();

  it("is not retried, for any kind", async () => {
    const { faults } = rehearsal.sandbox.control;
    faults.add({ operation: "sendMailToAddress", occurrence: "always", effect: { kind: "reset-before" } });
    const mailing: Definition = {
      ...asDefinition(webhook),
      async create({ client }: Context) {
        await client.mailing.sendToAddress({ address: "a@b.example", body: { subject: "x", body: "y" } });
        return { id: "1", inputs: {}, outputs: {} };
      },
    };
    assert.match(await messageOf(rehearsal.kernel(mailing).create(samples.webhook)), /may have been created/);
    assert.equal(rehearsal.requests("sendMailToAddress"), 1);
  });
});

describe("a deletion that the provider accepts", () => {
  const rehearsal = rehearseKernel();

  it("is reported as accepted if it cannot be confirmed, and ends with the next run", async () => {
    const { sandbox, kernel } = rehearsal;
    const { id, state } = await kernel(virtualAccount).create(samples.virtualAccount);
    sandbox.control.faults.add({
      operation: "listVirtualAccounts",
      occurrence: "always",
      effect: { kind: "status", status: 403, body: { msg: "not now" } },
    });
    const message = await messageOf(kernel(virtualAccount).delete(id, state));
    assert.match(message, /its deletion was accepted, but not confirmed\. .*not now/);
    sandbox.control.faults.clear();
    rehearsal.endRun();
    await rehearsal.kernel(virtualAccount).delete(id, state);
  });
});

describe("an object whose id a deleted one had", () => {
  const rehearsal = rehearseKernel();

  it("belongs only to the resource for which it was created", async () => {
    const old = await rehearsal.kernel(domain).create({ ...samples.domain, [nameKey]: "old" });
    rehearsal.endRun();
    await rehearsal.declares(domain, old.id, { ...old.state, [nameKey]: "old" });
    await rehearsal.kernel(domain).delete(old.id, { ...old.state, [nameKey]: "old" });
    const { id } = await rehearsal.kernel(domain).create({ ...samples.domain, [nameKey]: "new" });
    assert.equal(id, old.id);
    assert.doesNotMatch(rehearsal.warnings.join(), /is also the object of/);
  });
});

describe("an interrupted replacement with the same id", () => {
  const rehearsal = rehearseKernel({}, { subdomainDeletion: "body" });

  it("is taken over although the state has its predecessor under that id", async () => {
    const { sandbox } = rehearsal;
    const declared = { ...samples.subdomain, [nameKey]: "news" };
    const old = await rehearsal.kernel(subdomain).create(declared);
    rehearsal.endRun();
    await rehearsal.kernel(subdomain).delete(old.id, old.state);
    sandbox.control.faults.add({ operation: "createSubdomains", effect: { kind: "hold", when: "after" } });
    rehearsal
      .kernel(subdomain)
      .create({ ...declared, target: "/new" })
      .catch(() => undefined);
    while (sandbox.control.faults.held().length === 0) await new Promise(setImmediate);
    rehearsal.beginNextRun();
    await rehearsal.declares(subdomain, old.id, old.state);
    const { id } = await rehearsal.kernel(subdomain).create({ ...declared, target: "/new" });
    assert.equal(id, old.id);
  });

  it("is recognized if the state still has its predecessor and the edit is reverted", async () => {
    const declared = { ...samples.subdomain, [nameKey]: "news" };
    const old = await rehearsal.kernel(subdomain).create(declared);
    rehearsal.endRun();
    await rehearsal.kernel(subdomain).delete(old.id, old.state);
    await rehearsal.kernel(subdomain).create({ ...declared, target: "/new" });
    rehearsal.beginNextRun();
    rehearsal.seen("subdomain", old.id, old.state);
    const message = await messageOf(rehearsal.kernel(subdomain).create(declared));
    assert.match(message, /exists \(.*\), but the API cannot change target.*explain cannot-become`/);
    const { id } = await rehearsal.kernel(subdomain).create({ ...declared, target: "/new" });
    assert.equal(id, old.id);
  });
});

describe("an object that an entry of the state holds", () => {
  const rehearsal = rehearseKernel({}, { subdomainDeletion: "body" });

  it("is not deleted for another entry, however its names are spelled", async () => {
    const { sandbox } = rehearsal;
    const declared = { ...samples.subdomain, [nameKey]: "one" };
    const one = await rehearsal.kernel(subdomain).create(declared);
    rehearsal.endRun();
    const domainIdentifier = declared.domainIdentifier.toUpperCase();
    const other = { ...declared, domainIdentifier, adopt: true, [nameKey]: "two" };
    const { id } = await rehearsal.kernel(subdomain).create(other);
    assert.equal(id, one.id);
    // As an earlier version wrote it.
    const spelled = one.id.replace(declared.domainIdentifier, domainIdentifier);
    assert.notEqual(spelled, id);
    await rehearsal.kernel(subdomain).delete(spelled, one.state);
    assert.match(rehearsal.warnings.join("\n"), /was not deleted: resource "two" of this run holds it/);
    assert.ok(sandbox.control.store.subdomains.all().some(({ name }) => name === samples.subdomain.name));
  });

  it("is not deleted for another entry, whatever its name", async () => {
    const { sandbox } = rehearsal;
    const declared = { ...samples.webhook, [nameKey]: "hook" };
    const old = await rehearsal.kernel(webhook).create(declared);
    rehearsal.endRun();
    const adopted = await rehearsal.kernel(webhook).create({ ...declared, adopt: true });
    assert.equal(adopted.id, old.id);
    await rehearsal.kernel(webhook).delete(old.id, old.state);
    assert.notEqual(sandbox.control.store.webhooks.get(old.id), undefined);
    assert.ok(rehearsal.warnings.some((text) => /was not deleted: resource "hook" of this run holds it/.test(text)));
    rehearsal.endRun();
    await rehearsal.kernel(webhook).delete(adopted.id, adopted.state);
    assert.equal(sandbox.control.store.webhooks.get(old.id), undefined);
  });

  it("is not deleted while the program reads it, for any kind, except by the first refresh after an import", async () => {
    for (const [definition, declared, deletion] of [
      [webhook, samples.webhook, "deleteWebhook"],
      [virtualAccount, samples.virtualAccount, "deleteVirtualAccount"],
      [subdomain, samples.subdomain, "deleteSubdomain"],
      [domain, samples.domain, "deleteDomain"],
      [applicationToken, samples.applicationToken, "deleteApplicationToken"],
      [gdprContract, sampleContract(rehearsal.sandbox), "deleteGdprContract"],
      [gdprPdf, { name: "contract.pdf", pdf: Buffer.from("%PDF-1.7").toString("base64") }, "deleteGdprPdf"],
    ] as const) {
      const kernel = () => rehearsal.kernel(definition);
      const { id, state } = await kernel().create({ ...declared, [nameKey]: "managed" });
      rehearsal.endRun();
      const read = await kernel().read(id, { [readerKey]: "read" });
      assert.equal(read?.id, id);
      await kernel().delete(id, state);
      assert.match(rehearsal.warnings.at(-1)!, /was not deleted: resource "read" of this run reads it/);
      assert.equal(rehearsal.requests(deletion), 0);

      rehearsal.endRun();
      // A refresh reads what an earlier run read, although the program may no longer declare it.
      await kernel().read(id, read.state);
      await kernel().read(id, {});
      await kernel().delete(id, state);
      assert.equal(rehearsal.requests(deletion), 1);
    }
  });

  it("is not created while its predecessor with the same id is being deleted", async () => {
    const { sandbox } = rehearsal;
    const declared = { ...samples.subdomain, [nameKey]: "old" };
    const old = await rehearsal.kernel(subdomain).create(declared);
    rehearsal.endRun();
    sandbox.control.faults.add({ operation: "deleteSubdomain", effect: { kind: "hold", when: "before" } });
    const deletion = rehearsal.kernel(subdomain).delete(old.id, old.state);
    const creation = rehearsal.kernel(subdomain).create({ ...declared, [nameKey]: "new" });
    while (sandbox.control.faults.held().length === 0) await new Promise(setImmediate);
    sandbox.control.faults.clear();
    await deletion;
    assert.equal((await creation).id, old.id);
    assert.ok(sandbox.control.store.subdomains.all().some(({ name }) => name === declared.name));
  });

  it("is not adopted, and stays unchanged, if no other run would know about it", async () => {
    await rehearsal.kernel(webhook).create(samples.webhook);
    rehearsal.endRun();
    rehearsal.spoilJournal();
    const adopted = { ...samples.webhook, headers: { "X-Key": "another" }, adopt: true };
    assert.match(
      await messageOf(rehearsal.kernel(webhook).create(adopted)),
      /was not adopted: could not record that this resource has it .*\. Set HOSTING_JOURNAL .* run again/,
    );
    assert.equal(rehearsal.requests("updateWebhook"), 0);
  });

  it("is adopted without a note if nothing can delete it", async () => {
    const { id } = await rehearsal.kernel(gdprContractPreset).create(samples.gdprContractPreset);
    rehearsal.endRun();
    rehearsal.spoilJournal();
    assert.equal((await rehearsal.kernel(gdprContractPreset).create({ ...samples.gdprContractPreset, adopt: true })).id, id);
    assert.match(rehearsal.warnings.join("\n"), /could not record that this resource has it/);
  });

  it("is not deleted for another entry if the program still declares it", async () => {
    const { sandbox } = rehearsal;
    const one = await rehearsal.kernel(webhook).create({ ...samples.webhook, [nameKey]: "one" });
    rehearsal.endRun();
    const two = await rehearsal.kernel(webhook).create({ ...samples.webhook, [nameKey]: "two", adopt: true });
    rehearsal.endRun();
    await rehearsal.declares(webhook, two.id, two.state);
    await rehearsal.kernel(webhook).delete(one.id, one.state);
    assert.notEqual(sandbox.control.store.webhooks.get(two.id), undefined);
  });

  it("is found by its own deletion if another resource has since created it under the same id", async () => {
    const { sandbox } = rehearsal;
    const old = await rehearsal.kernel(subdomain).create({ ...samples.subdomain, [nameKey]: "old" });
    rehearsal.endRun();
    sandbox.control.faults.add({ operation: "deleteSubdomain", effect: { kind: "hold", when: "after" } });
    const deletion = rehearsal.kernel(subdomain).delete(old.id, old.state);
    while (sandbox.control.faults.held().length === 0) await new Promise(setImmediate);
    rehearsal.beginRunBeside();
    const created = await rehearsal.kernel(subdomain).create({ ...samples.subdomain, [nameKey]: "new" });
    rehearsal.recorded("subdomain", created.id);
    sandbox.control.faults.clear();
    await deletion;
    assert.equal(created.id, old.id);
    assert.match(rehearsal.warnings.join("\n"), / exists, although its deletion was accepted\. .*it belonged to resource "new"/);
    assert.ok(sandbox.control.store.subdomains.all().some(({ name }) => name === samples.subdomain.name));
  });

  it("is neither read, changed nor deleted at another address, whatever has its id there", async () => {
    const { sandbox, kernel, requests } = rehearsal;
    const { id, state } = await kernel(webhook).create(samples.webhook);
    const elsewhere = { ...state, [ownerKey]: `${entryOf(state)} https://api.example reseller` };
    rehearsal.endRun();
    const before = sandbox.control.store.webhooks.get(id);
    for (const call of [
      kernel(webhook).read(id, elsewhere),
      kernel(webhook).update(id, elsewhere, { ...samples.webhook, method: "PUT" }),
      kernel(webhook).delete(id, elsewhere),
    ])
      assert.match(
        await messageOf(call),
        /last seen with reseller at https:\/\/api\.example; this run uses reseller at http:.*somebody else's/,
      );
    assert.deepEqual(sandbox.control.store.webhooks.get(id), before);
    assert.deepEqual([requests("updateWebhook"), requests("deleteWebhook")], [0, 0]);
  });

  it("is not deleted if a state without an address describes something else, until a refresh has read it", async () => {
    const { sandbox, kernel, requests } = rehearsal;
    const id = "4711";
    const { eventType, method, url } = samples.webhook;
    const unbound = { eventType, method, url, uid: id };
    sandbox.control.store.webhooks.insert({ id, login: "reseller", eventType, method, url: "https://somebody.example/else" });
    const refused =
      /was not deleted: the provider shows another object under its id\. This run uses reseller at http:.*`pulumi refresh`/;
    for (const known of [unbound, {}]) assert.match(await messageOf(kernel(webhook).delete(id, known)), refused);
    assert.equal(requests("deleteWebhook"), 0);
    const shown = await kernel(webhook).read(id, unbound);
    rehearsal.endRun();
    await kernel(webhook).delete(id, shown!.state);
    assert.equal(sandbox.control.store.webhooks.get(id), undefined);
  });

  it("is not looked up before its deletion if its id is its natural key", async () => {
    const { kernel, requests } = rehearsal;
    const { id, state } = await kernel(domain).create(samples.domain);
    rehearsal.endRun();
    const { [ownerKey]: _, ...unbound } = state;
    const looks = requests("listDomains");
    await kernel(domain).delete(id, unbound);
    assert.equal(requests("listDomains"), looks);
  });

  it("is refused with its kind, if the resource that has it lies in a component", async () => {
    const inComponent = (name: string) => ({ ...samples.webhook, [nameKey]: name });
    const advice = /It belongs to resource "test:index:Component\/old" \(webhook\) of this stack\. .*explain exists-in-stack`/;
    const { id } = await rehearsal.kernel(webhook).create(inComponent("test:index:Component/old"));
    rehearsal.recorded("webhook", id);
    rehearsal.endRun();
    assert.match(await messageOf(rehearsal.kernel(webhook).create(inComponent("test:index:Component/new"))), advice);
  });

  it("is not deleted if a resource of the run was refused because of it", async () => {
    const { sandbox } = rehearsal;
    const old = await rehearsal.kernel(webhook).create({ ...samples.webhook, [nameKey]: "old" });
    rehearsal.recorded("webhook", old.id);
    rehearsal.endRun();
    const message = await messageOf(rehearsal.kernel(webhook).create({ ...samples.webhook, [nameKey]: "new" }));
    assert.match(message, /already exists/);
    assert.match(
      await messageOf(rehearsal.kernel(webhook).delete(old.id, old.state)),
      /was not deleted: resource "new" of this run was refused because it exists\. /,
    );
    assert.notEqual(sandbox.control.store.webhooks.get(old.id), undefined);
  });
});
