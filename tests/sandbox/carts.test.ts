import assert from "node:assert/strict";
import { contact, useApi } from "../support/sandbox.js";

const day = 86_400_000;

describe("the sandbox's carts", () => {
  const { control, expect, pass, stranger } = useApi();

  interface Cart {
    _id: string;
    items: { _id: string; itemType: string; articleNumber?: number }[];
    [member: string]: unknown;
  }
  const newCart = async (body?: object) => expect<Cart>(201, "createCart", body === undefined ? {} : { body });
  const partner = { ...contact, salutation: "Frau" };

  it("become customer, account, contract, domain and invoice at checkout, after a code by SMS", async () => {
    const { _id: cartIdentifier } = await newCart();
    const parameters = { cartIdentifier };
    await expect(400, "checkoutCart", { parameters });
    await expect(200, "addCartItem", { parameters, body: { identifier: "1102" } });
    await expect(200, "addCartItem", { parameters, body: { identifier: "3001" } });
    const filled = await expect<Cart>(200, "addCartDomain", { parameters, body: { name: "neu-laden.de" } });
    assert.deepEqual(
      filled.items.map(({ itemType }) => itemType),
      ["article", "article", "domain"],
    );
    await expect(200, "updateCart", { parameters, body: { contractPartner: partner, databasePartitionPercentage: 30 } });
    await expect(400, "checkoutCart", { parameters });
    await expect(200, "requestCartVerification", { parameters, body: { recipient: "+49 170 1234567" } });
    const sms = control().outbox().at(-1)!;
    assert.deepEqual([sms.channel, sms.to], ["sms", "+49 170 1234567"]);
    const verificationCode = /(\d{6})$/.exec(sms.text)![1]!;
    await expect(400, "verifyCart", {
      parameters,
      body: { verificationCode: verificationCode === "000000" ? "1" : "000000" },
    });
    await expect(400, "checkoutCart", { parameters });
    await expect(200, "verifyCart", { parameters, body: { verificationCode } });
    await expect(200, "checkoutCart", { parameters });
    const { store } = control();
    const customer = store.customers.all().at(-1)!;
    assert.deepEqual([customer.contractPartner.lastName, customer.reseller, customer.prospect], ["Neu", 100000, false]);
    const number = { customerNumber: customer.customerNumber };
    const [account] = await expect<{ name: string }[]>(200, "listCustomerAccounts", { parameters: number });
    const [contract] = await expect<{ article: { articleNumber: number }; account: { additionalArticles: object[] } }[]>(
      200,
      "listContracts",
      { parameters: number },
    );
    assert.deepEqual([contract!.article.articleNumber, contract!.account.additionalArticles.length], [1102, 1]);
    const listed = await expect<{ fullname: string }[]>(200, "listDomains", {
      parameters: { accountIdentifier: account!.name },
    });
    assert.deepEqual(
      listed.map(({ fullname }) => fullname),
      ["neu-laden.de"],
    );
    assert.equal((await expect<object[]>(200, "listInvoices", { parameters: number })).length, 3);
    await expect(400, "checkoutCart", { parameters });
    assert.equal(store.orders.all().length, 1);
  });

  it("order for the login's own customer if they name no other, and extend an account", async () => {
    const { _id: cartIdentifier } = await newCart();
    const parameters = { cartIdentifier };
    await expect(200, "addCartItem", { parameters, body: { identifier: "3002", sourceIdentifier: "p100001" } });
    await expect(200, "checkoutCart", { parameters });
    const [contract] = control()
      .store.contracts.all()
      .filter(({ account }) => account === "p100001");
    assert.deepEqual(contract!.additional, [3002]);
  });

  it("check an order before anything of it happens", async () => {
    const { _id: cartIdentifier } = await newCart();
    const parameters = { cartIdentifier };
    await expect(200, "addCartItem", { parameters, body: { identifier: "1101" } });
    await expect(200, "addCartDomain", { parameters, body: { name: "example.de" } });
    const before = control().snapshot().collections;
    await expect(400, "checkoutCart", { parameters });
    const after = control().snapshot().collections;
    assert.deepEqual([after.accounts, after.contracts, after.orders], [before.accounts, before.contracts, before.orders]);
  });

  it("are edited item by item and as a whole", async () => {
    const { _id: cartIdentifier } = await newCart();
    const parameters = { cartIdentifier };
    await expect(200, "addCartItem", { parameters, body: { identifier: "1101" } });
    const two = await expect<Cart>(200, "addCartItem", { parameters, body: { identifier: "1102" } });
    const [first, second] = two.items;
    const one = await expect<Cart>(200, "deleteCartItem", { parameters: { ...parameters, itemIdentifier: first!._id } });
    assert.deepEqual(
      one.items.map(({ _id }) => _id),
      [second!._id],
    );
    await expect(403, "deleteCartItem", { parameters: { ...parameters, itemIdentifier: first!._id } });
    const whole = await expect<Cart>(200, "updateCart", {
      parameters,
      body: { items: [{ articleNumber: 1102 }, { articleNumber: 2001 }], note: "Please hurry" },
    });
    assert.deepEqual(
      whole.items.map(({ articleNumber }) => articleNumber),
      [1102, 2001],
    );
    assert.equal(whole.items[0]!._id, second!._id);
    assert.deepEqual(await expect(200, "getCart", { parameters }), whole);
  });

  it("keep a forced commission permanently", async () => {
    const { _id: cartIdentifier, ...cart } = await newCart({ forcePartnerId: "P-1" });
    assert.deepEqual([cart["commission"], cart["isCommissionLocked"]], ["P-1", true]);
    const parameters = { cartIdentifier };
    await expect(400, "updateCart", { parameters, body: { commission: "P-2" } });
    const kept = await expect<Cart>(200, "updateCart", { parameters, body: { note: "x", isCommissionLocked: false } });
    assert.deepEqual([kept["commission"], kept["isCommissionLocked"]], ["P-1", true]);
  });

  it("become templates without personal data, which cannot be edited and others can use", async () => {
    const { _id: cartIdentifier } = await newCart();
    const parameters = { cartIdentifier };
    await expect(200, "addCartItem", { parameters, body: { identifier: "1101" } });
    await expect(200, "updateCart", { parameters, body: { contractPartner: partner, jwt: "x", mysqlVersion: "8.0" } });
    const template = await expect<Cart>(200, "shareCart", { parameters });
    assert.deepEqual([template["contractPartner"], template["jwt"], template["mysqlVersion"]], [undefined, undefined, "8.0"]);
    const templateId = { cartIdentifier: template._id };
    await expect(400, "updateCart", { parameters: templateId, body: { note: "x" } });
    await expect(400, "addCartItem", { parameters: templateId, body: { identifier: "1101" } });
    const other = await stranger();
    const made = await other.expect<Cart>(200, "createCartFromTemplate", { parameters: templateId });
    assert.notEqual(made._id, template._id);
    assert.equal(made.items.length, 1);
    await other.expect(200, "getCart", { parameters: { cartIdentifier: made._id } });
    await expect(403, "createCartFromTemplate", { parameters });
  });

  it("can be recommended with a pin, which checkout requires", async () => {
    const { _id: cartIdentifier } = await newCart();
    const parameters = { cartIdentifier };
    await expect(200, "addCartItem", { parameters, body: { identifier: "1101" } });
    const { id, pinCode } = await expect<{ id: string; pinCode: number }>(200, "recommendCart", { parameters });
    assert.match(String(pinCode), /^\d{6}$/);
    const made = await expect<Cart>(200, "createCartFromTemplate", { parameters: { cartIdentifier: id } });
    const checkout = { parameters: { cartIdentifier: made._id } };
    await expect(403, "checkoutCart", checkout);
    await expect(403, "checkoutCart", { ...checkout, body: { pinCode: pinCode - 1 } });
    await expect(200, "checkoutCart", { ...checkout, body: { pinCode } });
    await pass(31 * day);
    await expect(403, "createCartFromTemplate", { parameters: { cartIdentifier: id } });
  });
});
