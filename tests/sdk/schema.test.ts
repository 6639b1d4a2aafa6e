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
  const marked = secret(z.string());

  for (const [wrapped, schema] of Object.entries({
    bare: marked,
    described: marked.describe("A password."),
    optional: marked.optional(),
    nullable: marked.nullable(),
    "optional in an answer": optional(marked),
    "described in an answer": optional(marked).describe("A password."),
    "with a default": marked.default("x"),
    "read-only": marked.readonly(),
    transformed: marked.transform((value) => value.length),
    "the outcome of a transformation": z.string().pipe(marked),
    lazy: z.lazy(() => marked),
    "wrapped several times": optional(marked.nullable().optional()).optional(),
  }))
    it(`finds one that is ${wrapped}`, () => assert.equal(isSecret(schema), true));

  it("is false without a mark", () => {
    assert.equal(isSecret(optional(z.string()).describe("A name.")), false);
  });

  it("is false for an object with a secret member", () => {
    assert.equal(isSecret(request({ password: marked })), false);
  });

  it("does not mark the schema that a marked one was made from", () => {
    const plain = z.string();
    secret(plain);
    assert.equal(isSecret(plain), false);
  });
});

describe("shownOnce", () => {
  const marked = shownOnce(z.string().describe("A password."));

  it("marks a secret", () => assert.equal(isSecret(marked), true));

  it("adds to the description, if there is one", () => {
    assert.equal(marked.description, "A password. Shown only in this answer.");
    assert.equal(shownOnce(z.string()).description, "Shown only in this answer.");
  });

  it("is found by membersShownOnce at any depth, however it is wrapped, and no other secret is", () => {
    const inner = answer({ password: optional(marked), token: secret(z.string()) });
    assert.deepEqual(membersShownOnce(answer({ inner: list(z.union([inner, request({ pin: marked })])) })), ["password", "pin"]);
  });

  it("is found by membersShownOnce in a schema that contains itself", () => {
    const node: z.ZodType = answer({ next: optional(z.lazy(() => node)), password: marked });
    assert.deepEqual(membersShownOnce(node), ["password"]);
  });
});

describe("the building blocks of models", () => {
  it("refuse an unknown member of a request", () => {
    assert.equal(request({ name: z.string() }).safeParse({ name: "a", nam: "b" }).success, false);
  });

  it("keep an unknown member of an answer", () => {
    assert.deepEqual(answer({ name: z.string() }).parse({ name: "a", more: [1] }), { name: "a", more: [1] });
  });

  it("treat null and absence of an optional member alike", () => {
    const schema = answer({ name: optional(z.string()) });
    assert.equal(schema.parse({}).name, undefined);
    assert.equal(schema.parse({ name: null }).name, undefined);
    assert.equal(schema.parse({ name: "" }).name, "");
  });

  it("treat an empty list in place of an object as absent", () => {
    const schema = answer({ price: optional(answer({ net: z.number() })), names: optional(list(z.string())) });
    assert.equal(schema.parse({ price: [] }).price, undefined);
    assert.deepEqual(schema.parse({ price: { net: 1 }, names: [] }), { price: { net: 1 }, names: [] });
    assert.equal(schema.safeParse({ price: [1] }).success, false);
  });

  it("refuse null for a required member", () => {
    assert.equal(answer({ name: z.string() }).safeParse({ name: null }).success, false);
  });

  it("treat null as an empty list", () => {
    assert.deepEqual(list(z.string()).parse(null), []);
    assert.deepEqual(list(z.string()).parse(["a"]), ["a"]);
  });

  it("turn one element, several and none into a list", () => {
    const schema = oneOrMany(answer({ uid: z.number() }));
    assert.deepEqual(schema.parse({ uid: 1 }), [{ uid: 1 }]);
    assert.deepEqual(schema.parse([{ uid: 1 }, { uid: 2 }]), [{ uid: 1 }, { uid: 2 }]);
    assert.deepEqual(schema.parse(null), []);
    assert.equal(schema.safeParse([{}]).success, false);
  });

  it("accept an empty list for an empty object", () => {
    assert.deepEqual(openObject.parse([]), {});
    assert.deepEqual(openObject.parse({ any: 1 }), { any: 1 });
    assert.equal(openObject.safeParse(["x"]).success, false);
  });
});
