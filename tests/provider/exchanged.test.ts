import assert from "node:assert/strict";
import { nameKey } from "../../provider/values/reserved-properties.js";
import type { Properties } from "../../provider/values/properties.js";
import type { Sandbox } from "../../sandbox/index.js";
import { creationCaseOf } from "../support/creation-cases.js";
import { rehearseKernel } from "../support/kernel.js";

/** Kinds whose objects are deleted first in a replacement, with arguments that mean a different object. */
const cases = (
  [
    ["virtualAccount", { virtualName: "other-shop" }],
    ["subdomain", { name: "other" }],
    ["gdprContract", { html: "<p>Another</p>" }],
  ] as const
).map(([kind, other]) => ({ ...creationCaseOf(kind), other }));

describe("an object that the program gives to another resource", () => {
  const rehearsal = rehearseKernel({}, { subdomainDeletion: "body" });
  const writes = (sandbox: Sandbox) => sandbox.control.journal.requests().filter(({ method }) => method !== "GET").length;

  for (const { name, definition, inputs, other } of cases) {
    const declared = (resource: string, changes: Properties = {}): Properties => ({
      ...inputs(rehearsal.sandbox),
      ...changes,
      [nameKey]: resource,
    });
    const created = async (resource: Properties) => {
      const { id, state } = await rehearsal.kernel(definition).create(resource);
      rehearsal.recorded(definition.kind, id);
      return { id, state };
    };
    const refusal = /It belongs to resource "(\w)" of this stack\. /;

    it(`is not adopted by a resource that is replaced, nor deleted for the other one: ${name}`, async () => {
      const { sandbox } = rehearsal;
      const a = await created(declared("a"));
      const b = await created(declared("b", other));
      rehearsal.endRun();
      rehearsal.replaces(definition, a.id, declared("a", other));
      const before = writes(sandbox);
      for (const adopt of [{ adopt: true }, {}]) {
        const [problem = ""] = await rehearsal.problemsOf(definition, declared("a", { ...other, ...adopt }));
        assert.deepEqual(refusal.exec(problem)?.[1], "b", problem);
        assert.match(problem, /otherwise run `hosting recover --yes` first\./);
      }
      await assert.rejects(
        rehearsal.kernel(definition).delete(b.id, b.state),
        /resource "a" of this run was refused because it exists/,
      );
      assert.equal(writes(sandbox), before);
    });

    it(`is refused to a new resource once its own one is replaced: ${name}`, async () => {
      const a = await created(declared("a"));
      rehearsal.endRun();
      rehearsal.replaces(definition, a.id, declared("a", other));
      for (const adopt of [{ adopt: true }, {}]) {
        const [problem = ""] = await rehearsal.problemsOf(definition, declared("b", adopt));
        assert.deepEqual(refusal.exec(problem)?.[1], "a", problem);
      }
    });

    it(`stays for a resource that was told it adopts it: ${name}`, async () => {
      const { sandbox } = rehearsal;
      const a = await created(declared("a"));
      rehearsal.endRun();
      assert.deepEqual(await rehearsal.problemsOf(definition, declared("b", { adopt: true })), []);
      const before = writes(sandbox);
      await rehearsal.kernel(definition).delete(a.id, a.state);
      assert.equal(writes(sandbox), before);
      assert.match(rehearsal.warnings.at(-1) ?? "", /was not deleted: resource "b" of this run adopts it\./);
      assert.equal((await rehearsal.kernel(definition).create(declared("b", { adopt: true }))).id, a.id);
    });

    it(`stays for its own resource that is to adopt it, if that is replaced by force and deletes first: ${name}`, async () => {
      const a = await created(declared("a"));
      rehearsal.endRun();
      const adopting = declared("a", { adopt: true });
      assert.deepEqual(await rehearsal.problemsOf(definition, adopting), []);
      const before = writes(rehearsal.sandbox);
      await rehearsal.kernel(definition).delete(a.id, a.state);
      assert.equal((await rehearsal.kernel(definition).create(adopting)).id, a.id);
      assert.equal(writes(rehearsal.sandbox), before);
    });

    it(`makes room for the new object of the same resource: ${name}`, async () => {
      const a = await created(declared("a"));
      rehearsal.endRun();
      rehearsal.replaces(definition, a.id, declared("a"));
      assert.deepEqual(await rehearsal.problemsOf(definition, declared("a")), []);
    });
  }

  it("is adopted by a resource that is replaced once the other one holds its new object", async () => {
    const { definition, inputs } = creationCaseOf("domain");
    const declared = (name: string, sld: string, adopt = false) => ({
      ...inputs(rehearsal.sandbox),
      sld,
      adopt,
      [nameKey]: name,
    });
    const ordered = async (name: string, sld: string) => {
      const { id, state } = await rehearsal.kernel(definition).create(declared(name, sld));
      rehearsal.recorded(definition.kind, id);
      return { id, state: { ...state, [nameKey]: name } };
    };
    await ordered("a", "first");
    const b = await ordered("b", "second");
    const replacement = await ordered("a", "third");
    rehearsal.endRun();
    rehearsal.replaces(definition, b.id, declared("b", "first", true));
    const problems = () => rehearsal.problemsOf(definition, declared("b", "first", true));
    assert.match((await problems()).join(), /was not adopted\. It belongs to resource "a" of this stack/);
    await rehearsal.declares(definition, replacement.id, replacement.state);
    assert.deepEqual(await problems(), []);
  });
});
