import assert from "node:assert/strict";
import { type Definition, ofAnyKind } from "../../provider/definition/definition.js";
import { entryOf } from "../../provider/ownership/identity.js";
import { nameKey, ownerKey, readerKey } from "../../provider/values/reserved-properties.js";
import { applicationToken } from "../../provider/resources/applicationToken.js";
import { gdprPdf } from "../../provider/resources/gdprPdf.js";
import { subdomain } from "../../provider/resources/subdomain.js";
import { virtualAccount } from "../../provider/resources/virtualAccount.js";
import { webhook } from "../../provider/resources/webhook.js";
import type { Properties } from "../../provider/values/properties.js";
import { creationCases } from "../support/creation-cases.js";
import { rehearseKernel, type SomeDefinition } from "../support/kernel.js";
import { messageOf, samples } from "../support/rehearsal.js";

/** A client whose creations are sent twice on the way; it receives the second answer. */
const sentTwice = (plain: Definition, between: () => void = () => undefined): Definition => ({
  ...plain,
  async create(context, inputs) {
    await plain.create?.(context, inputs);
    between();
    return plain.create!(context, inputs);
  },
});

describe("a creation that a proxy sends twice", () => {
  const rehearsal = rehearseKernel();
  const store = () => rehearsal.sandbox.control.store;

  for (const [definition, inputs, ids] of [
    [ofAnyKind(applicationToken), samples.applicationToken, () => store().applicationTokens.all()],
    [ofAnyKind(webhook), samples.webhook, () => store().webhooks.all()],
  ] as const)
    it(`keeps the answered object and names the other, ${definition.kind}`, async () => {
      const { id } = await rehearsal.kernel(sentTwice(definition)).create(inputs);
      const [first, second, ...more] = ids().map((each) => each.id);
      assert.deepEqual([second, more], [id, []]);
      assert.match(rehearsal.said(), new RegExp(`${first} appeared at the same time and is left alone`));
    });

  it("names the billed object if the second answer is a refusal, and does not order again", async () => {
    const refuse = () => rehearsal.fault("createVirtualAccount", { kind: "status", status: 400 });
    const message = await messageOf(
      rehearsal.kernel(sentTwice(ofAnyKind(virtualAccount), refuse)).create(samples.virtualAccount),
    );
    assert.match(message, /may have been created: 100001\/p\d+ has appeared\. /);
    rehearsal.endRun();
    await assert.rejects(rehearsal.kernel(virtualAccount).create(samples.virtualAccount), { code: "exists" });
    const { id } = await rehearsal.kernel(virtualAccount).create({ ...samples.virtualAccount, adopt: true });
    assert.match(message, new RegExp(id));
    assert.equal(rehearsal.requests("createVirtualAccount"), 2);
  });
});

describe("a request that takes effect after it was given up", () => {
  const rehearsal = rehearseKernel();

  it("is named by the next refresh, once, if it is billed", async () => {
    const { accounts } = rehearsal.sandbox.control.store;
    const { id, state } = await rehearsal.kernel(virtualAccount).create(samples.virtualAccount);
    accounts.insert({ ...accounts.all().find(({ virtual }) => virtual !== undefined)!, id: "p999999" });
    rehearsal.endRun();
    for (let times = 0; times < 2; times += 1) await rehearsal.kernel(virtualAccount).read(id, state);
    assert.equal(rehearsal.warnings.filter((text) => /p999999 is equal to it and in no entry/.test(text)).length, 1);
  });
});

describe("a deletion that the provider accepts", () => {
  const rehearsal = rehearseKernel();

  it("is reported as accepted if it cannot be confirmed, and ends with the next run", async () => {
    const { id, state } = await rehearsal.kernel(virtualAccount).create(samples.virtualAccount);
    const effect = { kind: "status", status: 403, body: { msg: "not now" } } as const;
    rehearsal.fault("listVirtualAccounts", effect, { occurrence: "always" });
    const message = await messageOf(rehearsal.kernel(virtualAccount).delete(id, state));
    assert.match(message, /its deletion was accepted, but not confirmed\. .*not now/);
    rehearsal.sandbox.control.faults.clear();
    rehearsal.endRun();
    await rehearsal.kernel(virtualAccount).delete(id, state);
  });
});

