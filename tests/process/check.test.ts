import assert from "node:assert/strict";
import type { Kind } from "../../provider/values/kinds.js";
import { writtenMistakes } from "../../provider/values/mistakes.js";
import type { Properties } from "../../provider/values/properties.js";
import { providerKey, providerText } from "../../provider/values/reserved-properties.js";
import { messageOf, rehearse, sampleContract, samples } from "../support/rehearsal.js";

describe("the check of arguments", () => {
  const rehearsal = rehearse();

  const all = (): [Kind, Properties][] =>
    Object.entries({ ...samples, gdprContract: sampleContract(rehearsal.sandbox) }) as [Kind, Properties][];

  it("reports every missing argument without naming a property to Pulumi", async () => {
    const { failures } = await rehearsal.provider.check("webhook", {});
    const missing = ["eventType", "method", "url"].map((name) => ({ property: "", reason: `${name}: required, but missing` }));
    assert.deepEqual(failures, missing);
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
