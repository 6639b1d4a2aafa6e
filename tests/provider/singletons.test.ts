import assert from "node:assert/strict";
import { nameKey } from "../../provider/values/reserved-properties.js";
import { type Kind, kinds } from "../../provider/values/kinds.js";
import type { Properties } from "../../provider/values/properties.js";
import { unknownValue } from "../../provider/values/unknown-values.js";
import { definitions } from "../support/definitions.js";
import { rehearseKernel } from "../support/kernel.js";
import { isSingleton, specimens } from "../support/kinds.js";

const customerNumber = 100001;
const contact = (company: string): Properties => ({ customerNumber, company });

const singletons = kinds.filter(isSingleton);

/** What the message says that is changed. */
const changes = (kind: Kind, changed: string) =>
  `It changes ${changed} from ${kind === "paymentSettings" ? "\\(not shown\\)" : '(?:nothing|"[^"]*")'} to .*?\\.`;

describe("the country of a contact", () => {
  const rehearsal = rehearseKernel();

  for (const kind of ["contractPartner", "contactPerson", "billingRecipient"] as const)
    it(`settles whatever the case of its code: ${kind}`, async () => {
      const kernel = rehearsal.kernel(definitions[kind]);
      const inputs = { customerNumber, country: "at" };
      const { id, state } = await kernel.create(inputs);
      const observed = await kernel.read(id, state);
      assert.equal(observed?.inputs["country"], "at");
      assert.equal(kernel.diff(id, observed.state, inputs).changes, false);
      assert.equal(kernel.diff(id, observed.state, { ...inputs, country: "AT" }).changes, false);
      assert.notEqual(kernel.diff(id, observed.state, { ...inputs, country: "CH" }).changes, false);
      const updated = await kernel.update(id, observed.state, { ...inputs, country: "ch" });
      assert.equal((await kernel.read(id, updated))?.inputs["country"], "ch");
    });
});

describe("a new resource whose object always exists", () => {
  const rehearsal = rehearseKernel();

  const begins = (kind: Kind) => `^the existing ${definitions[kind].label} of customer 100001 will be managed\\.`;
  const messages = (): string => {
    const [message = "", ...others] = rehearsal.warnings.splice(0);
    assert.deepEqual(others, []);
    return message;
  };

  for (const kind of singletons) {
    const definition = definitions[kind];
    const { valid: first, other: second } = specimens[kind];
    const changed = Object.keys(first).find((name) => first[name] !== second[name])!;
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
        const shared = `resource "settings" of stack project/stack .*, which will see drift\\.$`;
        assert.match(messages(), new RegExp(`${begins(kind)} ${changes(kind, changed)} It also belongs to ${shared}`));
        await rehearsal.kernel(definition).create(news);
        assert.deepEqual(rehearsal.warnings, []);
      });

    it(`changes nothing if it declares nothing: ${kind}`, async () => {
      const nothing = declared({ customerNumber, ...(kind === "paymentSettings" ? { settings: {} } : {}) });
      assert.deepEqual(await rehearsal.problemsOf(definition, nothing), []);
      assert.match(messages(), new RegExp(`${begins(kind)}$`));
      const kernel = rehearsal.kernel(definition);
      const { id, state } = await kernel.create(nothing);
      assert.deepEqual(rehearsal.warnings, []);
      const changedState = await kernel.update(id, state, declared(second));
      rehearsal.sandbox.control.journal.clear();
      // Members that leave the program stay as they are.
      if (kernel.diff(id, changedState, nothing).changes !== false) await kernel.update(id, changedState, nothing);
      assert.deepEqual(
        rehearsal.sandbox.control.journal.requests().filter(({ method }) => method === "PUT"),
        [],
      );
    });

    it(`is not looked up while an argument is unknown, and says the rest when it is used: ${kind}`, async () => {
      const before = lookups();
      const unknown = declared({ ...second, [changed]: unknownValue });
      assert.deepEqual(await rehearsal.problemsOf(definition, unknown), []);
      assert.match(messages(), new RegExp(`${begins(kind)} What will be changed is not known yet\\.$`));
      assert.equal(lookups(), before);
      await rehearsal.kernel(definition).create(declared(second));
      assert.match(messages(), new RegExp(`already exists and is used\\. ${changes(kind, changed)}$`));
    });
  }
});

describe("settings of a customer", () => {
  const rehearsal = rehearseKernel();
  const of = (kind: "billingSettings" | "paymentSettings") =>
    rehearsal.sandbox.control.store.customers.get(String(customerNumber))![kind];

  it("stay as they are if the program declares others", async () => {
    const billing = rehearsal.kernel(definitions.billingSettings);
    const created = await billing.create({ customerNumber, postalInvoices: true });
    assert.deepEqual(of("billingSettings"), { postalInvoices: true, vatID: "DE100001000" });
    await billing.update(created.id, created.state, { customerNumber, vatID: "DE100001001" });
    assert.deepEqual(of("billingSettings"), { postalInvoices: true, vatID: "DE100001001" });
    await rehearsal.kernel(definitions.paymentSettings).create({ customerNumber, settings: { iban: "DE01" } });
    assert.deepEqual(of("paymentSettings"), { paymentMethod: "invoice", iban: "DE01" });
  });
});

describe("a contact that a customer does not have", () => {
  const rehearsal = rehearseKernel();

  for (const kind of ["contactPerson", "billingRecipient"] as const)
    it(`says that the contract partner is shown, until it has one of its own: ${kind}`, async () => {
      const { customers } = rehearsal.sandbox.control.store;
      customers.update(String(customerNumber), { [kind]: undefined });
      const kernel = rehearsal.kernel(definitions[kind]);
      const { id, state } = await kernel.create({ customerNumber });
      rehearsal.warnings.length = 0;
      await kernel.read(id, state);
      assert.match(rehearsal.warnings.splice(0).join("\n"), /none of its own, so the contract partner is shown/);
      const updated = await kernel.update(id, state, contact("Own"));
      await kernel.read(id, updated);
      assert.deepEqual(rehearsal.warnings, []);
    });
});
