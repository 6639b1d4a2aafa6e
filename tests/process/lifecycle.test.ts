import assert from "node:assert/strict";
import type { Kind } from "../../provider/values/kinds.js";
import { unknownValue } from "../../provider/values/unknown-values.js";
import { messageOf, rehearse, sampleContract, sampleHandle, samples } from "../support/rehearsal.js";

describe("a webhook", () => {
  const rehearsal = rehearse();
  const inputs = samples.webhook;

  it("is created, read, updated in place and deleted", async () => {
    const { provider, sandbox } = rehearsal;
    const webhooks = sandbox.control.store.webhooks;
    const { id, state } = await provider.create("webhook", inputs);
    assert.deepEqual(
      webhooks.all().map((webhook) => webhook.id),
      [id],
    );
    assert.deepEqual(state, { ...inputs, uid: id });
    assert.deepEqual(await provider.read("webhook", id, state), { id, state, inputs });

    const { parameters: _, ...rest } = inputs;
    const news = { ...rest, method: "PUT", headers: { "X-Other": "other-header-secret" } };
    assert.deepEqual(await provider.diff("webhook", id, state, news), {
      changes: "unknown",
      replaces: [],
      deleteBeforeReplace: false,
    });
    const updated = await provider.update("webhook", id, state, news);
    assert.deepEqual(updated, { ...news, uid: id });
    const stored = webhooks.get(id)!;
    assert.deepEqual([stored.method, stored.headers, stored.parameters], ["PUT", news.headers, undefined]);
    assert.equal((await provider.diff("webhook", id, updated, news)).changes, "none");

    await provider.delete("webhook", id, updated);
    assert.deepEqual(webhooks.all(), []);
    assert.equal(await provider.read("webhook", id, updated), undefined);
  });

  it("reports a failure only in the error, which Pulumi shows with the resource", async () => {
    const { provider, sandbox } = rehearsal;
    const { id, state } = await provider.create("webhook", inputs);
    await provider.printed();
    sandbox.control.faults.add({ operation: "listWebhooks", occurrence: "always", effect: { kind: "status", status: 400 } });
    const messages = [
      await messageOf(provider.read("webhook", id, state)),
      await messageOf(provider.create("webhook", inputs)),
      await messageOf(provider.delete("webhook", "a/b", state)),
    ];
    for (const message of messages) assert.match(message, /webhook/);
    assert.equal(await provider.printed(), "");
  });

  it("is read by its id alone, with everything that the provider shows", async () => {
    const { provider } = rehearsal;
    const { id, state } = await provider.create("webhook", inputs);
    assert.deepEqual(await provider.read("webhook", id), { id, state, inputs });
  });

  it("shows drift for each property, and the update reverts it", async () => {
    const { provider, sandbox } = rehearsal;
    const { id, state } = await provider.create("webhook", inputs);
    sandbox.control.store.webhooks.update(id, { method: "GET", headers: { "x-key": inputs.headers["X-Key"], "X-New": "n" } });
    const drifted = await provider.read("webhook", id, state);
    const shown = { ...inputs, method: "GET", headers: { "x-key": inputs.headers["X-Key"], "X-New": "n" } };
    assert.deepEqual(drifted, { id, state: { ...shown, uid: id }, inputs: shown });
    assert.equal((await provider.diff("webhook", id, drifted.state, inputs)).changes, "unknown");
    assert.deepEqual(await provider.update("webhook", id, drifted.state, inputs), state);
    assert.deepEqual(sandbox.control.store.webhooks.get(id)!.headers, inputs.headers);
  });

  it("shows what was added outside the program", async () => {
    const { provider, sandbox } = rehearsal;
    const { headers: _, parameters: __, ...plain } = inputs;
    const { id, state } = await provider.create("webhook", plain);
    assert.deepEqual(state, { ...plain, uid: id });
    sandbox.control.store.webhooks.update(id, { headers: { "X-Added": "added-secret" } });
    const read = await provider.read("webhook", id, state);
    assert.deepEqual(read?.inputs, { ...plain, headers: { "X-Added": "added-secret" } });
    assert.equal((await provider.diff("webhook", id, read.state, plain)).changes, "unknown");
    assert.deepEqual(await provider.update("webhook", id, read.state, plain), state);
    assert.equal(sandbox.control.store.webhooks.get(id)!.headers, undefined);
  });

  it("shows no difference if only the spelling differs", async () => {
    const { provider } = rehearsal;
    const { id, state } = await provider.create("webhook", inputs);
    const rewritten = {
      ...inputs,
      url: "HTTPS://Agency.example:443/hook",
      headers: { "x-key": inputs.headers["X-Key"] },
      adopt: true,
      timeouts: { create: "1m" },
    };
    assert.equal((await provider.diff("webhook", id, state, rewritten)).changes, "none");
    const { headers: _, parameters: __, ...plain } = inputs;
    const bare = await provider.create("webhook", { ...plain, url: "https://agency.example/bare", headers: {} });
    assert.equal(
      (await provider.diff("webhook", bare.id, bare.state, { ...plain, url: "https://agency.example/bare" })).changes,
      "none",
    );
  });
});

