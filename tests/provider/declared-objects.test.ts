import assert from "node:assert/strict";
import type { Definition } from "../../provider/definition/definition.js";
import { declaredTwice } from "../../provider/lifecycle/registered-names.js";
import { nameKey } from "../../provider/values/reserved-properties.js";
import type { Properties } from "../../provider/values/properties.js";
import { unknownValue } from "../../provider/values/unknown-values.js";
import { definitions } from "../support/definitions.js";
import { rehearseKernel, type SomeDefinition } from "../support/kernel.js";

const hook = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://a.example/hook" };
const account = { customerNumber: 100001, virtualName: "shop", description: "Shop", articleNumber: 1101, password: "a-password" };
const blog = { accountIdentifier: "p100001", domainIdentifier: "b\u00fccher.de", name: "blog" };
const contract = { html: "<p>x</p>", tom: "t", client: "c", recipient: "r" };

/** Of each kind: a declaration, another spelling of the same object, and other objects. */
const cases: readonly [SomeDefinition, Properties, Properties, readonly Properties[]][] = [
  [
    definitions.webhook,
    hook,
    { ...hook, headers: {} },
    [
      { ...hook, method: "PUT" },
      { ...hook, headers: { "x-key": "a" } },
    ],
  ],
  [
    definitions.virtualAccount,
    account,
    { ...account, description: "Another", password: "another-password" },
    [
      { ...account, virtualName: "Shop" },
      { ...account, customerNumber: 100002 },
    ],
  ],
  [
    definitions.subdomain,
    blog,
    { ...blog, domainIdentifier: "XN--Bcher-KVA.de", name: "Blog" },
    [
      { ...blog, name: "news" },
      { ...blog, domainIdentifier: "b\u00fccher.example" },
      { ...blog, accountIdentifier: "p100002" },
    ],
  ],
  [definitions.gdprContract, contract, { ...contract, html: " <p>x</p>\n" }, [{ ...contract, recipient: "other" }]],
  [definitions.gdprContractPreset, { name: "a" }, { name: "a", description: "" }, [{ name: "a", description: "b" }]],
];

describe("an object that two resources of a program declare", () => {
  const rehearsal = rehearseKernel();
  const declares = (definition: SomeDefinition, name: string, inputs: Properties, olds: Properties = {}, isEntering = false) =>
    declaredTwice(definition as Definition, rehearsal.ownership, { olds, news: { ...inputs, [nameKey]: name } }, isEntering);

  for (const [definition, first, same, others] of cases) {
    it(`is refused if either resource is new: ${definition.kind}`, () => {
      for (const [olds, now] of [
        [{}, {}],
        [{}, same],
        [first, {}],
      ] as const) {
        assert.deepEqual(declares(definition, "a", first, olds), []);
        assert.match(
          declares(definition, "b", same, now).join(),
          /^resource "b" and resource "a" of this program declare the same .*: declare it once\.$/,
        );
        rehearsal.endRun();
      }
    });

    it(`is not refused if it differs, or if the state has both: ${definition.kind}`, () => {
      declares(definition, "a", first);
      for (const [index, other] of others.entries()) assert.deepEqual(declares(definition, `b${index}`, other), []);
      rehearsal.endRun();
      declares(definition, "a", first, first);
      assert.deepEqual(declares(definition, "b", same, same), []);
    });
  }

  it("may enter the state for each, unless there can be only one", () => {
    const settings = { customerNumber: 100001, vatID: "DE100001001" };
    for (const name of ["a", "b"]) assert.deepEqual(declares(definitions.webhook, name, hook, {}, true), []);
    assert.deepEqual(declares(definitions.billingSettings, "a", settings, {}, true), []);
    assert.notDeepEqual(declares(definitions.billingSettings, "b", settings, {}, true), []);
  });

  it("is not known before its arguments are, and may be one of many of its kind", () => {
    const inputs = { ...blog, domainIdentifier: unknownValue };
    declares(definitions.subdomain, "a", inputs);
    assert.deepEqual(declares(definitions.subdomain, "b", inputs), []);
    declares(definitions.applicationToken, "a", { description: "ci" });
    assert.deepEqual(declares(definitions.applicationToken, "b", { description: "ci" }), []);
  });
});
