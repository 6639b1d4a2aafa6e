import assert from "node:assert/strict";
import type { Properties } from "../../provider/values/properties.js";
import { nameKey } from "../../provider/values/reserved-properties.js";
import { creationCaseOf } from "../support/creation-cases.js";
import { rehearseKernel, type Shown } from "../support/kernel.js";

/**
 * Kinds with arguments that mean a different object. A webhook is then updated, all others are replaced. Another resource that has the
 * object can lose its contents, or what it declares to an update.
 */
const cases = (
  [
    ["webhook", { url: "https://example.com/other" }],
    ["virtualAccount", { virtualName: "other-shop" }],
    ["domain", { sld: "other" }],
    ["subdomain", { name: "other" }],
    ["gdprContract", { html: "<p>Another</p>" }],
  ] as const
).map(([kind, other]) => ({ ...creationCaseOf(kind), other, canLose: !["subdomain", "gdprContract"].includes(kind) }));

describe("a resource that gets a different object", () => {
  const rehearsal = rehearseKernel({}, { subdomainDeletion: "body" });

  const places = {
    "in one process": () => undefined,
    "in two processes": () => rehearsal.beginProcessBeside(),
  };

  for (const { name, definition, inputs, other, canLose } of cases)
    for (const [where, change] of Object.entries(places))
      describe(`${name}, ${where}`, () => {
        const declared = (resource: string, changes: Properties = {}): Properties => ({
          ...inputs(rehearsal.sandbox),
          ...changes,
          [nameKey]: resource,
        });
        const before = () => rehearsal.existing(definition, declared("a"));
        const compare = async ({ id, state }: Shown): Promise<void> => {
          const kernel = rehearsal.kernel(definition);
          const news = declared("a", other);
          const { replaces } = kernel.diff(id, state, news);
          await rehearsal.unhurried(() => kernel.checkPlan(id, state, news, replaces));
        };
        const adopting = (): Promise<readonly string[]> => rehearsal.problemsOf(definition, declared("b", { adopt: true }));

        it("is refused if another one adopts its object", async () => {
          const a = await before();
          assert.deepEqual(await adopting(), []);
          change();
          await assert.rejects(compare(a), { code: "adopted" });
        });

        it("keeps another one from adopting its object", async () => {
          const a = await before();
          await compare(a);
          change();
          assert.match(
            (await adopting()).join(),
            /was not adopted\. It belongs to resource "a" of this stack\. .*explain taken`/,
          );
        });

        it(`${canLose ? "is refused" : "leaves its object"} if another one of the stack has its object too`, async () => {
          const a = await before();
          await rehearsal.existing(definition, declared("b", { adopt: true }));
          change();
          if (canLose) return assert.rejects(compare(a), { code: "shared" });
          await compare(a);
          await rehearsal.kernel(definition).delete(a.id, a.state);
          assert.match(rehearsal.said(), /was not deleted: .*has it as well/);
        });
      });
});
