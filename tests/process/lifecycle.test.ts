import assert from "node:assert/strict";
import type { Kind } from "../../provider/values/kinds.js";
import type { Properties } from "../../provider/values/properties.js";
import { unknownValue } from "../../provider/values/unknown-values.js";
import { creationCaseOf, creationCases } from "../support/creation-cases.js";
import { messageOf, rehearse, sampleContract, samples } from "../support/rehearsal.js";

const without = (properties: Properties, names: readonly string[]): Properties =>
  Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)));

describe("the lifecycle of each kind in a provider process", () => {
  const rehearsal = rehearse({ sandbox: { registrationDelay: 3_600_000 }, config: { "hosting:subdomainDeletion": "body" } });

  for (const { kind, inputs: inputsOf, count, deletion, costly, outputs, unseen } of creationCases)
    it(`is created, read, imported and deleted: ${kind}`, async () => {
      const { provider, sandbox } = rehearsal;
      const inputs = inputsOf(sandbox);
      const { id, state } = await provider.create(kind, inputs);
      assert.equal(count(sandbox), 1);
      assert.deepEqual(without(state, Object.keys(outputs)), inputs);
      for (const [name, pattern] of Object.entries(outputs)) assert.match(String(state[name]), pattern, name);
      assert.deepEqual(await provider.read(kind, id, state), { id, state, inputs });
      assert.equal((await provider.diff(kind, id, state, inputs)).changes, "none");

      const imported = { id, state: without(state, unseen), inputs: without(inputs, unseen) };
      assert.deepEqual(await provider.read(kind, id), imported);
      if (kind === "virtualAccount") assert.equal((await provider.diff(kind, id, imported.state, inputs)).changes, "none");

      if (deletion === undefined) return;
      await provider.delete(kind, id, state);
      assert.equal(count(sandbox), 0);
      if (costly) await assert.rejects(provider.read(kind, id, state), / is gone\. /);
      else assert.equal(await provider.read(kind, id, state), undefined);
    });

  const later = { triggers: ["2027"] };
  const moved = { accountIdentifier: "p100002", sld: "other" };
  const replacements: readonly [kind: Kind, deletesFirst: boolean, changes: readonly Properties[]][] = [
    ["virtualAccount", true, [{ customerNumber: 100002 }, { virtualName: "other" }]],
    ["domain", false, [{ sld: "other" }, { tld: "com" }, moved, { accountIdentifier: unknownValue }]],
    [
      "subdomain",
      true,
      [{ accountIdentifier: "p100002" }, { domainIdentifier: "a.de" }, { name: "other" }, { target: "/other" }],
    ],
    ["applicationToken", false, [later, { triggers: null }, { description: "other" }]],
    ["gdprContract", true, [{ html: "<p>Other</p>" }, { isPartnerContract: true }]],
    ["gdprContractPreset", false, [{ config: { retention: { days: 60 } } }]],
  ];
  for (const [kind, deleteBeforeReplace, changes] of replacements)
    it(`is replaced if what the API cannot change changes, and ${deleteBeforeReplace ? "deleted" : "created"} first: ${kind}`, async () => {
      const { provider, sandbox } = rehearsal;
      const inputs = creationCaseOf(kind).inputs(sandbox);
      const { id, state } = await provider.create(kind, inputs);
      for (const change of changes)
        assert.deepEqual(await provider.diff(kind, id, state, { ...inputs, ...change }), {
          changes: "unknown",
          replaces: Object.keys(change),
          deleteBeforeReplace,
        });
      if (kind === "gdprContractPreset") assert.match(await provider.printed(), new RegExp(`the old one \\(${id}\\) stays`));
    });

  const webhook = samples.webhook;
  const headers = { "x-key": webhook.headers["X-Key"] };

  it("shows drift of a webhook in each property, and the update reverts it", async () => {
    const { provider, sandbox } = rehearsal;
    const { id, state } = await provider.create("webhook", webhook);
    const drift = { method: "GET", headers: { ...headers, "X-New": "n" }, parameters: undefined };
    sandbox.control.store.webhooks.update(id, drift);
    const shown = without({ ...webhook, ...drift }, ["parameters"]);
    const drifted = await provider.read("webhook", id, state);
    assert.deepEqual(drifted, { id, state: { ...shown, uid: id }, inputs: shown });
    assert.equal((await provider.diff("webhook", id, drifted.state, webhook)).changes, "unknown");
    assert.deepEqual(await provider.update("webhook", id, drifted.state, webhook), state);
    const { headers: sent, parameters } = sandbox.control.store.webhooks.get(id)!;
    assert.deepEqual([sent, parameters], [webhook.headers, webhook.parameters]);
  });

  it("reports a failure only in the error, which Pulumi shows with the resource", async () => {
    const { provider, sandbox } = rehearsal;
    const { id, state } = await provider.create("webhook", webhook);
    await provider.printed();
    sandbox.control.faults.add({ operation: "listWebhooks", occurrence: "always", effect: { kind: "status", status: 400 } });
    for (const call of [
      provider.read("webhook", id, state),
      provider.create("webhook", webhook),
      provider.delete("webhook", "a/b", state),
    ])
      assert.match(await messageOf(call), /webhook/);
    assert.equal(await provider.printed(), "");
  });

  it("keeps undeclared properties of answers and of older states out of the state", async () => {
    const { provider, sandbox } = rehearsal;
    const { id, state } = await provider.create("webhook", webhook);
    const surprising = { uid: id, ...webhook, surprise: { nested: 1 } };
    sandbox.control.faults.add({ operation: "listWebhooks", effect: { kind: "body", body: [surprising] } });
    const other = { ...state, retired: "value", __later: 1 };
    assert.deepEqual(await provider.read("webhook", id, other), { id, state, inputs: webhook });
    assert.equal((await provider.diff("webhook", id, other, webhook)).changes, "none");
    assert.deepEqual(await provider.update("webhook", id, other, webhook), state);
  });

  describe("of a domain", () => {
    const inputs = samples.domain;
    const id = "p100001/sommer-shop.de";

    it("is transferred with its auth code, and later edits of the code change nothing", async () => {
      const { provider, sandbox } = rehearsal;
      sandbox.control.store.foreignDomains.insert({ id: "sommer-shop.de", authcode: "auth-code-secret" });
      const moving = { ...inputs, domainNameTransfer: { authcode: "auth-code-secret", authInfoProcedure: 1 } };
      const { state } = await provider.create("domain", moving);
      assert.equal(state["registryStatus"], "pendingTransfer");
      assert.deepEqual(state["domainNameTransfer"], moving.domainNameTransfer);
      const otherCode = { ...inputs, domainNameTransfer: { authcode: "another-secret", authInfoProcedure: 2 } };
      assert.deepEqual((await provider.check("domain", otherCode, moving)).failures, []);
      for (const news of [inputs, otherCode]) assert.equal((await provider.diff("domain", id, state, news)).changes, "none");
    });

    it("is never replaced by one with the same name, which cannot be ordered before the deletion", async () => {
      const { provider } = rehearsal;
      const { state } = await provider.create("domain", inputs);
      const same = { accountIdentifier: "p100002", sld: "SOMMER-shop" };
      for (const change of [{ accountIdentifier: "p100002" }, { external: true }, same]) {
        const message = await messageOf(provider.diff("domain", id, state, { ...inputs, ...change }));
        assert.match(message, /cannot be replaced because of \w+: the API can neither move nor change a domain/);
      }
      const divided = { ...state, tld: "co.uk" };
      for (const change of [{}, { adopt: true }, { external: unknownValue }]) {
        const news = { ...inputs, sld: "SOMMER-shop.co", tld: "UK", ...change };
        assert.match(
          await messageOf(provider.diff("domain", "p100001/sommer-shop.co.uk", divided, news)),
          /cannot be replaced .* is the same name, .* declare `sld: "sommer-shop"` and `tld: "co\.uk"` again/i,
        );
      }
    });

    it("if refused for another reason, is not reported as registered", async () => {
      const { provider, sandbox } = rehearsal;
      const refused = (operation: string, status: number, body: object) =>
        sandbox.control.faults.add({ operation, occurrence: "always", effect: { kind: "status", status, body } });
      refused("registerDomain", 400, { message: "no such handle" });
      const message = await messageOf(provider.create("domain", inputs));
      assert.match(message, /no such handle/);
      assert.doesNotMatch(message, /already registered/);
      refused("checkDomainAvailability", 403, {});
      assert.equal(await messageOf(provider.create("domain", inputs)), message);
    });
  });

  it("accepts any target of a subdomain that declares none", async () => {
    const { provider, sandbox } = rehearsal;
    const { target: _, ...untargeted } = samples.subdomain;
    const { id, state } = await provider.create("subdomain", untargeted);
    sandbox.control.store.subdomains.update(String(state["uid"]), { target: "/elsewhere" });
    assert.deepEqual(await provider.read("subdomain", id, state), { id, state, inputs: untargeted });
  });

  it("shows when a contract was sent and concluded", async () => {
    const { provider, sandbox } = rehearsal;
    const { id, state } = await provider.create("gdprContract", sampleContract(sandbox));
    const dates = { sent: Date.UTC(2026, 0, 1), confirmed: Date.UTC(2026, 0, 2) };
    sandbox.control.store.gdprContracts.update(id, { ...dates, signer: "Bruno Sommer" });
    const read = await provider.read("gdprContract", id, state);
    const { sentDate, confirmationDate, contractSigner, ...rest } = read!.state;
    assert.deepEqual([sentDate, confirmationDate], ["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"]);
    assert.deepEqual([contractSigner, rest], ["Bruno Sommer", state]);
    assert.equal((await provider.diff("gdprContract", id, read!.state, sampleContract(sandbox))).changes, "none");
  });

  it("shows settings of a preset that were added or removed by hand, although the program declares none", async () => {
    const { provider, sandbox } = rehearsal;
    for (const [declared, byHand, expected] of [
      [{ name: "bare" }, { config: { language: "de" }, description: "by hand" }, ["description", "config"]],
      [{ name: "bare" }, { config: {}, description: "" }, []],
      [samples.gdprContractPreset, { config: undefined }, ["config"]],
    ] as const) {
      const { id, state } = await provider.create("gdprContractPreset", declared);
      sandbox.control.store.gdprContractPresets.update(id, byHand);
      const { state: now } = (await provider.read("gdprContractPreset", id, state))!;
      assert.deepEqual((await provider.diff("gdprContractPreset", id, now, declared)).replaces, expected);
    }
  });
});
