import assert from "node:assert/strict";
import { nameKey } from "../../provider/values/reserved-properties.js";
import { creationCaseOf } from "../support/creation-cases.js";
import { rehearseKernel } from "../support/kernel.js";

const mostWords = 44;

/** The words of a message, without ids and names, which may be long. */
const wordsOf = (message: string, names: readonly string[]): string[] =>
  names.reduce((text, name) => text.replaceAll(name, ""), message.replace(/"[^"]*"/g, "")).match(/[\w`'-]*\w[\w`':-]*/g) ?? [];

describe("the advice about an object that exists", () => {
  const rehearsal = rehearseKernel({}, { subdomainDeletion: "refuse" });
  const { definition: hook, inputs } = creationCaseOf("webhook");
  const declared = (name: string) => ({ ...inputs(rehearsal.sandbox), [nameKey]: name });

  const cases = [
    {
      reason: "another resource of the stack has it",
      end: () => rehearsal.endRun(),
      says: /It belongs to resource "old" of this stack\. If it is now "new", give it an alias .* If the state has no "old", declare `adopt: true`\./,
    },
    {
      reason: "another stack has it",
      end: () => rehearsal.endRunBefore("other"),
      says: /It belongs to resource "old" of stack stack .*\. Did you mean that stack\? To share it, declare `adopt: true`\./,
    },
    {
      reason: "nobody is known to have it",
      end: () => rehearsal.loseJournal(),
      says: /Nobody is known to have it: declare `adopt: true`, or enter many with `npx hosting adopt`\./,
    },
  ];
  for (const { reason, end, says } of cases)
    it(`names who has it and one remedy: ${reason}`, async () => {
      const { id } = await rehearsal.kernel(hook).create(declared("old"));
      rehearsal.recorded("webhook", id);
      end();
      const [problem = ""] = await rehearsal.problemsOf(hook, declared("new"));
      assert.ok(problem.includes(` already exists (${id}), so no second one is created. `), problem);
      assert.match(problem, says);
      const [, title = ""] = /^(.*) already exists/.exec(problem) ?? [];
      const who = /stack stack [^.]*/.exec(problem)?.[0] ?? "";
      assert.ok(wordsOf(problem, [title, id, who]).length <= mostWords, problem);
    });

  for (const [kind, canDelete] of [
    ["webhook", true],
    ["subdomain", false],
    ["gdprContractPreset", false],
  ] as const)
    it(`says how to replace the resource's own object, as far as the API can delete it: ${kind}`, async () => {
      const each = creationCaseOf(kind);
      const own = { ...each.inputs(rehearsal.sandbox), [nameKey]: "own" };
      const { id } = await rehearsal.kernel(each.definition).create(own);
      rehearsal.recorded(kind, id);
      rehearsal.endRun();
      const [problem = ""] = await rehearsal.problemsOf(each.definition, own);
      assert.match(
        problem,
        /This resource had it before\. If the state has it, .*run without `--replace` \(`pulumi state untaint`\); otherwise declare `adopt: true`\./,
      );
      assert.equal(problem.includes("`deleteBeforeReplace: true`"), canDelete);
      assert.ok(wordsOf(problem, [/^(.*) already/.exec(problem)![1]!, id]).length <= mostWords, problem);
    });
});
