import assert from "node:assert/strict";
import type { Kind } from "../../provider/values/kinds.js";
import type { Properties } from "../../provider/values/properties.js";
import { nameKey } from "../../provider/values/reserved-properties.js";
import { unknownValue } from "../../provider/values/unknown-values.js";
import { creationCaseOf, creationCases } from "../support/creation-cases.js";
import { messageOf, type Rehearsal, reasons, rehearseEach, rehearseInProcess, samples } from "../support/rehearsal.js";

/** Result of the check of a new resource: the reasons of a refusal, or what it printed. */
async function preview({ provider }: Rehearsal, kind: Kind, inputs: Properties) {
  const problem = reasons(await provider.check(kind, { ...inputs, adopt: true }));
  return { problem, printed: await provider.printed() };
}

/** The preview refuses with the same message as the creation, and claims nothing. */
async function assertRefusedAlike(rehearsal: Rehearsal, kind: Kind, inputs: Properties, expected: RegExp): Promise<void> {
  const { problem, printed } = await preview(rehearsal, kind, inputs);
  assert.match(problem, expected);
  assert.equal(printed, "");
  assert.equal(await messageOf(rehearsal.provider.create(kind, { ...inputs, adopt: true })), problem);
}

describe("the preview of an adoption", () => {
  const apart = [creationCaseOf("webhook")];
  const all = creationCases.filter(({ definition }) => definition.identity.unique !== false);

  rehearseEach({ all, apart }, (rehearsal, cases) => {
    for (const { kind, definition, inputs, count } of cases) {
      it(`fails if the object does not exist, like the creation, ${kind}`, async () => {
        await assertRefusedAlike(rehearsal, kind, inputs(rehearsal.sandbox), /Remov(?:e|ing) `adopt: true`.*nothing-to-adopt`/);
        assert.equal(count(rehearsal.sandbox), 0);
      });

      it(`says once that an existing object will be adopted, with its id, ${kind}`, async () => {
        const declared = inputs(rehearsal.sandbox);
        const { id } = await rehearsal.provider.create(kind, declared);
        const { problem, printed } = await preview(rehearsal, kind, declared);
        assert.equal(problem, "");
        const [unseen] = Object.entries(definition.fields).filter(([name, { readable }]) => !readable && name in declared);
        const says = unseen?.[1].policy === "update" ? / It changes \w+ from .*/ : / Its \w+ is only recorded.*/;
        assert.match(printed, new RegExp(`^adopt: .* is adopted\\.${unseen === undefined ? "" : says.source}\\n$`));
        assert.ok(printed.includes(` (${id}) `), printed);
        assert.deepEqual(await preview(rehearsal, kind, declared), { problem: "", printed: "" });
      });
    }
  });

  const rehearsal = rehearseInProcess();

  it("fails if several objects match, or if the object cannot become what is declared", async () => {
    const { provider } = rehearsal;
    const { webhook, virtualAccount } = samples;
    const { id } = await provider.create("webhook", webhook);
    await provider.create("webhook", { ...webhook, headers: { "X-Other": "planted-value" } });
    await assertRefusedAlike(rehearsal, "webhook", { ...webhook, headers: {} }, /: several objects match \(\d+, \d+\)/);
    assert.equal((await provider.create("webhook", { ...webhook, adopt: true })).id, id, "it is exactly as declared");
    await provider.printed();
    await provider.create("virtualAccount", virtualAccount);
    const different = { ...virtualAccount, description: "other", articleNumber: 1102 };
    await assertRefusedAlike(
      rehearsal,
      "virtualAccount",
      different,
      /the API cannot change description, articleNumber; .*"Shop"/,
    );
  });

  it("is refused if the API does not show what it could not change, and says what it neither checks nor sets", async () => {
    const { provider, sandbox } = rehearsal;
    const www = { accountIdentifier: "p100001", domainIdentifier: "sommer-gartenbau.de", name: "www" };
    const { subdomains } = sandbox.control.store;
    for (const { id, name } of subdomains.all()) if (name === "www") subdomains.update(id, { target: undefined });
    const refused = /^subdomain www\..* was not adopted: the API neither shows nor changes target\./;
    await assertRefusedAlike(rehearsal, "subdomain", { ...www, target: "/anything" }, refused);
    assert.equal((await preview(rehearsal, "subdomain", www)).problem, "");

    await provider.create("domain", samples.domain);
    const moved = { ...samples.domain, domainNameTransfer: { authcode: "a-code" } };
    const { problem, printed } = await preview(rehearsal, "domain", moved);
    assert.equal(problem, "");
    assert.match(printed, /is adopted\. Its domainNameTransfer is only recorded in the state\.\n$/);
  });

  it("refuses a new token before anything is sent, because its secret is shown at creation only", async () => {
    const { problem } = await preview(rehearsal, "applicationToken", { ...samples.applicationToken, [nameKey]: "token" });
    assert.match(problem, /cannot be adopted: its token is shown .* Remove `adopt: true`.*`ApplicationToken\.get`\./);
    assert.deepEqual(rehearsal.sandbox.control.journal.requests(), []);
  });

  it("claims nothing if the object is unknown, and leaves that to the creation", async () => {
    const later = /^adopt: .*(?:account|news\.)\(?.* will be adopted if it exists, which is not known yet\.\n$/;
    const { sandbox, provider } = rehearsal;
    for (const [kind, inputs] of [
      ["domain", { ...samples.domain, accountIdentifier: unknownValue }],
      ["subdomain", { ...samples.subdomain, domainIdentifier: unknownValue }],
    ] as const) {
      const { problem, printed } = await preview(rehearsal, kind, inputs);
      assert.equal(problem, "");
      assert.match(printed, later);
    }
    sandbox.control.faults.add({ operation: "listWebhooks", effect: { kind: "status", status: 418, body: {} } });
    assert.match((await preview(rehearsal, "webhook", samples.webhook)).printed, /will be adopted if it exists/);

    const inside = { ...samples.subdomain, domainIdentifier: "sommer-shop.de" };
    await provider.create("domain", samples.domain);
    await provider.create("subdomain", inside);
    assert.equal((await provider.create("subdomain", { ...inside, adopt: true })).id, "p100001/sommer-shop.de/news");
  });
});

describe("a resource with `adopt: true` whose object this run has deleted", () => {
  const rehearsal = rehearseInProcess();

  it("gets a new one, although a dependent of what is replaced is deleted without a comparison", async () => {
    const { provider } = rehearsal;
    const adopting = { ...samples.webhook, adopt: true, [nameKey]: "hook" };
    const { id, state } = await provider.create("webhook", { ...adopting, adopt: false });
    await rehearsal.beginRun();
    await provider.delete("webhook", id, state);
    assert.notEqual((await provider.create("webhook", adopting)).id, id);
  });
});

describe("an account whose password nobody knows", () => {
  const rehearsal = rehearseInProcess();
  const { password: _, ...known } = samples.virtualAccount;
  const missing = /a new, billed one needs password\. .* explain arguments-missing`\.$/;
  const refusal = async (inputs: Properties, olds?: Properties) =>
    reasons(await rehearsal.provider.check("virtualAccount", inputs, olds));

  it("is adopted without it, and stays so without `adopt: true`", async () => {
    const { provider } = rehearsal;
    const { id } = await provider.create("virtualAccount", samples.virtualAccount);
    const inputs = { ...known, adopt: true };
    assert.equal(await refusal(inputs), "");
    const adopted = await provider.create("virtualAccount", inputs);
    assert.deepEqual([adopted.id, "password" in adopted.state], [id, false]);
    const observed = await provider.read("virtualAccount", id, adopted.state);
    for (const news of [known, { ...known, password: "found again" }]) {
      assert.equal(await refusal(news, observed!.inputs), "");
      assert.equal((await provider.diff("virtualAccount", id, observed!.state, news)).changes, "none");
    }
  });

  it("is neither created nor replaced without it, and nothing is sent, unless it is not known yet", async () => {
    const { provider, requests } = rehearsal;
    for (const more of [{ password: unknownValue }, { adopt: unknownValue }])
      assert.equal(await refusal({ ...known, ...more }), "");
    for (const inputs of [known, { ...known, adopt: false }]) assert.match(await refusal(inputs), missing);
    assert.match(await messageOf(provider.create("virtualAccount", known)), missing);
    assert.equal(requests("createVirtualAccount"), 0);
    const { id } = await provider.create("virtualAccount", samples.virtualAccount);
    assert.match(await refusal(known), /already exists \(/);
    const adopted = await provider.create("virtualAccount", { ...known, adopt: true });
    for (const adopt of [false, true]) {
      const changed = { ...known, virtualName: "other", adopt };
      const compared = provider.diff("virtualAccount", id, adopted.state, changed);
      assert.match(await messageOf(compared), /because of virtualName\. .* a new, billed one needs password\. Declare it, undo/);
    }
  });
});
