import assert from "node:assert/strict";
import { judgeOperation } from "../../cli/recover/judge.js";
import type { Case } from "../../cli/recover/facts.js";
import { type StoredProperties, type StoredResource, plainProperties, secret } from "../../cli/stack/deployment.js";
import type { Definition, Found } from "../../provider/definition/definition.js";
import type { Creation, NotedChange } from "../../provider/journal/noted.js";
import { timeLeft } from "../../provider/lifecycle/interrupted-creations.js";
import { unconfirmed, unfinishedKey } from "../../provider/values/reserved-properties.js";
import { applicationToken } from "../../provider/resources/applicationToken.js";
import { billingSettings } from "../../provider/resources/billingSettings.js";
import { contactPerson } from "../../provider/resources/contactPerson.js";
import { domain } from "../../provider/resources/domain.js";
import { gdprContact } from "../../provider/resources/gdprContact.js";
import { gdprContract } from "../../provider/resources/gdprContract.js";
import { gdprContractPreset } from "../../provider/resources/gdprContractPreset.js";
import { virtualAccount } from "../../provider/resources/virtualAccount.js";
import { subdomain } from "../../provider/resources/subdomain.js";
import { webhook } from "../../provider/resources/webhook.js";

const now = Date.UTC(2030, 0, 1);
const place = { isOfThisRun: false, file: "a.jsonl", number: 1 };
const minutes = 60_000;
const watch = { clock: { now: () => now } };

interface World {
  readonly type?: string;
  readonly name?: string;
  readonly inputs: StoredProperties;
  readonly id?: string;
  /** How the pending resource refers to others. */
  readonly refers?: Partial<StoredResource>;
  readonly resources?: readonly StoredResource[];
  readonly matching?: readonly Found[];
  readonly there?: Found;
  readonly notes?: readonly Partial<Creation>[];
  /** Changes that were sent and are not in the state. */
  readonly changes?: readonly NotedChange[];
  /** Ids that others are known to hold. */
  readonly held?: readonly string[];
  /** Ids that others have claimed. */
  readonly claimed?: readonly string[];
  readonly writtenAt?: number;
}

const entry = (className: string, name: string, id: string, rest: Partial<StoredResource> = {}): StoredResource => ({
  urn: `urn:pulumi:test::project::pulumi-nodejs:dynamic/hosting:${className}::${name}`,
  type: `pulumi-nodejs:dynamic/hosting:${className}`,
  id,
  ...rest,
});

/** A pending operation on a resource `it`, and the objects at the provider. */
function caseOf(anyDefinition: { readonly className: string }, type: string, world: World): Case {
  const definition = anyDefinition as Definition;
  const { inputs, id, resources = [], matching = [], notes = [] } = world;
  const { id: _, ...unborn } = entry(definition.className, "it", "");
  return {
    operation: { type, resource: { ...unborn, ...world.refers, inputs, ...(id === undefined ? {} : { id }) } },
    definition,
    inputs: plainProperties(inputs),
    resources,
    objects: () => Promise.resolve(matching),
    look: () => Promise.resolve(world.there),
    holder: (sought) => resources.find((each) => each.id === sought),
    claimant: (sought) => (world.claimed?.includes(sought) ? 'resource "hook" of stack staging' : undefined),
    isHeld: (sought) => world.held?.includes(sought) ?? false,
    openUpdates: () => world.changes ?? [],
    owner: () => ({}),
    notes: notes.map((note) => ({
      ...place,
      request: "create" as const,
      kind: definition.kind,
      name: "it",
      title: "",
      address: "",
      scope: {},
      before: [],
      fingerprints: {},
      notedAt: now - 10 * minutes,
      sends: [now - 10 * minutes],
      answered: undefined,
      entry: undefined,
      recorded: false,
      ending: "interrupted" as const,
      pid: 4711,
      ...note,
    })),
    now,
    timeLeft: (note) => timeLeft(definition, watch, inputs, note),
    writtenAt: world.writtenAt ?? now - 60 * minutes,
  };
}

const hookInputs = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://agency.example/hook" };
const hookTitle = "POST https://agency.example/hook on DOMAIN_REGISTRATION_STATUS";
const hook = (id: string, inputs: object = hookInputs): Found => ({ id, inputs: { ...inputs }, outputs: { uid: id } });

