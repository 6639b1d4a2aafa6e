import assert from "node:assert/strict";
import type { Kind } from "../../provider/values/kinds.js";
import { writtenMistakes } from "../../provider/values/mistakes.js";
import type { Properties } from "../../provider/values/properties.js";
import { unknownValue } from "../../provider/values/unknown-values.js";
import { providerKey, providerText } from "../../provider/values/reserved-properties.js";
import { messageOf, reasons, rehearse, rehearseInProcess, sampleContract, sampleHandle, samples } from "../support/rehearsal.js";

describe("the check of arguments", () => {
  const rehearsal = rehearse();

  const all = (): [Kind, Properties][] =>
    Object.entries({ ...samples, gdprContract: sampleContract(rehearsal.sandbox) }) as [Kind, Properties][];

  it("accepts all arguments of each kind and returns them unchanged", async () => {
    for (const [kind, args] of all()) {
      const inputs = { ...args, timeouts: { create: "1m", update: "90s", delete: "1h30m" }, adopt: false };
      assert.deepEqual(await rehearsal.provider.check(kind, inputs), { inputs, failures: [] }, kind);
    }
  });

  it("reports every missing argument without naming a property to Pulumi", async () => {
    const { failures } = await rehearsal.provider.check("webhook", {});
    const missing = ["eventType", "method", "url"].map((name) => ({ property: "", reason: `${name}: required, but missing` }));
    assert.deepEqual(failures, missing);
  });

  it("accepts any argument that is not yet known", async () => {
    for (const [kind, inputs] of all()) {
      const names = Object.keys(inputs);
      const each = names.map((name) => ({ ...inputs, [name]: unknownValue }));
      const everything = Object.fromEntries(names.map((name) => [name, unknownValue]));
      for (const news of [everything, ...each]) assert.deepEqual((await rehearsal.provider.check(kind, news)).failures, []);
    }
  });

  it("names the mistakes of other resources only with a refusal, also one that only the API shows", async () => {
    const { provider } = rehearsal;
    const __mistakes = writtenMistakes({ others: ['Webhook "hook": url: wrong'], unnamed: 7 });
    const named = ['Another resource has a problem too. Webhook "hook": url: wrong', "Other resources have 7 more problems."];
    const inputs = samples.applicationToken as Properties;
    assert.deepEqual(await provider.check("applicationToken", { ...inputs, __mistakes }), { inputs, failures: [] });
    const { failures } = await provider.check("virtualAccount", {
      ...samples.virtualAccount,
      customerNumber: 100077,
      __mistakes,
    });
    const [refusal = "", ...others] = failures.map(({ reason }) => reason);
    assert.match(refusal, /customer 100077 does not exist/);
    assert.deepEqual(others, named);
    const { id, state } = await provider.create("webhook", samples.webhook);
    const olds = { ...state, [providerKey]: providerText("applicationToken") };
    await provider.check("webhook", { ...samples.webhook, __mistakes }, olds);
    const message = await messageOf(provider.diff("webhook", id, olds, samples.webhook));
    assert.match(message, /^The state has an entry of another kind/);
    assert.ok(message.endsWith(` ${named.join(" ")}`), message);
  });

  it("leaves unknown values of an update, and all that depends on them, to Pulumi", async () => {
    const { accountIdentifier: _, ...known } = samples.domain;
    const inputs = { ...known, tld: "" };
    const checked = await rehearsal.provider.check("domain", { ...inputs, __unknown: ["accountIdentifier"] });
    assert.deepEqual(checked, { inputs, failures: [] });
  });

  it("sends no request about what is in the state", async () => {
    for (const [kind, inputs] of all()) {
      await rehearsal.provider.check(kind, inputs, inputs);
      await rehearsal.provider.diff(kind, "a/b/c", inputs, inputs);
    }
    assert.deepEqual(rehearsal.sandbox.control.journal.requests(), []);
  });
});

describe("the preview of a change that the API cannot make", () => {
  const rehearsal = rehearseInProcess();

  const fixed: readonly (readonly ["virtualAccount" | "domain", change: Properties, expected: RegExp])[] = [
    [
      "virtualAccount",
      { description: "Other" },
      /description: .* virtual account sommer-shop of .* new, billed one\. .*explain fixed`/,
    ],
    ["virtualAccount", { articleNumber: 1102 }, /articleNumber: .*explain fixed`/],
    ["virtualAccount", { password: "new-password-secret" }, /password: .* declare `ignoreChanges: \["password"\]`/],
    ["domain", { target: "/other" }, /target: .* domain sommer-shop\.de of account p100001 and order a new, billed one\. /],
    ["domain", { handles: { owner: { ...sampleHandle, company: "planted" } } }, /handles: .*`ignoreChanges: \["handles"\]`/],
  ];

  for (const [kind, change, expected] of fixed)
    it(`fails for ${kind}.${Object.keys(change).join()} and says what to do, before and after a refresh`, async () => {
      const { provider } = rehearsal;
      const inputs = samples[kind];
      const { id, state } = await provider.create(kind, inputs);
      const refreshed = (await provider.read(kind, id, state))!;
      for (const from of [{ inputs, state }, refreshed]) {
        /** The engine's calls in a preview: check, and diff if the check passes. */
        const preview = async (news: Properties): Promise<string> => {
          const checked = await provider.check(kind, news, from.inputs);
          if (checked.failures.length > 0) return reasons(checked);
          await provider.diff(kind, id, from.state, checked.inputs);
          return "";
        };
        const message = await preview({ ...inputs, ...change }).catch((error: unknown) => (error as Error).message);
        assert.match(message, expected);
        assert.doesNotMatch(message + (await provider.printed()), /secret|planted/);
        assert.equal(await preview(inputs), "");
      }
    });
});
