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
});
