import assert from "node:assert/strict";
import { inspect } from "node:util";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { decodeBody, UnreadableBody } from "../../sdk/http/decode.js";
import { AnswerError, ApiError, type Client, createClient, HostingError, InputError } from "../../sdk/index.js";
import { operations } from "../../sdk/operations/index.js";
import type { JsonAnswer } from "../../sdk/operations/operation.js";
import { rows } from "../../sdk/operations/rows.js";
import { mask } from "../../sdk/redaction/mask.js";
import { Secrets } from "../../sdk/redaction/redaction.js";
import { excessOf } from "../../sdk/http/payload-limits.js";
import { spelledOut } from "../../sdk/redaction/text.js";
import { created, failureOf as failure, useClients, webhook } from "../support/client.js";
import { factOperations } from "../support/facts.js";
import { actingTexts, assertInert, assertUnpolluted, hostileJson, hostileText } from "../support/hostile.js";
import { arbitraryFromSchema } from "../support/json-schema-arbitrary.js";
import { json } from "../support/server.js";

const isJson = (answer: { readonly kind: string }): answer is JsonAnswer => answer.kind === "json";
const jsonAnswers = rows.flatMap((row) =>
  Object.values(row.answers)
    .filter(isJson)
    .map((answer) => ({ row, answer })),
);

/** JSON as deep as that, in one of three ways. */
const nested = (depth: number): string[] => [
  "[".repeat(depth) + "]".repeat(depth),
  '{"a":'.repeat(depth) + "1" + "}".repeat(depth),
  '[{"items":'.repeat(depth / 2) + "1" + "}]".repeat(depth / 2),
];

const failureOf = <E extends HostingError>(call: Promise<unknown>, kind: abstract new (...args: never[]) => E): Promise<E> =>
  failure(call, kind, Infinity);

type Bytes = Uint8Array | string;
type Fields = Readonly<Record<string, string>>;

