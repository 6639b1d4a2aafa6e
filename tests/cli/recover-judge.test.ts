import assert from "node:assert/strict";
import { judgeOperation } from "../../cli/recover/judge.js";
import type { Case } from "../../cli/recover/facts.js";
import { type StoredProperties, type StoredResource, plainProperties, secret } from "../../cli/stack/deployment.js";
import type { Definition, ObservedObject } from "../../provider/definition/definition.js";
import type { NotedCreation, NotedChange } from "../../provider/journal/noted.js";
import { timeLeft } from "../../provider/lifecycle/interrupted-creations.js";
import { unconfirmed, unfinishedKey } from "../../provider/values/reserved-properties.js";
import { applicationToken } from "../../provider/resources/applicationToken.js";
import { billingSettings } from "../../provider/resources/billingSettings.js";
import { contactPerson } from "../../provider/resources/contactPerson.js";
import { domain } from "../../provider/resources/domain.js";
import { gdprContact } from "../../provider/resources/gdprContact.js";
import { gdprContractPreset } from "../../provider/resources/gdprContractPreset.js";
import { virtualAccount } from "../../provider/resources/virtualAccount.js";
import { webhook } from "../../provider/resources/webhook.js";

const now = Date.UTC(2030, 0, 1);
const place = { isOfThisRun: false, file: "a.jsonl", number: 1 };
const minutes = 60_000;
const watch = { clock: { now: () => now } };