const creating = (definition: { readonly className: string }, world: World) =>
  judgeOperation("creation", caseOf(definition, "creating", world));
const updating = (definition: { readonly className: string }, world: World) =>
  judgeOperation("update", caseOf(definition, "updating", world));
const deleting = (definition: { readonly className: string }, world: World) =>
  judgeOperation("deletion", caseOf(definition, "deleting", world));

describe("a pending creation", () => {
  it("is dropped if no object was found", async () => {
    const { change, found, why } = await creating(webhook, { inputs: hookInputs });
    assert.deepEqual([change, found], [{ action: "drop" }, "not found"]);
    assert.match(
      why,
      /began 60 minutes ago or earlier, but no object was found\. The next `up` creates it if the program declares it\.$/,
    );
  });

  const order = { accountIdentifier: "p1", sld: "shop", tld: "de" };

  it("is left while an order may still appear", async () => {
    const fresh = await creating(domain, { inputs: order, writtenAt: now - 2 * minutes });
    assert.deepEqual(fresh.change, { action: "leave" });
    assert.match(fresh.why, /To avoid a duplicate order, run again in 4 minutes/);
    const noted = await creating(domain, { inputs: order, writtenAt: now - 2 * minutes, notes: [{}] });
    assert.deepEqual(noted.change, { action: "drop" });
    assert.match(
      noted.why,
      /sent 10 minutes ago, but no object was found\. The next `up` creates it if the program declares it\.$/,
    );
    const recent = { notedAt: now - 2 * minutes, answered: "p1/shop.de" };
    const lagging = await creating(domain, { inputs: order, notes: [{ ...recent, sends: [now - 2 * minutes] }] });
    assert.deepEqual(lagging.change, { action: "leave" });
    assert.match(lagging.why, /p1\/shop\.de.*\. It can take a while until an order is listed\. .* run again in 3 minutes/);
  });

  it("is left only as long as the next run waits for the noted order", async () => {
    const sent = (secondsAgo: number) =>
      creating(domain, { inputs: order, writtenAt: now, notes: [{ sends: [now - secondsAgo * 1000] }] });
    const waited = await sent(20);
    assert.deepEqual([waited.change.action, waited.waits], ["leave", 40_000]);
    assert.deepEqual((await sent(61)).change, { action: "drop" });
    const taken = [{ notedAt: now, answered: "p1/shop.de", sends: [] }];
    assert.deepEqual((await creating(domain, { inputs: order, notes: taken })).change, { action: "drop" });
  });

  it("is dropped, and its note kept, while the next run waits for what was created", async () => {
    const sends = [now - 2 * minutes];
    const { change, why, settles } = await creating(webhook, { inputs: hookInputs, notes: [{ answered: "7", sends }] });
    assert.deepEqual([change.action, settles], ["drop", []]);
    assert.match(why, /created 7, but it is not listed\. The next `up` waits for it before it creates another one\.$/);
  });

  it("is dropped with what is known, if the object that the run created is no longer listed", async () => {
    const unsent = await creating(webhook, { inputs: hookInputs, notes: [{ sends: [] }] });
    assert.match(unsent.why, /^The run was interrupted before it sent the creation\. The next `up` creates it\.$/);
    const taken = await creating(webhook, { inputs: hookInputs, notes: [{ sends: [], answered: "7" }] });
    assert.deepEqual(taken.change, { action: "drop" });
    assert.equal(taken.why, "A run took over 7 10 minutes ago, but it is not listed. The next `up` creates another one.");
    const answered = await creating(webhook, { inputs: hookInputs, notes: [{ answered: "7" }] });
    assert.equal(
      answered.why,
      "The creation was sent 10 minutes ago and created 7, but it is not listed. The next `up` creates another one.",
    );
  });

  it("is left while the process that sent it is running", async () => {
    const notes = [{ ending: "running" as const }];
    const { change, why } = await creating(webhook, { inputs: hookInputs, matching: [hook("1")], notes });
    assert.deepEqual(change, { action: "leave" });
    assert.match(why, /Process 4711, which began it .*, is still running\. Run again when it has ended/);
  });

  it("adopts the one object that a note proves, with everything that the provider shows", async () => {
    const inputs = { ...hookInputs, headers: { "X-Key": secret("planted") }, __provider: "text" };
    const { change, why, settles } = await creating(webhook, {
      inputs,
      matching: [hook("7", { ...hookInputs, headers: { "X-Key": "planted" } })],
      notes: [{}],
    });
    assert.deepEqual(change, {
      action: "take-over",
      id: "7",
      outputs: { ...hookInputs, uid: "7", headers: secret({ "X-Key": "planted" }), __provider: "text" },
    });
    assert.match(why, /^An interrupted run created it; the state takes over webhook .*\.$/);
    assert.equal(settles?.length, 1);
  });

  const account = { customerNumber: 1, virtualName: "web", description: "Shop", articleNumber: 5, password: secret("planted") };
  const accountOf = (description: string): Found => ({
    id: "1/p9",
    inputs: { customerNumber: 1, virtualName: "web", description, articleNumber: 5 },
    outputs: { uid: 9, name: "p9" },
  });

  it("without a note takes over no equal object, which can belong to someone else", async () => {
    const contract = { html: "<p>Processing</p>", tom: "t1", client: "c1", recipient: "c2" };
    const signed: Found = { id: "5f0a", inputs: contract, outputs: { contractIdentifier: "5f0a" } };
    for (const [definition, inputs, stranger, cost] of [
      [webhook, hookInputs, hook("7"), ""],
      [virtualAccount, account, accountOf("Shop"), ": it is billed"],
      [gdprContract, contract, signed, ""],
    ] as const) {
      const { change, found, why } = await creating(definition, { inputs, matching: [stranger] });
      assert.deepEqual([change, found], [{ action: "drop" }, `exists as ${stranger.id}`]);
      const words =
        `${stranger.id} matches the declaration, but nothing proves that the interrupted run created it. If it is yours, adopt it with ` +
        `\`adopt: true\` in the program, or delete it at the provider${cost}.`;
      assert.ok(why.startsWith(words), why);
    }
  });

  it("adopts nothing if its note proves nothing, and settles that note", async () => {
    for (const note of [{ answered: "7", recorded: true }, { ending: "normal" as const }]) {
      const { change, why, settles } = await creating(webhook, { inputs: hookInputs, matching: [hook("7")], notes: [note] });
      assert.deepEqual([change, settles?.length], [{ action: "drop" }, 1]);
      assert.match(why, /^7 matches the declaration, but nothing proves/);
    }
  });

  it("adopts nothing that one note proves, if only an unsent other note matches", async () => {
    const notes = [{ ending: "normal" as const }, { before: ["7"], sends: [] }];
    const { change, why } = await creating(webhook, { inputs: hookInputs, matching: [hook("7")], notes });
    assert.deepEqual(change, { action: "drop" });
    assert.match(why, /^7 matches the declaration, but nothing proves/);
  });

  describe("of a resource that refers to others", () => {
    const [parent, needed] = [entry("Domain", "parent", "1"), entry("Domain", "needed", "2")];
    const provider: StoredResource = {
      urn: "urn:pulumi:test::project::pulumi:providers:pulumi-nodejs::branch",
      type: "pulumi:providers:pulumi-nodejs",
      id: "provider-2",
    };
    const refers = {
      parent: parent.urn,
      provider: `${provider.urn}::${provider.id!}`,
      dependencies: [needed.urn],
      propertyDependencies: { url: [needed.urn] },
    };
    const world = { inputs: hookInputs, refers, matching: [hook("7")], notes: [{}] };
    const all = [parent, provider, needed];

    it("adopts the object if the referenced resources are gone from the state, and names them", async () => {
      for (const [resources, sentence] of [
        [all, ""],
        [[provider], " The state no longer has parent, needed, so it is recorded without that reference."],
        [[{ ...provider, id: "later" }, parent, needed], ""],
      ] as const) {
        const { change, why } = await creating(webhook, { ...world, resources });
        assert.equal(change.action, "take-over");
        assert.ok(why.startsWith(`An interrupted run created it; the state takes over webhook ${hookTitle}.${sentence}`), why);
        assert.equal(why.includes("recorded without"), sentence !== "");
      }
    });

    it("is dropped if its provider is gone from the state, and keeps its note for the next up", async () => {
      const { change, found, why, settles } = await creating(webhook, { ...world, resources: [parent, needed] });
      assert.deepEqual([change, found, settles], [{ action: "drop" }, "exists as 7", undefined]);
      assert.equal(
        why,
        "An interrupted run created it. The state no longer has its provider (branch), so it is not recorded. Declare the resource again; the " +
          "next `up` takes it over. Otherwise, delete it at the provider.",
      );
    });
  });

  it("keeps secret in the state what the program marked as secret", async () => {
    const inputs = { ...hookInputs, url: secret(hookInputs.url) };
    const { change } = await creating(webhook, { inputs, matching: [hook("7")], notes: [{}] });
    assert.equal(change.action, "take-over");
    assert.deepEqual(change.action === "take-over" && change.outputs["url"], secret(hookInputs.url));
  });

  it("follows the journal: objects from before are not its own, an answered one is", async () => {
    const world = { inputs: hookInputs, matching: [hook("1"), hook("2")] };
    const newer = await creating(webhook, { ...world, notes: [{ before: ["1"] }] });
    assert.deepEqual(newer.change.action === "take-over" && newer.change.id, "2");
    assert.match(newer.why, /An interrupted run created it/);
    assert.equal(newer.settles?.length, 1);
    const answered = await creating(webhook, { ...world, notes: [{ before: [], answered: "1" }] });
    assert.deepEqual(answered.change.action === "take-over" && answered.change.id, "1");
    const held = await creating(webhook, { ...world, notes: [{ before: ["1"] }], held: ["2"] });
    assert.deepEqual(held.change, { action: "drop" });
    const unsent = await creating(webhook, { ...world, notes: [{ before: ["1"], sends: [] }] });
    assert.deepEqual(unsent.change, { action: "drop" });
    const none = await creating(webhook, { ...world, notes: [{ before: ["1", "2"] }] });
    assert.deepEqual(none.change, { action: "drop" });
    assert.equal(none.why, "1, 2 existed before the interrupted run. The next `up` says what to do about it.");
  });

  it("adopts nothing that others have claimed, with notes and without, and names them", async () => {
    const claimed = ["2"];
    const tail = "The next `up` says what to do about it.";
    for (const notes of [[], [{ before: ["1"] }], [{ before: [], answered: "2" }]]) {
      const matching = notes.length === 0 ? [hook("2")] : [hook("1"), hook("2")];
      const { change, found, why } = await creating(webhook, { inputs: hookInputs, matching, claimed, notes });
      assert.deepEqual(change, { action: "drop" });
      assert.match(found, /2$/);
      assert.ok(why.includes('2: held by resource "hook" of stack staging.') && why.endsWith(tail), why);
    }
    const free = await creating(webhook, { inputs: hookInputs, matching: [hook("1"), hook("2")], claimed, notes: [{}] });
    assert.deepEqual(free.change.action === "take-over" && free.change.id, "1");
    const moved = { ...hookInputs, url: "https://agency.example/moved" };
    const world = { inputs: hookInputs, matching: [hook("2", moved)], claimed, notes: [{ answered: "2" }] };
    assert.match((await creating(webhook, world)).why, /^2: held by resource "hook" of stack staging\./);
    const tokens = {
      inputs: { description: "CI" },
      matching: [{ id: "2", inputs: { description: "CI" }, outputs: {} }],
      claimed,
    };
    assert.match(
      (await creating(applicationToken, { ...tokens, notes: [{}] })).why,
      /^2: held by .* The next `up` creates another one\.$/,
    );
  });

  it("settles its notes when dropped, once nothing of them can appear", async () => {
    const sends = (minutesAgo: number) => [now - minutesAgo * minutes];
    for (const world of [
      { matching: [hook("2")], claimed: ["2"] },
      { matching: [hook("2")], held: ["2"] },
      { matching: [hook("2")], resources: [entry("Webhook", "other", "2")] },
      { matching: [] },
    ])
      for (const [notes, count] of [
        [[{ sends: sends(7) }], 1],
        [[{ sends: sends(7) }, { sends: [now - 2_000] }], 1],
        [[{ sends: [], notedAt: now }], 1],
      ] as const) {
        const { change, settles } = await creating(webhook, { inputs: hookInputs, ...world, notes });
        assert.deepEqual([change.action, settles?.length], ["drop", count]);
      }
  });

  it("is left if someone else has an equal object and an order may still appear", async () => {
    const found: Found = { id: "p1/shop.de", inputs: order, outputs: { fullname: "shop.de" } };
    const world = { inputs: order, matching: [found], claimed: [found.id] };
    const fresh = await creating(domain, { ...world, notes: [{ sends: [now - 20_000] }] });
    assert.deepEqual(fresh.change, { action: "leave" });
    assert.match(fresh.why, /^p1\/shop\.de: held by .*To avoid a duplicate order, run again in 40 seconds\.$/);
    for (const notes of [[{}], [{ sends: [] }]]) {
      const { change, settles } = await creating(domain, { ...world, notes });
      assert.deepEqual([change.action, settles?.length], ["drop", 1]);
    }
  });

  it("says of each matching object why it is not the run's own", async () => {
    const matching = [hook("1"), hook("2"), hook("3")];
    const told = async (notes: World["notes"], held: readonly string[] = []) =>
      (await creating(webhook, { inputs: hookInputs, matching, held, notes: notes! })).why;
    const tail = "The next `up` says what to do about it.";
    assert.equal(
      await told([{ before: ["1"] }], ["2", "3"]),
      `1 existed before the interrupted run. 2, 3 came from another resource or stack, according to the journal. ${tail}`,
    );
    assert.equal(
      await told([{ before: ["1", "2"], sends: [] }]),
      `1, 2 existed before the interrupted run. 3 appeared since, but the run was interrupted before it sent the creation. ${tail}`,
    );
    assert.equal(
      await told([{ before: ["1", "2"], answered: "7" }]),
      `1, 2 existed before the interrupted run. 3 came from elsewhere: the interrupted run created 7, which is not listed. ${tail}`,
    );
    const www = { accountIdentifier: "p1", domainIdentifier: "shop.de", name: "www" };
    const brought: Found = { id: "p1/shop.de/www", inputs: www, outputs: {} };
    const taken = await creating(subdomain, { inputs: www, matching: [brought], notes: [{ before: [brought.id] }] });
    assert.match(taken.why, /existed before the interrupted run\. The next `up` takes it over\.$/);
  });

  const contact = {
    name: "Office",
    street: "Am Hafen",
    houseNumber: "1",
    zipCode: "30159",
    city: "Hannover",
    mail: "a@b.example",
  };
  const contactOf = (id: string): Found => ({ id, inputs: contact, outputs: { contactIdentifier: id } });

  it("with an undeletable kind suggests a solution without a deletion", async () => {
    const several = await creating(gdprContact, { inputs: contact, matching: [contactOf("1"), contactOf("2")], notes: [{}] });
    assert.deepEqual(several.change, { action: "leave" });
    assert.match(
      several.why,
      /cannot delete a GDPR contact.* Settle the rest first, with --yes and --forget-rest\. Adopt one of them with `hosting adopt --take`/,
    );
    const replaced = [entry("GdprContact", "it", "1", { inputs: { ...contact, city: "Celle" } })];
    const successor = await creating(gdprContact, { inputs: contact, matching: [contactOf("2")], resources: replaced });
    assert.match(
      successor.why,
      /^2 matches the declaration, but nothing proves .* with `adopt: true` in the program\. The API cannot delete a GDPR contact, so it stays at the provider\.$/,
    );
    const noted = { inputs: contact, matching: [contactOf("2")], resources: replaced, notes: [{}] };
    assert.match((await creating(gdprContact, noted)).why, /the next `up` takes over 2\. The API cannot delete/);
    const same = [entry("GdprContact", "it", "1", { inputs: contact })];
    const world = { inputs: contact, matching: [contactOf("1"), contactOf("2")], resources: same, notes: [{}] };
    const beside = await creating(gdprContact, world);
    assert.deepEqual([beside.change, beside.settles?.length], [{ action: "drop" }, 1]);
    assert.match(beside.why, /2 belongs to no resource\. The API cannot delete/);
    for (const { why } of [several, successor, beside]) assert.doesNotMatch(why, /Delete .*at the provider/);
  });

  it("is left if several objects match and a note proves one, with their ids", async () => {
    const world = { inputs: hookInputs, matching: [hook("1"), hook("2")] };
    const noted = await creating(webhook, { ...world, notes: [{}] });
    assert.deepEqual([noted.change, noted.found], [{ action: "leave" }, "2 objects"]);
    assert.match(noted.why, /^1, 2 could each be the result: none of them existed before the interrupted run\. Delete/);
    const unknown = await creating(webhook, world);
    assert.deepEqual([unknown.change, unknown.found], [{ action: "drop" }, "exists as 1, 2"]);
    assert.match(unknown.why, /^1, 2 match the declaration, but nothing proves that the interrupted run created one of them\./);
  });

  it("is left to the next run, with its note, if the declaration has changed since and the API can update the object", async () => {
    const inputs = { ...hookInputs, headers: { "X-Version": secret("2") } };
    const world = { inputs, matching: [hook("7", { ...hookInputs, headers: { "X-Version": "1" } })], notes: [{}] };
    const { change, found, why, settles } = await creating(webhook, world);
    assert.deepEqual([change, found, settles], [{ action: "drop" }, "exists as 7", undefined]);
    assert.match(
      why,
      /^An interrupted run created it, and it differs .* in headers\. .* the next `up` takes it over and updates it\. Otherwise, delete/,
    );
    for (const [reason, otherwise] of [
      ["a note that proves nothing", { notes: [{ ending: "normal" as const }] }],
      ["an object that others have", { claimed: ["7"] }],
      ["no note", { notes: [] }],
    ] as const)
      assert.equal((await creating(webhook, { ...world, ...otherwise })).found, "not found", reason);
    const preset = { name: "standard", description: "Ours" };
    const matching: Found[] = [{ id: "x", inputs: { ...preset, description: "Earlier" }, outputs: {} }];
    assert.equal((await creating(gdprContractPreset, { inputs: preset, matching, notes: [{}] })).found, "not found");
  });

  it("is dropped if another resource has the object", async () => {
    const resources = [entry("Webhook", "other", "1")];
    const { change, why } = await creating(webhook, { inputs: hookInputs, matching: [hook("1")], resources });
    assert.deepEqual(change, { action: "drop" });
    assert.match(why, /The state already has it, as "other"/);
  });

  it("is left if a later run has created the same object again", async () => {
    const resources = [entry("Webhook", "it", "1", { inputs: hookInputs })];
    const world = { inputs: hookInputs, matching: [hook("1"), hook("2")], resources, notes: [{}] };
    const { change, why } = await creating(webhook, world);
    assert.deepEqual(change, { action: "leave" });
    assert.match(why, /The state has 1 for this resource.* so 2 belongs to no resource/);
  });

  it("does not take over an object with the same name that differs in unchangeable arguments", async () => {
    const other = await creating(virtualAccount, { inputs: account, matching: [accountOf("Somebody's")] });
    assert.deepEqual(other.change, { action: "drop" });
    assert.match(other.why, /differs from the declaration in description/);
    const own = await creating(virtualAccount, { inputs: account, matching: [accountOf("Shop")], notes: [{}] });
    assert.equal(own.change.action, "take-over");
    assert.match(own.why, /may have chosen a different password than declared; that was lost/);
    assert.deepEqual(own.change.action === "take-over" && own.change.outputs["password"], secret("planted"));
    const preset = { name: "standard", description: "Ours" };
    const namesake: Found = { id: "x", inputs: { ...preset, description: "Somebody's" }, outputs: {} };
    assert.deepEqual((await creating(gdprContractPreset, { inputs: preset, matching: [namesake] })).change, { action: "drop" });
  });

  it("of a token is dropped, and names what may be left of it", async () => {
    const made = (id: string): Found => ({
      id,
      inputs: { description: "CI" },
      outputs: { uuid: id },
    });
    const world = { inputs: { description: "CI" }, matching: [made("a")] };
    const unknown = await creating(applicationToken, world);
    assert.deepEqual(unknown.change, { action: "drop" });
    assert.match(
      unknown.why,
      /It is unknown whether the interrupted run created it\. Its token is lost\. Delete the object at the provider/,
    );
    const known = await creating(applicationToken, { ...world, notes: [{}] });
    assert.deepEqual([known.change, known.settles?.length], [{ action: "drop" }, 1]);
    assert.match(known.why, /a appeared after it was sent\. It is unknown whether the interrupted run created it\./);
    const answered = await creating(applicationToken, { ...world, notes: [{ answered: "a" }] });
    assert.match(answered.why, /^The interrupted run created a\. Its token is lost\./);
  });

  it("of an adoption is dropped without a lookup, because it creates nothing", async () => {
    for (const each of [
      await creating(webhook, { inputs: { ...hookInputs, adopt: true }, matching: [hook("1")] }),
      await creating(billingSettings, { inputs: { customerNumber: 1 }, matching: [{ id: "1", inputs: {}, outputs: {} }] }),
    ]) {
      assert.deepEqual(each.change, { action: "drop" });
      assert.match(each.why, /Nothing is created\. The next `up` uses/);
    }
    const adopting = { inputs: { ...hookInputs, adopt: true }, matching: [hook("1")] };
    assert.equal((await creating(webhook, { ...adopting, notes: [{ sends: [] }] })).found, "not checked");
  });

  it("of an adoption is judged as a creation if its note shows a sent one", async () => {
    const adopting = { ...hookInputs, adopt: true };
    const { change, settles } = await creating(webhook, { inputs: adopting, matching: [hook("1")], notes: [{}] });
    assert.deepEqual([change.action === "take-over" && change.id, settles?.length], ["1", 1]);
    const gone = await creating(webhook, { inputs: adopting, notes: [{}] });
    assert.deepEqual([gone.change, gone.found], [{ action: "drop" }, "not found"]);
  });
});

