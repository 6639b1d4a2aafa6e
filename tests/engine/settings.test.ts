import assert from "node:assert/strict";
import { changes, commandTimeout, type ResourceSpec, succeeded, useStack } from "../support/engine.js";

const customerNumber = 100002;
const pdf = Buffer.from("%PDF-1.4\n%%EOF\n").toString("base64");
const planted = "planted-iban-of-a-customer";
const address = { street: "Weg", houseNumber: "1", zipCode: "1", mail: "a@client.example" };

describe("records and settings of a customer on the real engine", function () {
  this.timeout(3 * commandTimeout);
  const stack = useStack();
  const customer = () => stack.sandbox.control.store.customers.get(String(customerNumber))!;
  const ofCustomer = (type: string, args: object): ResourceSpec => ({ type, name: type, args: { customerNumber, ...args } });
  const program = (phone: string, city: string): ResourceSpec[] => [
    ofCustomer("ContractPartner", { lastName: "Herbst", phone }),
    ofCustomer("ContactPerson", { firstName: "Paula", emailAddress: "paula@buch-herbst.example" }),
    ofCustomer("BillingRecipient", { company: "Lenz & Partner" }),
    ofCustomer("BillingSettings", { postalInvoices: true, vatID: "DE100002000" }),
    ofCustomer("PaymentSettings", { settings: { iban: planted } }),
    { type: "GdprContact", name: "contact", args: { name: "New Client", city, ...address } },
    { type: "GdprTom", name: "tom", args: { content: "Measures of the test." } },
    { type: "GdprPdf", name: "pdf", args: { name: "agreement.pdf", pdf } },
  ];

  it("are used if they exist, as the preview says, and changed only where declared", async () => {
    const before = customer().contractPartner;
    const preview = succeeded(await stack.previewed(...program("+49-7071-1", "Ort")));
    assert.match(preview.output, /contract partner of customer 100002 will be managed\./);
    const { output } = succeeded(await stack.up());
    const { contractPartner, contactPerson, billingRecipient, billingSettings, paymentSettings } = customer();
    assert.deepEqual(
      [contractPartner, contactPerson?.firstName, billingRecipient?.company, billingSettings, paymentSettings["iban"]],
      [{ ...before, phone: "+49-7071-1" }, "Paula", "Lenz & Partner", { vatID: "DE100002000", postalInvoices: true }, planted],
    );
    assert.ok(!(preview.output + output + (await stack.export()).text).includes(planted));
  });

  it("are updated in place where the API can, otherwise replaced, and repaired after drift", async () => {
    const preview = succeeded(await stack.previewed(...program("+49-7071-2", "Stadt")));
    assert.ok(changes(preview).includes("update ContractPartner"));
    assert.match(preview.output, /phone *: "\+49-7071-1" => "\+49-7071-2"/);
    assert.match(preview.output, /GDPR contact "New Client": a new one is created, and the old one \(.*\) stays/);
    succeeded(await stack.up());
    const { customers, gdprContacts } = stack.sandbox.control.store;
    const named = gdprContacts.all().filter(({ name }) => name === "New Client");
    assert.deepEqual(named.map(({ city }) => city).sort(), ["Ort", "Stadt"]);

    customers.update(String(customerNumber), { billingSettings: { vatID: "DE100002000", postalInvoices: false } });
    const repair = succeeded(await stack.up("--refresh", "--diff"));
    assert.match(repair.output, /postalInvoices *: true => false/);
    assert.deepEqual(changes(repair), ["update BillingSettings"]);
    await stack.settled();
  });

  it("stay at the provider on destroy or are reset, and the user is told", async () => {
    const { output } = succeeded(await stack.destroy());
    for (const kept of ["contract partner", "contact person", "billing settings", "payment settings", "GDPR contact", "TOM"])
      assert.match(output, new RegExp(`${kept} .*removed from the Pulumi state only\\.`));
    const { billingRecipient, contactPerson } = customer();
    assert.deepEqual([billingRecipient, contactPerson?.firstName], [undefined, "Paula"]);
    assert.deepEqual(stack.sandbox.control.store.gdprPdfs.all(), []);
  });
});
