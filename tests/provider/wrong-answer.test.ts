import assert from "node:assert/strict";
import { creationCases } from "../support/creation-cases.js";
import { rehearseKernel } from "../support/kernel.js";

describe("a creation whose answer names an object that existed before", () => {
  const rehearsal = rehearseKernel();

  for (const isKnown of [true, false])
    for (const { kind, definition, creation, inputs, sibling, costly } of creationCases)
      it(`gives the resource its own object and leaves the other one alone: ${kind}, ${isKnown ? "known to" : "unknown to"} the journal`, async () => {
        const { sandbox, requests } = rehearsal;
        const { faults, journal } = sandbox.control;
        const declared = inputs(sandbox);
        const victim = await rehearsal.kernel(definition).create({ ...declared, ...sibling, __resource: "victim" });
        const { body } = journal.requests({ operation: creation }).at(-1)!.answer!;
        if (isKnown) rehearsal.endRunBefore("another");
        else rehearsal.loseJournal();

        faults.add({ operation: creation, effect: { kind: "body", body } });
        const { id, state } = await rehearsal.kernel(definition).create({ ...declared, __resource: "own" });
        assert.notEqual(id, victim.id);
        if (costly) assert.equal(requests(creation), 2);
        assert.ok(await rehearsal.kernel(definition).read(victim.id, victim.state), "the other object is gone");
        assert.doesNotMatch(rehearsal.warnings.join("\n"), /overwrote/);

        rehearsal.endRun();
        const read = await rehearsal.kernel(definition).read(id, state);
        assert.equal(rehearsal.kernel(definition).diff(id, read!.state, { ...declared, __resource: "own" }).changes, false);
        assert.equal(rehearsal.ownership.holders.claimsOf({ kind, id: victim.id, address: sandbox.url }).length, isKnown ? 1 : 0);
      });
});
