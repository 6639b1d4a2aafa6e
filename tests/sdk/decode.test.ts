import assert from "node:assert/strict";
import fc from "fast-check";
import { z } from "zod";
import { decodeBody, successOf, UnreadableBody } from "../../sdk/http/decode.js";
import { answer, list, optional } from "../../sdk/models/schema.js";
import { empty, failure, json, redirect, value, type Operation } from "../../sdk/operations/operation.js";

const Thing = answer({ uid: z.string(), size: optional(z.number()) });
const things = json(list(Thing), "things");
const thing = json(Thing, "a thing");

const row = (answers: Operation["answers"]): Operation => ({
  id: "getThing",
  method: "GET",
  path: "/v1/things",
  purpose: "read things",
  answers,
  repeat: "safe",
  evidence: { status: "documented", answer: "documented" },
});

describe("decoding of a status", () => {
  it("uses the listed answer", () => {
    const check = row({ 200: value("available", "free"), 410: value("taken", "taken"), 400: failure("wrong") });
    assert.deepEqual(successOf(check, 410), value("taken", "taken"));
    assert.equal(successOf(check, 400), undefined);
    assert.equal(successOf(check, 500), undefined);
  });

  it("uses the first success for any other 2xx", () => {
    const create = row({ 201: thing, 204: empty("nothing"), 403: failure("no") });
    for (const status of [200, 202, 203, 299]) assert.equal(successOf(create, status), thing);
    assert.deepEqual(successOf(create, 204), empty("nothing"));
  });

  it("never uses a redirect by accident", () => {
    const read = row({ 200: thing, 301: redirect("/v1/others", "elsewhere") });
    assert.equal(successOf(read, 301)?.kind, "redirect");
    assert.equal(successOf(read, 302), undefined);
    assert.equal(successOf(read, 200), thing);
  });
});

describe("decoding of a body", () => {
  const unreadable = (text: string, pattern: RegExp, form = thing) =>
    assert.throws(
      () => decodeBody(form, text),
      (error) => error instanceof UnreadableBody && pattern.test(error.message),
    );

  it("keeps unknown members", () => {
    assert.deepEqual(decodeBody(thing, '{"uid":"a","extra":{"x":1}}'), { uid: "a", extra: { x: 1 } });
  });

  it("accepts null for an empty list and for an absent member", () => {
    assert.deepEqual(decodeBody(things, "null"), []);
    assert.equal((decodeBody(thing, '{"uid":"a","size":null}') as { size?: number }).size, undefined);
  });

  it("ignores a body that does not matter", () => {
    assert.equal(decodeBody(empty("gone"), "<html>"), undefined);
    assert.equal(decodeBody(value("taken", "taken"), '{"broken'), "taken");
  });

  it("says that it is empty, not JSON, or which member is missing", () => {
    unreadable("", /empty/);
    unreadable(" \n", /empty/);
    unreadable("<html>secret-page</html>", /^not JSON, or cut off$/);
    unreadable('{"uid":"secret-val', /^not JSON, or cut off$/);
    unreadable("{}", /answer\.uid: is required/);
    unreadable('[{"uid":"a"},{"uid":7}]', /answer\[1\]\.uid: must be text/, things as never);
    unreadable("null", /answer: must be an object/);
  });

  it("names a few problems and counts the rest", () => {
    unreadable(
      JSON.stringify(Array.from({ length: 9 }, () => ({}))),
      /answer\[4\]\.uid: is required and 4 more$/,
      things as never,
    );
  });

  it("never repeats a value", () => {
    const Strict = json(
      answer({
        a: z.url(),
        b: z.enum(["x", "y"]),
        c: z.number().max(3),
        d: z.string().regex(/^\d+$/),
        e: z.union([z.number(), z.boolean()]),
      }),
      "",
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{12,20}$/), (word) => {
        const data = { a: word, b: word, c: word, d: word, e: word };
        assert.throws(
          () => decodeBody(Strict, JSON.stringify(data)),
          (error: Error) => !error.message.includes(word),
        );
      }),
    );
  });
});