describe("a pending update", () => {
  const old = { ...hookInputs, url: "https://agency.example/old", method: "PUT", uid: "1" };
  const resources = [entry("Webhook", "it", "1", { inputs: old, outputs: old })];
  const world = { inputs: { ...hookInputs, __provider: "text" }, resources };

  it("that succeeded updates the state, even if the record has no id", async () => {
    const { change, why } = await updating(webhook, { ...world, there: hook("1") });
    assert.deepEqual(change, { action: "update", outputs: { ...hookInputs, uid: "1", __provider: "text" } });
    assert.match(why, /succeeded/);
  });

  it("that succeeded keeps the entry's own properties, and settles its notes", async () => {
    const owner = { __owner: "entry https://api.example/ somebody" };
    const kept = [entry("Webhook", "it", "1", { inputs: old, outputs: { ...old, ...owner, __change: "of an earlier version" } })];
    const sent = {
      request: "update" as const,
      entry: "entry",
      at: now,
      isDone: false,
      ending: "interrupted" as const,
      pid: 4711,
    };
    const note = { ...place, ...sent, kind: "webhook", address: "https://api.example/", id: "1", object: "" };
    const { change, settles } = await updating(webhook, { ...world, resources: kept, there: hook("1"), changes: [note] });
    assert.deepEqual(change, { action: "update", outputs: { ...hookInputs, ...owner, uid: "1", __provider: "text" } });
    assert.deepEqual(settles, [note]);
  });

  it("that sent what the state already has is judged completely", async () => {
    const same = [entry("Webhook", "it", "1", { inputs: hookInputs, outputs: hookInputs })];
    const { change, why } = await updating(webhook, { ...world, resources: same, there: hook("1", old) });
    assert.deepEqual(change, { action: "drop" });
    assert.match(why, /^The update did not change (method, url|url, method)\. The next `up` sends it again/);
  });

  it("that succeeded is sent again if its provider is gone from the state", async () => {
    const refers = { provider: "urn:pulumi:test::project::pulumi:providers:pulumi-nodejs::branch::1" };
    const { change, why } = await updating(webhook, { ...world, refers, there: hook("1") });
    assert.equal(change.action, "drop");
    assert.equal(why, "The update succeeded, but the state no longer has its provider (branch). The next `up` sends it again.");
  });

  it("is dropped otherwise, and names what did not change", async () => {
    const nothing = await updating(webhook, { ...world, there: hook("1", old) });
    assert.deepEqual([nothing.change, nothing.found], [{ action: "drop" }, "not changed"]);
    assert.match(nothing.why, /^The update did not change (method, url|url, method)\. The next `up` sends it again/);
    const partly = await updating(webhook, { ...world, there: hook("1", { ...hookInputs, method: "PUT" }) });
    assert.deepEqual([partly.change, partly.found], [{ action: "drop" }, "partly changed"]);
    assert.match(partly.why, /^The update did not change method\./);
    const gone = await updating(webhook, world);
    assert.deepEqual([gone.change, gone.found], [{ action: "drop" }, "gone"]);
    assert.deepEqual((await updating(webhook, { inputs: hookInputs, there: hook("1") })).change, { action: "drop" });
  });

  it("is not assumed successful if the provider does not show the arguments", async () => {
    const before = { customerNumber: 1, firstName: "Nora" };
    const { change, why } = await updating(contactPerson, {
      inputs: { ...before, vat: "DE2" },
      resources: [entry("ContactPerson", "it", "1", { outputs: { ...before, vat: "DE1" } })],
      there: { id: "1", inputs: before, outputs: {} },
    });
    assert.deepEqual(change, { action: "drop" });
    assert.match(why, /does not show vat/);
  });

  it("of an unchangeable kind is dropped without a lookup", async () => {
    assert.deepEqual((await updating(domain, { inputs: { accountIdentifier: "p1", sld: "a", tld: "de" } })).found, "not checked");
  });
});