describe("a hostile or broken answer", () => {
  const { start } = useClients();
  afterEach(assertUnpolluted);
  const once = { retry: { attempts: 1 } };

  /** A client to whom the server answers exactly these bytes. */
  const answered = async (bytes: Bytes, headers: Fields = {}, status = 200): Promise<Client> =>
    (await start((_, response) => void response.writeHead(status, headers).end(bytes), once)).client;

  const listed = (name: string): string => JSON.stringify([{ ...created, uid: name }]);
  const latin1 = Buffer.from(listed("münchen"), "latin1");
  const octets = (...bytes: number[]) => Buffer.concat([Buffer.from('[{"uid":"'), Buffer.from(bytes), Buffer.from('"}]')]);
  const whole = gzipSync(listed("a"));
  const flipped = Buffer.from(whole.map((octet, index) => (index === 14 ? octet ^ 255 : octet)));
  const [notUtf8, notJson, undecodable] = [/: it is not UTF-8/, /: not JSON/, /: it is compressed/];

  for (const [what, bytes, reason, headers] of [
    ["in Latin 1, which it declares", latin1, notUtf8, { "content-type": "application/json; charset=iso-8859-1" }],
    ["in UTF-16 with its mark", Buffer.from(`\ufeff${listed("a")}`, "utf16le"), notUtf8],
    ["in UTF-16", Buffer.from(listed("abc"), "utf16le"), notJson],
    ["with an overlong form", octets(0xc0, 0xae, 0xc0, 0xae), notUtf8],
    ["with half a character", octets(0xed, 0xa0, 0x80), notUtf8],
    ["that is cut within a character", Buffer.from(listed("東")).subarray(0, -5), notUtf8],
    ["that is compressed and cut off", whole.subarray(0, -9), undecodable, { "content-encoding": "gzip" }],
    ["that is compressed and damaged", flipped, undecodable, { "content-encoding": "gzip" }],
    ["that is not compressed with br, as it says", listed("a"), undecodable, { "content-encoding": "br" }],
    ["compressed with zstd", Buffer.of(0x28, 0xb5, 0x2f, 0xfd), undecodable, { "content-encoding": "zstd" }],
    ["compressed twice", brotliCompressSync(whole), undecodable, { "content-encoding": "gzip, br" }],
    ["that is a page", "<!doctype html><title>Maintenance</title>", notJson, { "content-type": "text/html" }],
    ...["undefined", "NaN", "{a:1}", "[1,]", "\u0000", '"\n"', "[]\u0000", "[][]"].map(
      (body) => [JSON.stringify(body), body, notJson] as const,
    ),
    ...nested(100_000).map((deep, index) => [`nested too deep (${index})`, deep, /nested deeper than 100 levels/] as const),
    ["of too many elements", `[${"1,".repeat(600_000)}1]`, /more than 500000 values/],
    [
      "of too many members",
      `[{"headers":{${Array.from({ length: 500_001 }, (_, n) => `"${n}":1`).join()}}}]`,
      /more than 500000 values/,
    ],
    ["with an inherited member", `[{"__proto__":${JSON.stringify(webhook)}}]`, /answer\[0\]\.eventType: is required/],
  ] as readonly (readonly [string, Bytes, RegExp, Fields?])[])
    it(`is an error: ${what}`, async () => {
      const error = await failureOf((await answered(bytes, headers)).webhooks.list(), AnswerError);
      assert.match(error.message, reason);
      assert.equal(error.effect, "none");
    });

  for (const charset of ["utf8", "iso-8859-1", "utf-16", "nonsense", '"', ""])
    it(`is decoded as UTF-8 whatever it declares, without its byte order mark: ${charset}`, async () => {
      const type = `application/json; charset=${charset}`;
      const client = await answered(`\ufeff${listed("münchen-東京-𝄞")}`, { "content-type": type });
      assert.equal((await client.webhooks.list())[0]!.uid, "münchen-東京-𝄞");
    });

  const plain = listed("münchen".repeat(1000));
  for (const [encoding, bytes] of [
    ["gzip", gzipSync(plain)],
    ["X-GZIP", gzipSync(plain)],
    ["deflate", deflateSync(plain)],
    ["br", brotliCompressSync(plain)],
    ["gzip", Buffer.from(plain)],
    ["gzip", Buffer.from(`\n ${plain}`)],
    ["utf-8", Buffer.from(plain)],
  ] as const)
    it(`is read in pieces of any size, and decompressed if a proxy has compressed it: ${encoding}`, async () => {
      const { client, server } = await start(async (_, response) => {
        response.writeHead(200, { "content-encoding": encoding });
        for (const octet of bytes) response.write(Buffer.of(octet));
        response.end();
      });
      assert.deepEqual(await client.webhooks.list(), JSON.parse(plain));
      assert.equal(server.received[0]!.headers["accept-encoding"], "identity");
    });

  it("is decompressed up to the largest allowed answer only, and frees its connection", async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, " "));
    const { client } = await start(
      ({ method }, response) =>
        method === "GET" ? response.writeHead(200, { "content-encoding": "gzip" }).write(bomb) : json(response, 200, created),
      { maxAnswerBytes: 1_000_000, maxConnections: 1, ...once },
    );
    await failureOf(client.webhooks.list(), AnswerError);
    await client.webhooks.delete({ webhookIdentifier: "w1" });
  });

  it("that is a failure is quoted as far as it can be decoded", async () => {
    const deep = nested(100_000)[0]!;
    for (const [body, said] of [
      [Buffer.from('{"message":"Zugriff für nichts"}', "latin1"), "Zugriff f\ufffdr nichts"],
      [`{"message":"too bad","trace":${deep}}`, "too bad"],
      [deep, undefined],
      [JSON.stringify({ message: "%25".repeat(3_000_000) }), "a text of 9000000 characters"],
    ] as const)
      assert.equal((await failureOf((await answered(body, {}, 400)).webhooks.list(), ApiError)).said, said);
  });

  it("that is only a part is an error if its body matters", async () => {
    const part = await answered("[]", { "content-range": "items 0-9/250" }, 206);
    assert.match((await failureOf(part.webhooks.list(), AnswerError)).message, /it is only a part/);
    assert.equal(await part.webhooks.delete({ webhookIdentifier: "a" }), undefined);
  });

  const token = "MW_once-and-never-again";
  for (const [body, kept] of [
    [JSON.stringify({ uuid: "u", token }), { uuid: "u", token }],
    [`{"uuid":"u","token":"${token}`, `{"uuid":"u","token":"${token}`],
  ] as const)
    it(`is kept on its error, unprinted, because it may contain a secret shown only once: ${typeof kept}`, async () => {
      const client = await answered(body, {}, 201);
      const error = await failureOf(client.authentication.createToken({ body: { description: "CI" } }), AnswerError);
      assert.deepEqual([error.effect, error.answer], ["possible", kept]);
      for (const shown of [inspect(error, { showHidden: true, depth: 9 }), JSON.stringify(error), String(error), error.stack!])
        assert.ok(!shown.includes(token), shown);
      assert.ok(!Object.keys(error).includes("answer"));
    });

  for (const body of ["[]", "null"])
    it(`is an error for an order that names nothing: ${body}`, async () => {
      const client = await answered(body, {}, 201);
      const place = { accountIdentifier: "p1" };
      const register = failureOf(client.domains.register({ ...place, body: { sld: "a", tld: "de" } }), AnswerError);
      assert.match((await register).message, /answer: must not be empty/);
      const input = { ...place, domainIdentifier: "a.de", body: [{ name: "blog" }] };
      assert.equal((await failureOf(client.domains.createSubdomains(input), AnswerError)).effect, "possible");
    });

  it("is refused if it is nested too deep, for every operation", () => {
    for (const deep of nested(200))
      for (const { row, answer } of jsonAnswers)
        for (const body of [deep, `{"x":${deep}}`, `[{"items":${deep}}]`])
          assert.throws(() => decodeBody(answer, body), UnreadableBody, row.id);
  });

  it("names no other object if its numbers lose their value", async () => {
    const preset = (id: string) => answered(`[{"_id":${id},"id":"other","name":"n"}]`);
    for (const id of ["9007199254740993", "12345678901234567890", "1e400", "-1e400", "1e21"])
      await failureOf((await preset(id)).gdpr.listContractPresets(), AnswerError);
    assert.equal((await (await preset("9007199254740991")).gdpr.listContractPresets())[0]!._id, 9007199254740991);
  });

  it("changes no prototype, at any depth, for every operation", () => {
    const polluting = '{"polluted":true,"uid":"inherited","name":"inherited"}';
    const inherits = (data: unknown): boolean =>
      typeof data === "object" &&
      data !== null &&
      (("polluted" in data && !Object.hasOwn(data, "polluted")) || Object.values(data).some(inherits));
    for (const { row, answer } of jsonAnswers)
      for (const name of ["__proto__", "\\u005f_proto__", "constructor", "prototype"])
        for (const member of [`"${name}":${polluting}`, `"x":{"y":[{"${name}":${polluting}}]}`])
          for (const body of [`{${member}}`, `[{${member}}]`])
            try {
              const read = decodeBody(answer, body);
              assert.ok(!inherits(read) && !JSON.stringify(read).includes("__proto__"), row.id);
            } catch (error) {
              assert.ok(error instanceof UnreadableBody, `${row.id}: ${String(error)}`);
            }
  });

  it("keeps harmless members that are named like inherited ones", () => {
    const { answers } = operations.customers.getPaymentSettings;
    const read = decodeBody(answers[200], '{"constructor":{"prototype":1},"toString":2}');
    assert.deepEqual(Object.keys(read as object), ["constructor", "toString"]);
    const data: unknown = JSON.parse('{"constructor":{"password":"hidden-value"},"a":{"__proto__":{"token":"hidden-value"}}}');
    const scrubbed = `{"constructor":{"password":"${mask}"},"a":{"__proto__":{"token":"${mask}"}}}`;
    assert.equal(JSON.stringify(new Secrets().scrub(data)), scrubbed);
  });

  it("with half a character in an identifier leads to no other object", async () => {
    const { client, server } = await start(
      (_, response) => void response.end(`[${JSON.stringify({ ...webhook, uid: "a\ud800" })}]`),
    );
    const [found] = await client.webhooks.list();
    const error = await failureOf(client.webhooks.delete({ webhookIdentifier: found!.uid! }), InputError);
    assert.deepEqual(error.problems, ["webhookIdentifier: must be well-formed text"]);
    assert.equal(server.received.length, 1);
  });

  for (const acting of actingTexts)
    it(`is quoted without effect on a terminal or a log: ${spelledOut(JSON.stringify(acting))}`, async () => {
      assert.equal(spelledOut(spelledOut(acting)), spelledOut(acting));
      assertInert(new HostingError(`${acting}\n${acting}`).message);
      for (const said of [acting, `before ${acting} after`, acting.repeat(200)])
        for (const body of [JSON.stringify({ message: said }), said]) {
          const error = await failureOf((await answered(body, {}, 400)).webhooks.list(), ApiError);
          assertInert(error.said ?? "");
          assert.doesNotMatch(error.said ?? "", /\n/);
        }
    });

  it("is escaped for a log, in JSON with the same meaning", () => {
    fc.assert(
      fc.property(hostileJson, (data) => {
        const shown = spelledOut(JSON.stringify(data, undefined, 2));
        assertInert(shown);
        assert.deepEqual(JSON.parse(shown), JSON.parse(JSON.stringify(data)));
      }),
    );
    const harmless = "plain – text with ä, 東, ❤️ and C:: # [1]\n\tand lines";
    assert.equal(spelledOut(harmless), harmless);
  });

  for (const row of rows)
    it(`is decoded or refused with our own message: ${row.id}`, () => {
      const { responses } = factOperations.find(({ id }) => id === row.id)!;
      const shapes = responses.flatMap(({ schema }) =>
        schema === null ? [] : [arbitraryFromSchema(schema, { direction: "answer" })],
      );
      const bodies = fc.oneof(
        fc.string({ unit: "binary" }),
        hostileJson.map((data) => JSON.stringify(data)),
        ...shapes.map((shape) =>
          fc.tuple(shape, fc.nat(), hostileJson).map(([data, place, other]) => JSON.stringify(misplaced(data, place, other))),
        ),
      );
      fc.assert(
        fc.property(bodies, (body) => {
          for (const answer of Object.values(row.answers))
            try {
              if (answer.kind === "json" || answer.kind === "empty" || answer.kind === "value") decodeBody(answer, body);
            } catch (error) {
              assert.ok(error instanceof UnreadableBody, inspect(error));
            }
        }),
        { numRuns: 30 },
      );
    });

  it("is decoded or refused with our own message, through a server", async () => {
    let next: { readonly status: number; readonly body: Bytes } = { status: 200, body: "" };
    const { client } = await start((_, response) => void response.writeHead(next.status).end(next.body), {
      maxRateLimitWait: 0,
      ...once,
    });
    const calls: (() => Promise<unknown>)[] = [
      () => client.webhooks.list(),
      () => client.domains.register({ accountIdentifier: "p1", body: { sld: "a", tld: "de" } }),
      () => client.domains.delete({ accountIdentifier: "p1", domainIdentifier: "a.de" }),
      () => client.authentication.authenticate({ body: { username: "a", password: "b" } }),
      () => client.domains.list.each({ accountIdentifier: "p1" }).toArray(),
    ];
    const status = fc.oneof(fc.constantFrom(200, 201, 202, 204, 410), fc.integer({ min: 200, max: 599 }));
    const body = fc.oneof(
      fc.uint8Array(),
      fc.string({ unit: "binary" }),
      hostileText.map((said) => JSON.stringify({ message: said })),
      hostileJson.map((data) => JSON.stringify(data)),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...calls), status, body, async (call, ...answer) => {
        next = { status: answer[0], body: answer[1] };
        const outcome = await call().then(
          () => undefined,
          (error: unknown) => error,
        );
        if (outcome !== undefined) await failureOf(Promise.reject(outcome as Error), HostingError);
      }),
      { numRuns: 300 },
    );
  }).timeout(60_000);
});

