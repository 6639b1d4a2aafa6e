import assert from "node:assert/strict";
import fc from "fast-check";
import { z } from "zod";
import { decodeBody, successOf, UnreadableBody } from "../../sdk/http/decode.js";
import { answer, list, optional } from "../../sdk/models/schema.js";
import { type Answer, empty, failure, json, redirect, value } from "../../sdk/operations/operation.js";
import { operations } from "../../sdk/operations/index.js";

const Thing = answer({ uid: z.string(), size: optional(z.number()) });
const things = json(list(Thing), "things");
const thing = json(Thing, "a thing");

describe("decoding of a status", () => {
  const answers = {
    201: thing,
    204: empty("nothing"),
    301: redirect("/v1/others", "elsewhere"),
    403: failure("no"),
    410: value("taken", "taken"),
  };
  for (const [status, expected] of [
    [201, answers[201]],
    // Any other 2xx is the first success.
    [200, answers[201]],
    [202, answers[201]],
    [299, answers[201]],
    [204, answers[204]],
    [301, answers[301]],
    [302, undefined],
    [403, undefined],
    [410, answers[410]],
    [500, undefined],
  ] as const)
    it(`uses the listed answer, or the first success for a success: ${status}`, () => {
      assert.equal(successOf({ ...operations.webhooks.list, answers }, status), expected);
    });
});

describe("decoding of a body", () => {
  for (const [form, text, expected] of [
    [thing, '{"uid":"a","extra":{"x":1}}', { uid: "a", extra: { x: 1 } }],
    [thing, '{"uid":"a","size":null}', { uid: "a", size: undefined }],
    [things, "null", []],
    [empty("gone"), "<html>", undefined],
    [value("taken", "taken"), '{"broken', "taken"],
    [thing, "", /empty/],
    [thing, " \n", /empty/],
    [thing, "<html>secret-page</html>", /^not JSON, or cut off$/],
    [thing, '{"uid":"secret-val', /^not JSON, or cut off$/],
    [thing, "{}", /answer\.uid: is required/],
    [things, '[{"uid":"a"},{"uid":7}]', /answer\[1\]\.uid: must be text/],
    [thing, "null", /answer: must be an object/],
    [things, JSON.stringify(Array(9).fill({})), /answer\[4\]\.uid: is required and 4 more$/],
  ] as [Answer, string, unknown][])
    it(`${expected instanceof RegExp ? "says what is wrong" : "takes"}: ${text.slice(0, 40)}`, () => {
      const decode = () => decodeBody(form as typeof thing, text);
      if (expected instanceof RegExp)
        assert.throws(decode, (error) => error instanceof UnreadableBody && expected.test(error.message));
      else assert.deepEqual(decode(), expected);
    });

  it("never repeats a value", () => {
    const members = { a: z.url(), b: z.enum(["x", "y"]), c: z.number().max(3), d: z.string().regex(/^\d+$/) };
    const Strict = json(answer({ ...members, e: z.union([z.number(), z.boolean()]) }), "");
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