interface World {
  /** Default: a webhook with its usual arguments. */
  readonly of?: { readonly className: string };
  readonly inputs?: StoredProperties;
  readonly id?: string;
  /** How the pending resource refers to others. */
  readonly refers?: Partial<StoredResource>;
  readonly resources?: readonly StoredResource[];
  readonly matching?: readonly ObservedObject[];
  readonly there?: ObservedObject;
  readonly notes?: readonly Partial<NotedCreation>[];
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
function caseOf(type: string, world: World): Case {
  const definition = (world.of ?? webhook) as Definition;
  const { inputs = hookInputs, id, resources = [], matching = [], notes = [] } = world;
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
const hook = (id: string, inputs: object = hookInputs): ObservedObject => ({ id, inputs: { ...inputs }, outputs: { uid: id } });

const judge = { creating: "creation", updating: "update", deleting: "deletion" } as const;
const judged = (type: keyof typeof judge, world: World) => judgeOperation(judge[type], caseOf(type, world));

/** What is known, then the action with the id that is taken over, what was found, and how many notes are settled, if any can be. */
type Row = readonly [title: string, world: World, expected: string, why?: RegExp];

const check = (type: keyof typeof judge, rows: readonly Row[]) => {
  for (const [title, world, expected, reason = /./] of rows)
    it(title, async () => {
      const { change, found, settles, why } = await judged(type, world);
      const reported = change.action === "take-over" ? `take-over ${change.id}` : change.action;
      assert.equal([reported, found, ...(settles === undefined ? [] : [settles.length])].join(", "), expected, why);
      assert.match(why, reason);
    });
};

const order = { accountIdentifier: "p1", sld: "shop", tld: "de" };
const ordered: ObservedObject = { id: "p1/shop.de", inputs: order, outputs: { fullname: "shop.de" } };
const account = { customerNumber: 1, virtualName: "web", description: "Shop", articleNumber: 5, password: secret("planted") };
const accountOf = (description: string): ObservedObject => ({
  id: "1/p9",
  inputs: { customerNumber: 1, virtualName: "web", description, articleNumber: 5 },
  outputs: { uid: 9, name: "p9" },
});
const contact = { name: "Office", street: "Hafen", houseNumber: "1", zipCode: "30159", city: "Hannover", mail: "a@b.example" };
const contactOf = (id: string): ObservedObject => ({ id, inputs: contact, outputs: { contactIdentifier: id } });
const preset = { name: "standard", description: "Ours" };
const foundPreset: ObservedObject = { id: "x", inputs: { ...preset, description: "Somebody's" }, outputs: {} };
const made: ObservedObject = { id: "a", inputs: { description: "CI" }, outputs: { uuid: "a" } };
const sent = (ago: number, note: Partial<NotedCreation> = {}) => ({ sends: [now - ago], notedAt: now - ago, ...note });

const noted = (world: World, ...notes: readonly Partial<NotedCreation>[]): World => ({ ...world, notes });
const one = { matching: [hook("7")] };
const two = { matching: [hook("1"), hook("2")] };
const ordering = { of: domain, inputs: order };
const buying = { of: virtualAccount, inputs: account };
const naming = { of: gdprContact, inputs: contact };
const token = { of: applicationToken, inputs: { description: "CI" }, matching: [made] };
const versioned = { ...hookInputs, headers: { "X-Version": secret("2") } };
const edited = { inputs: versioned, matching: [hook("7", { ...hookInputs, headers: { "X-Version": "1" } })] };
const adoption = { ...one, inputs: { ...hookInputs, adopt: true } };

describe("a pending creation", () => {
  check("creating", [
    ["is dropped if no object was found", {}, "drop, not found, 0"],
    ["is left while an order may appear", { ...ordering, writtenAt: now - 2 * minutes }, "leave, not found yet", /in 4 minutes/],
    ["is dropped once a noted order cannot appear", noted({ ...ordering, writtenAt: now }, sent(61_000)), "drop, not found, 1"],
    [
      "is left while the next run waits for the order",
      noted({ ...ordering, writtenAt: now }, sent(20_000)),
      "leave, not found yet",
      /in 40 seconds/,
    ],
    ["keeps its note while the next run waits for it", noted({}, sent(2 * minutes, { answered: "7" })), "drop, not found, 0"],
    ["is dropped if it was not sent", noted({}, { sends: [] }), "drop, not found, 1"],
    ["is dropped if what it took is not listed", noted({}, { sends: [], answered: "7" }), "drop, not found, 1"],
    ["is left while its process runs", noted(one, { ending: "running" }), "leave, unknown"],

    ["takes over no webhook without a note", one, "drop, exists as 7, 0"],
    ["takes over nothing if its note is recorded", noted(one, { answered: "7", recorded: true }), "drop, exists as 7, 1"],
    ["takes over nothing if its run ended normally", noted(one, { ending: "normal" }), "drop, exists as 7, 1"],
    ["takes over the one that appeared since its note", noted(two, { before: ["1"] }), "take-over 2, exists as 2, 1"],
    ["takes over the one that was answered", noted(two, { answered: "1" }), "take-over 1, exists as 1, 1"],
    ["takes over the one that nobody else has claimed", noted({ ...two, claimed: ["2"] }, {}), "take-over 1, exists as 1, 1"],
    ["takes over an account", noted({ ...buying, matching: [accountOf("Shop")] }, {}), "take-over 1/p9, exists as 1/p9, 1"],
    [
      "takes over nothing that came from elsewhere",
      { ...two, notes: [{ before: ["1"] }], held: ["2"] },
      "drop, exists as 1, 2, 1",
    ],
    ["takes over nothing if all were there before", noted(two, { before: ["1", "2"] }), "drop, exists as 1, 2, 1"],
    ["takes over nothing if it created another one", noted(two, { before: ["1"], answered: "7" }), "drop, exists as 1, 2, 1"],

    ["takes over nothing that others claimed", { matching: [hook("2")], claimed: ["2"] }, "drop, exists as 2, 0"],
    [
      "takes over nothing changed that others claimed",
      noted({ matching: [hook("2", { ...hookInputs, method: "PUT" })], claimed: ["2"] }, { answered: "2" }),
      "drop, exists as 2, 1",
    ],
    [
      "is dropped if another resource has the object",
      { ...one, resources: [entry("Webhook", "other", "7")] },
      "drop, exists as 7, 0",
    ],
    ["settles no note of what may still appear", noted({ ...one, held: ["7"] }, {}, sent(2_000)), "drop, exists as 7, 1"],
    [
      "is left if others have it and an order may appear",
      noted({ ...ordering, matching: [ordered], claimed: [ordered.id] }, sent(20_000)),
      `leave, exists as ${ordered.id}`,
      /in 40 seconds/,
    ],

    ["is left if a note proves one of several", noted(two, {}), "leave, 2 objects"],
    [
      "is left if several undeletable ones match",
      noted({ ...naming, matching: [contactOf("1"), contactOf("2")] }, {}),
      "leave, 2 objects",
    ],
    ["is left to the next run if it has changed", noted(edited, {}), "drop, exists as 7", /in headers\. .* updates it/],
    ["knows no changed object without a proof", noted(edited, { ending: "normal" }), "drop, not found, 1"],
    [
      "knows no changed object that the API cannot update",
      { of: gdprContractPreset, inputs: preset, matching: [foundPreset], notes: [{}] },
      "drop, not found, 1",
    ],
    ["is dropped at another account of that name", { ...buying, matching: [accountOf("Somebody's")] }, "drop, exists as 1/p9, 0"],
    [
      "is left if a later run created it again",
      noted({ ...two, resources: [entry("Webhook", "it", "1", { inputs: hookInputs })] }, {}),
      "leave, exists as 2",
    ],
    [
      "is dropped if a later run has created the same undeletable object again",
      {
        ...naming,
        matching: [contactOf("1"), contactOf("2")],
        resources: [entry("GdprContact", "it", "1", { inputs: contact })],
        notes: [{}],
      },
      "drop, exists as 2, 1",
    ],

    ["of a token is dropped", token, "drop, exists as a, 0"],
    ["of a token is dropped with its answer", noted(token, { answered: "a" }), "drop, exists as a, 1"],
    ["of an adoption is dropped without a lookup", adoption, "drop, not checked, 0"],
    [
      "of settings is dropped without a lookup",
      { of: billingSettings, inputs: { customerNumber: 1 }, matching: [{ id: "1", inputs: {}, outputs: {} }] },
      "drop, not checked, 0",
    ],
    ["of a sent adoption is a creation", noted(adoption, {}), "take-over 7, exists as 7, 1"],
  ]);

  it("takes over everything that the provider shows, and keeps secret what the program marked as secret", async () => {
    const inputs = { ...hookInputs, url: secret(hookInputs.url), headers: { "X-Key": secret("planted") }, __provider: "text" };
    const shown = hook("7", { ...hookInputs, headers: { "X-Key": "planted" } });
    const { change } = await judged("creating", { inputs, matching: [shown], notes: [{}] });
    const outputs = { ...hookInputs, uid: "7", url: inputs.url, headers: secret({ "X-Key": "planted" }), __provider: "text" };
    assert.deepEqual(change, { action: "take-over", id: "7", outputs });
    const bought = await judged("creating", noted({ ...buying, matching: [accountOf("Shop")] }, {}));
    assert.deepEqual(bought.change.action === "take-over" && bought.change.outputs["password"], account.password);
  });

  describe("of a resource that refers to others", () => {
    const [parent, needed] = [entry("Domain", "parent", "1"), entry("Domain", "needed", "2")];
    const urn = "urn:pulumi:test::project::pulumi:providers:pulumi-nodejs::branch";
    const provider: StoredResource = { urn, type: "pulumi:providers:pulumi-nodejs", id: "provider-2" };
    const refers = {
      parent: parent.urn,
      provider: `${urn}::provider-2`,
      dependencies: [needed.urn],
      propertyDependencies: { url: [needed.urn] },
    };
    const world = noted({ ...one, refers }, {});
    const whole = /takes over webhook POST \S+ on \S+\.$/;
    check("creating", [
      ["is taken over", { ...world, resources: [parent, provider, needed] }, "take-over 7, exists as 7, 1", whole],
      [
        "is taken over without those that are gone",
        { ...world, resources: [provider] },
        "take-over 7, exists as 7, 1",
        /no longer has parent, needed/,
      ],
      [
        "is dropped without its provider, and keeps its note",
        { ...world, resources: [parent, needed] },
        "drop, exists as 7",
        /provider \(branch\)/,
      ],
    ]);
  });
});

describe("a pending update", () => {
  const old = { ...hookInputs, url: "https://agency.example/old", method: "PUT", uid: "1" };
  const resources = [entry("Webhook", "it", "1", { inputs: old, outputs: old })];
  const world = { inputs: { ...hookInputs, __provider: "text" }, resources };
  const refers = { provider: "urn:pulumi:test::project::pulumi:providers:pulumi-nodejs::branch::1" };
  const person = { customerNumber: 1, firstName: "Nora" };
  const hidden = {
    of: contactPerson,
    inputs: { ...person, vat: "DE2" },
    resources: [entry("ContactPerson", "it", "1", { outputs: { ...person, vat: "DE1" } })],
    there: { id: "1", inputs: person, outputs: {} },
  };
  const same = [entry("Webhook", "it", "1", { inputs: hookInputs, outputs: hookInputs })];
  check("updating", [
    ["that succeeded updates the state", { ...world, there: hook("1") }, "update, changed, 0"],
    [
      "that sent what the state already has is judged completely",
      { ...world, resources: same, there: hook("1", old) },
      "drop, partly changed",
    ],
    [
      "that succeeded is sent again if its provider is gone",
      { ...world, refers, there: hook("1") },
      "drop, changed",
      /provider \(branch\)/,
    ],
    ["that changed a part is dropped", { ...world, there: hook("1", { ...hookInputs, method: "PUT" }) }, "drop, partly changed"],
    ["of an object that is gone is dropped", world, "drop, gone"],
    ["is not assumed successful if the provider does not show the arguments", hidden, "drop, not visible"],
  ]);

  it("that succeeded keeps the entry's own properties, and settles its notes", async () => {
    const owner = { __owner: "entry https://api.example/ somebody" };
    const kept = [entry("Webhook", "it", "1", { inputs: old, outputs: { ...old, ...owner, __change: "of an earlier version" } })];
    const sending = { request: "update", entry: "entry", at: now, isDone: false, ending: "interrupted", pid: 4711 } as const;
    const note = { ...place, ...sending, kind: "webhook", address: "https://api.example/", id: "1", object: "" };
    const { change, settles } = await judged("updating", { ...world, resources: kept, there: hook("1"), changes: [note] });
    assert.deepEqual(change, { action: "update", outputs: { ...hookInputs, ...owner, uid: "1", __provider: "text" } });
    assert.deepEqual(settles, [note]);
  });
});

describe("a pending deletion", () => {
  const resources = [entry("Webhook", "it", "1", { outputs: hookInputs })];
  const world = { inputs: hookInputs, id: "1", resources };
  const never = [entry("Webhook", "it", "1", { outputs: { ...hookInputs, [unfinishedKey]: unconfirmed } })];
  const child = entry("Webhook", "child", "2", { dependencies: [resources[0]!.urn] });
  const shop = { of: domain, inputs: {}, id: ordered.id, resources: [entry("Domain", "it", ordered.id)], there: ordered };
  check("deleting", [
    ["that succeeded removes the resource from the state", world, "remove, gone"],
    ["is dropped if the object still exists", { ...world, there: hook("1") }, "drop, still exists"],
    ["is dropped if the absence of the object proves nothing", { ...world, resources: never }, "drop, not found"],
    ["is dropped if the object is listed until its deletion takes effect", shop, "drop, still exists"],
    [
      "is dropped if no operation can delete it",
      { of: gdprContact, inputs: {}, id: "1", resources: [entry("GdprContact", "it", "1")] },
      "drop, not checked",
    ],
    [
      "keeps what other resources in the state need",
      { ...world, resources: [...resources, child] },
      "drop, gone",
      /need it \(child\)/,
    ],
  ]);
});
