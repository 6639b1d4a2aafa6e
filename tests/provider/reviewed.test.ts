import assert from "node:assert/strict";
import { differingArguments, digestsOf, notReviewed, type Reviewed } from "../../provider/values/reviewed.js";
import { unknownValue } from "../../provider/values/unknown-values.js";

const key = "key";
const login = { address: "https://api.example", of: "100000" };
const inputs = { url: "https://a.example", headers: { "X-Key": "secret" }, __resource: "hook" };
const create = { call: "create", kind: "webhook", name: "hook", inputs, login, decisive: [], sourcesOf: () => [] } as const;
const reviewed: Reviewed = {
  calls: [
    { call: "create", kind: "webhook", name: "hook", declares: digestsOf(key, inputs), login },
    { call: "create", kind: "webhook", name: "unseen" },
    { call: "delete", kind: "webhook", name: "old", id: "7" },
    { call: "delete", kind: "webhook", name: "old", id: "9" },
    {
      call: "create",
      kind: "webhook",
      name: "of-branch",
      declares: digestsOf(key, inputs),
      login: { ...login, provider: "branch" },
    },
  ],
  logins: [login, { ...login, provider: "branch" }],
};
const remove = { ...create, call: "delete", name: "old", id: "7" } as const;

describe("what was reviewed", () => {
  const calls: readonly (readonly [string, Parameters<typeof notReviewed>[2], boolean])[] = [
    ["the same creation", create, true],
    ["another value", { ...create, inputs: { ...inputs, url: "https://b.example" } }, false],
    ["another secret", { ...create, inputs: { ...inputs, headers: { "X-Key": "other" } } }, false],
    ["one argument less", { ...create, inputs: { url: inputs.url } }, false],
    ["an update in place of a creation", { ...create, call: "update", id: "7" }, false],
    ["what the preview did not see", { ...create, name: "unseen" }, false],
    ["another customer's login", { ...create, login: { ...login, of: "200000" } }, false],
    ["another provider", { ...create, login: { ...login, provider: "branch" } }, false],
    ["the same deletion", remove, true],
    ["a deletion of another object", { ...remove, id: "8" }, false],
    ["a deletion with a provider that only deletes", { ...remove, id: "9", login: { ...login, provider: "branch" } }, true],
    ["a creation with another login of the review", { ...create, name: "of-branch" }, false],
    ["a creation with its login", { ...create, name: "of-branch", login: { ...login, provider: "branch" } }, true],
  ];
  for (const [title, call, isAllowed] of calls)
    it(`${isAllowed ? "allows" : "refuses"} ${title}`, () =>
      assert.equal(notReviewed(reviewed, key, call) === undefined, isAllowed));

  it("refuses what it did not know, where that decides", () => {
    const declares = digestsOf(key, { sld: unknownValue, tld: "de" });
    const order = { ...create, kind: "domain", name: "shop", inputs: { sld: "shop", tld: "de" } };
    const only = { ...reviewed, calls: [{ call: "create" as const, kind: "domain", name: "shop", declares }] };
    assert.equal(notReviewed(only, key, order), undefined);
    assert.match(notReviewed(only, key, { ...order, decisive: ["sld", "tld"] })!, /sld/);
    const settings = { iban: unknownValue };
    const within = [{ ...only.calls[0]!, declares: digestsOf(key, { settings }) }];
    const known = { ...order, inputs: { settings: { iban: "any" } } };
    assert.match(notReviewed({ ...only, calls: within }, key, { ...known, decisive: ["settings"] })!, /settings/);
  });

  it("refuses an order in another new container than reviewed, and in one that the review did not know", () => {
    const declares = digestsOf(key, { accountIdentifier: unknownValue, sld: "shop" });
    const calls = [
      {
        call: "create" as const,
        kind: "domain",
        name: "shop",
        declares,
        sources: { accountIdentifier: { kind: "virtualAccount", name: "a" } },
      },
      { call: "create" as const, kind: "domain", name: "any", declares },
    ];
    const inputs = { accountIdentifier: "p1", sld: "shop" };
    const order = { ...create, kind: "domain", name: "shop", inputs, decisive: ["accountIdentifier", "sld"] };
    const all = (names: readonly string[]) => [
      ...names.map((name) => ({ kind: "virtualAccount", name })),
      { kind: "domain", name: "a" },
    ];
    const from =
      (...names: readonly string[]) =>
      (argument: string) =>
        argument === "accountIdentifier" ? all(names) : [];
    const refusedOf = (call: Parameters<typeof notReviewed>[2]) => notReviewed({ ...reviewed, calls }, key, call);
    assert.equal(refusedOf({ ...order, sourcesOf: from("a") }), undefined);
    for (const sourcesOf of [from("b"), from(), () => []]) assert.match(refusedOf({ ...order, sourcesOf })!, /accountIdentifier/);
    assert.match(refusedOf({ ...order, name: "any", sourcesOf: from("a") })!, /accountIdentifier/);
  });

  it("binds what is known beside what is not, and which members there are", () => {
    const of = (headers: object) => digestsOf(key, { headers });
    const known = of({ id: unknownValue, key: "one" });
    assert.deepEqual(differingArguments(known, of({ id: "7", key: "one" })), []);
    assert.deepEqual(differingArguments(known, of({ id: { any: "thing" }, key: "one" })), []);
    assert.deepEqual(differingArguments(known, of({ id: "7", key: "two" })), ['headers["key"]']);
    assert.deepEqual(differingArguments(known, of({ id: "7", key: "one", more: "x" })), ['headers["more"]']);
    assert.deepEqual(differingArguments(digestsOf(key, { headers: unknownValue }), of({ any: "thing" })), []);
    assert.deepEqual(differingArguments(of({}), of({ a: "x" })), ["headers", 'headers["a"]']);
  });
});