describe("an object that an entry of the state holds", () => {
  const rehearsal = rehearseKernel({}, { subdomainDeletion: "body" });
  const webhooks = () => rehearsal.sandbox.control.store.webhooks;
  const newsIsThere = () => rehearsal.sandbox.control.store.subdomains.all().some(({ name }) => name === samples.subdomain.name);
  const create = (definition: SomeDefinition, inputs: Properties) => rehearsal.kernel(definition).create(inputs);

  it("is taken over although the state has its predecessor under that id", async () => {
    const declared = { ...samples.subdomain, [nameKey]: "news" };
    const changed = { ...declared, target: "/new" };
    const old = await rehearsal.existing(subdomain, declared);
    await rehearsal.kernel(subdomain).delete(old.id, old.state);
    await rehearsal.cutOff(["createSubdomains", "after"], () => create(subdomain, changed));
    await rehearsal.declares(subdomain, old.id, old.state);
    assert.equal((await create(subdomain, changed)).id, old.id);
  });

  it("is not deleted for another entry, however its names are spelled", async () => {
    const declared = { ...samples.subdomain, [nameKey]: "one" };
    const one = await rehearsal.existing(subdomain, declared);
    const domainIdentifier = declared.domainIdentifier.toUpperCase();
    const { id } = await create(subdomain, { ...declared, domainIdentifier, adopt: true, [nameKey]: "two" });
    assert.equal(id, one.id);
    // As an earlier version wrote it.
    const spelled = one.id.replace(declared.domainIdentifier, domainIdentifier);
    assert.notEqual(spelled, id);
    await rehearsal.kernel(subdomain).delete(spelled, one.state);
    assert.match(rehearsal.said(), /was not deleted: resource "two" of this run holds it/);
    assert.ok(newsIsThere());
  });

  it("is not deleted for another entry, whatever its name", async () => {
    const declared = { ...samples.webhook, [nameKey]: "hook" };
    const old = await rehearsal.existing(webhook, declared);
    const adopted = await create(webhook, { ...declared, adopt: true });
    assert.equal(adopted.id, old.id);
    await rehearsal.kernel(webhook).delete(old.id, old.state);
    assert.notEqual(webhooks().get(old.id), undefined);
    assert.match(rehearsal.said(), /was not deleted: resource "hook" of this run holds it/);
    rehearsal.endRun();
    await rehearsal.kernel(webhook).delete(adopted.id, adopted.state);
    assert.equal(webhooks().get(old.id), undefined);
  });

  const pdf = { name: "contract.pdf", pdf: Buffer.from("%PDF-1.7").toString("base64") };
  for (const { kind, definition, deletion, inputs } of [
    ...creationCases,
    { kind: "gdprPdf", definition: gdprPdf, deletion: "deleteGdprPdf", inputs: () => pdf },
  ].filter((each) => each.deletion !== undefined))
    it(`is not deleted while the program reads it, except by the first refresh after an import: ${kind}`, async () => {
      const kernel = () => rehearsal.kernel(definition);
      const { id, state } = await rehearsal.existing(definition, { ...inputs(rehearsal.sandbox), [nameKey]: "managed" });
      const read = await kernel().read(id, { [readerKey]: "read" });
      assert.equal(read?.id, id);
      await kernel().delete(id, state);
      assert.match(rehearsal.said(), /was not deleted: resource "read" of this run reads it/);
      assert.equal(rehearsal.requests(deletion!), 0);

      rehearsal.endRun();
      // A refresh reads what an earlier run read, although the program may no longer declare it.
      await kernel().read(id, read.state);
      await kernel().read(id, {});
      await kernel().delete(id, state);
      assert.equal(rehearsal.requests(deletion!), 1);
    });

  it("is not adopted, and stays unchanged, if no other run would know about it", async () => {
    await create(webhook, samples.webhook);
    rehearsal.endRun();
    rehearsal.spoilJournal();
    const adopted = { ...samples.webhook, headers: { "X-Key": "another" }, adopt: true };
    assert.match(await messageOf(create(webhook, adopted)), /was not adopted: could not record .*\. Set HOSTING_JOURNAL/);
    assert.equal(rehearsal.requests("updateWebhook"), 0);
  });

  it("is neither read, changed nor deleted at another address, whatever has its id there", async () => {
    const { id, state } = await create(webhook, samples.webhook);
    const elsewhere = { ...state, [ownerKey]: `${entryOf(state)} https://api.example reseller` };
    rehearsal.endRun();
    const before = webhooks().get(id);
    const kernel = rehearsal.kernel(webhook);
    for (const call of [
      kernel.read(id, elsewhere),
      kernel.update(id, elsewhere, { ...samples.webhook, method: "PUT" }),
      kernel.delete(id, elsewhere),
    ])
      assert.match(await messageOf(call), /last seen with reseller at https:\/\/api\.example; this run uses reseller at http:/);
    assert.deepEqual(webhooks().get(id), before);
    assert.deepEqual([rehearsal.requests("updateWebhook"), rehearsal.requests("deleteWebhook")], [0, 0]);
  });

  it("is not deleted if a state without an address describes something else, until a refresh has read it", async () => {
    const id = "4711";
    const { eventType, method, url } = samples.webhook;
    const unbound = { eventType, method, url, uid: id };
    webhooks().insert({ id, login: "reseller", eventType, method, url: "https://somebody.example/else" });
    for (const known of [unbound, {}]) await assert.rejects(rehearsal.kernel(webhook).delete(id, known), { code: "elsewhere" });
    assert.equal(rehearsal.requests("deleteWebhook"), 0);
    const shown = await rehearsal.kernel(webhook).read(id, unbound);
    rehearsal.endRun();
    await rehearsal.kernel(webhook).delete(id, shown!.state);
    assert.equal(webhooks().get(id), undefined);
  });

  const inComponent = "test:index:Component/old";
  const holders: readonly (readonly [string, () => void, code: string, says: RegExp, name?: string])[] = [
    ["another resource of the stack", () => rehearsal.endRun(), "exists in stack", /resource "old" of this stack/],
    ["one in a component", () => rehearsal.endRun(), "exists in stack", /"test:index:Component\/old" \(webhook\)/, inComponent],
    ["another stack", () => rehearsal.endRunBefore("other"), "exists elsewhere", /resource "old" of stack project\/stack /],
    ["nobody, as far as is known", () => rehearsal.loseJournal(), "exists", /`npx hosting adopt`/],
    ["the resource itself", () => rehearsal.endRun(), "existed before", /run without `--replace`/, "new"],
  ];
  for (const [who, end, code, says, name = "old"] of holders)
    it(`is not created again, and the refusal names who has it: ${who}`, async () => {
      const { id } = await create(webhook, { ...samples.webhook, [nameKey]: name });
      rehearsal.recorded("webhook", id);
      end();
      const created = create(webhook, { ...samples.webhook, [nameKey]: "new" });
      const failure = (await created.catch((error: unknown) => error)) as Error & { readonly code: string };
      assert.equal(failure.code, code);
      assert.match(failure.message, says);
      assert.ok(failure.message.split(/\s+/).length <= 40, failure.message);
    });
});
