import assert from "node:assert/strict";
import type { Properties } from "../../provider/values/properties.js";
import { nameKey, ownerKey, unconfirmed, unfinishedKey } from "../../provider/values/reserved-properties.js";
import { unknownValue } from "../../provider/values/unknown-values.js";
import { creationCaseOf, creationCases } from "../support/creation-cases.js";
import { messageOf, rehearseEach, rehearseInProcess, samples } from "../support/rehearsal.js";

const seenAt = (state: Properties, address: string, login: string): Properties => ({
  ...state,
  [ownerKey]: `entry ${address} ${login}`,
  [nameKey]: "it",
});

const unchanged = { changes: "none", replaces: [], deleteBeforeReplace: false } as const;

describe("the comparison of an object that another login or another address has seen", () => {
  rehearseEach({ all: creationCases, apart: [creationCaseOf("webhook")] }, (rehearsal, cases) => {
    for (const { kind, name, definition, listing, inputs } of cases) {
      /** An object that the program declares and that another login has seen, according to the state. */
      async function seenBy(login: string, address = rehearsal.sandbox.url) {
        const { provider, sandbox } = rehearsal;
        const beginning = sandbox.control.snapshot();
        const declared: Properties = { ...inputs(sandbox), [nameKey]: "it" };
        const { id, state } = await provider.create(kind, declared);
        const olds = seenAt(state, address, login);
        await rehearsal.beginRun();
        await provider.check(kind, declared, olds);
        await provider.printed();
        sandbox.control.journal.clear();
        const diff = (more: Properties = {}, news = declared) => provider.diff(kind, id, { ...olds, ...more }, news);
        return { id, olds, declared, lose: () => rehearsal.restore(beginning), diff };
      }
      const refuse = () =>
        rehearsal.sandbox.control.faults.add({
          operation: listing,
          occurrence: "always",
          effect: { kind: "status", status: 403, body: { msg: "access denied" } },
        });

      it(`fails before anything depends on it if it lives at another address, whatever the program declares: ${name}`, async () => {
        const { declared, diff } = await seenBy("reseller", "https://elsewhere.example");
        for (const news of [declared, { ...declared, [Object.keys(declared)[0]!]: unknownValue }]) {
          const message = await messageOf(diff({}, news));
          assert.match(message, /was not compared\. It was last seen with reseller at https:\/\/elsewhere\.example; /);
          assert.ok(message.includes(`this run uses reseller at ${rehearsal.sandbox.url}`), message);
        }
        assert.deepEqual(rehearsal.sandbox.control.journal.requests(), []);
      });

      it(`fails if this login does not show it, unless no listing has ever shown it: ${name}`, async () => {
        const { id, lose, diff } = await seenBy("somebody");
        lose();
        const message = await messageOf(diff());
        assert.ok(message.includes(`(${id}) was not compared. It was last seen with somebody at `), message);
        assert.match(message, /; this run uses reseller at .*, which does not show it\. .* explain elsewhere`/);
        assert.equal((await diff({ [unfinishedKey]: unconfirmed })).changes, "some");
      });

      it(`is silent if this login shows it, and lists the collection once: ${name}`, async () => {
        const { diff } = await seenBy("somebody");
        for (let times = 0; times < 3; times++) assert.deepEqual(await diff(), unchanged);
        assert.deepEqual([rehearsal.requests(listing), await rehearsal.provider.printed()], [1, ""]);
      });

      it(`is recorded with this login once that has read or updated it: ${name}`, async () => {
        const { id, olds, declared } = await seenBy("somebody");
        const { provider, sandbox } = rehearsal;
        const update = () => provider.update(kind, id, olds, declared);
        for (const call of [...(definition.update === undefined ? [] : [update]), () => provider.read(kind, id, olds)]) {
          await call();
          assert.deepEqual(provider.ownerOf(kind, id), { [ownerKey]: `entry ${sandbox.url} reseller` });
        }
      });

      it(`warns once if the lookup is refused, and names both logins if a read is: ${name}`, async () => {
        const { id, olds, lose, diff } = await seenBy("somebody");
        lose();
        refuse();
        assert.deepEqual(await diff(), unchanged);
        const warning = await rehearsal.provider.printed();
        assert.ok(warning.includes(`(${id}) may not be in this account`), warning);
        assert.match(warning, /access denied.* It was last seen with somebody at .* explain elsewhere`/);
        assert.deepEqual(await diff(), unchanged);
        assert.deepEqual([rehearsal.requests(listing), await rehearsal.provider.printed()], [1, ""]);
        const message = await messageOf(rehearsal.provider.read(kind, id, olds));
        assert.match(message, /could not be read\. .*access denied.* with somebody at .*; this run uses reseller at .* explain/);
      });
    }
  });
});

describe("the replacement of an object that this login does not show", () => {
  const rehearsal = rehearseInProcess();
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
    assert.match(message, /cannot be replaced .*It was last seen with somebody at .*; this run uses reseller at /);
  });
});
