import assert from "node:assert/strict";
import type { Properties } from "../../provider/values/properties.js";
import { nameKey, ownerKey } from "../../provider/values/reserved-properties.js";
import { unknownValue } from "../../provider/values/unknown-values.js";
import { creationCaseOf, creationCases } from "../support/creation-cases.js";
import { messageOf, rehearse, rehearseEach, samples } from "../support/rehearsal.js";

const seenAt = (state: Properties, address: string, login: string): Properties => ({
  ...state,
  [ownerKey]: `entry ${address} ${login}`,
});

describe("the comparison of an object that lives at another address", () => {
  const apart = [creationCaseOf("domain")];

  rehearseEach({ all: creationCases, apart }, (rehearsal, cases) => {
    for (const { name, definition, inputs } of cases)
      it(`fails before anything depends on it, whatever the program declares: ${name}`, async () => {
        const { provider, sandbox } = rehearsal;
        const { kind } = definition;
        const declared = { ...inputs(sandbox), [nameKey]: "it" };
        const { id, state } = await provider.create(kind, declared);
        const olds = { ...seenAt(state, "https://elsewhere.example", "reseller"), [nameKey]: "it" };
        const [changeable = ""] = Object.keys(inputs(sandbox));
        await rehearsal.beginRun();
        const before = sandbox.control.journal.requests().length;
        for (const news of [declared, { ...declared, [changeable]: unknownValue }]) {
          await provider.check(kind, news, olds);
          const message = await messageOf(provider.diff(kind, id, olds, news));
          assert.match(
            message,
            /was not compared\. It was last seen with reseller at https:\/\/elsewhere\.example; this run uses reseller at http/,
          );
          assert.ok(message.includes(sandbox.url), message);
        }
        assert.equal(sandbox.control.journal.requests().length, before);
      });
  });
});

describe("the replacement of an object that this login does not show", () => {
  const rehearsal = rehearse();
  const declared = { ...samples.applicationToken, [nameKey]: "it" };
  const rotated = { ...declared, triggers: ["another"] };

  it("fails in the comparison, before a new one is created", async () => {
    const { provider, sandbox } = rehearsal;
    const { id, state } = await provider.create("applicationToken", declared);
    const olds = seenAt(state, sandbox.url, "somebody");
    sandbox.control.store.applicationTokens.delete(id);
    await rehearsal.beginRun();
    await provider.check("applicationToken", rotated, olds);
    const message = await messageOf(provider.diff("applicationToken", id, olds, rotated));
    assert.match(message, /cannot be replaced\. It was last seen with somebody at .*; this run uses reseller at /);
  });

  it("is compared if this login shows it", async () => {
    const { provider, sandbox } = rehearsal;
    const { id, state } = await provider.create("applicationToken", declared);
    const olds = seenAt(state, sandbox.url, "somebody");
    await rehearsal.beginRun();
    await provider.check("applicationToken", rotated, olds);
    assert.deepEqual((await provider.diff("applicationToken", id, olds, rotated)).replaces, ["triggers"]);
  });
});