describe("a pending deletion", () => {
  const resources = [entry("Webhook", "it", "1", { outputs: hookInputs })];
  const world = { inputs: hookInputs, id: "1", resources };

  it("that succeeded removes the resource from the state", async () => {
    assert.deepEqual((await deleting(webhook, world)).change, { action: "remove" });
  });

  it("is dropped if the object still exists, or if its absence proves nothing", async () => {
    const there = await deleting(webhook, { ...world, there: hook("1") });
    assert.deepEqual([there.change, there.found], [{ action: "drop" }, "still exists"]);
    const never = [entry("Webhook", "it", "1", { outputs: { ...hookInputs, [unfinishedKey]: unconfirmed } })];
    const unseen = await deleting(webhook, { ...world, resources: never });
    assert.deepEqual(unseen.change, { action: "drop" });
    assert.match(unseen.why, /explain never-listed.* It stays in the state/);
    assert.deepEqual((await deleting(webhook, { ...world, resources: [] })).change, { action: "drop" });
  });

  const child = entry("Webhook", "child", "2", { dependencies: [resources[0]!.urn] });
  const office = entry("GdprContact", "it", "1");
  const shop = entry("Domain", "it", "p1/shop.de");
  for (const [name, verdict] of [
    ["it still exists", () => deleting(webhook, { ...world, there: hook("1") })],
    [
      "it is listed until its deletion takes effect",
      () =>
        deleting(domain, {
          inputs: {},
          id: "p1/shop.de",
          resources: [shop],
          there: { id: "p1/shop.de", inputs: {}, outputs: {} },
        }),
    ],
    ["no operation can delete it", () => deleting(gdprContact, { inputs: {}, id: "1", resources: [office] })],
    ["other resources need it", () => deleting(webhook, { ...world, resources: [...resources, child] })],
  ] as const)
    it(`that leaves the entry in the state says what the next run does, with the program as it is and changed back: ${name}`, async () => {
      const { change, why } = await verdict();
      assert.deepEqual(change, { action: "drop" });
      assert.match(
        why,
        /The next `up` or `destroy` (deletes|removes|continues).*; if the program declares it as before, `up` (keeps it|says what to do)/,
      );
    });

  it("keeps what other resources in the state need", async () => {
    const { change, why } = await deleting(webhook, { ...world, resources: [...resources, child] });
    assert.deepEqual(change, { action: "drop" });
    assert.match(why, /need it \(child\)/);
  });
});
