import assert from "node:assert/strict";
import type { Kind } from "../../provider/values/kinds.js";
import { writtenMistakes } from "../../provider/values/mistakes.js";
import type { Properties } from "../../provider/values/properties.js";
import { unknownValue } from "../../provider/values/unknown-values.js";
import { providerKey, providerText } from "../../provider/values/reserved-properties.js";
import { messageOf, reasons, rehearse, sampleContract, sampleHandle, samples } from "../support/rehearsal.js";

describe("the check of arguments", () => {
  const rehearsal = rehearse();

  const all = (): [Kind, Properties][] =>
    Object.entries({ ...samples, gdprContract: sampleContract(rehearsal.sandbox) }) as [Kind, Properties][];

  it("accepts all arguments of each kind and returns them unchanged", async () => {
    for (const [kind, inputs] of all()) {
      const lifecycle = { timeouts: { create: "1m", update: "90s", delete: "1h30m" }, adopt: false };
      assert.deepEqual(
        await rehearsal.provider.check(kind, { ...inputs, ...lifecycle }),
        { inputs: { ...inputs, ...lifecycle }, failures: [] },
        kind,
      );
    }
  });

  it("reports every missing argument without naming a property to Pulumi", async () => {
    const needed: Record<string, string[]> = {
      webhook: ["eventType", "method", "url"],
      virtualAccount: ["customerNumber", "virtualName", "description", "articleNumber"],
      domain: ["accountIdentifier", "sld", "tld"],
      subdomain: ["accountIdentifier", "domainIdentifier", "name"],
      applicationToken: ["description"],
      gdprContract: ["html", "tom", "client", "recipient"],
      gdprContractPreset: ["name"],
    };
    for (const [kind, names] of Object.entries(needed)) {
      const { failures } = await rehearsal.provider.check(kind as Kind, kind === "virtualAccount" ? { adopt: true } : {});
      assert.deepEqual(
        failures,
        names.map((name) => ({ property: "", reason: `${name}: required, but missing` })),
      );
    }
  });

  it("accepts any argument that is not yet known", async () => {
    for (const [kind, inputs] of all()) {
      const everything = Object.fromEntries(Object.keys(inputs).map((name) => [name, unknownValue]));
      assert.deepEqual((await rehearsal.provider.check(kind, everything)).failures, [], kind);
      for (const name of Object.keys(inputs))
        assert.deepEqual(
          (await rehearsal.provider.check(kind, { ...inputs, [name]: unknownValue })).failures,
          [],
          `${kind}.${name}`,
        );
    }
  });

  it("names the mistakes of other resources only with a refusal, also one that only the API shows", async () => {
    const __mistakes = writtenMistakes({ others: ['Webhook "hook": url: wrong'], unnamed: 7 });
    const named = ['Another resource has a problem too. Webhook "hook": url: wrong', "Other resources have 7 more problems."];
    const { description, triggers } = samples.applicationToken as Properties;
    assert.deepEqual(await rehearsal.provider.check("applicationToken", { description, triggers, __mistakes }), {
      inputs: { description, ...(triggers === undefined ? {} : { triggers }) },
      failures: [],
    });
    const unknown = await rehearsal.provider.check("virtualAccount", {
      ...samples.virtualAccount,
      customerNumber: 100077,
      __mistakes,
    });
    const [refusal = "", ...others] = unknown.failures.map(({ reason }) => reason);
    assert.match(refusal, /customer 100077 does not exist/);
    assert.deepEqual(others, named);
    const { provider } = rehearsal;
    const { id, state } = await provider.create("webhook", samples.webhook);
    const olds = { ...state, [providerKey]: providerText("applicationToken") };
    await provider.check("webhook", { ...samples.webhook, __mistakes }, olds);
    const message = await messageOf(provider.diff("webhook", id, olds, samples.webhook));
    assert.match(message, /^The state has an entry of another kind/);
    assert.ok(message.endsWith(` ${named.join(" ")}`), message);
  });

  it("leaves unknown values of an update, and all that depends on them, to Pulumi", async () => {
    const { accountIdentifier: _, ...known } = samples.domain;
    assert.deepEqual(await rehearsal.provider.check("domain", { ...known, tld: "", __unknown: ["accountIdentifier"] }), {
      inputs: { ...known, tld: "" },
      failures: [],
    });
  });

  it("sends no request", async () => {
    for (const [kind, inputs] of all()) {
      await rehearsal.provider.check(kind, inputs, inputs);
      await rehearsal.provider.diff(kind, "a/b/c", inputs, inputs);
    }
    assert.deepEqual(rehearsal.sandbox.control.journal.requests(), []);
  });
});

describe("the preview of a change that the API cannot make", () => {
  const rehearsal = rehearse();

  const fixed: [Kind, Properties, Properties, RegExp][] = [
    [
      "virtualAccount",
      samples.virtualAccount,
      { description: "Other" },
      /description: the API cannot change it, and a replacement would delete virtual account sommer-shop of customer 100001 and order a new, billed one\. .*explain fixed`/,
    ],
    ["virtualAccount", samples.virtualAccount, { articleNumber: 1102 }, /articleNumber: .*explain fixed`/],
    [
      "virtualAccount",
      samples.virtualAccount,
      { password: "new-password-secret" },
      /password: .* declare `ignoreChanges: \["password"\]`/,
    ],
    [
      "domain",
      samples.domain,
      { target: "/other" },
      /target: .* domain sommer-shop\.de of account p100001 and order a new, billed one\. /,
    ],
    [
      "domain",
      samples.domain,
      { handles: { owner: { ...sampleHandle, company: "planted" } } },
      /handles: .*`ignoreChanges: \["handles"\]`/,
    ],
  ];

  /** The engine's calls in a preview: check, and diff if the check passes. */
  async function preview(kind: Kind, id: string, state: Properties, olds: Properties, news: Properties): Promise<string> {
    const checked = await rehearsal.provider.check(kind, news, olds);
    if (checked.failures.length > 0) return reasons(checked);
    return rehearsal.provider.diff(kind, id, state, checked.inputs).then(
      () => "",
      (error: unknown) => (error as Error).message,
    );
  }

  for (const [kind, inputs, change, expected] of fixed)
    it(`fails for ${kind}.${Object.keys(change).join()} and says what to do`, async () => {
      const { provider } = rehearsal;
      const { id, state } = await provider.create(kind, inputs);
      const fails = await preview(kind, id, state, inputs, { ...inputs, ...change });
      assert.match(fails, expected);
      assert.doesNotMatch(fails + (await provider.printed()), /secret|planted/);
      assert.equal(await preview(kind, id, state, inputs, inputs), "");
      const refreshed = await provider.read(kind, id, state);
      assert.match(await preview(kind, id, refreshed!.state, refreshed!.inputs, { ...inputs, ...change }), expected);
      assert.equal(await preview(kind, id, refreshed!.state, refreshed!.inputs, inputs), "");
    });
});
