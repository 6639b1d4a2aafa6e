import assert from "node:assert/strict";
import type { z } from "zod";
import { gdprIdentifier } from "../../sdk/models/gdpr.js";
import { operations } from "../../sdk/operations/index.js";
import { rows } from "../../sdk/operations/rows.js";

/** Members that are at fault, located. */
const problems = (schema: z.ZodType, value: unknown): string[] =>
  schema.safeParse(value).error?.issues.flatMap((issue) => {
    const path = issue.path.join(".");
    return issue.code === "unrecognized_keys" ? issue.keys.map((key) => (path === "" ? key : `${path}.${key}`)) : [path];
  }) ?? [];

describe("the body of a cart", () => {
  const { body } = operations.carts.update;
  const contact = {
    firstName: "Ada",
    lastName: "Example",
    street: "Main Street",
    houseNumber: "1a",
    zip: "30159",
    city: "Hannover",
    emailAddress: "ada@example.org",
  };

  it("accepts 20 to 80 percent for the databases", () => {
    for (const databasePartitionPercentage of [20, 80]) assert.deepEqual(problems(body, { databasePartitionPercentage }), []);
    for (const databasePartitionPercentage of [19.9, 80.1, "50"])
      assert.deepEqual(problems(body, { databasePartitionPercentage }), ["databasePartitionPercentage"]);
  });

  it("accepts the cart's own salutations, not those of other contacts", () => {
    for (const salutation of ["Herr", "Frau", "Mr.", "Ms."])
      assert.deepEqual(problems(body, { contactPerson: { ...contact, salutation } }), []);
    assert.deepEqual(problems(body, { contactPerson: { ...contact, salutation: "Divers" } }), ["contactPerson.salutation"]);
  });

  for (const member of Object.keys(contact) as (keyof typeof contact)[])
    it(`requires ${member} of a contact`, () => {
      const { [member]: _, ...rest } = contact;
      assert.deepEqual(problems(body, { billingAddress: rest }), [`billingAddress.${member}`]);
    });

  it("checks country, postal code and mail address of a contact", () => {
    const wrong = { country: "DEU", zip: "D-30159", emailAddress: "ada at example.org" };
    for (const [member, value] of Object.entries(wrong))
      assert.deepEqual(problems(body, { contractPartner: { ...contact, [member]: value } }), [`contractPartner.${member}`]);
  });

  it("refuses members that only the provider sets", () => {
    assert.deepEqual(problems(body, { items: [{ articleNumber: 1, benefits: {} }] }), ["items.0.benefits"]);
  });
});

describe("the update of a contact", () => {
  const { body } = operations.customers.updateContactPerson;

  it("checks the country", () => {
    assert.deepEqual(problems(body, { country: "Germany" }), ["country"]);
    assert.deepEqual(problems(body, { country: "at" }), []);
  });

  it("repeats a telephone number of any form, because a write replaces the whole contact", () => {
    assert.deepEqual(problems(body, { phone: "0511 123456" }), []);
  });
});

describe("requests that could do harm", () => {
  it("never delete subdomains without naming one", () => {
    const { body } = operations.domains.deleteSubdomain;
    assert.deepEqual(problems(body, undefined), [""]);
    assert.deepEqual(problems(body, []), [""]);
    assert.deepEqual(problems(body, [{ name: "" }]), ["0.name"]);
    assert.deepEqual(problems(body, [{ name: "blog" }]), []);
  });

  it("require at least one subdomain to create", () => {
    assert.deepEqual(problems(operations.domains.createSubdomains.body, []), [""]);
  });

  it("order by article number alone", () => {
    const account = { virtualName: "a", description: "b", password: "c" };
    const { body } = operations.accounts.createVirtual;
    assert.deepEqual(problems(body, { ...account, article: { articleNumber: 1 } }), []);
    assert.deepEqual(problems(body, { ...account, article: {} }), ["article.articleNumber"]);
    assert.deepEqual(problems(body, { ...account, article: { articleNumber: 1, price: "0" } }), ["article.price"]);
  });

  it("upload a PDF only in Base64", () => {
    const { body } = operations.gdpr.uploadPdf;
    assert.deepEqual(problems(body, { name: "a.pdf", pdf: "JVBERi0xLjQ=" }), []);
    assert.deepEqual(problems(body, { name: "a.pdf", pdf: "%PDF-1.4" }), ["pdf"]);
  });
});

describe("retry class", () => {
  const repeatOf = (id: string): string | undefined => rows.find((row) => row.id === id)?.repeat;

  const expected = {
    billable: [
      "registerDomain",
      "deleteDomain",
      "createVirtualAccount",
      "deleteVirtualAccount",
      "deleteGdprCustomer",
      "checkoutCart",
      "orderPartnerProgram",
      "orderPartnerBox",
      "orderTestAccount",
      "orderTestAgency",
      "orderShopTestAgency",
      "orderVipTestAgency",
    ],
    notifying: [
      "acceptGdprContract",
      "mailGdprContract",
      "cancelContract",
      "resendCancellationConfirmation",
      "requestOffer",
      "sendCartOffer",
      "requestCartVerification",
      "createTicket",
      "createTicketAnswer",
      "sendMailToAddress",
      "sendMailToCustomer",
    ],
    safe: ["checkDomainAvailability", "validatePromotionCode", "convertBankData", "renderGdprContractPdf", "downloadGdprPdf"],
  };
  for (const [repeat, ids] of Object.entries(expected))
    it(`is ${repeat} for the listed operations`, () => {
      for (const id of ids) assert.equal(repeatOf(id), repeat, id);
    });

  it("is safe for reads, idempotent for whole updates, and ambiguous for creation and deletion", () => {
    const listed = Object.values(expected).flat();
    const others: Readonly<Record<string, string>> = { authenticate: "idempotent", resetBillingRecipient: "idempotent" };
    const byMethod: Readonly<Record<string, string>> = { GET: "safe", PUT: "idempotent", POST: "ambiguous", DELETE: "ambiguous" };
    for (const row of rows)
      if (!listed.includes(row.id)) assert.equal(row.repeat, others[row.id] ?? byMethod[row.method], row.id);
  });
});

describe("gdprIdentifier", () => {
  it("takes the first member that may hold the identifier", () => {
    assert.equal(gdprIdentifier({ uuid: "d", uid: "c", id: "b", _id: "a" }), "a");
    assert.equal(gdprIdentifier({ uuid: "d", uid: 7, id: "" }), "7");
    assert.equal(gdprIdentifier({ uuid: "d" }), "d");
  });

  it("returns undefined if there is none", () => {
    assert.equal(gdprIdentifier({}), undefined);
  });

  it("finds it in a record that was read", () => {
    const { schema } = operations.gdpr.getTom.answers[200];
    assert.equal(gdprIdentifier(schema.parse({ _id: null, id: 0, content: "…" })), "0");
  });
});
