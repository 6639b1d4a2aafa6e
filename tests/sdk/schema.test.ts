import assert from "node:assert/strict";
import { z } from "zod";
import {
  answer,
  isSecret,
  list,
  membersShownOnce,
  oneOrMany,
  openObject,
  optional,
  request,
  secret,
  shownOnce,
} from "../../sdk/models/schema.js";

describe("isSecret", () => {
  const plain = z.string();
  const marked = secret(plain);

  for (const [wrapped, schema, expected = true] of [
    ["bare", marked],
    ["described", marked.describe("A password.")],
    ["nullable", marked.nullable()],
    ["described in an answer", optional(marked).describe("A password.")],
    ["transformed", marked.transform((value) => value.length)],
    ["the outcome of a transformation", z.string().pipe(marked)],
    ["shown once", shownOnce(z.string())],
    ["without a mark", optional(z.string()).describe("A name."), false],
    ["an object with a secret member", request({ password: marked }), false],
    ["what a marked one was made from", plain, false],
  ] as const)
    it(`is ${expected} for one that is ${wrapped}`, () => assert.equal(isSecret(schema), expected));
});

describe("shownOnce", () => {
  const marked = shownOnce(z.string().describe("A password."));

  it("adds to the description, if there is one", () => {
    assert.equal(marked.description, "A password. Shown only in this answer.");
    assert.equal(shownOnce(z.string()).description, "Shown only in this answer.");
  });

  it("is found by membersShownOnce at any depth, and no other secret is", () => {
    const inner = answer({ password: optional(marked), token: secret(z.string()) });
    assert.deepEqual(membersShownOnce(answer({ inner: list(z.union([inner, request({ pin: marked })])) })), ["password", "pin"]);
    const node: z.ZodType = answer({ next: optional(z.lazy(() => node)), password: marked });
    assert.deepEqual(membersShownOnce(node), ["password"]);
  });
});

describe("the building blocks of models", () => {
  const name = answer({ name: optional(z.string()) });
  const price = answer({ price: optional(answer({ net: z.number() })), names: optional(list(z.string())) });
  const many = oneOrMany(answer({ uid: z.number() }));
  const refused = Symbol("refused");

  for (const [title, schema, value, expected] of [
    ["refuse an unknown member of a request", request({ name: z.string() }), { name: "a", nam: "b" }, refused],
    ["keep an unknown member of an answer", answer({ name: z.string() }), { name: "a", more: [1] }, { name: "a", more: [1] }],
    ["treat null as absence of an optional member", name, { name: null }, { name: undefined }],
    ["refuse null for a required member", answer({ name: z.string() }), { name: null }, refused],
    ["treat an empty list in place of an object as absent", price, { price: [] }, { price: undefined }],
    ["keep an object and an empty list", price, { price: { net: 1 }, names: [] }, { price: { net: 1 }, names: [] }],
    ["refuse a list in place of an object", price, { price: [1] }, refused],
    ["treat null as an empty list", list(z.string()), null, []],
    ["turn one element into a list", many, { uid: 1 }, [{ uid: 1 }]],
    ["turn none into a list", many, null, []],
    ["refuse a wrong element", many, [{}], refused],
    ["accept an empty list for an empty object", openObject, [], {}],
    ["refuse a list for an object", openObject, ["x"], refused],
  ] as [string, z.ZodType, unknown, unknown][])
    it(title, () => {
      const { success, data } = schema.safeParse(value);
      assert.deepEqual(success ? data : refused, expected);
    });
});
