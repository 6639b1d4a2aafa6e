import assert from "node:assert/strict";
import { Api, contact, useApi } from "../support/sandbox.js";

const day = 86_400_000;

describe("the sandbox's customers", () => {
  const { call, expect, pass, sandbox } = useApi();

  const parameters = { customerNumber: 100001 };

  it("are created as prospects, with a number as text and a password", async () => {
    const body = { contractPartner: { ...contact, phone: "+49-30-1" } };
    const created = await expect<{ customerNumber: string; password: string }>(201, "createCustomer", { body });
    assert.equal(typeof created.customerNumber, "string");
    const login = await Api.login(sandbox().url, created.customerNumber, created.password);
    assert.deepEqual(await login.expect(200, "getCurrentCustomer"), {
      customerNumber: Number(created.customerNumber),
      prospect: true,
    });
    const number = { customerNumber: Number(created.customerNumber) };
    assert.deepEqual(await expect(200, "getCustomer", { parameters: number }), { ...number, prospect: true });
    const article = { articleNumber: 1201 };
    const account = { virtualName: "neu", description: "d", password: "p", article };
    await expect(201, "createVirtualAccount", { parameters: number, body: account });
    assert.deepEqual(await expect(200, "getCustomer", { parameters: number }), { ...number, prospect: false });
    assert.deepEqual(await expect(200, "getCurrentCustomer"), { customerNumber: 100000, prospect: false });
  });

  it("redirect contacts that are the contract partner, to the called host", async () => {
    for (const id of ["getContactPerson", "getBillingRecipient"]) {
      const answer = await call(id, { parameters });
      assert.equal(answer.status, 301);
      assert.equal(answer.headers.get("location"), `${sandbox().url}/v1/customers/100001/contractpartner`);
    }
    const partner = await expect<{ address: { country: object } }>(200, "getContractPartner", { parameters });
    assert.deepEqual(partner.address.country, {
      isoShort: "DE",
      isoLong: "DEU",
      euMember: true,
      name: { de: "Deutschland", en: "Germany" },
    });
  });

  it("are written in one shape and read in another, as a whole", async () => {
    const { country, salutation, ...rest } = contact;
    const body = { ...rest, country, salutation, phone: "+49-30-99", company: "Neu AG" };
    const updated = await expect<Record<string, unknown>>(200, "updateContractPartner", { parameters, body });
    assert.deepEqual(updated["contact"], { email: "nora@neu.example", telephone: "+49-30-99" });
    assert.deepEqual(await expect(200, "getContractPartner", { parameters }), updated);
    const cleared = await expect<Record<string, unknown>>(200, "updateContractPartner", {
      parameters,
      body: { lastName: "Neu" },
    });
    assert.deepEqual([cleared["lastName"], cleared["firstName"], cleared["company"]], ["Neu", "", null]);
  });

  it("can have their own contacts, and reset them", async () => {
    const own = await expect(200, "updateContactPerson", { parameters, body: { ...contact } });
    assert.deepEqual(await expect(200, "getContactPerson", { parameters }), own);
    await expect(200, "updateContactPerson", { parameters, body: { identicalToDefaultAddress: true } });
    await expect(301, "getContactPerson", { parameters });
    await expect(200, "updateBillingRecipient", { parameters, body: { ...contact } });
    await expect(200, "getBillingRecipient", { parameters });
    await expect(204, "resetBillingRecipient", { parameters });
    await expect(301, "getBillingRecipient", { parameters });
  });

  it("show the usage of benefits", async () => {
    const benefit = async (name: string) =>
      expect<{ usage: number; value: number }>(200, "getBenefit", { parameters: { ...parameters, benefit: name } });
    const before = await benefit("subdomain");
    await expect(201, "createSubdomains", {
      parameters: { accountIdentifier: "p100001", domainIdentifier: "sommer-gartenbau.de" },
      body: [{ name: "neu" }],
    });
    assert.equal((await benefit("subdomain")).usage, before.usage + 1);
    assert.equal((await benefit("mailAddress")).usage, 2);
    await expect(403, "getBenefit", { parameters: { ...parameters, benefit: "constructor" } });
  });

  it("get invoices, as JSON and as PDF, and pay them in time", async () => {
    await expect(201, "registerDomain", { parameters: { accountIdentifier: "p100001" }, body: { sld: "neu", tld: "com" } });
    const [invoice] = (
      await expect<{ invoiceNumber: number; netTotal: object; grossTotal: object }[]>(200, "listInvoices", { parameters })
    ).slice(-1);
    const [net, gross] = [17.88, 21.28].map((amount) => ({ currency: "EUR", amount }));
    assert.deepEqual([invoice!.netTotal, invoice!.grossTotal], [net, gross]);
    const number = { invoiceNumber: invoice!.invoiceNumber };
    assert.deepEqual(await expect(200, "getInvoice", { parameters: number }), invoice);
    const pdf = await call("getInvoice", { parameters: number, headers: { accept: "application/pdf" } });
    assert.match(pdf.bytes.toString("latin1"), /^%PDF-[\s\S]*Invoice/);
    assert.deepEqual(await expect(200, "listPaymentReceipts", { parameters: number }), []);
    await pass(15 * day);
    const [receipt] = await expect<{ amount: object }[]>(200, "listPaymentReceipts", { parameters: number });
    assert.deepEqual(receipt!.amount, gross);
  });
});
