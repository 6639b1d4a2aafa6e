import assert from "node:assert/strict";
import { nameKey } from "../../provider/values/reserved-properties.js";
import { creationCaseOf } from "../support/creation-cases.js";
import { rehearseKernel } from "../support/kernel.js";

const mostWords = 40;

const wordsOf = (message: string): string[] => message.split(/\s+/);

describe("the advice about an object that exists", () => {
  const rehearsal = rehearseKernel({}, { subdomainDeletion: "refuse" });
  const { definition: hook, inputs } = creationCaseOf("webhook");
  const declared = (name: string) => ({ ...inputs(rehearsal.sandbox), [nameKey]: name });

  const cases = [
    {
      reason: "another resource of the stack has it",
      end: () => rehearsal.endRun(),
      says: /It belongs to resource "old" of this stack\..*See `npx hosting explain exists-in-stack`\.$/,
    },
    {
      reason: "another stack has it",
      end: () => rehearsal.endRunBefore("other"),
      says: /It belongs to resource "old" of stack project\/stack .*See `npx hosting explain exists-elsewhere`\.$/,
    },
    {
      reason: "nobody is known to have it",
      end: () => rehearsal.loseJournal(),
      says: /`npx hosting adopt`\. See `npx hosting explain exists`\.$/,
    },
  ];
  for (const { reason, end, says } of cases)
    it(`names who has it and one remedy: ${reason}`, async () => {
      const { id } = await rehearsal.kernel(hook).create(declared("old"));
      rehearsal.recorded("webhook", id);
      end();
      const [problem = ""] = await rehearsal.problemsOf(hook, declared("new"));
      assert.ok(problem.includes(` already exists (${id}). `), problem);
      assert.match(problem, says);
      assert.ok(wordsOf(problem).length <= mostWords, problem);
    });

  for (const kind of ["webhook", "subdomain", "gdprContractPreset"] as const)
    it(`says how to keep the resource's own object: ${kind}`, async () => {
      const each = creationCaseOf(kind);
      const own = { ...each.inputs(rehearsal.sandbox), [nameKey]: "own" };
      const { id } = await rehearsal.kernel(each.definition).create(own);
      rehearsal.recorded(kind, id);
      rehearsal.endRun();
      const [problem = ""] = await rehearsal.problemsOf(each.definition, own);
      assert.match(
        problem,
        /run without `--replace`, or untaint it; otherwise run `npx hosting adopt`\. See `npx hosting explain existed-before`\.$/,
      );
      assert.ok(wordsOf(problem).length <= mostWords, problem);
    });
});
