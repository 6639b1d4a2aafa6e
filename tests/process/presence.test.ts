import assert from "node:assert/strict";
import { ownerKey, providerText } from "../../provider/values/reserved-properties.js";
import type { Properties } from "../../provider/values/properties.js";
import type { FaultEffect } from "../../sandbox/index.js";
import { creationCaseOf, creationCases, rehearsedKinds } from "../support/creation-cases.js";
import type { Kind } from "../../provider/values/kinds.js";
import { InitFailure } from "../support/provider-calls.js";
import { messageOf, type Rehearsal, rehearse, rehearseEach, rehearseInProcess, samples } from "../support/rehearsal.js";

const costly = creationCases.filter((each) => each.costly).map(({ kind }) => kind);

const inputsOf = ({ sandbox }: Rehearsal, kind: Kind): Properties => creationCaseOf(kind).inputs(sandbox);

/** Creates an object and removes it again, unknown to the provider. */
async function createAndLose(rehearsal: Rehearsal, kind: Kind): Promise<{ id: string; state: Properties }> {
  const beginning = rehearsal.sandbox.control.snapshot();
  const created = await rehearsal.provider.create(kind, inputsOf(rehearsal, kind));
  rehearsal.restore(beginning);
  return created;
}

const always = ({ sandbox }: Rehearsal, operation: string, effect: FaultEffect) =>
  sandbox.control.faults.add({ operation, occurrence: "always", effect });

