import assert from "node:assert/strict";
import type { FaultEffect } from "../../sandbox/index.js";
import { nameKey } from "../../provider/values/reserved-properties.js";
import { creationCases } from "../support/creation-cases.js";
import { temporaryFolder } from "../support/folder.js";
import { InitFailure } from "../support/provider-calls.js";
import { ProviderProcess } from "../support/provider-process.js";
import { login, messageOf, rehearse, rehearseEach, samples } from "../support/rehearsal.js";

/** Where several equal objects are valid, a second one is too. */
const cases = creationCases.filter(({ definition }) => definition.identity.unique !== false);

/** One that is free, and one that people pay for. */
const apart = cases.filter(({ kind }) => kind === "webhook" || kind === "domain");

describe("an object that already exists", () => {
  rehearseEach({ all: cases, apart }, (rehearsal, each) => {
    for (const { kind, creation, inputs, count } of each) {
      it(`is not created a second time, ${kind}`, async () => {
        const { provider, sandbox, requests } = rehearsal;
        const { id } = await provider.create(kind, inputs(sandbox));
        const message = await messageOf(provider.create(kind, inputs(sandbox)));
        assert.match(message, / already exists \(/);
        assert.ok(message.includes(`(${id})`), message);
        assert.match(message, /explain exists`/);
        assert.equal(requests(creation), 1);
        assert.equal(count(sandbox), 1);
      });

      it(`is adopted with adopt: true, ${kind}`, async () => {
        const { provider, sandbox, requests } = rehearsal;
        const declared = inputs(sandbox);
        const first = await provider.create(kind, declared);
        const adopted = await provider.create(kind, { ...declared, adopt: true });
        assert.equal(adopted.id, first.id);
        assert.deepEqual(adopted.state, { ...first.state, adopt: true });
        assert.equal(requests(creation), 1);
        const read = await provider.read(kind, adopted.id, adopted.state);
        assert.deepEqual(read?.inputs, { ...declared, adopt: true });
        assert.equal((await provider.diff(kind, adopted.id, adopted.state, declared)).changes, "none");
      });
    }
  });

  const rehearsal = rehearse();

  it("is created once if two resources of one run spell it differently", async () => {
    const { provider, sandbox } = rehearsal;
    const before = sandbox.control.store.webhooks.all().length;
    const spellings = ["https://Agency.example:443/twice", "https://agency.example/twice", "HTTPS://agency.EXAMPLE/twice"];
    const created = await Promise.allSettled(
      spellings.map((url, index) => provider.create("webhook", { ...samples.webhook, url, [nameKey]: `hook-${index}` })),
    );
    assert.deepEqual(created.map(({ status }) => status).sort(), ["fulfilled", "rejected", "rejected"]);
    assert.equal(sandbox.control.store.webhooks.all().length, before + 1);
  });

  it("is recognized in any case and form of an international name", async () => {
    const { provider, requests } = rehearsal;
    await provider.create("domain", { ...samples.domain, sld: "müller" });
    assert.match(await messageOf(provider.create("domain", { ...samples.domain, sld: "XN--MLLER-KVA" })), /already exists/);
    assert.equal(requests("registerDomain"), 1);
  });

  it("is found by two creations at the same time", async () => {
    const { provider, sandbox, requests } = rehearsal;
    const results = await Promise.allSettled([
      provider.create("domain", samples.domain),
      provider.create("domain", { ...samples.domain, timeouts: { create: "2m" } }),
    ]);
    assert.deepEqual(results.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
    assert.equal(requests("registerDomain"), 1);
    assert.equal(sandbox.control.store.domains.all().filter(({ sld }) => sld === "sommer-shop").length, 1);
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
    assert.equal(requests("createWebhook"), 1);
    assert.equal(requests("updateWebhook"), 1);
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
  const rehearsal = rehearse();
  const www = { accountIdentifier: "p100001", domainIdentifier: "sommer-shop.de", name: "www" };

  it("is used without adopt: true", async () => {
    const { provider, sandbox, requests } = rehearsal;
    await provider.create("domain", samples.domain);
    const { id, state } = await provider.create("subdomain", www);
    assert.equal(id, "p100001/sommer-shop.de/www");
    assert.deepEqual(state, { ...www, uid: state["uid"], fullName: "www.sommer-shop.de" });
    assert.equal(requests("createSubdomains"), 0);
    assert.equal(sandbox.control.store.subdomains.all().filter(({ domain }) => domain === "sommer-shop.de").length, 1);
  });

  it("is used if it appears only after the lookup", async () => {
    const { provider, sandbox } = rehearsal;
    await provider.create("domain", samples.domain);
    sandbox.control.faults.add({ operation: "listSubdomains", effect: { kind: "body", body: null } });
    assert.equal((await provider.create("subdomain", www)).id, "p100001/sommer-shop.de/www");
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
          assert.equal(count(sandbox), 1, loss);
          assert.equal(requests(creation), 1, loss);
          const read = await provider.read(kind, id, state);
          assert.deepEqual(read, { id, state, inputs: declared }, loss);
          assert.equal((await provider.diff(kind, id, state, declared)).changes, "none");
        }
      });
  });

  const rehearsal = rehearse();

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
      assert.equal(requests("createApplicationToken"), 2);
      assert.equal(requests("deleteApplicationToken"), 0);
      assert.ok((await provider.printed()).includes(`${lost[0]!.id} appeared at the same time`));
      applicationTokens.delete(lost[0]!.id);
      const body = JSON.stringify({ username: id, password: state["token"] });
      const headers = { "content-type": "application/json" };
      const answer = await fetch(`${sandbox.url}/v1/authenticate`, { method: "POST", headers, body });
      assert.equal(answer.status, 200);
      await provider.delete("applicationToken", id, state);
    }
  });

  it("fails without guessing if the lookup fails as well", async () => {
    const { provider, sandbox, requests } = rehearsal;
    sandbox.control.faults.add({ operation: "registerDomain", effect: { kind: "reset-after" } });
    sandbox.control.faults.add({ operation: "listDomains", occurrence: 2, effect: { kind: "status", status: 403 } });
    const message = await messageOf(provider.create("domain", samples.domain));
    assert.match(message, /^domain sommer-shop\.de of account p100001 may have been created: looking it up failed too/);
    assert.match(message, /Run again, which looks first/);
    assert.equal(requests("registerDomain"), 1);
  });
});

describe("a creation beside one by someone else", () => {
  const twins = { count: 0 };
  const rehearsal = rehearse({
    sandbox: {
      onRequest: ({ operation, effect }) => {
        if (operation !== "createWebhook" || !effect) return;
        const { webhooks } = rehearsal.sandbox.control.store;
        twins.count += 1;
        webhooks.insert({ ...webhooks.all()[0]!, id: `twin-${twins.count}` });
      },
    },
  });

  it("fails and names the candidates if its answer was lost", async () => {
    const { provider, sandbox, requests } = rehearsal;
    sandbox.control.faults.add({ operation: "createWebhook", effect: { kind: "reset-after" } });
    const message = await messageOf(provider.create("webhook", samples.webhook));
    const ids = sandbox.control.store.webhooks.all().map(({ id }) => id);
    assert.equal(ids.length, 2);
    assert.ok(message.includes(`several objects could be the result (${ids.join(", ")})`), message);
    assert.match(message, /Run again, which looks first/);
    assert.equal(requests("createWebhook"), 1);
  });
});

describe("an update that a killed run sent", () => {
  const journal = temporaryFolder();
  const rehearsal = rehearse();
  const declared = { ...samples.webhook, [nameKey]: "hook" };

  const start = async (): Promise<ProviderProcess> => {
    const provider = await ProviderProcess.start({ HOSTING_JOURNAL: journal.path });
    await provider.configure({ "hosting:baseUrl": rehearsal.sandbox.url, ...login });
    return provider;
  };

  it("is followed by one of the declared values, though the state has them", async () => {
    const killed = await start();
    const { id, state } = await killed.create("webhook", declared);
    const owned = { ...state, ...killed.ownerOf("webhook", id) };
    await killed.update("webhook", id, owned, { ...declared, url: "https://agency.example/changed" });
    await killed.stop();
    const provider = await start();
    try {
      const compared = async () => {
        await provider.check("webhook", declared, declared);
        return (await provider.diff("webhook", id, owned, declared)).changes;
      };
      assert.equal(await compared(), "some");
      assert.match(
        await provider.printed(),
        new RegExp(`\\(${id}\\): an earlier update was interrupted, so the declared values are sent again\\.`),
      );
      await provider.read("webhook", id, owned);
      assert.equal(await compared(), "some", "a read settles nothing");
      await provider.update("webhook", id, owned, declared);
      assert.equal(await compared(), "none");
      assert.equal(rehearsal.sandbox.control.store.webhooks.get(id)?.url, declared.url);
    } finally {
      await provider.stop();
    }
  });
});
