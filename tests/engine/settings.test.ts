import assert from "node:assert/strict";
import { changes, commandTimeout, type ProgramSpec, Stack, succeeded } from "../support/engine.js";

const customerNumber = 100002;
const pdf = Buffer.from("%PDF-1.4\n%%EOF\n").toString("base64");
const planted = "planted-iban-of-a-customer";

describe("records and settings of a customer on the real engine", function () {
  this.timeout(3 * commandTimeout);
  let stack: Stack;
  let shown = "";

  const program = (edits: Record<string, Record<string, unknown>> = {}): ProgramSpec => ({
    resources: [
      {
        type: "ContractPartner",
        name: "partner",
        args: { customerNumber, lastName: "Herbst", phone: "+49-7071-1", ...edits["partner"] },
      },
      {
        type: "ContactPerson",
        name: "person",
        args: { customerNumber, firstName: "Paula", emailAddress: "paula@buch-herbst.example" },
      },
      { type: "BillingRecipient", name: "recipient", args: { customerNumber, company: "Lenz & Partner" } },
      { type: "BillingSettings", name: "billing", args: { customerNumber, postalInvoices: true, vatID: "DE100002000" } },
      { type: "PaymentSettings", name: "payment", args: { customerNumber, settings: { iban: planted, ...edits["payment"] } } },
      {
        type: "GdprContact",
        name: "contact",
        args: {
          name: "New Client",
          street: "Weg",
          houseNumber: "1",
          zipCode: "1",
          city: "Ort",
          mail: "a@client.example",
          ...edits["contact"],
        },
      },
      { type: "GdprTom", name: "tom", args: { content: "Measures of the test." } },
      { type: "GdprPdf", name: "pdf", args: { name: "agreement.pdf", pdf } },
    ],
  });
  const customer = () => stack.sandbox.control.store.customers.get(String(customerNumber))!;
  before(async () => {
    stack = await Stack.create();
  });
  after(() => stack.dispose());

  it("are used if they exist, as the preview says, and changed only where declared", async () => {
    const before = customer().contractPartner;
    await stack.declare(program());
    const preview = succeeded(await stack.preview());
    assert.match(preview.output, /contract partner of customer 100002 will be managed\./);
    shown = preview.output + succeeded(await stack.up()).output;
    assert.deepEqual(customer().contractPartner, { ...before, phone: "+49-7071-1" });
    assert.equal(customer().contactPerson?.firstName, "Paula");
    assert.equal(customer().billingRecipient?.company, "Lenz & Partner");
    assert.deepEqual(customer().billingSettings, { vatID: "DE100002000", postalInvoices: true });
    assert.equal(customer().paymentSettings["iban"], planted);
    const { text } = await stack.export();
    assert.ok(!text.includes(planted) && !shown.includes(planted));
  });

  it("are updated in place where the API can, and otherwise replaced, as the preview says", async () => {
    await stack.declare(program({ partner: { phone: "+49-7071-2" }, contact: { city: "Stadt" } }));
    const preview = succeeded(await stack.preview());
    assert.ok(changes(preview).includes("update partner"), preview.output);
    assert.match(preview.output, /phone *: "\+49-7071-1" => "\+49-7071-2"/);
    assert.match(preview.output, /GDPR contact "New Client": a new one is created, and the old one \(.*\) stays/);
    succeeded(await stack.up());
    const named = stack.sandbox.control.store.gdprContacts.all().filter(({ name }) => name === "New Client");
    assert.deepEqual(named.map(({ city }) => city).sort(), ["Ort", "Stadt"]);
  });

  it("show drift, and are repaired", async () => {
    const { customers } = stack.sandbox.control.store;
    customers.update(String(customerNumber), { billingSettings: { vatID: "DE100002000", postalInvoices: false } });
    const drift = await stack.preview("--refresh", "--expect-no-changes");
    assert.match(drift.output, /postalInvoices *: true => false/);
    assert.deepEqual(changes(drift), ["update billing"]);
    succeeded(await stack.up("--refresh"));
    assert.deepEqual(changes(succeeded(await stack.preview("--refresh", "--expect-no-changes"))), []);
  });

  it("stay at the provider on destroy or are reset, and the user is told", async () => {
    const outcome = succeeded(await stack.destroy());
    for (const kept of ["contract partner", "contact person", "billing settings", "payment settings", "GDPR contact", "TOM"])
      assert.match(outcome.output, new RegExp(`${kept} .*removed from the Pulumi state only\\.`));
    assert.equal(customer().billingRecipient, undefined);
    assert.equal(customer().contactPerson?.firstName, "Paula");
    assert.deepEqual(stack.sandbox.control.store.gdprPdfs.all(), []);
  });
});
