import assert from "node:assert/strict";
import fc from "fast-check";
import { z } from "zod";
import { InputError } from "../../sdk/values/errors.js";
import { empty, type Operation } from "../../sdk/operations/operation.js";
import { operations } from "../../sdk/operations/index.js";
import { Secrets } from "../../sdk/redaction/redaction.js";
import { buildRequest, type AnyInput } from "../../sdk/http/request.js";

const none = new Secrets();
const webhook = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://hook.example/x" };

const problemsOf = (row: Operation, input: AnyInput, secrets = none): readonly string[] => {
  try {
    buildRequest(row, input, secrets, false);
  } catch (error) {
    assert.ok(error instanceof InputError);
    assert.equal(error.operation, row.id);
    assert.equal(error.effect, "none");
    for (const problem of error.problems) assert.ok(error.message.includes(problem));
    return error.problems;
  }
  return [];
};

describe("request", () => {
  it("has exactly the header fields that the API expects", () => {
    const write = buildRequest(operations.webhooks.create, { body: webhook }, none, true);
    // Only a read bypasses the cache.
    assert.deepEqual(write.headers, { accept: "application/json", "content-type": "application/json" });
    assert.deepEqual(JSON.parse(write.body!), webhook);
    const read = buildRequest(operations.webhooks.list, {}, none, true);
    assert.deepEqual(read.headers, { accept: "application/json", "cache-control": "no-cache" });
    assert.equal(read.body, undefined);
  });

  it("encodes the query in the table's order, without absent parameters", () => {
    const row: Operation = {
      ...operations.webhooks.list,
      query: z.strictObject({ limit: z.int().optional(), name: z.string().optional(), owned: z.boolean().optional() }),
    };
    const query = { owned: false, name: "a&b=c d/é", limit: undefined };
    assert.equal(buildRequest(row, { query }, none, false).path, "/v1/webhooks?name=a%26b%3Dc%20d%2F%C3%A9&owned=false");
    assert.equal(buildRequest(row, {}, none, false).path, "/v1/webhooks");
  });

  it("sends what was checked, whatever the input returns when it is read again", () => {
    const place = { accountIdentifier: "p1", domainIdentifier: "a.de" };
    const row = operations.domains.deleteSubdomain;
    const list = new Proxy([{ name: "blog" }], {});
    assert.equal(buildRequest(row, { ...place, body: list }, none, false).body, '[{"name":"blog"}]');
    let reads = 0;
    const changing = {
      get name() {
        return ["blog", "www"][reads++];
      },
      toJSON: undefined,
    };
    const { body } = buildRequest(operations.gdpr.createContractPreset, { body: { name: "a", config: changing } }, none, false);
    assert.equal(body, '{"name":"a","config":{"name":"blog"}}');
    assert.equal(reads, 1);
    class Reference {
      constructor(readonly name: string) {}
      toJSON() {
        return { name: this.name.toLowerCase() };
      }
    }
    assert.equal(buildRequest(row, { ...place, body: [new Reference("BLOG")] }, none, false).body, '[{"name":"blog"}]');
  });
});

