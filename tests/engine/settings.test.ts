import assert from "node:assert/strict";
import { changes, commandTimeout, failed, type ProgramSpec, type ResourceSpec, Stack, succeeded } from "../support/engine.js";

const customerNumber = 100002;
const pdf = Buffer.from("%PDF-1.4\n%%EOF\n").toString("base64");
const planted = "planted-iban-of-a-customer";

describe("records and settings of a customer on the real engine", function () {
  this.timeout(3 * commandTimeout);
  let stack: Stack;

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
  const settled = async (): Promise<void> => {
    assert.deepEqual(changes(succeeded(await stack.preview("--refresh", "--expect-no-changes"))), []);
  };

  before(async () => {
    stack = await Stack.create();
  });
  after(() => stack.dispose());

  it("are used if they exist, as the preview says, and changed only where declared", async () => {
    const before = customer().contractPartner;
    await stack.declare(program());
    const preview = succeeded(await stack.preview());
    assert.match(preview.output, /the existing contract partner of customer 100002 will be managed; no new one is created/);
    succeeded(await stack.up());
    assert.deepEqual(customer().contractPartner, { ...before, phone: "+49-7071-1" });
    assert.equal(customer().contactPerson?.firstName, "Paula");
    assert.equal(customer().billingRecipient?.company, "Lenz & Partner");
    assert.deepEqual(customer().billingSettings, { vatID: "DE100002000", postalInvoices: true });
    assert.equal(customer().paymentSettings["iban"], planted);
    await settled();
  });

  it("keep payment data out of state and output", async () => {
    const { text } = await stack.export();
    const { output } = await stack.preview("--refresh");
    assert.ok(!text.includes(planted) && !output.includes(planted));
  });

  it("are updated in place where the API can, and show drift", async () => {
    await stack.declare(program({ partner: { phone: "+49-7071-2" } }));
    const preview = succeeded(await stack.preview());
    assert.deepEqual(changes(preview), ["update partner"]);
    assert.match(preview.output, /phone *: "\+49-7071-1" => "\+49-7071-2"/);
    succeeded(await stack.up());
    await settled();
    const { customers } = stack.sandbox.control.store;
    customers.update(String(customerNumber), { billingSettings: { vatID: "DE100002000", postalInvoices: false } });
    const drift = await stack.preview("--refresh", "--expect-no-changes");
    assert.match(drift.output, /postalInvoices *: true => false/);
    assert.deepEqual(changes(drift), ["update billing"]);
    succeeded(await stack.up("--refresh"));
    await settled();
  });

  it("are not overwritten by a second resource of the program, wherever it is declared", async () => {
    const settings = () => customer().billingSettings;
    const unchanged = settings();
    const twice = (args: object, options = {}): ResourceSpec => ({
      type: "BillingSettings",
      name: "twice",
      args: { customerNumber, ...args },
      options,
    });
    const second: ResourceSpec = {
      type: "Provider",
      name: "second",
      args: { baseUrl: stack.sandbox.url, username: "reseller", password: "sandbox-password" },
    };
    const { resources } = program({ partner: { phone: "+49-7071-2" } });
    const declare = (...more: ResourceSpec[]) => stack.declare({ resources: [...resources, ...more] });
    const refusal =
      /resource "\w+" and resource "\w+" of this program declare the same billing settings of customer 100002: declare it once\./;
    for (const [of, ...options] of [
      [[], { dependsOn: "person" }],
      [[second], { provider: "second" }],
      [[], {}],
    ] as const) {
      await declare(...of, twice({ postalInvoices: false }, ...options));
      failed(await stack.preview(), refusal);
    }
    failed(await stack.pulumi("up", "--yes"), refusal);
    assert.deepEqual(settings(), unchanged);
  });

  it("are replaced if they can be neither changed nor deleted, as the preview says", async () => {
    await stack.declare(program({ partner: { phone: "+49-7071-2" }, contact: { city: "Stadt" } }));
    const preview = succeeded(await stack.preview());
    assert.match(preview.output, /GDPR contact "New Client": a new contact is created, and the old one \(.*\) stays/);
    succeeded(await stack.up());
    await settled();
    const named = stack.sandbox.control.store.gdprContacts.all().filter(({ name }) => name === "New Client");
    assert.deepEqual(named.map(({ city }) => city).sort(), ["Ort", "Stadt"]);
  });

  it("are never created twice", async () => {
    const { gdprToms } = stack.sandbox.control.store;
    await stack.declare({
      resources: [...program().resources, { type: "GdprTom", name: "again", args: { content: "Measures of the test." } }],
    });
    failed(
      await stack.up("--target", "urn:pulumi:test::engine-test::pulumi-nodejs:dynamic/hosting:GdprTom::again"),
      /already exists .*adopt: true/,
    );
    assert.equal(gdprToms.all().filter(({ content }) => content === "Measures of the test.").length, 1);
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
