import assert from "node:assert/strict";
import { ownerKey, providerText } from "../../provider/values/reserved-properties.js";
import type { Properties } from "../../provider/values/properties.js";
import { creationCaseOf, creationCases, rehearsedKinds } from "../support/creation-cases.js";
import type { Kind } from "../../provider/values/kinds.js";
import { InitFailure } from "../support/provider-calls.js";
import { messageOf, type Rehearsal, rehearse, rehearseEach, samples } from "../support/rehearsal.js";

const costly = creationCases.filter((each) => each.costly).map(({ kind }) => kind);

const inputsOf = ({ sandbox }: Rehearsal, kind: Kind): Properties => creationCaseOf(kind).inputs(sandbox);

describe("an object that disappeared", () => {
  rehearseEach({ all: rehearsedKinds, apart: ["webhook", "domain"] }, (rehearsal, kinds) => {
    /** Creates an object and removes it again, unknown to the provider. */
    async function createAndLose(kind: Kind): Promise<{ id: string; state: Properties }> {
      const { provider, sandbox } = rehearsal;
      const beginning = sandbox.control.snapshot();
      const created = await provider.create(kind, inputsOf(rehearsal, kind));
      rehearsal.restore(beginning);
      return created;
    }

    for (const kind of kinds.filter((each) => !costly.includes(each)))
      it(`is gone for Pulumi, ${kind}`, async () => {
        const { id, state } = await createAndLose(kind);
        assert.equal(await rehearsal.provider.read(kind, id, state), undefined);
      });

    for (const kind of kinds.filter((each) => costly.includes(each)))
      it(`stays in the state if Pulumi would order it again, ${kind}`, async () => {
        const { id, state } = await createAndLose(kind);
        const message = await messageOf(rehearsal.provider.read(kind, id, state));
        assert.ok(message.includes(id), message);
        assert.match(message, /is gone\. It stays in the state/);
        assert.match(message, /HOSTING_WHEN_GONE=recreate pulumi refresh.* explain gone`/);
      });

    for (const kind of kinds) {
      it(`is not gone if the list is refused, ${kind}`, async () => {
        const { provider, sandbox } = rehearsal;
        const { id, state } = await createAndLose(kind);
        sandbox.control.faults.add({
          operation: creationCaseOf(kind).listing,
          occurrence: "always",
          effect: { kind: "status", status: 403 },
        });
        assert.match(await messageOf(provider.read(kind, id, state)), / could not be read\. .*status 403/);
      });

      it(`is not gone if the list cannot be read, ${kind}`, async () => {
        const { provider, sandbox } = rehearsal;
        const { id, state } = await createAndLose(kind);
        for (const effect of [{ kind: "wrong-shape" }, { kind: "malformed" }] as const) {
          sandbox.control.faults.clear();
          sandbox.control.faults.add({ operation: creationCaseOf(kind).listing, occurrence: "always", effect });
          assert.match(await messageOf(provider.read(kind, id, state)), / could not be read\. /);
        }
      });
    }
  });

  const rehearsal = rehearse();

  it("is not gone if the account is refused or gone as well", async () => {
    const { provider, sandbox } = rehearsal;
    const { id, state } = await provider.create("domain", samples.domain);
    sandbox.control.store.accounts.delete("p100001");
    assert.match(await messageOf(provider.read("domain", id, state)), / could not be read\. .*status 403/);
    assert.match(
      await messageOf(provider.read("subdomain", "p100001/sommer-gartenbau.de/blog", {})),
      / could not be read\. .*status 403/,
    );
  });

  for (const [kind, voucher] of [
    ["domain", "getAccount"],
    ["virtualAccount", "getCustomer"],
  ] as const)
    it(`is not gone if an empty list has no proof, ${kind}`, async () => {
      const { provider, sandbox } = rehearsal;
      const { id, state } = await provider.create(kind, inputsOf(rehearsal, kind));
      sandbox.control.faults.add({
        operation: creationCaseOf(kind).listing,
        occurrence: "always",
        effect: { kind: "body", body: [] },
      });
      sandbox.control.faults.add({ operation: voucher, effect: { kind: "status", status: 403, body: { msg: "access denied" } } });
      assert.match(
        await messageOf(provider.read(kind, id, state)),
        new RegExp(` could not be read\\. ${voucher} .*access denied`),
      );
    });

  it("is not gone if a page repeats", async () => {
    const { provider, sandbox } = rehearsal;
    const { id, state } = await provider.create("domain", samples.domain);
    const page = Array.from({ length: 20 }, (_, number) => ({ name: `n${number}`, fullname: `n${number}.de`, tld: "de" }));
    sandbox.control.faults.add({ operation: "listDomains", occurrence: "always", effect: { kind: "body", body: page } });
    assert.match(await messageOf(provider.read("domain", id, state)), /may be incomplete/);
  });

  it("is not gone if its read is refused but the list shows it", async () => {
    const { provider, sandbox } = rehearsal;
    for (const [kind, operation] of [
      ["webhook", "getWebhook"],
      ["gdprContract", "getGdprContract"],
      ["gdprContractPreset", "getGdprContractPreset"],
    ] as const) {
      const { id } = await provider.create(kind, inputsOf(rehearsal, kind));
      sandbox.control.faults.add({ operation, effect: { kind: "status", status: 403, body: { msg: "access denied" } } });
      assert.equal((await provider.read(kind, id))?.id, id);
    }
  });

  it("is not gone if it is missing from the list but its read fails for another reason", async () => {
    const { provider, sandbox } = rehearsal;
    for (const [kind, operation] of [
      ["webhook", "getWebhook"],
      ["gdprContract", "getGdprContract"],
      ["gdprContractPreset", "getGdprContractPreset"],
    ] as const) {
      const { id, state } = await provider.create(kind, inputsOf(rehearsal, kind));
      sandbox.control.faults.add({ operation: creationCaseOf(kind).listing, effect: { kind: "body", body: [] } });
      sandbox.control.faults.add({ operation, effect: { kind: "wrong-shape" } });
      assert.match(await messageOf(provider.read(kind, id, state)), new RegExp(` could not be read\\. ${operation} `));
    }
  });
});

describe("a billed object that disappeared and may be ordered again", () => {
  const config = { "hosting:whenGone": "recreate" };

  rehearseEach({ all: costly, apart: ["domain"], config }, (rehearsal, kinds) => {
    for (const kind of kinds)
      it(`is gone for Pulumi, ${kind}`, async () => {
        const { provider, sandbox } = rehearsal;
        const beginning = sandbox.control.snapshot();
        const { id, state } = await provider.create(kind, inputsOf(rehearsal, kind));
        rehearsal.restore(beginning);
        assert.equal(await provider.read(kind, id, state), undefined);
      });
  });
});

describe("an object that is not visible at once", () => {
  rehearseEach({ all: rehearsedKinds, apart: ["applicationToken"] }, (rehearsal, kinds) => {
    for (const kind of kinds)
      it(`is waited for, ${kind}`, async () => {
        const { provider, sandbox, requests } = rehearsal;
        sandbox.control.faults.add({ operation: creationCaseOf(kind).creation, effect: { kind: "hidden", reads: 1 } });
        const inputs = inputsOf(rehearsal, kind);
        const { id, state } = await provider.create(kind, inputs);
        assert.equal(requests(creationCaseOf(kind).creation), 1);
        assert.deepEqual(await provider.read(kind, id, state), { id, state, inputs });
      });

    for (const kind of kinds)
      it(`is recorded if it does not appear in time, finished by the next update and removed by a deletion, ${kind}`, async () => {
        const { provider, sandbox, requests } = rehearsal;
        const { control } = sandbox;
        control.faults.add({ operation: creationCaseOf(kind).creation, effect: { kind: "hidden", reads: 1_000_000 } });
        const inputs = { ...inputsOf(rehearsal, kind), timeouts: { create: "1ms", update: "1ms" } };
        const failure = await provider.create(kind, inputs).catch((error: unknown) => error);
        assert.ok(failure instanceof InitFailure);
        const { id, properties, reasons } = failure;
        assert.match(
          reasons.join("\n"),
          /was created, but could not be confirmed: it did not become visible within 1 millisecond\./,
        );
        assert.match(reasons.join("\n"), /Recorded; run again\./);
        const { __provider: text, __unfinished: unfinished, ...state } = properties;
        assert.ok(String(text).startsWith(providerText(kind)));
        assert.equal(typeof unfinished, "string");
        for (const [name, value] of Object.entries(inputs)) assert.deepEqual(state[name], value);
        if (kind === "applicationToken") assert.match(String(state["token"]), /^MW_/);
        assert.equal((await provider.diff(kind, id, properties, inputs)).changes, "some");

        const again = await provider.update(kind, id, properties, inputs).catch((error: unknown) => error);
        if (kind !== "webhook") {
          assert.ok(again instanceof InitFailure);
          assert.equal(again.id, id);
          assert.equal(again.properties["__provider"], text);
          assert.equal((await provider.diff(kind, id, again.properties, inputs)).changes, "some");
          await assert.rejects(provider.read(kind, id, again.properties), /never been listed since it was created/);
        }

        // The object appears later.
        control.restore({ ...control.snapshot(), invisible: {} });
        const finished = await provider.update(kind, id, properties, inputs);
        assert.equal(finished["__unfinished"], undefined);
        if (kind === "applicationToken") assert.equal(finished["token"], state["token"]);
        const owned = { ...finished, [ownerKey]: properties[ownerKey] };
        assert.equal((await provider.diff(kind, id, owned, inputs)).changes, "none");
        assert.deepEqual((await provider.read(kind, id, properties))?.state, finished);
        assert.equal(requests(creationCaseOf(kind).creation), 1);
        if (kind === "subdomain" || kind === "gdprContractPreset") return;
        await provider.delete(kind, id, properties);
        if (kind === "domain" || kind === "virtualAccount") await assert.rejects(provider.read(kind, id, finished), /is gone/);
        else assert.equal(await provider.read(kind, id, finished), undefined);
      });
  });
});
