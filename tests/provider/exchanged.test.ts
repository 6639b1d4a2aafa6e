import assert from "node:assert/strict";
import { gdprPdf } from "../../provider/resources/gdprPdf.js";
import { nameKey } from "../../provider/values/reserved-properties.js";
import type { Properties } from "../../provider/values/properties.js";
import { creationCaseOf } from "../support/creation-cases.js";
import { rehearseKernel, type Shown } from "../support/kernel.js";

/** Kinds whose objects are deleted first in a replacement, with arguments that mean a different object. */
const exchanged = (
  [
    ["virtualAccount", { virtualName: "other-shop" }],
    ["subdomain", { name: "other" }],
    ["gdprContract", { html: "<p>Another</p>" }],
  ] as const
).map(([kind, other]) => ({ ...creationCaseOf(kind), other }));

describe("an object that the program gives to another resource", () => {
  const rehearsal = rehearseKernel({}, { subdomainDeletion: "body" });
  const writes = () => rehearsal.sandbox.control.journal.requests().filter(({ method }) => method !== "GET").length;

  for (const { name, definition, inputs, other } of exchanged) {
    const declared = (resource: string, changes: Properties = {}): Properties => ({
      ...inputs(rehearsal.sandbox),
      ...changes,
      [nameKey]: resource,
    });
    const problemsOf = async (resource: Properties) => (await rehearsal.problemsOf(definition, resource)).join();

    it(`is not adopted by a resource that is replaced, nor deleted for the other one: ${name}`, async () => {
      const a = await rehearsal.existing(definition, declared("a"));
      const b = await rehearsal.existing(definition, declared("b", other));
      rehearsal.replaces(definition, a.id, declared("a", other));
      const before = writes();
      for (const adopt of [{ adopt: true }, {}])
        assert.match(await problemsOf(declared("a", { ...other, ...adopt })), /It belongs to resource "b" of this stack\. /);
      await assert.rejects(rehearsal.kernel(definition).delete(b.id, b.state), { code: "wanted" });
      assert.equal(writes(), before);
    });
  }

  it("is not what a changed document becomes, although that says `adopt: true` and one of its name exists", async () => {
    const { gdprPdfs } = rehearsal.sandbox.control.store;
    const pdfOf = (text: string) => Buffer.from(`%PDF-1.4 ${text}`).toString("base64");
    const declared = { name: "a.pdf", pdf: pdfOf("first"), adopt: true, [nameKey]: "a" };
    const { id } = await rehearsal.existing(gdprPdf, { ...declared, adopt: false });
    const other = gdprPdfs.insert({ ...gdprPdfs.get(id)!, id: "other" });
    const news = { ...declared, pdf: pdfOf("second") };
    rehearsal.replaces(gdprPdf, id, news);
    const replacement = await rehearsal.kernel(gdprPdf).create(news);
    assert.ok(![id, other.id].includes(replacement.id));
  });

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

/**
 * Kinds with arguments that mean a different object. A webhook is then updated, all others are replaced. Another resource that has the
 * object can lose its contents, or what it declares to an update.
 */
const given = (
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

  for (const { name, definition, inputs, other, canLose } of given)
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
