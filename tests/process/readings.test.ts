import assert from "node:assert/strict";
import type { Kind } from "../../provider/values/kinds.js";
import type { Properties } from "../../provider/values/properties.js";
import type { Readings } from "../../sandbox/index.js";
import {
  messageOf,
  type Rehearsal,
  reasons,
  rehearse,
  rehearseInProcess,
  sampleContract,
  samples,
} from "../support/rehearsal.js";

/** All calls of the kinds, under each interpretation of the API. */
const worlds: Readonly<Record<string, Partial<Readings>>> = {
  "long names, rewritten values": {
    emptyMembers: "array",
    webhookUpdate: "kept",
    virtualAccountPassword: "generated",
    virtualAccountCreated: 200,
    virtualAccountDeleted: 202,
    internationalNames: "unicode",
    subdomainName: "full-name",
    subdomainTarget: "root",
    gdprIdentifier: "id",
    html: "reserialised",
    applicationTokenDate: "number",
    emptyLists: "null",
  },
  "names in ASCII, absent values": {
    emptyMembers: "object",
    virtualAccountPassword: "absent",
    virtualAccountDeleted: 200,
    internationalNames: "ascii",
    subdomainName: "full-name",
    gdprIdentifier: "uid",
    html: "reserialised",
    emptyLists: "array",
  },
  "null for what is absent": {
    emptyMembers: "null",
    webhookUpdate: "kept",
    internationalNames: "unicode",
    gdprIdentifier: "uuid",
  },
};

const international = { accountIdentifier: "p100001", tld: "de" };

for (const [name, readings] of Object.entries(worlds))
  describe(`if the API means ${name}`, () => {
    const rehearsal = rehearseInProcess({ sandbox: { readings }, config: { "hosting:subdomainDeletion": "body" } });

    const declarations: [string, Kind, () => Properties][] = [
      ["a webhook", "webhook", () => samples.webhook],
      ["a bare webhook", "webhook", () => bare],
      ["a virtual account", "virtualAccount", () => samples.virtualAccount],
      ["a domain", "domain", () => samples.domain],
      ["an international domain", "domain", () => ({ ...international, sld: "grüße" })],
      ["an international domain in ASCII", "domain", () => ({ ...international, sld: "xn--gre-6ka8l" })],
      ["a subdomain", "subdomain", () => samples.subdomain],
      ["a subdomain without target", "subdomain", () => untargeted],
      ["a token", "applicationToken", () => samples.applicationToken],
      ["a contract", "gdprContract", () => sampleContract(rehearsal.sandbox)],
      ["a preset", "gdprContractPreset", () => samples.gdprContractPreset],
      ["a bare preset", "gdprContractPreset", () => ({ name: "bare" })],
    ];

    for (const [what, kind, inputs] of declarations)
      it(`${what} shows no drift after its creation`, async () => {
        const { provider } = rehearsal;
        const declared = inputs();
        const { id, state } = await provider.create(kind, declared);
        await assertSettled(rehearsal, kind, id, state, declared);
        if (kind !== "gdprContractPreset") await provider.delete(kind, id, state);
      });

    it("a webhook loses headers and parameters that leave the program", async () => {
      const { provider, sandbox } = rehearsal;
      const { id, state } = await provider.create("webhook", samples.webhook);
      await provider.update("webhook", id, state, bare);
      const { headers, parameters } = sandbox.control.store.webhooks.get(id)!;
      assert.deepEqual([headers ?? {}, parameters ?? {}], [{}, {}]);
    });

    it("a subdomain of an international domain shows no drift and exists once", async () => {
      const { provider } = rehearsal;
      const domain = await provider.create("domain", { ...international, sld: "grüße" });
      for (const domainIdentifier of [domain.id.split("/")[1], "grüße.de", "xn--gre-6ka8l.de"]) {
        const declared = { accountIdentifier: "p100001", domainIdentifier, name: "über", target: "/x" };
        const { id, state } = await provider.create("subdomain", declared);
        assert.ok(id.split("/")[2] === "über" || id.split("/")[2] === "xn--ber-goa", id);
        await assertSettled(rehearsal, "subdomain", id, state, declared);
        assert.match(await messageOf(provider.create("subdomain", declared)), /already exists/);
        await provider.delete("subdomain", id, state);
      }
    });
  });

const { headers: _, parameters: __, ...bare } = samples.webhook;
const { target: ___, ...untargeted } = samples.subdomain;

/** After an `up`, a preview has no changes, with and without refresh. */
async function assertSettled(
  { provider }: Rehearsal,
  kind: Kind,
  id: string,
  state: Properties,
  declared: Properties,
): Promise<void> {
  assert.equal((await provider.diff(kind, id, state, declared)).changes, "none");
  const read = await provider.read(kind, id, state);
  assert.ok(read !== undefined);
  assert.equal(read.id, id);
  assert.equal(reasons(await provider.check(kind, declared, read.inputs)), "");
  assert.equal((await provider.diff(kind, id, read.state, declared)).changes, "none");
  assert.deepEqual(read.state, state);
  for (const [name, value] of Object.entries(declared)) assert.deepEqual(read.inputs[name], value, `${kind}.${name}`);
}

describe("a contract whose text the provider rewrites", () => {
  const rehearsal = rehearse({ sandbox: { readings: { html: "reserialised" } } });

  it("keeps the program's text, and shows a real change as drift", async () => {
    const { provider, sandbox } = rehearsal;
    const inputs = { ...sampleContract(sandbox), html: "<P>One<br/>two &amp; three" };
    const { id, state } = await provider.create("gdprContract", inputs);
    const stored = sandbox.control.store.gdprContracts.get(id)!.html;
    assert.notEqual(stored, inputs.html);
    assert.equal(state["html"], inputs.html);
    const read = await provider.read("gdprContract", id, state);
    assert.deepEqual(read?.inputs, inputs);
    assert.deepEqual(read.state, state);

    sandbox.control.store.gdprContracts.update(id, { html: "<p>Something else</p>" });
    const drifted = await provider.read("gdprContract", id, read.state);
    assert.equal(drifted?.inputs["html"], "<p>Something else</p>");
    assert.deepEqual((await provider.diff("gdprContract", id, drifted.state, inputs)).replaces, ["html"]);

    sandbox.control.store.gdprContracts.update(id, { html: stored });
    const back = await provider.read("gdprContract", id, drifted.state);
    assert.equal((await provider.diff("gdprContract", id, back!.state, inputs)).changes, "none");
  });
});

describe("a second preset with the same name", () => {
  for (const presetWithExistingName of ["second", "overwrite"] as const)
    describe(`(${presetWithExistingName})`, () => {
      const rehearsal = rehearse({ sandbox: { readings: { presetWithExistingName } } });

      it("never silently replaces a different first one", async () => {
        const { provider, sandbox } = rehearsal;
        const first = await provider.create("gdprContractPreset", samples.gdprContractPreset);
        const other = await provider.create("gdprContractPreset", { ...samples.gdprContractPreset, description: "Another" });
        const presets = sandbox.control.store.gdprContractPresets.all().length;
        if (presetWithExistingName === "second") {
          assert.notEqual(other.id, first.id);
          assert.deepEqual([presets, await provider.printed()], [2, ""]);
        } else {
          assert.equal(presets, 1);
          const expected = `GDPR contract preset "standard" overwrote an object that existed before \\(${first.id}\\)`;
          assert.match(await provider.printed(), new RegExp(expected));
        }
      });
    });
});
