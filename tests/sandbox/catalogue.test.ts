import assert from "node:assert/strict";
import { Api, useSandbox } from "../support/sandbox.js";

describe("the sandbox's catalogue", () => {
  const sandbox = useSandbox();
  let api: Api;

  beforeEach(async () => {
    api = await Api.login(sandbox().url);
  });

  it("is paged, filtered and reduced to the requested fields", async () => {
    const all = await api.expect<{ articleNumber: number }[]>(200, "searchArticles");
    assert.equal(all.length, 15);
    const two = await api.send("GET", "/v1/articles?articles=1101,%201102&fields=articleNumber");
    assert.deepEqual(two.json, [{ articleNumber: 1101 }, { articleNumber: 1102 }]);
    const article = await api.expect<{ price: { default: object }; crossSellingArticles: object[] }>(200, "getArticle", {
      parameters: { articleNumber: "1101" },
    });
    assert.deepEqual(article.price.default, { currency: "EUR", net: 4.99, setupFee: 0, vat: 0.95 });
    assert.equal(article.crossSellingArticles.length, 2);
    await api.expect(403, "getArticle", { parameters: { articleNumber: "1" } });
  });

  it("says what is wrong with a query: its type, or its value", async () => {
    for (const [limit, said] of [
      ["0", /^query.limit: must be more than 0$/],
      ["-1", /^query.limit: must be more than 0$/],
      ["1.5", /^query.limit: must be a whole number/],
      ["ten", /^query.limit: must be a number$/],
      ["true", /^query.limit: must be a number$/],
    ] as const) {
      const { status, json } = await api.send("GET", `/v1/articles?limit=${limit}`);
      assert.equal(status, 400);
      assert.match((json as { message: string }).message, said, limit);
    }
  });

  it("contains upgrades and options", async () => {
    const parameters = { articleNumber: "1101" };
    const upgrades = await api.expect<{ targetArticleNumber: number }[]>(200, "listArticleUpgrades", { parameters });
    assert.deepEqual(
      upgrades.map(({ targetArticleNumber }) => targetArticleNumber),
      [1102, 1103],
    );
    const options = await api.expect<{ article: { articleNumber: number } }[]>(200, "listCrossSellingOptions", { parameters });
    assert.deepEqual(
      options.map(({ article }) => article.articleNumber),
      [3001, 3002],
    );
  });

  it("validates promotion codes by article, billing and date", async () => {
    const valid = async (promotionCode: string, body: object = {}) =>
      (await api.call("validatePromotionCode", { parameters: { promotionCode }, body })).status === 200;
    assert.equal(await valid("WELCOME10"), true);
    assert.equal(await valid("SUMMER"), false);
    assert.equal(await valid("NOTHING"), false);
    assert.equal(await valid("SERVER20", { articles: [{ articleNumber: 2001 }] }), true);
    assert.equal(await valid("SERVER20", { articles: [{ articleNumber: 1101 }] }), false);
    assert.equal(await valid("SERVER20", { monthly: true }), false);
    assert.equal(await valid("WELCOME10", { monthly: "a request that is none" }), false);
    await api.expect(200, "getPromotionCode", { parameters: { promotionCode: "WELCOME10" } });
    await api.expect(403, "getPromotionCode", { parameters: { promotionCode: "NOTHING" } });
  });

  it("converts bank data, and refuses invalid data", async () => {
    const { iban } = await api.expect<{ iban: string }>(200, "convertBankData", {
      body: { bankAccountNumber: "0532013000", bankCode: "370 400 44" },
    });
    assert.equal(iban, "DE89370400440532013000");
    for (const body of [{}, { bankAccountNumber: "1" }, { bankAccountNumber: "x", bankCode: "37040044" }]) {
      await api.expect(400, "convertBankData", { body });
    }
  });

  it("lists software, databases, operating systems, templates and tariffs", async () => {
    for (const id of ["listSoftware", "listDatabaseTypes", "listGuestOperatingSystems", "listMailTemplates"]) {
      assert.ok((await api.expect<object[]>(200, id)).length > 1, id);
    }
    const tariff = await api.expect<{ customerNumber: number }>(200, "getReseller", {
      parameters: { resellerIdentifier: "5001" },
    });
    assert.equal(tariff.customerNumber, 100000);
    await api.expect(403, "getReseller", { parameters: { resellerIdentifier: "5002" } });
  });
});
