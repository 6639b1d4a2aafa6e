import assert from "node:assert/strict";
import type { Kind } from "../../provider/values/kinds.js";
import type { Properties } from "../../provider/values/properties.js";
import { nameKey } from "../../provider/values/reserved-properties.js";
import { unknownValue } from "../../provider/values/unknown-values.js";
import { creationCaseOf, creationCases } from "../support/creation-cases.js";
import { messageOf, type Rehearsal, reasons, rehearse, rehearseEach, samples } from "../support/rehearsal.js";

/** Result of the check of a new resource: the reasons of a refusal, or what it printed. */
async function preview(
  { provider }: Rehearsal,
  kind: Kind,
  inputs: Properties,
): Promise<{ readonly problem: string; readonly printed: string }> {
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
    for (const { name, definition, inputs, count } of cases) {
      it(`fails if the object does not exist, like the creation, ${name}`, async () => {
        const { sandbox } = rehearsal;
        const before = count(sandbox);
        await assertRefusedAlike(rehearsal, definition.kind, inputs(sandbox), / does not exist, so it cannot be adopted/);
        assert.equal(count(sandbox), before);
      });

      it(`says once that an existing object will be adopted, with its id, ${name}`, async () => {
        const { provider, sandbox } = rehearsal;
        const { id } = await provider.create(definition.kind, inputs(sandbox));
        const { problem, printed } = await preview(rehearsal, definition.kind, inputs(sandbox));
        assert.equal(problem, "");
        assert.match(printed, /^adopt: .* is adopted\.( Its \w+ is only recorded.*)?\n$/);
        assert.ok(printed.includes(` (${id}) `), printed);
        assert.deepEqual(await preview(rehearsal, definition.kind, inputs(sandbox)), { problem: "", printed: "" });
      });
    }
  });

  const rehearsal = rehearse();

  it("fails if several objects match, or if the object cannot become what is declared", async () => {
    const { provider } = rehearsal;
    const { webhook, virtualAccount } = samples;
    await provider.create("webhook", webhook);
    await provider.create("webhook", { ...webhook, headers: { "X-Other": "planted-value" } });
    await assertRefusedAlike(rehearsal, "webhook", { ...webhook, headers: {} }, /: several objects match \(\d+, \d+\)/);
    await provider.create("virtualAccount", virtualAccount);
    await assertRefusedAlike(
      rehearsal,
      "virtualAccount",
      { ...virtualAccount, description: "other", articleNumber: 1102 },
      /exists \(100001\/p\d+\), but the API cannot change description, articleNumber; at the provider, description is "Shop", not "other"\. /,
    );
  });

  it("is refused if the API does not show what it could not change, and says what it neither checks nor sets", async () => {
    const { provider, sandbox } = rehearsal;
    const www = { accountIdentifier: "p100001", domainIdentifier: "sommer-gartenbau.de", name: "www" };
    for (const { id, ...shown } of sandbox.control.store.subdomains.all())
      if (shown.name === "www") sandbox.control.store.subdomains.update(id, { target: undefined });
    await assertRefusedAlike(
      rehearsal,
      "subdomain",
      { ...www, target: "/anything" },
      /^subdomain www\.sommer-gartenbau\.de .* was not adopted: the API neither shows nor changes target\./,
    );
    assert.equal((await preview(rehearsal, "subdomain", www)).problem, "");

    await provider.create("domain", samples.domain);
    const { problem, printed } = await preview(rehearsal, "domain", {
      ...samples.domain,
      domainNameTransfer: { authcode: "a-code" },
    });
    assert.equal(problem, "");
    assert.match(printed, /is adopted\. Its domainNameTransfer is only recorded in the state\.\n$/);
  });

  it("refuses an object that another resource of the program has or also adopts", async () => {
    const { provider } = rehearsal;
    const { id } = await provider.create("webhook", { ...samples.webhook, [nameKey]: "first" });
    await assertRefusedAlike(
      rehearsal,
      "webhook",
      { ...samples.webhook, [nameKey]: "second" },
      new RegExp(`\\(${id}\\) was not adopted\\. It belongs to resource "first" of this stack`),
    );
    await rehearsal.beginRun();
    assert.match((await preview(rehearsal, "webhook", { ...samples.webhook, [nameKey]: "third" })).printed, /is adopted/);
    const fourth = { ...samples.webhook, adopt: true, [nameKey]: "fourth" };
    assert.match(
      (await preview(rehearsal, "webhook", fourth)).problem,
      /^resource "fourth" and resource "third" of this program declare the same webhook .*: declare it once\.$/,
    );
    assert.match(await messageOf(provider.create("webhook", fourth)), /It belongs to resource "third" of this stack/);
  });

  it("refuses a new token before anything is sent, because its secret is shown at creation only", async () => {
    const { sandbox } = rehearsal;
    const token = { ...samples.applicationToken, [nameKey]: "token" };
    assert.match(
      (await preview(rehearsal, "applicationToken", token)).problem,
      /^application token "deployment" cannot be adopted: its token is shown .* Remove `adopt: true`.*`ApplicationToken\.get`\./,
    );
    assert.deepEqual(sandbox.control.journal.requests(), []);
  });

  it("adopts the one of several that is exactly as declared", async () => {
    const { provider } = rehearsal;
    const { webhook } = samples;
    await provider.create("webhook", { ...webhook, headers: { "X-Key": "planted-value" } });
    const { id } = await provider.create("webhook", webhook);
    await rehearsal.beginRun();
    assert.ok((await preview(rehearsal, "webhook", webhook)).printed.includes(` (${id}) is adopted`));
    assert.equal((await provider.create("webhook", { ...webhook, adopt: true })).id, id);
  });

  it("claims nothing if the object is unknown, and leaves that to the creation", async () => {
    const later = /^adopt: .* will be adopted if it exists, which is not known yet\.\n$/;
    const { sandbox, provider } = rehearsal;
    const cases: [Kind, Properties, RegExp][] = [
      [
        "domain",
        { ...samples.domain, accountIdentifier: unknownValue },
        /domain sommer-shop\.de of account \(not known yet\) will/,
      ],
      ["subdomain", { ...samples.subdomain, domainIdentifier: unknownValue }, /subdomain news\.\(not known yet\) will/],
    ];
    for (const [kind, inputs, expected] of cases) {
      const { problem, printed } = await preview(rehearsal, kind, inputs);
      assert.equal(problem, "");
      assert.match(printed, later);
      assert.match(printed, expected);
    }
    const inside = { ...samples.subdomain, domainIdentifier: "sommer-shop.de" };
    assert.match(
      (await preview(rehearsal, "subdomain", inside)).problem,
      /account p100001 does not have the domain sommer-shop\.de/,
    );
    // This run creates it.
    assert.deepEqual((await provider.check("domain", { ...samples.domain, [nameKey]: "shop" })).failures, []);
    await provider.printed();
    assert.match((await preview(rehearsal, "subdomain", inside)).problem, /^subdomain news\.sommer-shop\.de cannot exist yet/);
    // A refused listing of such a domain does not stop other lookups.
    assert.match((await preview(rehearsal, "subdomain", samples.subdomain)).problem, /it cannot be adopted/);
    await provider.create("domain", samples.domain);
    await provider.create("subdomain", inside);
    assert.equal((await provider.create("subdomain", { ...inside, adopt: true })).id, "p100001/sommer-shop.de/news");
    await provider.printed();

    sandbox.control.faults.add({ operation: "listWebhooks", effect: { kind: "status", status: 418, body: {} } });
    assert.match((await preview(rehearsal, "webhook", samples.webhook)).printed, later);
  });
});

