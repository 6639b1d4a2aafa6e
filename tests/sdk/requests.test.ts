import assert from "node:assert/strict";
import type { z } from "zod";
import { operations } from "../../sdk/operations/index.js";
import { rows } from "../../sdk/operations/rows.js";

/** Members that are at fault, located. */
const problems = (schema: z.ZodType, value: unknown): string[] =>
  schema.safeParse(value).error?.issues.flatMap((issue) => {
    const path = issue.path.join(".");
    return issue.code === "unrecognized_keys" ? issue.keys.map((key) => (path === "" ? key : `${path}.${key}`)) : [path];
  }) ?? [];

const names = { firstName: "Ada", lastName: "Example", emailAddress: "ada@example.org" };
const contact = { ...names, street: "Main Street", houseNumber: "1a", zip: "30159", city: "Hannover" };
const cart = operations.carts.update.body;
const person = (changes: object) => ({ contactPerson: { ...contact, ...changes } });
const account = { virtualName: "a", description: "b", password: "c" };
const { deleteSubdomain, createSubdomains } = operations.domains;

describe("the body of a request", () => {
  const wrong = { country: "DEU", zip: "D-30159", emailAddress: "ada at example.org" };
  const without = (name: string) => person({ [name]: undefined });
  const salutations = ["Herr", "Frau", "Mr.", "Ms."].map((salutation) => person({ salutation }));
  const update = operations.customers.updateContactPerson.body;
  const order = operations.accounts.createVirtual.body;
  const ordered = (article: object) => [{ ...account, article }];
  const pdf = (text: string) => [{ name: "a.pdf", pdf: text }];
  for (const [title, schema, accepted, refused, at] of [
    ["a cart with 20 to 80 percent for the databases", cart, [20, 80], [19.9, 80.1, "50"], "databasePartitionPercentage"],
    ["a cart's own salutations", cart, salutations, [person({ salutation: "Divers" })], "contactPerson.salutation"],
    ...Object.keys(contact).map((name) => [`a contact with ${name}`, cart, [], [without(name)], `contactPerson.${name}`]),
    ...Object.entries(wrong).map(([name, value]) => [
      ...[`a contact with a right ${name}`, cart, [person({})]],
      ...[[person({ [name]: value })], `contactPerson.${name}`],
    ]),
    ["a cart without what the provider sets", cart, [], [{ items: [{ articleNumber: 1, benefits: {} }] }], "items.0.benefits"],
    ["an update of a contact with a country", update, [{ country: "at" }], [{ country: "Germany" }], "country"],
    // A write replaces the whole contact, so it repeats what was read.
    ["an update of a contact with any telephone number", update, [{ phone: "0511 123456" }], [], ""],
    ["a deletion that names a subdomain", deleteSubdomain.body, [[{ name: "blog" }]], [undefined, []], ""],
    ["a deletion with names", deleteSubdomain.body, [], [[{ name: "" }]], "0.name"],
    ["a creation that names a subdomain", createSubdomains.body, [], [[]], ""],
    ["an order with an article", order, ordered({ articleNumber: 1 }), ordered({}), "article.articleNumber"],
    ["an order by article number alone", order, [], ordered({ articleNumber: 1, price: "0" }), "article.price"],
    ["a PDF in Base64", operations.gdpr.uploadPdf.body, pdf("JVBERi0xLjQ="), pdf("%PDF-1.4"), "pdf"],
  ] as [string, z.ZodType, unknown[], unknown[], string][])
    it(`may be only ${title}`, () => {
      const body = (value: unknown) => (typeof value === "object" || value === undefined ? value : { [at]: value });
      for (const value of accepted) assert.deepEqual(problems(schema, body(value)), []);
      for (const value of refused) assert.deepEqual(problems(schema, at === "" ? value : body(value)), [at]);
    });
});

describe("retry class", () => {
  const repeatOf = (id: string): string | undefined => rows.find((row) => row.id === id)?.repeat;

  const orders = "orderPartnerProgram orderPartnerBox orderTestAccount orderTestAgency orderShopTestAgency orderVipTestAgency";
  const accounts = "createVirtualAccount deleteVirtualAccount deleteGdprCustomer checkoutCart";
  const contracts = "acceptGdprContract mailGdprContract cancelContract resendCancellationConfirmation";
  const carts = "requestOffer sendCartOffer requestCartVerification";
  const messages = "createTicket createTicketAnswer sendMailToAddress sendMailToCustomer";
  const expected = {
    billable: `registerDomain deleteDomain ${accounts} ${orders}`.split(" "),
    notifying: `${contracts} ${carts} ${messages}`.split(" "),
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
