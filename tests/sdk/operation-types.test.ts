import assert from "node:assert/strict";
import type { InputOf, ResultOf } from "../../sdk/operations/operation.js";
import type { operations } from "../../sdk/operations/index.js";

/** Compiles only where both types are the same. */
const same = <A, B>(..._proof: [A] extends [B] ? ([B] extends [A] ? [] : ["not the same"]) : ["not the same"]): void => undefined;

// What is proved here is proved by the compiler.
describe("the types of the table", () => {
  it("distinguish path parameters", () => {
    same<InputOf<typeof operations.accounts.listVirtual>, { readonly customerNumber: number } & object>();
    const input = { customerNumber: 100000, accountIdentifier: "p1" } satisfies InputOf<typeof operations.accounts.deleteVirtual>;
    assert.ok(input);
  });

  it("make an optional body optional", () => {
    const without: InputOf<typeof operations.gdpr.acceptContract> = { contractIdentifier: "1" };
    const with_: InputOf<typeof operations.gdpr.acceptContract> = { contractIdentifier: "1", body: { contractSigner: "A" } };
    // @ts-expect-error The body of this one must be there.
    const missing: InputOf<typeof operations.gdpr.createTom> = {};
    assert.ok([without, with_, missing]);
  });

  it("turn statuses into a result", () => {
    same<ResultOf<typeof operations.domains.check>, "available" | "taken">();
    same<ResultOf<typeof operations.catalogue.validatePromotionCode>, "valid" | "invalid">();
  });

  it("turn a redirect into the target's result", () => {
    same<ResultOf<typeof operations.customers.getContactPerson>, ResultOf<typeof operations.customers.getContractPartner>>();
  });

  it("follow recursive answers", () => {
    const deep = (article: ResultOf<typeof operations.catalogue.getArticle>): number | undefined =>
      article.articleOptions?.mainCategory?.subCategory?.[0]?.article?.articleOptions?.mainCategory?.subCategory?.[0]?.article
        ?.articleNumber;
    assert.equal(deep({}), undefined);
  });
});