describe("an account whose password nobody knows", () => {
  const rehearsal = rehearse();
  const { password: _, ...known } = samples.virtualAccount;
  const missing =
    /^virtual account .* does not exist \(any more\), and a new, billed one needs password\. .* explain arguments-missing`\.$/;

  it("is adopted without it, and stays so without `adopt: true`", async () => {
    const { provider } = rehearsal;
    const { id } = await provider.create("virtualAccount", samples.virtualAccount);
    const inputs = { ...known, adopt: true };
    assert.equal(reasons(await provider.check("virtualAccount", inputs)), "");
    const adopted = await provider.create("virtualAccount", inputs);
    assert.equal(adopted.id, id);
    assert.ok(!("password" in adopted.state));
    const observed = await provider.read("virtualAccount", id, adopted.state);
    assert.equal(reasons(await provider.check("virtualAccount", known, observed!.inputs)), "");
    assert.equal((await provider.diff("virtualAccount", id, observed!.state, known)).changes, "none");
    const declared = { ...known, password: "found again" };
    assert.equal(reasons(await provider.check("virtualAccount", declared, observed!.inputs)), "");
    assert.equal((await provider.diff("virtualAccount", id, observed!.state, declared)).changes, "none");
  });

  it("is neither created nor replaced without it, and nothing is sent", async () => {
    const { provider, requests } = rehearsal;
    for (const inputs of [known, { ...known, adopt: false }])
      assert.match(reasons(await provider.check("virtualAccount", inputs)), missing);
    assert.match(await messageOf(provider.create("virtualAccount", known)), missing);
    assert.equal(requests("createVirtualAccount"), 0);
    const { id } = await provider.create("virtualAccount", samples.virtualAccount);
    assert.match(reasons(await provider.check("virtualAccount", known)), /already exists \(/);
    const adopted = await provider.create("virtualAccount", { ...known, adopt: true });
    for (const adopt of [false, true]) {
      const changed = { ...known, virtualName: "other", adopt };
      assert.match(
        await messageOf(provider.diff("virtualAccount", id, adopted.state, changed)),
        /cannot be replaced because of virtualName\. .* a new, billed one needs password\. Declare it, undo the change or/,
      );
    }
    // Pulumi's process would print the failure once more.
    assert.doesNotMatch(await provider.printed(), /failed|refused/);
  });

  it("may have one that is not known yet", async () => {
    assert.equal(reasons(await rehearsal.provider.check("virtualAccount", { ...known, password: unknownValue })), "");
    assert.equal(reasons(await rehearsal.provider.check("virtualAccount", { ...known, adopt: unknownValue })), "");
  });
});
