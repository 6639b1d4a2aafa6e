import assert from "node:assert/strict";
import { nameKey } from "../../provider/values/reserved-properties.js";
import type { Kind } from "../../provider/values/kinds.js";
import type { Properties } from "../../provider/values/properties.js";
import { unknownValue } from "../../provider/values/unknown-values.js";
import { definitions } from "../../proofs/matrix/definitions.js";
import { rehearseKernel } from "../support/kernel.js";
import { type Singleton, singletons } from "../support/kinds.js";

const customerNumber = 100001;
const contact = (company: string): Properties => ({ customerNumber, company });
const billing = (vatID: string): Properties => ({ customerNumber, vatID });
const payment = (bank: string): Properties => ({ customerNumber, settings: { bank } });

/** What one stack declares, what another one does, and the property that is changed. */
const cases: Readonly<Record<Singleton, readonly [Properties, Properties, string]>> = {
  contractPartner: [contact("First"), contact("Second"), "company"],
  contactPerson: [contact("First"), contact("Second"), "company"],
  billingRecipient: [contact("First"), contact("Second"), "company"],
  billingSettings: [billing("DE100001001"), billing("DE100001002"), "vatID"],
  paymentSettings: [payment("First"), payment("Second"), "settings"],
};

describe("a new resource whose object always exists", () => {
  const rehearsal = rehearseKernel();

  const begins = (kind: Kind) =>
    `^the existing ${definitions[kind].label} of customer 100001 will be managed; no new one is created\\.`;
  const said = (): string => {
    const [message = "", ...others] = rehearsal.warnings.splice(0);
    assert.deepEqual(others, []);
    return message;
  };

  for (const kind of singletons) {
    const definition = definitions[kind];
    const [first, second, changed] = cases[kind];
    const declared = (inputs: Properties, more: Properties = {}): Properties => ({ ...inputs, ...more, [nameKey]: "settings" });
    const lookups = () => rehearsal.sandbox.control.journal.requests().filter(({ method }) => method === "GET").length;

    for (const adopt of [false, true])
      it(`names what it changes and who else has it, once: ${kind}${adopt ? " with `adopt: true`" : ""}`, async () => {
        await rehearsal.kernel(definition).create(declared(first));
        rehearsal.endRunBefore("other");
        rehearsal.warnings.length = 0;
        const news = declared(second, adopt ? { adopt } : {});
        const before = lookups();
        assert.deepEqual(await rehearsal.problemsOf(definition, news), []);
        assert.equal(lookups(), before + 1);
        const shared = `resource "settings" of stack stack .*\\. The change will show up there as drift\\.$`;
        assert.match(said(), new RegExp(`${begins(kind)} Its ${changed} will be changed\\. It also belongs to ${shared}`));
        await rehearsal.kernel(definition).create(news);
        assert.deepEqual(rehearsal.warnings, []);
      });

    it(`says no more than that if nothing is changed: ${kind}`, async () => {
      await rehearsal.kernel(definition).create(declared(first));
      rehearsal.endRun();
      rehearsal.warnings.length = 0;
      assert.deepEqual(await rehearsal.problemsOf(definition, declared(first)), []);
      // The provider does not show payment data, so they are sent again.
      assert.match(said(), new RegExp(`${begins(kind)}${kind === "paymentSettings" ? " Its settings will be changed\\." : ""}$`));
    });

    it(`is not looked up while an argument is unknown, and says the rest when it is used: ${kind}`, async () => {
      const before = lookups();
      const unknown = declared({ ...second, [changed]: unknownValue });
      assert.deepEqual(await rehearsal.problemsOf(definition, unknown), []);
      assert.match(said(), new RegExp(`${begins(kind)}$`));
      assert.equal(lookups(), before);
      await rehearsal.kernel(definition).create(declared(second));
      assert.match(said(), new RegExp(`already exists and is used\\. Its ${changed} will be changed\\.$`));
    });

    it(`says that it could not be looked up, and goes on: ${kind}`, async () => {
      const { faults } = rehearsal.sandbox.control;
      const fault = { occurrence: "always", effect: { kind: "status", status: 403, body: {} } } as const;
      const operation = `get${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
      faults.add({ operation, ...fault });
      assert.deepEqual(await rehearsal.problemsOf(definition, declared(second)), []);
      assert.match(
        said(),
        new RegExp(`${begins(kind)} It could not be looked up, so what will be changed and who else has it is not known yet\\.$`),
      );
      faults.clear();
      await rehearsal.kernel(definition).create(declared(second));
      assert.match(said(), new RegExp(`already exists and is used\\. Its ${changed} will be changed\\.$`));
    });
  }

  it("names what each of two resources of a program changes", async () => {
    for (const [name, company] of Object.entries({ a: "First", b: "Second" }))
      assert.deepEqual(await rehearsal.problemsOf(definitions.contactPerson, { ...contact(company), [nameKey]: name }), []);
    assert.equal(rehearsal.warnings.filter((warning) => /Its company will be changed\./.test(warning)).length, 2);
  });
});
