import assert from "node:assert/strict";
import { nameKey } from "../../provider/values/reserved-properties.js";
import type { Kind } from "../../provider/values/kinds.js";
import type { Properties } from "../../provider/values/properties.js";
import type { FaultEffect } from "../../sandbox/index.js";
import { creationCases } from "../support/creation-cases.js";
import { InitFailure } from "../support/provider-calls.js";
import { messageOf, rehearse, rehearseEach, rehearseInProcess, samples } from "../support/rehearsal.js";

/** Where several equal objects are valid, a second one is too. */
const cases = creationCases.filter(({ definition }) => definition.identity.unique !== false);

/** One that is free, and one that people pay for. */
const apart = cases.filter(({ kind }) => kind === "webhook" || kind === "domain");

describe("an object that already exists", () => {
  rehearseEach({ all: cases, apart }, (rehearsal, each) => {
    for (const { kind, creation, inputs, count } of each)
      it(`is not created a second time, but adopted with adopt: true, ${kind}`, async () => {
        const { provider, sandbox, requests } = rehearsal;
        const declared = inputs(sandbox);
        const first = await provider.create(kind, declared);
        const message = await messageOf(provider.create(kind, declared));
        assert.ok(message.includes(` already exists (${first.id})`), message);
        assert.match(message, /explain exists`/);
        const adopted = await provider.create(kind, { ...declared, adopt: true });
        assert.deepEqual(adopted, { id: first.id, state: { ...first.state, adopt: true } });
        assert.deepEqual([requests(creation), count(sandbox)], [1, 1]);
        assert.deepEqual((await provider.read(kind, adopted.id, adopted.state))?.inputs, { ...declared, adopt: true });
        assert.equal((await provider.diff(kind, adopted.id, adopted.state, declared)).changes, "none");
      });
  });

  const rehearsal = rehearseInProcess();
  const together = async (kind: Kind, declared: readonly Properties[]) => {
    const created = await Promise.allSettled(declared.map((inputs) => rehearsal.provider.create(kind, inputs)));
    return created.filter(({ status }) => status === "fulfilled").length;
  };

  it("is created once if resources of one run spell it differently", async () => {
    const urls = ["https://Agency.example:443/twice", "https://agency.example/twice", "HTTPS://agency.EXAMPLE/twice"];
    assert.equal(
      await together(
        "webhook",
        urls.map((url, name) => ({ ...samples.webhook, url, [nameKey]: `hook-${name}` })),
      ),
      1,
    );
    assert.equal(rehearsal.requests("createWebhook"), 1);
  });

  it("is ordered once by two creations at the same time, and recognized in any form of an international name", async () => {
    const inputs = { ...samples.domain, sld: "müller" };
    assert.equal(await together("domain", [inputs, { ...inputs, timeouts: { create: "2m" } }]), 1);
    assert.equal(await together("domain", [{ ...inputs, sld: "XN--MLLER-KVA" }]), 0);
    assert.equal(rehearsal.requests("registerDomain"), 1);
  });
});

describe("adopting", () => {
  const rehearsal = rehearse();

  it("updates a webhook to what is declared", async () => {
    const { provider, sandbox, requests } = rehearsal;
    const { headers: _, parameters: __, ...plain } = samples.webhook;
    const { id } = await provider.create("webhook", { ...plain, headers: { "X-Old": "old" } });
    const adopted = await provider.create("webhook", { ...samples.webhook, adopt: true });
    assert.deepEqual(adopted, { id, state: { ...samples.webhook, adopt: true, uid: id } });
    const { headers, parameters } = sandbox.control.store.webhooks.get(id)!;
    assert.deepEqual({ headers, parameters }, { headers: samples.webhook.headers, parameters: samples.webhook.parameters });
    assert.deepEqual([requests("createWebhook"), requests("updateWebhook")], [1, 1]);
  });

  it("records what was adopted even if its update fails", async () => {
    const { provider, sandbox } = rehearsal;
    const { id } = await provider.create("webhook", { ...samples.webhook, headers: { "X-Old": "old" } });
    sandbox.control.faults.add({ operation: "updateWebhook", effect: { kind: "status", status: 403, body: { msg: "not now" } } });
    const failure = await provider.create("webhook", { ...samples.webhook, adopt: true }).catch((error: unknown) => error);
    assert.ok(failure instanceof InitFailure);
    assert.equal(failure.id, id);
    assert.match(failure.reasons.join(), /not updated: .*not now.* Recorded; run again/);
    assert.equal((await provider.diff("webhook", id, failure.properties, samples.webhook)).changes, "some");
    const finished = await provider.update("webhook", id, failure.properties, samples.webhook);
    assert.deepEqual(finished, { ...samples.webhook, uid: id });
  });
});

describe("the www subdomain that each registration creates", () => {
  const rehearsal = rehearseInProcess();
  const www = { accountIdentifier: "p100001", domainIdentifier: "sommer-shop.de", name: "www" };

  for (const isLate of [false, true])
    it(`is used without adopt: true${isLate ? ", also if it appears only after the lookup" : ""}`, async () => {
      const { provider, sandbox, requests } = rehearsal;
      await provider.create("domain", samples.domain);
      if (isLate) sandbox.control.faults.add({ operation: "listSubdomains", effect: { kind: "body", body: null } });
      const { id, state } = await provider.create("subdomain", www);
      assert.equal(id, "p100001/sommer-shop.de/www");
      assert.deepEqual(state, { ...www, uid: state["uid"], fullName: "www.sommer-shop.de" });
      assert.equal(requests("createSubdomains"), isLate ? 1 : 0);
      assert.equal(sandbox.control.store.subdomains.all().filter(({ domain }) => domain === "sommer-shop.de").length, 1);
    });
});

describe("a creation whose answer was lost", () => {
  const losses: Readonly<Record<string, FaultEffect>> = {
    "the connection was reset": { kind: "reset-after" },
    "status 500": { kind: "status", status: 500, when: "after" },
    "status 502 with a page": { kind: "status", status: 502, body: "<html>Bad gateway</html>", when: "after" },
    "the gateway's 503": { kind: "status", status: 503, body: { msg: "internal server error" }, when: "after" },
    "it was cut off": { kind: "truncate" },
    "it was no JSON": { kind: "malformed" },
    "it had another shape": { kind: "wrong-shape" },
  };
  rehearseEach({ all: cases, apart }, (rehearsal, each) => {
    for (const { kind, creation, inputs, count } of each)
      it(`finds and keeps the one ${kind} that it created`, async () => {
        const { provider, sandbox, requests } = rehearsal;
        const beginning = sandbox.control.snapshot();
        for (const [loss, effect] of Object.entries(losses)) {
          await rehearsal.beginRun();
          rehearsal.restore(beginning);
          sandbox.control.faults.clear();
          sandbox.control.journal.clear();
          sandbox.control.faults.add({ operation: creation, effect });
          const declared = inputs(sandbox);
          const { id, state } = await provider.create(kind, declared);
          assert.deepEqual([count(sandbox), requests(creation)], [1, 1], loss);
          assert.deepEqual(await provider.read(kind, id, state), { id, state, inputs: declared }, loss);
          assert.equal((await provider.diff(kind, id, state, declared)).changes, "none");
        }
      });
  });

  const rehearsal = rehearseInProcess();

  it("leaves and names a token whose secret is lost, and creates another", async () => {
    const { provider, sandbox, requests } = rehearsal;
    const { applicationTokens } = sandbox.control.store;
    const other = await provider.create("applicationToken", samples.applicationToken);
    for (const effect of Object.values(losses)) {
      sandbox.control.faults.clear();
      sandbox.control.journal.clear();
      sandbox.control.faults.add({ operation: "createApplicationToken", effect });
      await provider.printed();
      const { id, state } = await provider.create("applicationToken", samples.applicationToken);
      const lost = applicationTokens.all().filter((token) => token.id !== other.id && token.id !== id);
      assert.equal(lost.length, 1);
      assert.deepEqual([requests("createApplicationToken"), requests("deleteApplicationToken")], [2, 0]);
      assert.ok((await provider.printed()).includes(`${lost[0]!.id} appeared at the same time`));
      applicationTokens.delete(lost[0]!.id);
      const body = JSON.stringify({ username: id, password: state["token"] });
      const headers = { "content-type": "application/json" };
      assert.equal((await fetch(`${sandbox.url}/v1/authenticate`, { method: "POST", headers, body })).status, 200);
      await provider.delete("applicationToken", id, state);
    }
  });

  it("fails without guessing if the lookup fails as well", async () => {
    const { provider, sandbox, requests } = rehearsal;
    sandbox.control.faults.add({ operation: "registerDomain", effect: { kind: "reset-after" } });
    sandbox.control.faults.add({ operation: "listDomains", occurrence: 2, effect: { kind: "status", status: 403 } });
    const message = await messageOf(provider.create("domain", samples.domain));
    assert.match(message, /may have been created: looking it up failed too.*Run again, which looks first/s);
    assert.equal(requests("registerDomain"), 1);
  });
});
