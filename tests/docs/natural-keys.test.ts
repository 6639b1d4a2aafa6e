import assert from "node:assert/strict";
import type { Definition } from "../../provider/definition/definition.js";
import type { Properties } from "../../provider/values/properties.js";
import { namesIn } from "../../tools/generate/resource-sections.js";
import { resourcesOf } from "../../tools/generate/resources-page.js";
import { readSources } from "../../tools/generate/source.js";
import { type CreatedKind, isSingleton } from "../support/kinds.js";
import { sampleHandle, samples } from "../support/rehearsal.js";

/** Two sets of arguments for each kind whose objects are created: they differ in each argument and mean different objects. */
const pairs: Readonly<Record<CreatedKind, readonly [Properties, Properties]>> = {
  webhook: [
    samples.webhook,
    {
      eventType: "ANOTHER_EVENT",
      method: "PUT",
      url: "https://agency.example/other",
      headers: { "X-Other": "o" },
      parameters: { key: "o", value: "o" },
    },
  ],
  virtualAccount: [
    { ...samples.virtualAccount, forceDestroy: false },
    {
      customerNumber: 100002,
      virtualName: "other",
      description: "other",
      articleNumber: 1102,
      password: "other-secret",
      forceDestroy: true,
    },
  ],
  domain: [
    { ...samples.domain, target: "/a", external: false, handles: { owner: sampleHandle }, domainNameTransfer: { authcode: "a" } },
    {
      accountIdentifier: "p100002",
      sld: "other",
      tld: "com",
      target: "/b",
      external: true,
      handles: { owner: { ...sampleHandle, city: "Celle" } },
      domainNameTransfer: { authcode: "b" },
    },
  ],
  subdomain: [
    samples.subdomain,
    { accountIdentifier: "p100002", domainIdentifier: "sommer-gartenbau.com", name: "other", target: "/other" },
  ],
  applicationToken: [samples.applicationToken, { description: "other", triggers: ["other"] }],
  gdprContract: [
    { html: "<p>a</p>", tom: "1", client: "1", recipient: "1", isPartnerContract: false },
    { html: "<p>b</p>", tom: "2", client: "2", recipient: "2", isPartnerContract: true },
  ],
  gdprContractPreset: [samples.gdprContractPreset, { name: "other", description: "other", config: { other: 1 } }],
  gdprContact: [
    { name: "a", street: "a", houseNumber: "1", zipCode: "1", city: "a", mail: "a@a.example", type: "client" },
    { name: "b", street: "b", houseNumber: "2", zipCode: "2", city: "b", mail: "b@b.example", type: "recipient" },
  ],
  gdprPdf: [
    { name: "a.pdf", pdf: "a" },
    { name: "b.pdf", pdf: "b" },
  ],
  gdprTom: [{ content: "a" }, { content: "b" }],
};

/** An object that these arguments declare, as a listing shows it. */
const shown = (inputs: Properties) => ({
  id: "1",
  inputs,
  outputs: "sld" in inputs ? { fullname: `${String(inputs["sld"])}.${String(inputs["tld"])}` } : {},
});

/** Arguments that identify such an object: those that select the listing, and those that are compared in it. */
function deciding(
  { identity: { scope }, fields }: Definition,
  kind: CreatedKind,
  isSame: Definition["identity"]["matches"],
): string[] {
  const [one, other] = pairs[kind];
  assert.deepEqual(Object.keys(one).sort(), Object.keys(other).sort());
  assert.deepEqual(Object.keys(one).sort(), Object.keys(fields).sort(), `${kind}: all arguments`);
  assert.ok(isSame(shown(one), one), kind);
  const compared = Object.keys(one).filter((name) => !isSame(shown(one), { ...one, [name]: other[name] }));
  return [...new Set([...scope, ...compared])].sort();
}

describe("the natural keys in the reference", function () {
  this.timeout(60_000);

  it("are the properties that identify an object", () => {
    for (const { source, definition } of resourcesOf(readSources())) {
      const { tags } = source.doc;
      const { kind } = definition;
      assert.equal(isSingleton(kind), definition.identity.singleton === true, `${kind} in tests/support/kinds.ts`);
      if (isSingleton(kind)) {
        assert.equal(tags["key"], undefined, source.className);
        continue;
      }
      const {
        identity: { matches, adopts },
      } = definition;
      assert.deepEqual(namesIn(tags["key"]).sort(), deciding(definition, kind, matches), `${source.className}: @key`);
      assert.deepEqual(
        namesIn(tags["adopted"]).sort(),
        adopts === undefined ? [] : deciding(definition, kind, adopts),
        `${source.className}: @adopted`,
      );
    }
  });
});
