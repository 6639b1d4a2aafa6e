import assert from "node:assert/strict";
import { type Sandbox, startSandbox } from "../../sandbox/index.js";
import { AnswerError, type Client, createClient, identifierOf } from "../../sdk/index.js";

const customerNumber = 100001;

describe("identifiers of records", () => {
  let sandbox: Sandbox;
  let client: Client;
  before(async () => {
    sandbox = await startSandbox();
    client = createClient({ baseUrl: sandbox.url, credentials: { username: "reseller", password: "sandbox-password" } });
  });
  after(async () => {
    await client.close();
    await sandbox.close();
  });

  it("lead from every answer to the operations on its record", async () => {
    const cart = await client.carts.create();
    const cartIdentifier = identifierOf.cart(cart);
    const filled = await client.carts.addItem({ cartIdentifier, body: { identifier: "1101" } });
    const itemIdentifier = identifierOf.cartItem(filled.items![0]!);
    await client.carts.deleteItem({ cartIdentifier, itemIdentifier });
    assert.deepEqual((await client.carts.get({ cartIdentifier })).items ?? [], []);

    const body = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://agency.example/hook" } as const;
    const webhookIdentifier = identifierOf.webhook(await client.webhooks.create({ body }));
    await client.webhooks.delete({ webhookIdentifier });

    const tomIdentifier = identifierOf.gdprRecord(await client.gdpr.createTom({ body: { content: "locks" } }));
    assert.equal((await client.gdpr.getTom({ tomIdentifier })).content, "locks");

    const [account] = await client.accounts.listByCustomer({ customerNumber });
    const accountIdentifier = identifierOf.account(account!);
    assert.equal((await client.accounts.get({ accountIdentifier })).name, accountIdentifier);

    const [contract] = await client.contracts.list({ customerNumber });
    assert.equal(identifierOf.contract(contract!), contract?.uid);

    const [article] = await client.catalogue.searchArticles();
    const articleNumber = identifierOf.article(article!);
    assert.equal((await client.catalogue.getArticle({ articleNumber })).articleNumber, Number(articleNumber));

    const [topLevelDomain] = await client.domains.listTopLevelDomains();
    const topLevelDomainIdentifier = identifierOf.topLevelDomain(topLevelDomain!);
    assert.equal((await client.domains.getTopLevelDomain({ topLevelDomainIdentifier })).name, topLevelDomainIdentifier);
  });

  it("are numbers if the operations take one, even if the answer contains a text", () => {
    assert.equal(identifierOf.customer({ customerNumber: "100007" }), 100007);
    assert.throws(() => identifierOf.customer({ customerNumber: "new" }), AnswerError);
  });

  it("are found under any member of a GDPR record", () => {
    for (const name of ["_id", "id", "uid", "uuid"]) assert.equal(identifierOf.gdprRecord({ [name]: 7 }), "7");
  });

  it("throw an error that names the members without values if there is none", () => {
    const records: readonly [() => unknown, string][] = [
      [() => identifierOf.cart({ _id: undefined, ...{ jwt: "hidden" } }), "cart, only _id, jwt."],
      [() => identifierOf.webhook({ uid: "" }), "webhook, only uid."],
      [() => identifierOf.gdprRecord({}), "GDPR record, only nothing."],
    ];
    for (const [read, message] of records)
      assert.throws(
        read,
        (error) =>
          error instanceof AnswerError &&
          error.effect === "possible" &&
          error.message === `The answer contains no identifier of the ${message}`,
      );
  });
});