/** The data with something else at one of its places. */
function misplaced(data: unknown, place: number, other: unknown): unknown {
  if (typeof data !== "object" || data === null || place % 3 === 0) return other;
  const names = Object.keys(data);
  const name = names[place % (names.length + 1)];
  if (name === undefined) return other;
  const changed = misplaced((data as Record<string, unknown>)[name], Math.floor(place / 3), other);
  return Array.isArray(data)
    ? data.map((element: unknown, index) => (String(index) === name ? changed : element))
    : { ...data, [name]: changed };
}

describe("input without limits", () => {
  const client = createClient({ baseUrl: "http://127.0.0.1:1", credentials: { accessToken: "t" } });
  const circular: Record<string, unknown> = {};
  circular["self"] = circular;

  for (const [title, config, problem] of [
    ...nested(100_000).map((deep, index) => [`nested (${index})`, deep, /^body: is nested deeper than 100 levels$/] as const),
    ["circular", circular, /^body: is nested deeper than 100 levels$/],
    ["a member that would be dropped", '{"x":{"__proto__":{}}}', /^body[\w.[\]]*: must not have a member named __proto__$/],
  ] as const)
    it(`is refused before anything is sent: ${title}`, async () => {
      const body = { name: "a", config: typeof config === "string" ? { deep: JSON.parse(config) as unknown } : config };
      const { problems } = await failureOf(client.gdpr.createContractPreset({ body }), InputError);
      assert.equal(problems.length, 1);
      assert.match(problems[0]!, problem);
      assert.equal(excessOf(JSON.parse('{"name":{"constructor":1}}')), undefined);
    });

  it("is refused with a bounded, harmless message, whatever its members are called", async () => {
    for (const name of [...actingTexts, "x".repeat(100_000)])
      for (const body of [
        { ...webhook, headers: { [name]: 1 } },
        { ...webhook, [name]: 1 },
      ]) {
        const { problems } = await failureOf(client.webhooks.create({ body: body as never }), InputError);
        for (const problem of problems) assert.doesNotMatch(problem, /\n/);
      }
  });
});
