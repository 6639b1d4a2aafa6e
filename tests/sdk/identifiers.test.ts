import assert from "node:assert/strict";
import { AnswerError, identifierOf } from "../../sdk/index.js";

describe("identifiers of records", () => {
  for (const [title, found, expected] of [
    ["cart", identifierOf.cart({ _id: "c1" }), "c1"],
    ["item of a cart", identifierOf.cartItem({ _id: "i1" }), "i1"],
    ["webhook", identifierOf.webhook({ uid: "w1" }), "w1"],
    ["account", identifierOf.account({ name: "p1", uid: 7 }), "p1"],
    ["contract", identifierOf.contract({ uid: 7 }), 7],
    ["article", identifierOf.article({ articleNumber: 1101 }), "1101"],
    ["top-level domain", identifierOf.topLevelDomain({ name: "de", uid: 7 } as never), "de"],
    // The operations take a number, though some answers contain a text.
    ["customer", identifierOf.customer({ customerNumber: "100007" }), 100007],
    ...["_id", "id", "uid", "uuid"].map(
      (name) => [`GDPR record by ${name}`, identifierOf.gdprRecord({ [name]: 7 }), "7"] as const,
    ),
    ["GDPR record with several", identifierOf.gdprRecord({ uuid: "d", uid: 7, id: "" }), "7"],
  ] as const)
    it(`are found in a ${title}`, () => assert.equal(found, expected));

  for (const [what, read] of [
    ["cart, only _id, jwt.", () => identifierOf.cart({ _id: undefined, ...{ jwt: "hidden" } })],
    ["webhook, only uid.", () => identifierOf.webhook({ uid: "" })],
    ["GDPR record, only nothing.", () => identifierOf.gdprRecord({})],
  ] as const)
    it(`throw an error that names the members without values if there is none: ${what}`, () => {
      assert.throws(
        read,
        (error) =>
          error instanceof AnswerError &&
          error.effect === "possible" &&
          error.message === `The answer contains no identifier of the ${what}`,
      );
    });

  it("throw an error if the operations take a number and the answer has none", () => {
    assert.throws(() => identifierOf.customer({ customerNumber: "new" }), AnswerError);
  });
});