describe("invalid input", () => {
  it("is reported with all its problems, before anything is sent", () => {
    const body = {
      ...webhook,
      eventType: "OTHER",
      url: "no url",
      headers: { "X-A b": 1, "X-B": 2, "X-C": "d\r\ne" },
      parameters: { key: "\0" },
      colour: "red",
      method: undefined,
    };
    assert.deepEqual(problemsOf(operations.webhooks.update, { webhookIdentifer: "a", body }), [
      "webhookIdentifer: unknown parameter. Did you mean webhookIdentifier?",
      "webhookIdentifier: is required",
      'body.eventType: must be "DOMAIN_REGISTRATION_STATUS"',
      "body.method: is required",
      "body.url: must be a URL with its scheme, such as https://example.com/path",
      'body.headers["X-A b"]: must be named with letters, digits and !#$%&\'*+-.^_`|~ only',
      "body.headers.X-B: must be text",
      "body.headers.X-C: must not contain control characters, such as line ends, or begin or end with white space",
      "body.parameters.key: must not contain control characters, such as line ends",
      "body.colour: unknown member",
    ]);
  });

  for (const [operation, input, problem] of [
    [operations.webhooks.create, {}, "body: is required"],
    [operations.webhooks.list, { query: { limit: 1 } }, "query: unknown parameter; there are none"],
    [operations.domains.list, { accountIdentifier: "p1", query: { limit: "1" } }, "query.limit: must be a number"],
    ...[null, [], new Map(), Promise.resolve({}), "a", 1].map(
      (input) => [operations.webhooks.list, input, "input: must be a readable object"] as const,
    ),
  ] as [Operation, AnyInput, string][])
    it(`is reported: ${problem}`, () => assert.deepEqual(problemsOf(operation, input), [problem]));

  it("is reported in our own words", () => {
    const row: Operation = {
      ...operations.webhooks.create,
      answers: { 200: empty("") },
      body: z.strictObject({
        text: z.string().min(1),
        long: z.string().max(3),
        share: z.number().min(20).max(80),
        list: z.array(z.string()).min(2),
        code: z.string().regex(/^\d+$/),
        word: z.string().regex(/^[a-z]+$/, "must be a word in lower case"),
        either: z.union([z.string(), z.strictObject({ id: z.number() })]),
        pair: z.number().refine((n) => n % 2 === 0, "must be even"),
      }),
    };
    const body = { text: "", long: "abcd", share: 90, list: [], code: "x", word: "X", either: { id: "y" }, pair: 3 };
    assert.deepEqual(problemsOf(row, { body }), [
      "body.text: must not be empty",
      "body.long: must have at most 3 characters",
      "body.share: must be at most 80",
      "body.list: must have at least 2 elements",
      "body.code: must match /^\\d+$/",
      "body.word: must be a word in lower case",
      "body.either: must be text, or id must be a number",
      "body.pair: must be even",
    ]);
  });

  it("is reported without its values", () => {
    const word = fc.stringMatching(/^[A-Z0-9]{12,20}$/);
    fc.assert(
      fc.property(word, (value) => {
        const bodies = [
          value,
          { ...webhook, eventType: value, method: value, url: value, headers: value, parameters: value },
          { ...webhook, headers: { a: [value] }, parameters: { key: [value], value: [value] } },
        ];
        for (const body of bodies) {
          const problems = problemsOf(operations.webhooks.create, { body });
          assert.notEqual(problems.length, 0);
          assert.ok(!problems.join().includes(value));
        }
        const place = { accountIdentifier: [value], query: value };
        assert.ok(!problemsOf(operations.domains.list, place).join().includes(value));
      }),
    );
  });

  it("includes what JSON would drop, replace or convert, with its place", () => {
    const row = operations.gdpr.createContractPreset;
    const numbers = { nan: NaN, infinite: -Infinity, big: 1n, boxed: new Number(1), date: new Date(NaN) };
    const objects = { run: () => 1, symbol: Symbol("x"), map: new Map([[1, 2]]), error: new Error("x"), bytes: Buffer.from("x") };
    const values = { ...numbers, ...objects, half: "\ud800" };
    for (const [name, value] of Object.entries(values)) {
      const problems = problemsOf(row, { body: { name: "a", config: { list: [{ [name]: value }] } } });
      assert.equal(problems.length, 1, name);
      assert.ok(problems[0]!.startsWith(`body.config.list[0].${name}: must `), problems[0]);
    }

    assert.deepEqual(problemsOf(row, { body: { name: "a", config: { list: [undefined, , 1] } } }), [
      "body.config.list[0]: must not be undefined",
      "body.config.list[1]: must not be undefined",
    ]);
    const { body } = buildRequest(row, { body: { name: "a", config: { at: new Date(0), none: undefined } } }, none, false);
    assert.equal(body, '{"name":"a","config":{"at":"1970-01-01T00:00:00.000Z"}}');
  });

  it("includes what cannot be read, or is not an object", () => {
    const row = operations.gdpr.createContractPreset;
    const thrown = () => {
      throw new Error("hunter22");
    };
    const getter = Object.defineProperty({}, "x", { enumerable: true, get: thrown });
    assert.deepEqual(problemsOf(row, { body: { name: "a", config: getter } }), [
      "body.config.x: cannot be read: its getter or proxy throws",
    ]);
    const proxy = new Proxy({}, { ownKeys: thrown });
    assert.deepEqual(problemsOf(row, { body: { name: "a", config: proxy } }), ["body.config: cannot be read: its proxy throws"]);
    const { proxy: revoked, revoke } = Proxy.revocable({}, {});
    revoke();
    assert.deepEqual(problemsOf(operations.webhooks.list, revoked as AnyInput), ["input: must be a readable object"]);
  });

  it("is reported without known secrets, even in names", () => {
    const problems = problemsOf(operations.webhooks.create, { body: { ...webhook, hunter22: 1 } }, new Secrets(["hunter22"]));
    assert.deepEqual(problems, ["body.[secret]: unknown member"]);
  });
});