describe("a provider process", () => {
  const rehearsal = rehearse();

  it("keeps undeclared properties of answers and of older states out of the state", async () => {
    const { provider, sandbox } = rehearsal;
    const { id, state } = await provider.create("webhook", samples.webhook);
    const surprising = { uid: id, ...samples.webhook, surprise: { nested: 1 } };
    sandbox.control.faults.add({ operation: "listWebhooks", effect: { kind: "body", body: [surprising] } });
    const other = { ...state, retired: "value", __later: 1 };
    assert.deepEqual(await provider.read("webhook", id, other), { id, state, inputs: samples.webhook });
    assert.equal((await provider.diff("webhook", id, other, samples.webhook)).changes, "none");
    assert.deepEqual(await provider.update("webhook", id, other, samples.webhook), state);
    await provider.delete("webhook", id, other);
    assert.deepEqual(sandbox.control.store.webhooks.all(), []);
  });

  it("handles many calls at once", async () => {
    const { provider, sandbox } = rehearsal;
    const created = await Promise.all(
      Array.from({ length: 40 }, (_, number) =>
        provider.create("webhook", { ...samples.webhook, url: `https://agency.example/${number}` }),
      ),
    );
    assert.equal(new Set(created.map(({ id }) => id)).size, 40);
    const reads = await Promise.all(created.map(({ id, state }) => provider.read("webhook", id, state)));
    assert.deepEqual(
      reads.map((read) => read?.state),
      created.map(({ state }) => state),
    );
    await Promise.all(created.map(({ id, state }) => provider.delete("webhook", id, state)));
    assert.deepEqual(sandbox.control.store.webhooks.all(), []);
  });

  it("reports an unknown kind and keeps running", async () => {
    const { provider } = rehearsal;
    await assert.rejects(provider.read("nothingOfTheKind" as Kind, "1"), /nothingOfTheKind/);
    assert.deepEqual((await provider.check("webhook", samples.webhook)).failures, []);
  });
});

describe("a virtual account", () => {
  const rehearsal = rehearse();
  const inputs = samples.virtualAccount;

  it("is created, read and deleted", async () => {
    const { provider, sandbox } = rehearsal;
    const { id, state } = await provider.create("virtualAccount", inputs);
    const [account, ...others] = sandbox.control.store.accounts.all().filter(({ virtual }) => virtual !== undefined);
    assert.deepEqual(others, []);
    assert.equal(id, `100001/${account!.id}`);
    assert.deepEqual(state, { ...inputs, uid: account!.uid, name: account!.id });
    assert.deepEqual(await provider.read("virtualAccount", id, state), { id, state, inputs });
    assert.equal((await provider.diff("virtualAccount", id, state, inputs)).changes, "none");
    await provider.delete("virtualAccount", id, state);
    assert.equal(sandbox.control.store.accounts.get(account!.id), undefined);
  });

  it("is read by its id alone without the password, which the program then declares", async () => {
    const { provider } = rehearsal;
    const { id, state } = await provider.create("virtualAccount", inputs);
    const { password: _, ...shown } = inputs;
    const { password: __, ...shownState } = state;
    const imported = await provider.read("virtualAccount", id);
    assert.deepEqual(imported, { id, state: shownState, inputs: shown });
    assert.deepEqual((await provider.check("virtualAccount", inputs, shown)).failures, []);
    assert.equal((await provider.diff("virtualAccount", id, shownState, inputs)).changes, "none");
  });

  it("is replaced if the customer or the alias changes, and deleted first", async () => {
    const { provider } = rehearsal;
    const { id, state } = await provider.create("virtualAccount", inputs);
    for (const change of [{ customerNumber: 100002 }, { virtualName: "other" }])
      assert.deepEqual(await provider.diff("virtualAccount", id, state, { ...inputs, ...change }), {
        changes: "unknown",
        replaces: Object.keys(change),
        deleteBeforeReplace: true,
      });
  });

  it("shows drift of what the provider shows, and keeps the password", async () => {
    const { provider, sandbox } = rehearsal;
    const { id, state } = await provider.create("virtualAccount", inputs);
    sandbox.control.store.accounts.update(String(state["name"]), { description: "Changed" });
    const read = await provider.read("virtualAccount", id, state);
    assert.deepEqual(read?.inputs, { ...inputs, description: "Changed" });
  });
});

