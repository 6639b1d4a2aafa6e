import assert from "node:assert/strict";
import type { Properties } from "../../provider/values/properties.js";
import { nameKey, ownerKey, unconfirmed, unfinishedKey } from "../../provider/values/reserved-properties.js";
import { unknownValue } from "../../provider/values/unknown-values.js";
import { creationCaseOf, creationCases } from "../support/creation-cases.js";
import { messageOf, rehearse, rehearseEach, samples } from "../support/rehearsal.js";

const seenAt = (state: Properties, address: string, login: string): Properties => ({
  ...state,
  [ownerKey]: `entry ${address} ${login}`,
});

const unchanged = { changes: "none", replaces: [], deleteBeforeReplace: false } as const;

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

describe("the comparison of an object that another login has seen", () => {
  const apart = [creationCaseOf("webhook")];
  const never = { occurrence: "always", effect: { kind: "status", status: 403, body: { msg: "access denied" } } } as const;

  rehearseEach({ all: creationCases, apart }, (rehearsal, cases) => {
    for (const { kind, name, listing, inputs } of cases) {
      /** An object that the program declares and that another login has seen, according to the state. */
      async function seenByAnother() {
        const { provider, sandbox } = rehearsal;
        const beginning = sandbox.control.snapshot();
        const declared: Properties = { ...inputs(sandbox), [nameKey]: "it" };
        const { id, state } = await provider.create(kind, declared);
        const olds = { ...seenAt(state, sandbox.url, "somebody"), [nameKey]: "it" };
        await rehearsal.beginRun();
        await provider.check(kind, declared, olds);
        await provider.printed();
        sandbox.control.journal.clear();
        const lose = () => rehearsal.restore(beginning);
        return { id, olds, declared, lose, diff: () => provider.diff(kind, id, olds, declared) };
      }

      it(`fails if this login does not show it, and says what to do: ${name}`, async () => {
        const { id, lose, diff } = await seenByAnother();
        lose();
        const message = await messageOf(diff());
        assert.ok(message.includes(`(${id}) was not compared. It was last seen with somebody at `), message);
        assert.match(message, /; this run uses reseller at .*, which does not show it\. .* explain elsewhere`/);
        const written = rehearsal.sandbox.control.journal
          .requests()
          .filter(({ operation, method }) => method !== "GET" && operation !== "authenticate");
        assert.deepEqual(written, []);
      });

      it(`is silent if this login shows it, and lists the collection once: ${name}`, async () => {
        const { diff } = await seenByAnother();
        for (let times = 0; times < 3; times++) assert.deepEqual(await diff(), unchanged);
        assert.equal(rehearsal.requests(listing), 1);
        assert.equal(await rehearsal.provider.printed(), "");
      });

      it(`warns once if the lookup is refused: ${name}`, async () => {
        const { id, lose, diff } = await seenByAnother();
        lose();
        rehearsal.sandbox.control.faults.add({ operation: listing, ...never });
        assert.deepEqual(await diff(), unchanged);
        const warning = await rehearsal.provider.printed();
        assert.ok(warning.includes(`(${id}) may not be in this account`), warning);
        assert.match(warning, /access denied.* It was last seen with somebody at .* explain elsewhere`/);
        assert.deepEqual(await diff(), unchanged);
        assert.equal(rehearsal.requests(listing), 1);
        assert.equal(await rehearsal.provider.printed(), "");
      });

      it(`names both logins if a read is refused: ${name}`, async () => {
        const { id, olds, lose } = await seenByAnother();
        lose();
        rehearsal.sandbox.control.faults.add({ operation: listing, ...never });
        const message = await messageOf(rehearsal.provider.read(kind, id, olds));
        assert.match(
          message,
          /could not be read\. .*access denied.* It was last seen with somebody at .*; this run uses reseller at .*.* explain elsewhere`/,
        );
      });

      it(`does not fail if no listing has ever shown it: ${name}`, async () => {
        const { id, olds, declared, lose } = await seenByAnother();
        lose();
        const unseen = { ...olds, [unfinishedKey]: unconfirmed };
        assert.equal((await rehearsal.provider.diff(kind, id, unseen, declared)).changes, "some");
      });
    }
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
    assert.match(message, /cannot be replaced .*It was last seen with somebody at .*; this run uses reseller at /);
  });
});