describe("an object that disappeared", () => {
  rehearseEach({ all: rehearsedKinds, apart: ["webhook", "domain"] }, (rehearsal, kinds) => {
    for (const kind of kinds) {
      it(`${costly.includes(kind) ? "stays in the state, because Pulumi would order it again" : "is gone for Pulumi"}, ${kind}`, async () => {
        const { id, state } = await createAndLose(rehearsal, kind);
        const read = rehearsal.provider.read(kind, id, state);
        if (!costly.includes(kind)) return assert.equal(await read, undefined);
        const message = await messageOf(read);
        assert.ok(message.includes(id), message);
        assert.match(message, /is gone\. It stays in the state.*HOSTING_WHEN_GONE=recreate pulumi refresh.* explain gone`/);
      });

      it(`is not gone if the list is refused or cannot be read, ${kind}`, async () => {
        const { id, state } = await createAndLose(rehearsal, kind);
        for (const effect of [{ kind: "status", status: 403 }, { kind: "wrong-shape" }, { kind: "malformed" }] as const) {
          rehearsal.sandbox.control.faults.clear();
          always(rehearsal, creationCaseOf(kind).listing, effect);
          assert.match(await messageOf(rehearsal.provider.read(kind, id, state)), / could not be read\. /);
        }
      });
    }
  });

  const rehearsal = rehearseInProcess();

  it("is not gone if the account is refused or gone as well", async () => {
    const { provider, sandbox } = rehearsal;
    const { id, state } = await provider.create("domain", samples.domain);
    sandbox.control.store.accounts.delete("p100001");
    for (const read of [provider.read("domain", id, state), provider.read("subdomain", "p100001/sommer-gartenbau.de/blog", {})])
      assert.match(await messageOf(read), / could not be read\. .*status 403/);
  });

  it("is neither gone nor ordered if pages repeat", async () => {
    const { provider, requests } = rehearsal;
    const { id, state } = await provider.create("domain", samples.domain);
    for (const length of [20, 25, 50, 99]) {
      rehearsal.sandbox.control.faults.clear();
      const body = Array.from({ length }, (_, number) => ({ name: `n${number}`, fullname: `n${number}.de`, tld: "de" }));
      always(rehearsal, "listDomains", { kind: "body", body });
      assert.match(await messageOf(provider.read("domain", id, state)), /may be incomplete/);
      assert.match(await messageOf(provider.create("domain", { ...samples.domain, sld: "another" })), /may be incomplete/);
    }
    assert.equal(requests("registerDomain"), 1);
  });

  for (const [kind, voucher] of [
    ["domain", "getAccount"],
    ["virtualAccount", "getCustomer"],
  ] as const)
    it(`is not gone if an empty list has no proof, ${kind}`, async () => {
      const { id, state } = await rehearsal.provider.create(kind, inputsOf(rehearsal, kind));
      always(rehearsal, creationCaseOf(kind).listing, { kind: "body", body: [] });
      always(rehearsal, voucher, { kind: "status", status: 403, body: { msg: "access denied" } });
      const message = await messageOf(rehearsal.provider.read(kind, id, state));
      assert.match(message, new RegExp(` could not be read\\. ${voucher} .*access denied`));
    });

  for (const [kind, operation] of [
    ["webhook", "getWebhook"],
    ["gdprContract", "getGdprContract"],
    ["gdprContractPreset", "getGdprContractPreset"],
  ] as const)
    it(`is gone neither if its read is refused and the list shows it, nor if it is missing there and its read fails, ${kind}`, async () => {
      const { provider, sandbox } = rehearsal;
      const { id, state } = await provider.create(kind, inputsOf(rehearsal, kind));
      sandbox.control.faults.add({ operation, effect: { kind: "status", status: 403, body: { msg: "access denied" } } });
      assert.equal((await provider.read(kind, id))?.id, id);
      sandbox.control.faults.clear();
      sandbox.control.faults.add({ operation: creationCaseOf(kind).listing, effect: { kind: "body", body: [] } });
      sandbox.control.faults.add({ operation, effect: { kind: "wrong-shape" } });
      assert.match(await messageOf(provider.read(kind, id, state)), new RegExp(` could not be read\\. ${operation} `));
    });
});

describe("a billed object that disappeared and may be ordered again", () => {
  const rehearsal = rehearse({ config: { "hosting:whenGone": "recreate" } });

  for (const kind of costly)
    it(`is gone for Pulumi, with proof, ${kind}`, async () => {
      const { id, state } = await createAndLose(rehearsal, kind);
      assert.equal(await rehearsal.provider.read(kind, id, state), undefined);
      always(rehearsal, creationCaseOf(kind).listing, { kind: "status", status: 403 });
      assert.match(await messageOf(rehearsal.provider.read(kind, id, state)), /could not be read/);
    });
});

describe("an object that is not visible at once", () => {
  rehearseEach({ all: rehearsedKinds, apart: ["applicationToken"] }, (rehearsal, kinds) => {
    for (const kind of kinds) {
      const { creation, definition, deletion } = creationCaseOf(kind);

      it(`is recorded if it does not appear in time, finished by the next update and removed by a deletion, ${kind}`, async () => {
        const { provider, sandbox, requests } = rehearsal;
        const { control } = sandbox;
        control.faults.add({ operation: creation, effect: { kind: "hidden", reads: 1_000_000 } });
        const inputs = { ...inputsOf(rehearsal, kind), timeouts: { create: "1ms", update: "1ms" } };
        const failure = await provider.create(kind, inputs).catch((error: unknown) => error);
        assert.ok(failure instanceof InitFailure);
        const { id, properties } = failure;
        assert.match(failure.reasons.join("\n"), /did not become visible within 1 millisecond\.[^]* Recorded; run again\./);
        const { __provider: text, __unfinished: unfinished, ...state } = properties;
        assert.ok(String(text).startsWith(providerText(kind)));
        assert.equal(typeof unfinished, "string");
        for (const [name, value] of Object.entries(inputs)) assert.deepEqual(state[name], value);
        assert.equal((await provider.diff(kind, id, properties, inputs)).changes, "some");

        // The answer to an update shows that the object is there.
        if (definition.update === undefined) {
          const again = await provider.update(kind, id, properties, inputs).catch((error: unknown) => error);
          assert.ok(again instanceof InitFailure);
          assert.deepEqual([again.id, again.properties["__provider"]], [id, text]);
          assert.equal((await provider.diff(kind, id, again.properties, inputs)).changes, "some");
          await assert.rejects(provider.read(kind, id, again.properties), /never been listed since it was created/);
        }

        // The object appears later.
        control.restore({ ...control.snapshot(), invisible: {} });
        const finished = await provider.update(kind, id, properties, inputs);
        assert.deepEqual([finished["__unfinished"], finished["token"]], [undefined, state["token"]]);
        const owned = { ...finished, [ownerKey]: properties[ownerKey] };
        assert.equal((await provider.diff(kind, id, owned, inputs)).changes, "none");
        assert.deepEqual((await provider.read(kind, id, properties))?.state, finished);
        assert.equal(requests(creation), 1);
        if (deletion === undefined || kind === "subdomain") return;
        await provider.delete(kind, id, properties);
        const read = provider.read(kind, id, finished);
        if (costly.includes(kind)) await assert.rejects(read, /is gone/);
        else assert.equal(await read, undefined);
      });
    }
  });
});