describe("a domain", () => {
  const rehearsal = rehearse();
  const inputs = samples.domain;
  const id = "p100001/sommer-shop.de";

  it("is registered, read and cancelled", async () => {
    const { provider, sandbox } = rehearsal;
    const created = await provider.create("domain", inputs);
    const state = { ...inputs, fullname: "sommer-shop.de", name: "sommer-shop", registryStatus: "pendingCreate" };
    assert.deepEqual(created, { id, state });
    sandbox.control.advance(10_000);
    const settled = { ...state, registryStatus: "ok" };
    assert.deepEqual(await provider.read("domain", id, state), { id, state: settled, inputs });
    assert.equal((await provider.diff("domain", id, settled, inputs)).changes, "none");
    await provider.delete("domain", id, settled);
    assert.equal(sandbox.control.store.domains.get("sommer-shop.de"), undefined);
  });

  it("keeps what the provider never shows, without drift", async () => {
    const { provider, sandbox } = rehearsal;
    const handles = { owner: sampleHandle, admin: { ...sampleHandle, firstName: "Bruno" } };
    const all = { ...inputs, external: true, target: "/shop", handles };
    const { failures } = await provider.check("domain", all);
    assert.deepEqual(failures, []);
    const created = await provider.create("domain", all);
    const stored = sandbox.control.store.domains.get("sommer-shop.de")!;
    assert.deepEqual([stored.external, stored.target, stored.handles], [true, "/shop", handles]);
    assert.deepEqual((await provider.read("domain", created.id, created.state))?.inputs, all);
    assert.equal((await provider.diff("domain", created.id, created.state, all)).changes, "none");
  });

  it("is transferred with its auth code, and later edits of the code change nothing", async () => {
    const { provider, sandbox } = rehearsal;
    sandbox.control.store.foreignDomains.insert({ id: "sommer-shop.de", authcode: "auth-code-secret" });
    const moving = { ...inputs, domainNameTransfer: { authcode: "auth-code-secret", authInfoProcedure: 1 } };
    const { state } = await provider.create("domain", moving);
    assert.equal(state["registryStatus"], "pendingTransfer");
    assert.deepEqual(state["domainNameTransfer"], moving.domainNameTransfer);
    assert.equal((await provider.diff("domain", id, state, inputs)).changes, "none");
    const otherCode = { ...inputs, domainNameTransfer: { authcode: "another-secret", authInfoProcedure: 2 } };
    assert.deepEqual((await provider.check("domain", otherCode, moving)).failures, []);
    assert.equal((await provider.diff("domain", id, state, otherCode)).changes, "none");
  });

  it("is found on a later page", async () => {
    const { provider, sandbox } = rehearsal;
    const { domains } = sandbox.control.store;
    const pattern = domains.get("sommer-gartenbau.de")!;
    for (let count = 0; count < 230; count += 1) {
      const sld = `aaa-${String(count).padStart(3, "0")}`;
      domains.insert({ ...pattern, id: `${sld}.de`, sld });
    }
    const created = await provider.create("domain", inputs);
    assert.equal(created.id, id);
    assert.equal((await provider.read("domain", id, created.state))?.id, id);
  });

  it("is replaced if its name changes, and created first", async () => {
    const { provider } = rehearsal;
    const { state } = await provider.create("domain", inputs);
    const elsewhere = { accountIdentifier: "p100002", sld: "other" };
    for (const change of [{ sld: "other" }, { tld: "com" }, elsewhere, { accountIdentifier: unknownValue }])
      assert.deepEqual(await provider.diff("domain", id, state, { ...inputs, ...change }), {
        changes: "unknown",
        replaces: Object.keys(change),
        deleteBeforeReplace: false,
      });
    const rewritten = { ...inputs, sld: "SOMMER-shop", external: false };
    assert.equal((await provider.diff("domain", id, state, rewritten)).changes, "none");
  });

  it("is never replaced by one with the same name, which cannot be ordered before the deletion", async () => {
    const { provider } = rehearsal;
    const { state } = await provider.create("domain", inputs);
    for (const change of [
      { accountIdentifier: "p100002" },
      { external: true },
      { accountIdentifier: "p100002", sld: "SOMMER-shop" },
    ])
      assert.match(
        await messageOf(provider.diff("domain", id, state, { ...inputs, ...change })),
        /^domain sommer-shop\.de of account p100001 .* cannot be replaced because of \w+: the API can neither move nor change a domain/,
      );
  });

  it("is not replaced if only its name is divided differently, which is the same name", async () => {
    const { provider, requests } = rehearsal;
    const { state } = await provider.create("domain", { ...inputs, sld: "sommer-shop", tld: "co.uk" });
    const orders = requests("registerDomain");
    for (const change of [
      { sld: "sommer-shop.co", tld: "uk" },
      { sld: "sommer-shop.co", tld: "uk", adopt: true },
      { sld: "SOMMER-shop.co", tld: "UK", external: unknownValue },
    ])
      assert.match(
        await messageOf(provider.diff("domain", "p100001/sommer-shop.co.uk", state, { ...inputs, ...change })),
        /cannot be replaced because of sld, tld.*: \S+\.uk is the same name, .* declare `sld: "sommer-shop"` and `tld: "co\.uk"` again/i,
      );
    assert.equal(requests("registerDomain"), orders);
    const other = { ...inputs, sld: "sommer-shop.co", tld: unknownValue };
    assert.equal((await provider.diff("domain", "p100001/sommer-shop.co.uk", state, other)).changes, "unknown");
  });

  it("if another account has it, says so in the refusal and is adopted there", async () => {
    const { provider, requests } = rehearsal;
    await provider.create("domain", { ...inputs, accountIdentifier: "p100002" });
    const refusal = await messageOf(provider.create("domain", inputs));
    assert.match(refusal, /sommer-shop\.de is registered in accountIdentifier p100002\. .* explain name-elsewhere`/);
    assert.equal(requests("registerDomain"), 1);
    const adopted = await provider.create("domain", { ...inputs, accountIdentifier: "p100002", adopt: true });
    assert.equal(adopted.id, "p100002/sommer-shop.de");
  });

  it("if refused for another reason, is not reported as registered", async () => {
    const { provider, sandbox } = rehearsal;
    const refusal = { kind: "status", status: 400, body: { message: "no such handle" } } as const;
    sandbox.control.faults.add({ operation: "registerDomain", occurrence: "always", effect: refusal });
    const message = await messageOf(provider.create("domain", inputs));
    assert.match(message, /no such handle/);
    assert.doesNotMatch(message, /already registered/);
    sandbox.control.faults.add({
      operation: "checkDomainAvailability",
      occurrence: "always",
      effect: { kind: "status", status: 403, body: {} },
    });
    assert.equal(await messageOf(provider.create("domain", inputs)), message);
  });
});

describe("a subdomain", () => {
  const rehearsal = rehearse({ config: { "hosting:subdomainDeletion": "body" } });
  const inputs = samples.subdomain;
  const id = "p100001/sommer-gartenbau.de/news";

  it("is created, read and deleted", async () => {
    const { provider, sandbox } = rehearsal;
    const created = await provider.create("subdomain", inputs);
    const { uid } = created.state;
    assert.equal(typeof uid, "number");
    const state = { ...inputs, uid, fullName: "news.sommer-gartenbau.de" };
    assert.deepEqual(created, { id, state });
    assert.deepEqual(await provider.read("subdomain", id, state), { id, state, inputs });
    assert.deepEqual(await provider.read("subdomain", id), { id, state, inputs });
    assert.equal((await provider.diff("subdomain", id, state, inputs)).changes, "none");
    await provider.delete("subdomain", id, state);
    assert.deepEqual(
      sandbox.control.store.subdomains
        .all()
        .filter(({ domain }) => domain === "sommer-gartenbau.de")
        .map(({ name }) => name),
      ["www", "blog"],
    );
    assert.equal(await provider.read("subdomain", id, state), undefined);
  });

  it("is replaced if anything changes, and deleted first because its name is unique", async () => {
    const { provider } = rehearsal;
    const { state } = await provider.create("subdomain", inputs);
    const changes = [
      { accountIdentifier: "p100002" },
      { domainIdentifier: "sommer-gartenbau.com" },
      { name: "other" },
      { target: "/other" },
    ];
    for (const change of changes)
      assert.deepEqual(await provider.diff("subdomain", id, state, { ...inputs, ...change }), {
        changes: "unknown",
        replaces: Object.keys(change),
        deleteBeforeReplace: true,
      });
    const rewritten = { ...inputs, domainIdentifier: "Sommer-Gartenbau.de", name: "News" };
    assert.equal((await provider.diff("subdomain", id, state, rewritten)).changes, "none");
  });

  it("accepts any target if none is declared", async () => {
    const { provider, sandbox } = rehearsal;
    const { target: _, ...untargeted } = inputs;
    const { state } = await provider.create("subdomain", untargeted);
    sandbox.control.store.subdomains.update(String(state["uid"]), { target: "/elsewhere" });
    const read = await provider.read("subdomain", id, state);
    assert.deepEqual(read?.inputs, untargeted);
    assert.deepEqual(read.state, state);
  });
});

describe("an application token", () => {
  const rehearsal = rehearse();
  const inputs = samples.applicationToken;

  it("is created, read with the secret from its creation, and deleted", async () => {
    const { provider, sandbox } = rehearsal;
    const { id, state } = await provider.create("applicationToken", inputs);
    const { token, crdate } = state;
    assert.match(String(token), /^MW_/);
    assert.match(String(crdate), /^\d{4}-\d\d-\d\dT/);
    assert.deepEqual(state, { ...inputs, uuid: id, token, crdate });
    assert.deepEqual(await provider.read("applicationToken", id, state), { id, state, inputs });
    await provider.delete("applicationToken", id, state);
    assert.deepEqual(sandbox.control.store.applicationTokens.all(), []);
    assert.equal(await provider.read("applicationToken", id, state), undefined);
  });

  it("is created for each declaration, because descriptions need not be unique", async () => {
    const { provider } = rehearsal;
    const one = await provider.create("applicationToken", inputs);
    const two = await provider.create("applicationToken", inputs);
    assert.notEqual(one.id, two.id);
  });

  it("is rotated by its triggers, and created first", async () => {
    const { provider } = rehearsal;
    const { id, state } = await provider.create("applicationToken", inputs);
    for (const news of [{ ...inputs, triggers: ["2027"] }, { description: inputs.description }])
      assert.deepEqual(await provider.diff("applicationToken", id, state, news), {
        changes: "unknown",
        replaces: ["triggers"],
        deleteBeforeReplace: false,
      });
    assert.deepEqual((await provider.diff("applicationToken", id, state, { ...inputs, description: "other" })).replaces, [
      "description",
    ]);
  });

  it("is read by its id alone, without a secret", async () => {
    const { provider } = rehearsal;
    const { id, state } = await provider.create("applicationToken", { description: "imported" });
    const { token: _, ...shown } = state;
    assert.deepEqual(await provider.read("applicationToken", id), { id, state: shown, inputs: { description: "imported" } });
  });
});

describe("a GDPR contract", () => {
  const rehearsal = rehearse();

  it("is created, read and deleted", async () => {
    const { provider, sandbox } = rehearsal;
    const inputs = sampleContract(sandbox);
    const { id, state } = await provider.create("gdprContract", inputs);
    assert.deepEqual(
      sandbox.control.store.gdprContracts.all().map((contract) => contract.id),
      [id],
    );
    const { creationDate } = state;
    assert.equal(typeof creationDate, "string");
    assert.deepEqual(state, { ...inputs, contractIdentifier: id, creationDate });
    assert.deepEqual(await provider.read("gdprContract", id, state), { id, state, inputs });
    assert.equal((await provider.diff("gdprContract", id, state, { ...inputs, isPartnerContract: false })).changes, "none");
    await provider.delete("gdprContract", id, state);
    assert.deepEqual(sandbox.control.store.gdprContracts.all(), []);
    assert.equal(await provider.read("gdprContract", id, state), undefined);
  });

  it("is replaced if anything changes", async () => {
    const { provider, sandbox } = rehearsal;
    const inputs = sampleContract(sandbox);
    const { id, state } = await provider.create("gdprContract", inputs);
    const { gdprContacts, gdprToms } = sandbox.control.store;
    const [, , contact] = gdprContacts.all();
    for (const change of [
      { html: "<p>Other</p>" },
      { tom: gdprToms.all()[1]!.id },
      { client: contact!.id },
      { recipient: contact!.id },
      { isPartnerContract: true },
    ])
      assert.deepEqual(await provider.diff("gdprContract", id, state, { ...inputs, ...change }), {
        changes: "unknown",
        replaces: Object.keys(change),
        deleteBeforeReplace: true,
      });
  });

  it("shows when it was sent and concluded", async () => {
    const { provider, sandbox } = rehearsal;
    const { id, state } = await provider.create("gdprContract", sampleContract(sandbox));
    const confirmed = Date.UTC(2026, 0, 2);
    sandbox.control.store.gdprContracts.update(id, { sent: Date.UTC(2026, 0, 1), confirmed, signer: "Bruno Sommer" });
    const read = await provider.read("gdprContract", id, state);
    assert.deepEqual(read?.state, {
      ...state,
      sentDate: "2026-01-01T00:00:00Z",
      confirmationDate: "2026-01-02T00:00:00Z",
      contractSigner: "Bruno Sommer",
    });
    assert.equal((await provider.diff("gdprContract", id, read.state, sampleContract(sandbox))).changes, "none");
  });
});

describe("a preset for GDPR contracts", () => {
  const rehearsal = rehearse();
  const inputs = samples.gdprContractPreset;

  it("is created and read", async () => {
    const { provider } = rehearsal;
    const { id, state } = await provider.create("gdprContractPreset", inputs);
    const { creationDate } = state;
    assert.deepEqual(state, { ...inputs, contractPresetIdentifier: id, creationDate });
    assert.deepEqual(await provider.read("gdprContractPreset", id, state), { id, state, inputs });
    assert.deepEqual(await provider.read("gdprContractPreset", id), { id, state, inputs });
    assert.equal((await provider.diff("gdprContractPreset", id, state, inputs)).changes, "none");
  });

  it("shows settings that were added or removed by hand, although the program declares none", async () => {
    const { provider, sandbox } = rehearsal;
    const { gdprContractPresets } = sandbox.control.store;
    const bare = { name: "bare" };
    for (const [declared, byHand, expected] of [
      [bare, { config: { language: "de" }, description: "by hand" }, ["description", "config"]],
      [bare, { config: {}, description: "" }, []],
      [inputs, { config: undefined }, ["config"]],
    ] as const) {
      const { id, state } = await provider.create("gdprContractPreset", declared);
      gdprContractPresets.update(id, byHand);
      const { state: now } = (await provider.read("gdprContractPreset", id, state))!;
      assert.deepEqual((await provider.diff("gdprContractPreset", id, now, declared)).replaces, expected);
    }
  });

  it("is replaced if anything changes, and the preview says that the old one stays", async () => {
    const { provider } = rehearsal;
    const { id, state } = await provider.create("gdprContractPreset", inputs);
    const diff = await provider.diff("gdprContractPreset", id, state, { ...inputs, config: { retention: { days: 60 } } });
    assert.deepEqual(diff, { changes: "unknown", replaces: ["config"], deleteBeforeReplace: false });
    assert.match(
      await provider.printed(),
      new RegExp(`GDPR contract preset "standard": a new one is created, and the old one \\(${id}\\) stays`),
    );
  });
});
