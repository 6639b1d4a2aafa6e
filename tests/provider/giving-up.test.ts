import assert from "node:assert/strict";
import { nameKey, readerKey } from "../../provider/values/reserved-properties.js";
import type { Properties } from "../../provider/values/properties.js";
import { creationCaseOf } from "../support/creation-cases.js";
import { rehearseKernel } from "../support/kernel.js";
import { messageOf } from "../support/rehearsal.js";

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
).map(([kind, other]) => ({
  ...creationCaseOf(kind),
  other,
  isReplaced: kind !== "webhook",
  canLose: !["subdomain", "gdprContract"].includes(kind),
}));

describe("a resource that gets a different object", () => {
  const rehearsal = rehearseKernel({}, { subdomainDeletion: "body" });

  const places = {
    "in one process": () => undefined,
    "in two processes": () => rehearsal.beginProcessBeside(),
  };

  for (const { name, definition, inputs, other, isReplaced, canLose } of cases)
    for (const [where, change] of Object.entries(places))
      describe(`${name}, ${where}`, () => {
        const declared = (resource: string, changes: Properties = {}): Properties => ({
          ...inputs(rehearsal.sandbox),
          ...changes,
          [nameKey]: resource,
        });
        interface Shown {
          readonly id: string;
          readonly state: Properties;
        }
        const created = async (resource: Properties): Promise<Shown> => {
          const shown = await rehearsal.kernel(definition).create(resource);
          rehearsal.recorded(definition.kind, shown.id);
          return shown;
        };
        const before = async (): Promise<Shown> => {
          const shown = await created(declared("a"));
          rehearsal.endRun();
          return shown;
        };
        const compare = async ({ id, state }: Shown, news: Properties): Promise<void> => {
          const kernel = rehearsal.kernel(definition);
          const { replaces } = kernel.diff(id, state, news);
          await rehearsal.unhurried(() => kernel.checkPlan(id, state, news, replaces));
        };
        const adopting = (): Promise<readonly string[]> => rehearsal.problemsOf(definition, declared("b", { adopt: true }));

        it("is refused if another one adopts its object", async () => {
          const a = await before();
          assert.deepEqual(await adopting(), []);
          change();
          const message = await messageOf(compare(a, declared("a", other)));
          assert.match(message, isReplaced ? / cannot be replaced because of / : / cannot become /);
          assert.match(message, /resource "b" adopts it\. .*explain adopted`/);
        });

        it("keeps another one from adopting its object", async () => {
          const a = await before();
          await compare(a, declared("a", other));
          change();
          const [problem = ""] = await adopting();
          assert.match(problem, /was not adopted\. It belongs to resource "a" of this stack\. /);
        });

        it(`${canLose ? "is refused" : "leaves its object"} if another one of the stack has its object too`, async () => {
          const a = await before();
          await created(declared("b", { adopt: true }));
          rehearsal.endRun();
          change();
          const compared = compare(a, declared("a", other));
          if (canLose)
            return assert.match(
              await messageOf(compared),
              /resource "b" of this stack has it as well\. Remove "a", run `pulumi up`/,
            );
          await compared;
          await rehearsal.kernel(definition).delete(a.id, a.state);
          assert.match(rehearsal.warnings.join(), /was not deleted: .*has it as well/);
        });

        it("is not refused because it adopts its own object", async () => {
          const a = await before();
          assert.deepEqual(await rehearsal.problemsOf(definition, declared("a", { adopt: true })), []);
          change();
          await compare(a, declared("a", other));
        });

        it("keeps what the program reads", async () => {
          const a = await before();
          const read = () => rehearsal.kernel(definition).read(a.id, { [readerKey]: "reader" });
          /** Only a deletion would lose it. */
          const check = async (refused: Promise<unknown>, text: RegExp): Promise<void> => {
            if (isReplaced) assert.match(await messageOf(refused), text);
            else await refused;
          };
          await compare(a, declared("a", other));
          change();
          await check(read(), /cannot be read: resource "reader" reads it with `get`/);
          rehearsal.endRun();
          await read();
          change();
          await check(
            compare(a, declared("a", other)),
            /cannot be replaced because of .*: resource "reader" reads it with `get`/,
          );
        });
      });
});
