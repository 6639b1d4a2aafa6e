import assert from "node:assert/strict";
import { useApi } from "../support/sandbox.js";

describe("the sandbox's catalogue", () => {
  const { call, expect, send } = useApi();

  it("is paged, filtered and reduced to the requested fields", async () => {
    const all = await expect<{ articleNumber: number }[]>(200, "searchArticles");
    assert.equal(all.length, 15);
    const two = await send("GET", "/v1/articles?articles=1101,%201102&fields=articleNumber");
    assert.deepEqual(two.json, [{ articleNumber: 1101 }, { articleNumber: 1102 }]);
    const article = await expect<{ price: { default: object }; crossSellingArticles: object[] }>(200, "getArticle", {
      parameters: { articleNumber: "1101" },
    });
    assert.deepEqual(article.price.default, { currency: "EUR", net: 4.99, setupFee: 0, vat: 0.95 });
    assert.equal(article.crossSellingArticles.length, 2);
  });

  it("contains upgrades and options", async () => {
    const parameters = { articleNumber: "1101" };
    const upgrades = await expect<{ targetArticleNumber: number }[]>(200, "listArticleUpgrades", { parameters });
    assert.deepEqual(
      upgrades.map(({ targetArticleNumber }) => targetArticleNumber),
      [1102, 1103],
    );
    const options = await expect<{ article: { articleNumber: number } }[]>(200, "listCrossSellingOptions", { parameters });
    assert.deepEqual(
      options.map(({ article }) => article.articleNumber),
      [3001, 3002],
    );
  });

  it("validates promotion codes by article, billing and date", async () => {
    const valid = async (promotionCode: string, body: object = {}) =>
      (await call("validatePromotionCode", { parameters: { promotionCode }, body })).status === 200;
    assert.equal(await valid("WELCOME10"), true);
    assert.equal(await valid("SUMMER"), false);
    assert.equal(await valid("NOTHING"), false);
    assert.equal(await valid("SERVER20", { articles: [{ articleNumber: 2001 }] }), true);
    assert.equal(await valid("SERVER20", { articles: [{ articleNumber: 1101 }] }), false);
    assert.equal(await valid("SERVER20", { monthly: true }), false);
    assert.equal(await valid("WELCOME10", { monthly: "a request that is none" }), false);
  });

  it("converts bank data, and refuses what is none", async () => {
    const { iban } = await expect<{ iban: string }>(200, "convertBankData", {
      body: { bankAccountNumber: "0532013000", bankCode: "370 400 44" },
    });
    assert.equal(iban, "DE89370400440532013000");
    await expect(400, "convertBankData", { body: { bankAccountNumber: "x", bankCode: "37040044" } });
  });
});
