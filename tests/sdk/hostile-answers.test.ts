import assert from "node:assert/strict";
import { inspect } from "node:util";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { decodeBody, UnreadableBody } from "../../sdk/http/decode.js";
import {
  AnswerError,
  ApiError,
  type Client,
  type ClientOptions,
  createClient,
  HostingError,
  InputError,
  operations,
} from "../../sdk/index.js";
import type { JsonAnswer } from "../../sdk/operations/operation.js";
import { rows } from "../../sdk/operations/rows.js";
import { mask } from "../../sdk/redaction/mask.js";
import { Secrets } from "../../sdk/redaction/redaction.js";
import { excessOf } from "../../sdk/http/payload-limits.js";
import { spelledOut } from "../../sdk/redaction/text.js";
import { FakeClock } from "../support/clock.js";
import { factOperations } from "../support/facts.js";
import { actingTexts, assertInert, assertUnpolluted, hostileJson, hostileText } from "../support/hostile.js";
import { arbitraryFromSchema } from "../support/json-schema-arbitrary.js";
import { json, startServer, type Handler, type TestServer } from "../support/server.js";

const webhook = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://hook.example/x", uid: "a" } as const;

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

describe("a hostile or broken answer", () => {
  const open: { close(): unknown }[] = [];
  afterEach(async () => {
    for (const each of open.splice(0).reverse()) await each.close();
    assertUnpolluted();
  });

  async function start(
    handler: Handler,
    options: Partial<ClientOptions> = {},
  ): Promise<{ readonly client: Client; readonly server: TestServer }> {
    const server = await startServer(handler);
    open.push(server);
    const clock = new FakeClock();
    const credentials = { accessToken: "TOKEN-0123456789" };
    const client = createClient({ baseUrl: server.url, credentials, retry: { attempts: 1 }, clock, ...options });
    open.push(client);
    return { client, server };
  }

  /** A client to whom the server answers exactly these bytes. */
  const answered = async (bytes: Uint8Array | string, headers: Record<string, string> = {}, status = 200): Promise<Client> =>
    (await start((_, response) => void response.writeHead(status, headers).end(bytes))).client;

  async function failureOf<E extends HostingError>(
    call: Promise<unknown>,
    kind: abstract new (...args: never[]) => E,
  ): Promise<E> {
    const error: unknown = await call.then(
      () => assert.fail("the call succeeded"),
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof kind, inspect(error));
    assertInert(error.message);
    assert.ok(error.message.length < 3000, `${error.message.length} characters`);
    return error;
  }

  const unreadable = async (bytes: Uint8Array | string, reason: RegExp, headers: Record<string, string> = {}): Promise<void> => {
    const client = await answered(bytes, headers);
    const error = await failureOf(client.webhooks.list(), AnswerError);
    assert.match(error.message, reason);
  };

  describe("in another encoding", () => {
    const listed = (name: string): string => JSON.stringify([{ ...webhook, uid: name }]);

    it("is decoded as UTF-8 whatever it declares, with or without a byte order mark", async () => {
      for (const charset of ["utf8", "iso-8859-1", "utf-16", "nonsense", '"', ""]) {
        const client = await answered(`\ufeff${listed("münchen-東京-𝄞")}`, {
          "content-type": `application/json; charset=${charset}`,
        });
        assert.equal((await client.webhooks.list())[0]!.uid, "münchen-東京-𝄞");
      }
    });

    it("is an error, not a misread name", async () => {
      const notUtf8 = /an unusable answer: it is not UTF-8, which JSON must be\./;
      await unreadable(Buffer.from(listed("münchen"), "latin1"), notUtf8, {
        "content-type": "application/json; charset=iso-8859-1",
      });
      await unreadable(Buffer.from(`\ufeff${listed("a")}`, "utf16le"), notUtf8, {
        "content-type": "application/json; charset=utf-16",
      });
      const overlong = Buffer.concat([Buffer.from('[{"uid":"'), Buffer.from([0xc0, 0xae, 0xc0, 0xae]), Buffer.from('"}]')]);
      const surrogate = Buffer.concat([Buffer.from('[{"uid":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}]')]);
      const cut = Buffer.from(listed("東")).subarray(0, -5);
      for (const bytes of [overlong, surrogate, cut]) await unreadable(bytes, notUtf8);
      await unreadable(Buffer.from(listed("abc"), "utf16le"), /: not JSON, or cut off/);
    });

    it("is requested without compression, and decompressed if a proxy has compressed it", async () => {
      const plain = listed("münchen");
      for (const [encoding, bytes] of [
        ["gzip", gzipSync(plain)],
        ["X-GZIP", gzipSync(plain)],
        ["deflate", deflateSync(plain)],
        ["br", brotliCompressSync(plain)],
        ["gzip", Buffer.from(plain)],
        ["gzip", Buffer.from(`\n ${plain}`)],
      ] as const) {
        const { client, server } = await start(async (_, response) => {
          response.writeHead(200, { "content-encoding": encoding });
          for (const octet of bytes) response.write(Buffer.of(octet));
          response.end();
        });
        assert.equal((await client.webhooks.list())[0]!.uid, "münchen", encoding);
        assert.equal(server.received[0]!.headers["accept-encoding"], "identity");
      }
    });

    it("is decompressed up to the largest allowed answer only, and frees its connection", async () => {
      const bomb = gzipSync(Buffer.alloc(50_000_000, " "));
      const { client } = await start(
        ({ method }, response) =>
          method === "GET"
            ? response.writeHead(200, { "content-encoding": "gzip" }).write(bomb)
            : json(response, 200, { uid: "w1" }),
        { maxAnswerBytes: 1_000_000, maxConnections: 1 },
      );
      await failureOf(client.webhooks.list(), AnswerError);
      await client.webhooks.delete({ webhookIdentifier: "w1" });
    });

    it("is an error if it is compressed and damaged, or compressed in another way", async () => {
      const whole = gzipSync(listed("a"));
      const flipped = Buffer.from(whole);
      flipped[14]! ^= 255;
      for (const [encoding, bytes] of [
        ["gzip", whole.subarray(0, -9)],
        ["gzip", flipped],
        ["br", Buffer.from(listed("a"))],
        ["zstd", Buffer.of(0x28, 0xb5, 0x2f, 0xfd)],
        ["gzip, br", brotliCompressSync(whole)],
      ] as const) {
        const client = await answered(bytes, { "content-encoding": encoding });
        const error = await failureOf(client.webhooks.list(), AnswerError);
        assert.equal(error.effect, "none");
      }
    });

    it("is decoded if only its header says that it is encoded", async () => {
      const client = await answered(listed("a"), { "content-encoding": "utf-8" });
      assert.equal((await client.webhooks.list())[0]!.uid, "a");
    });

    it("of a failure is quoted as far as it can be decoded", async () => {
      const client = await answered(Buffer.from('{"message":"Zugriff für nichts"}', "latin1"), {}, 403);
      assert.equal((await failureOf(client.webhooks.list(), ApiError)).said, "Zugriff f\ufffdr nichts");
    });
  });

  describe("that is not JSON", () => {
    it("is recognized, whatever its content type says", async () => {
      await unreadable("<!doctype html><title>Maintenance</title>", /: not JSON/, { "content-type": "text/html" });
      for (const body of ["undefined", "NaN", "{a:1}", "[1,]", "\u0000", '"\n"', "[]\u0000", "[][]"])
        await unreadable(body, /: not JSON/, { "content-type": "application/json" });
    });
  });

  describe("that is only a part", () => {
    it("is an error if its body matters", async () => {
      const part = await answered("[]", { "content-range": "items 0-9/250" }, 206);
      const { message } = await failureOf(part.webhooks.list(), AnswerError);
      assert.match(message, /status 206 and an unusable answer: it is only a part, which was not requested/);
      assert.equal(await part.webhooks.delete({ webhookIdentifier: "a" }), undefined);
    });
  });

  describe("that cannot be used", () => {
    const token = "MW_once-and-never-again";
    const create = async (body: string) => {
      const client = await answered(body, {}, 201);
      const error = await failureOf(client.authentication.createToken({ body: { description: "CI" } }), AnswerError);
      assert.equal(error.effect, "possible");
      for (const shown of [inspect(error, { showHidden: true, depth: 9 }), JSON.stringify(error), String(error), error.stack!])
        assert.ok(!shown.includes(token), shown);
      assert.ok(!Object.keys(error).includes("answer"));
      return error.answer;
    };

    it("is kept on its error, unprinted, because it may contain a secret shown only once", async () => {
      assert.deepEqual(await create(JSON.stringify({ uuid: "u", token })), { uuid: "u", token });
      assert.equal(await create(`{"uuid":"u","token":"${token}`), `{"uuid":"u","token":"${token}`);
    });

    it("is an error for an order that names nothing", async () => {
      for (const body of ["[]", "null"]) {
        const client = await answered(body, {}, 201);
        const place = { accountIdentifier: "p1" };
        const register = failureOf(client.domains.register({ ...place, body: { sld: "a", tld: "de" } }), AnswerError);
        assert.match((await register).message, /answer: must not be empty.*check before retrying/);
        const input = { ...place, domainIdentifier: "a.de", body: [{ name: "blog" }] };
        assert.equal((await failureOf(client.domains.createSubdomains(input), AnswerError)).effect, "possible");
      }
    });
  });

  describe("without limits", () => {
    it("is collected from pieces of any size", async () => {
      const body = JSON.stringify([{ ...webhook, uid: "x".repeat(20_000) }]);
      const { client } = await start(async (_, response) => {
        for (const character of body) response.write(character);
        response.end();
      });
      assert.equal((await client.webhooks.list())[0]!.uid?.length, 20_000);
    });

    it("is refused if it is nested too deep, for every operation", () => {
      for (const deep of nested(200))
        for (const { row, answer } of jsonAnswers)
          for (const body of [deep, `{"x":${deep}}`, `[{"items":${deep}}]`])
            assert.throws(
              () => decodeBody(answer, body),
              (error) => error instanceof UnreadableBody && error.message === "it is nested deeper than 100 levels",
              row.id,
            );
    });

    it("is refused if it is nested too deep, and quoted if it is a failure", async () => {
      for (const deep of nested(100_000)) {
        await unreadable(deep, /it is nested deeper than 100 levels/);
        const failing = await answered(`{"message":"too bad","trace":${deep}}`, {}, 400);
        assert.equal((await failureOf(failing.webhooks.list(), ApiError)).said, "too bad");
        const client = await answered(deep, {}, 400);
        assert.equal((await failureOf(client.webhooks.list(), ApiError)).said, undefined);
        const login = await start((_, response) => void response.end(deep), { credentials: { username: "a", password: "b" } });
        assert.match((await failureOf(login.client.webhooks.list(), AnswerError)).message, /it contains no token/);
      }
    });

    it("is refused if it contains too many values", async () => {
      await unreadable(`[${"1,".repeat(600_000)}1]`, /it contains more than 500000 values/);
      await unreadable(
        `[{"headers":{${Array.from({ length: 500_001 }, (_, n) => `"${n}":1`).join()}}}]`,
        /more than 500000 values/,
      );
    });

    it("is not searched for a message if it is too long to be one", async () => {
      const secrets = new Secrets(Array.from({ length: 50 }, (_, n) => `secret-number-${n}`));
      const { client } = await start((_, response) => json(response, 500, { message: "%25".repeat(3_000_000) }), { secrets });
      assert.equal((await failureOf(client.webhooks.list(), ApiError)).said, "a text of 9000000 characters");
    });
  });

  describe("with numbers that lose their value", () => {
    it("does not name another object", async () => {
      const preset = (id: string) => `[{"_id":${id},"id":"other","name":"n"}]`;
      for (const id of ["9007199254740993", "12345678901234567890", "1e400", "-1e400", "1e21"]) {
        const client = await answered(preset(id));
        await failureOf(client.gdpr.listContractPresets(), AnswerError);
      }
      const client = await answered(preset("9007199254740991"));
      assert.equal((await client.gdpr.listContractPresets())[0]!._id, 9007199254740991);
    });
  });

  describe("with members named like inherited ones", () => {
    const polluting = '{"polluted":true,"uid":"inherited","name":"inherited"}';

    it("changes no prototype, at any depth, for every operation", () => {
      for (const { row, answer } of jsonAnswers)
        for (const name of ["__proto__", "\\u005f_proto__", "constructor", "prototype"])
          for (const member of [`"${name}":${polluting}`, `"x":{"y":[{"${name}":${polluting}}]}`]) {
            const inherits = (data: unknown): boolean =>
              typeof data === "object" &&
              data !== null &&
              (("polluted" in data && !Object.hasOwn(data, "polluted")) || Object.values(data).some(inherits));
            for (const body of [`{${member}}`, `[{${member}}]`]) {
              try {
                const read = decodeBody(answer, body);
                assert.ok(!inherits(read), row.id);
                assert.ok(!JSON.stringify(read).includes("__proto__"), row.id);
              } catch (error) {
                assert.ok(error instanceof UnreadableBody, `${row.id}: ${String(error)}`);
              }
            }
          }
      assertUnpolluted();
    });

    it("does not treat an inherited member as present", async () => {
      await unreadable(`[{"__proto__":${JSON.stringify(webhook)}}]`, /answer\[0\]\.eventType: is required/);
    });

    it("keeps harmless ones", () => {
      const read = decodeBody(
        operations.customers.getPaymentSettings.answers[200],
        '{"constructor":{"prototype":1},"toString":2}',
      );
      assert.deepEqual(Object.keys(read as object), ["constructor", "toString"]);
    });

    it("keeps them when secrets are masked", () => {
      const data: unknown = JSON.parse('{"constructor":{"password":"hidden-value"},"a":{"__proto__":{"token":"hidden-value"}}}');
      const scrubbed = new Secrets().scrub(data);
      assert.ok(!JSON.stringify(scrubbed).includes("hidden-value"));
      assert.deepEqual(
        JSON.parse(JSON.stringify(scrubbed)),
        JSON.parse(`{"constructor":{"password":"${mask}"},"a":{"__proto__":{"token":"${mask}"}}}`),
      );
    });
  });

  it("with a duplicate member uses the last one, like every JSON parser", async () => {
    const client = await answered(
      '[{"uid":"first","eventType":"DOMAIN_REGISTRATION_STATUS","method":"GET","url":"u","uid":"last"}]',
    );
    assert.equal((await client.webhooks.list())[0]!.uid, "last");
  });

  it("with half a character in an identifier leads to no other object", async () => {
    const { client, server } = await start((request, response) =>
      request.method === "GET" ? void response.end(`[${JSON.stringify({ ...webhook, uid: "a\ud800" })}]`) : undefined,
    );
    const [listed] = await client.webhooks.list();
    const error = await failureOf(client.webhooks.delete({ webhookIdentifier: listed!.uid! }), InputError);
    assert.deepEqual(error.problems, ["webhookIdentifier: must be well-formed text"]);
    assert.equal(server.received.length, 1);
  });

  describe("with terminal or log commands in its text", () => {
    for (const acting of actingTexts)
      it(`is quoted without effect: ${spelledOut(JSON.stringify(acting))}`, async () => {
        for (const said of [acting, `before ${acting} after`, acting.repeat(200)]) {
          for (const body of [JSON.stringify({ message: said }), said]) {
            const error = await failureOf((await answered(body, {}, 400)).webhooks.list(), ApiError);
            assertInert(error.said ?? "");
            assert.doesNotMatch(error.said ?? "", /\n/);
            assert.doesNotMatch(error.message, /\n/);
          }
        }
      });

    it("is escaped for a log, in JSON with the same meaning", () => {
      for (const acting of actingTexts) {
        assertInert(spelledOut(acting));
        assert.equal(spelledOut(spelledOut(acting)), spelledOut(acting));
        assertInert(new HostingError(`${acting}\n${acting}`).message);
      }
      fc.assert(
        fc.property(hostileJson, (data) => {
          const shown = spelledOut(JSON.stringify(data, undefined, 2));
          assertInert(shown);
          assert.deepEqual(JSON.parse(shown), JSON.parse(JSON.stringify(data)));
        }),
      );
      assert.equal(
        spelledOut("plain – text with ä, 東, ❤️ and C:: # [1]\n\tand lines"),
        "plain – text with ä, 東, ❤️ and C:: # [1]\n\tand lines",
      );
    });
  });

  describe("of any kind", () => {
    const assertTyped = (error: unknown): void => {
      assert.ok(error instanceof HostingError, inspect(error));
      assertInert(error.message);
      assert.ok(error.message.length < 3000);
    };

    for (const { id } of rows)
      it(`is decoded or refused with our own message: ${id}`, () => {
        const row = rows.find((each) => each.id === id)!;
        const fact = factOperations.find((each) => each.id === id)!;
        const shapes = fact.responses.flatMap(({ schema }) =>
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
            for (const answer of Object.values(row.answers)) {
              if (answer.kind !== "json" && answer.kind !== "empty" && answer.kind !== "value") continue;
              try {
                decodeBody(answer, body);
              } catch (error) {
                assert.ok(error instanceof UnreadableBody, inspect(error));
              }
            }
          }),
          { numRuns: 30 },
        );
      });

    it("is decoded or refused with our own message, through a server", async () => {
      let next: { readonly status: number; readonly body: Uint8Array | string } = { status: 200, body: "" };
      const { client } = await start((_, response) => void response.writeHead(next.status).end(next.body), {
        maxRateLimitWait: 0,
      });
      const calls: (() => Promise<unknown>)[] = [
        () => client.webhooks.list(),
        () => client.webhooks.get({ webhookIdentifier: "a" }),
        () => client.domains.register({ accountIdentifier: "p1", body: { sld: "a", tld: "de" } }),
        () => client.domains.delete({ accountIdentifier: "p1", domainIdentifier: "a.de" }),
        () => client.gdpr.getContract({ contractIdentifier: "1" }),
        () => client.customers.get({ customerNumber: 1 }),
        () => client.customers.getPaymentSettings({ customerNumber: 1 }),
        () => client.authentication.authenticate({ body: { username: "a", password: "b" } }),
        async () => {
          for await (const each of client.domains.list.each({ accountIdentifier: "p1" })) void each;
        },
        () => client.authentication.listTokens(),
      ];
      const status = fc.oneof(
        fc.constantFrom(200, 201, 202, 204, 400, 403, 404, 409, 410, 500, 503),
        fc.integer({ min: 200, max: 599 }),
      );
      const body = fc.oneof(
        fc.uint8Array(),
        fc.string({ unit: "binary" }),
        hostileText.map((said) => JSON.stringify({ message: said })),
        hostileJson.map((data) => JSON.stringify(data)),
      );
      await fc.assert(
        fc.asyncProperty(fc.nat(calls.length - 1), status, body, async (index, ...answer) => {
          next = { status: answer[0], body: answer[1] };
          await calls[index]!().then(() => undefined, assertTyped);
        }),
        { numRuns: 300 },
      );
    }).timeout(60_000);
  });
});

/** The data with something else at one of its places. */
function misplaced(data: unknown, place: number, other: unknown): unknown {
  if (typeof data !== "object" || data === null || place % 3 === 0) return other;
  const names = Object.keys(data);
  const name = names[place % (names.length + 1)];
  if (name === undefined) return other;
  const member = (data as Record<string, unknown>)[name];
  const changed = misplaced(member, Math.floor(place / 3), other);
  return Array.isArray(data)
    ? data.map((element: unknown, index) => (String(index) === name ? changed : element))
    : { ...data, [name]: changed };
}

describe("input without limits", () => {
  const refused = async (body: unknown, problem: RegExp): Promise<void> => {
    const client = createClient({ baseUrl: "http://127.0.0.1:1", credentials: { accessToken: "t" } });
    await assert.rejects(client.gdpr.createContractPreset({ body: body as never }), (error: unknown) => {
      assert.ok(error instanceof InputError, inspect(error));
      assert.equal(error.problems.length, 1);
      assert.match(error.problems[0]!, problem);
      return true;
    });
    await client.close();
  };

  it("is refused before anything is sent", async () => {
    for (const deep of nested(100_000))
      await refused({ name: "a", config: { deep: JSON.parse(deep) as unknown } }, /^body: is nested deeper than 100 levels$/);
    const circular: Record<string, unknown> = {};
    circular["self"] = circular;
    await refused({ name: "a", config: circular }, /^body: is nested deeper than 100 levels$/);
    circular["again"] = circular;
    await refused({ name: "a", config: circular }, /^body: /);
  });

  it("is refused if it has a member that would be dropped silently", async () => {
    await refused(
      JSON.parse('{"name":"a","config":{"x":{"__proto__":{}}}}'),
      /^body[\w.[\]]*: must not have a member named __proto__$/,
    );
    assert.equal(excessOf(JSON.parse('{"name":{"constructor":1}}')), undefined);
  });

  it("is refused with a bounded, harmless message, whatever its members are called", async () => {
    const client = createClient({ baseUrl: "http://127.0.0.1:1", credentials: { accessToken: "t" } });
    for (const name of [...actingTexts, "x".repeat(100_000)])
      for (const body of [
        { ...webhook, headers: { [name]: 1 } },
        { ...webhook, [name]: 1 },
      ])
        await assert.rejects(client.webhooks.create({ body: body as never }), (error: unknown) => {
          assert.ok(error instanceof InputError, inspect(error));
          assertInert(error.message);
          assert.ok(error.message.length < 3000);
          for (const problem of error.problems) assert.doesNotMatch(problem, /\n/);
          return true;
        });
    await client.close();
  });
});
